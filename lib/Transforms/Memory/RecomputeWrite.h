//===- RecomputeWrite.h - plans with evictions as text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H

#include "lib/Transforms/Memory/RecomputeLevel.h"

/// What an arm takes.
typedef struct LevelBytes {
  SymExpr taken;   // at most, as far as that is known
  SymExpr least;   // its arena, if it may take less than that
  SymExpr reloads; // written out
} LevelBytes;

/// Puts a `relax.dispatch` with an arm for each level in the place of the body
/// of `function`, which is that of the model or a copy of it. Returns the
/// dispatch.
MlirOperation levelsWrite(MlirOperation function, const Level *levels,
                          const LevelBytes *bytes, intptr_t count);
/// `*bytes` become those of the arms of levels; `*known`: all of them are
/// formulas (RecomputeMeasure.c).
MlirLogicalResult levelsMeasure(RelaxPassRun *run, const Level *levels,
                                LevelBytes *bytes, intptr_t count, bool *known);
extern const char planUnknownSizes[];

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H
