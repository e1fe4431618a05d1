//===- Rounds.h - how often a campaign tries ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#ifndef RELAX_TEST_UNIT_ROUNDS_H
#define RELAX_TEST_UNIT_ROUNDS_H

#include <stdlib.h>

/// `few`, or RELAX_ROUNDS times as many (test/long/unit-faults.test).
static inline unsigned roundsOf(unsigned few) {
  const char *times = getenv("RELAX_ROUNDS");
  return times ? few * (unsigned)strtoul(times, NULL, 10) : few;
}

#endif // RELAX_TEST_UNIT_ROUNDS_H
