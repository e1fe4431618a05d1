//===- Passes.c - the table of passes from level to level -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Passes.h"

extern const RelaxPass relaxGenerateRegionsPass;
extern const RelaxPass relaxPackRaggedPass;
extern const RelaxPass relaxLegalizePass;
extern const RelaxPass relaxCheckBoundsPass;
extern const RelaxPass relaxLowerTirPass;
extern const RelaxPass relaxFormTilesPass;
extern const RelaxPass relaxToVMPass;
extern const RelaxPass relaxLowerBoundaryChecksPass;
extern const RelaxPass relaxLoweringReportPass;

// clang-format off
const RelaxPass *const relaxConversionPasses[] = {
    &relaxGenerateRegionsPass,
    &relaxPackRaggedPass,
    &relaxLegalizePass,
    &relaxCheckBoundsPass,
    &relaxLowerTirPass,
    &relaxFormTilesPass,
    &relaxToVMPass,
    &relaxLowerBoundaryChecksPass,
    &relaxLoweringReportPass,
    NULL,
};
