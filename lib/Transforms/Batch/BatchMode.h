//===- BatchMode.h - how the tensors of many calls become one -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Calls whose tensors have equal extents lie behind each other along a further
// dimension in front. Where the first dimension is a symbol that occurs nowhere
// else, calls of different extents can lie behind each other along it: then it
// is that of all calls together, and tables say which part is whose.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHMODE_H
#define RELAX_TRANSFORMS_BATCH_BATCHMODE_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Pass.h"

typedef enum BatchMode {
  BATCH_SHARED, // all calls have the same one
  BATCH_LANE,   // a dimension in front
  BATCH_ROWS,   // along the first dimension
} BatchMode;

/// A weight or a constant: all calls have the same.
bool batchIsShared(MlirValue value);
/// A tensor of numbers of a known rank: those of many calls can be one.
bool batchTakes(MlirType type);
/// The mode of a type where the symbol `rows` (null: none) is joined; false if
/// it occurs elsewhere than as the first dimension.
bool batchModeOf(MlirType type, MlirAttribute rows, BatchMode *mode);
/// Those of the inputs of a call of a program, then of its results.
bool batchModes(MlirOperation call, MlirAttribute rows, BatchMode *modes);
/// A dimension of what the call works on is known to no one.
bool batchHasSymbols(MlirOperation call);

/// The symbol of the buffers that are `BATCH_ROWS`, in the program; null if
/// there is none, or if it is not one, or elsewhere in types.
MlirAttribute batchKernelRows(MlirOperation kernel, const BatchMode *modes);
/// The facts that say nothing of the symbol.
MlirAttribute batchFactsWithout(MlirAttribute facts, MlirAttribute symbol);

#endif // RELAX_TRANSFORMS_BATCH_BATCHMODE_H
