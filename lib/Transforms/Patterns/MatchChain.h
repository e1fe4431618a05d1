//===- MatchChain.h - what operations make of a value ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A chain grows from its end against the order of the program: the latest value
// that it reads gives way to what that one's operation reads. Wherever one
// value is left, that dominates the end: every path goes through it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_MATCHCHAIN_H
#define RELAX_TRANSFORMS_PATTERNS_MATCHCHAIN_H

#include "lib/Transforms/Patterns/Match.h"

/// Values that the operations of a chain read at the same time.
enum { MATCH_MAX_FRONTIER = 16 };

/// What a chain reads of others, but for numbers; the latest one at the end.
typedef struct MatchFrontier {
  MlirValue values[MATCH_MAX_FRONTIER];
  size_t count;
} MatchFrontier;

/// One more operation of the chain with the number `value`; false if it cannot
/// be longer.
bool matchChainGrow(Match *match, size_t value, MatchFrontier *frontier);

#endif // RELAX_TRANSFORMS_PATTERNS_MATCHCHAIN_H
