//===- RecomputeRestore.h - one more eviction in a plan -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTERESTORE_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTERESTORE_H

#include "lib/Transforms/Memory/RecomputeLevel.h"

/// A tensor that could give way where memory is shortest.
typedef struct Candidate {
  int32_t instance;
  int32_t before; // the item that needs it again
  int64_t bytes, distance, cost;
} Candidate;

/// What computing it again before its next use costs. False if that takes too
/// many calls, or what is not there then. `life` is that of `level`.
bool levelRestoreCost(const Level *level, const LevelLife *life,
                      Candidate *candidate);
/// The level with the candidate evicted, and computed again; it has a cost.
Level levelEvict(const Level *level, const LevelLife *life,
                 const Candidate *candidate);

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTERESTORE_H
