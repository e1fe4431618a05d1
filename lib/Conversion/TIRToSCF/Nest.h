//===- Nest.h - a compute that becomes a loop nest (internal) -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_NEST_H
#define RELAX_CONVERSION_TIRTOSCF_NEST_H

#include "lib/Conversion/TIRToSCF/Lowering.h"

/// A `tir.reduce` of the compute that is being lowered.
typedef struct Reduction {
  MlirOperation op, monoid;
  intptr_t targets;
  MlirValue **indices; // of each target, at the point; NULL if not needed
} Reduction;

typedef struct Nest {
  TirLowering *l;
  MlirOperation op; // the compute
  MlirBlock body;
  OpBuilder point; // where the code of a point of the outer loops goes
  MlirValue *lower, *upper;
  Reduction *reductions; // stb_ds
  OpList others;         // loads and stores of the body (stb_ds)
  bool inRegisters, subtotals;
  MlirValue *state; // of all reductions in turn (stb_ds), if in registers
} Nest;

/// The reduce loops from iterator `i` on with the body inside; afterwards
/// `nest->state` holds the state behind them (ReduceLoops.c).
void nestBuildReduceLoops(Nest *nest, OpBuilder *b, intptr_t i);

#endif // RELAX_CONVERSION_TIRTOSCF_NEST_H
