//===- RecomputeWrite.h - plans with evictions as text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H

#include "lib/Transforms/Memory/RecomputeLevel.h"

/// Puts a `relax.dispatch` with an arm for each level in the place of the body
/// of `function`, which is that of the model or a copy of it. `bytes` are what
/// the levels take, `reloads` what they write out. Returns the dispatch.
MlirOperation levelsWrite(MlirOperation function, const Level *levels,
                          const SymExpr *bytes, const SymExpr *reloads,
                          intptr_t count);
/// `bytes` become what the arms of levels take, `reloads` what they write out,
/// if all of them are formulas (RecomputeMeasure.c).
MlirLogicalResult levelsMeasure(RelaxPassRun *run, const Level *levels,
                                SymExpr *bytes, SymExpr *reloads,
                                intptr_t count, bool *known);
extern const char planUnknownSizes[];

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTEWRITE_H
