//===- SidesRun.h - a rewrite and its pattern, run on the same inputs -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_SIDESRUN_H
#define RELAX_TRANSFORMS_PATTERNS_SIDESRUN_H

#include "lib/Transforms/Patterns/Sides.h"

enum { SIDES_MOST_RESULTS = 8 };

typedef struct SidesTrial {
  const Rewrite *rewrite;
  const SideChoice *choice;
  bool special; // inputs have numbers that code treats in a way of its own
  bool exact;   // to the bit, -0 and 0 included; then NaN, infinities and ends
                // of types are among the special numbers
  double bound; // else: what results may differ by, for each of the pattern's,
                // or for the largest one if that is more than 1
  double size;  // of floats among the inputs, at most
  uint64_t seed;
} SidesTrial;

typedef enum SidesOutcome {
  SIDES_NOT_RUN, // this choice does not exist, or the pattern cannot compute it
  SIDES_AGREE,
  SIDES_DIFFER,
} SidesOutcome;

/// Appends to `why` what differs.
SidesOutcome sidesRun(const SidesTrial *trial, StrBuf *why);

#endif // RELAX_TRANSFORMS_PATTERNS_SIDESRUN_H
