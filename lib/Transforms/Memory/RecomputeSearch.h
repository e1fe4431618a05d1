//===- RecomputeSearch.h - evictions that bring a plan below a peak -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTESEARCH_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTESEARCH_H

#include "lib/Transforms/Memory/RecomputeLevel.h"

/// Evicts until the arena's bytes at the probe are at most `target`, or nothing
/// helps any more. Returns how often.
int32_t levelSearch(Level *level, int64_t target);
/// Why nothing that is evicted makes this plan smaller.
const char *levelWhyWhole(const Level *level);

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTESEARCH_H
