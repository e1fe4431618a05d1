//===- Replace.h - a match gives way to a rewrite -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_REPLACE_H
#define RELAX_TRANSFORMS_PATTERNS_REPLACE_H

#include "lib/Transforms/Patterns/Match.h"

/// Puts the rewrite in the place of what was found, and removes what nothing
/// uses any more. False if it does not fit here: the match is told why, and
/// nothing has changed. `*next` is the first operation that was made, or what
/// stands behind the match.
bool patternReplace(const Rewrite *rewrite, Match *match, MlirOperation *next);

/// The first operation of the block, and the last one, that define results of
/// the match's roots.
typedef struct MatchSpan {
  MlirOperation first, last;
} MatchSpan;
MatchSpan matchSpan(const Match *match);
/// Users of roots that stand before the last root move behind it. False if
/// something there cannot move: the match is told.
bool matchGather(Match *match, MatchSpan span);

#endif // RELAX_TRANSFORMS_PATTERNS_REPLACE_H
