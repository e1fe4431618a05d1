//===- Passes.c - the table of passes from level to level -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Passes.h"

extern const RelaxPass relaxGenerateRegionsPass, relaxPackRaggedPass,
    relaxLegalizePass, relaxCheckBoundsPass, relaxLowerTirPass,
    relaxFormTilesPass, relaxToVMPass, relaxLowerBoundaryChecksPass,
    relaxLoweringReportPass;

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
