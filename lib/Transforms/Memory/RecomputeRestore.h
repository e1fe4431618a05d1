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
  int64_t bytes, distance;
  RestoreCosts costs;
  bool reload; // out to a file, and read back
} Candidate;

static inline int64_t candidateCost(const Candidate *candidate) {
  return candidate->reload ? candidate->costs.reload
                           : candidate->costs.regenerate;
}

/// What bringing it back before its next use costs, by computing it again (not
/// where that takes too many calls, or what is not there then) and from a file.
/// `life` is that of `level`.
void levelRestoreCosts(const Level *level, const LevelLife *life,
                       Candidate *candidate);
/// The level with the candidate evicted, and brought back as it says, which has
/// a cost.
Level levelEvict(const Level *level, const LevelLife *life,
                 const Candidate *candidate);

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTERESTORE_H
