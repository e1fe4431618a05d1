//===- Sides.h - a rewrite and its pattern as two functions ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_SIDES_H
#define RELAX_TRANSFORMS_PATTERNS_SIDES_H

#include "lib/Transforms/Patterns/Match.h"

/// What stands for what a pattern leaves open.
typedef struct SideChoice {
  MlirType element; // for `?`
  int rank;         // for `*`; the extents are the first primes
  size_t choice;    // the alternatives, as one number
  const StrRef *names;
  const int64_t *values; // of the symbols
  size_t numSymbols;
} SideChoice;

/// The number of ways to choose among the alternatives of a pattern, 64 at
/// most.
size_t sidesCountChoices(const Pattern *pattern);
/// A module with the functions `before` and `after`, whose extents are all
/// numbers; null if one of them does not exist for these choices.
MlirModule sidesMake(Arena *arena, const Rewrite *rewrite,
                     const SideChoice *choice);

#endif // RELAX_TRANSFORMS_PATTERNS_SIDES_H
