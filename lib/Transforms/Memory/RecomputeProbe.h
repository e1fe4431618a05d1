//===- RecomputeProbe.h - extents at which plans are compared -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTEPROBE_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTEPROBE_H

#include "lib/Analysis/Facts.h"

typedef struct Probe {
  Arena *arena;
  const StrRef *names;
  int64_t *extents;
  size_t count;
} Probe;

/// Extents of the symbols of a block's arguments that satisfy the facts, if
/// some are found: likely ones first. The same question has the same answer
/// everywhere.
Probe probeOfBlock(const Facts *facts, MlirBlock block);
/// False where it leaves 64 bits or has other symbols.
bool probeEvaluate(const Probe *probe, SymExpr expr, int64_t *out);

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTEPROBE_H
