//===- Random.h - seeded choices for mutators -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_RANDOM_H
#define RELAX_TEST_FUZZ_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;

/// SplitMix64: every seed, 0 too, gives a good sequence.
static inline uint64_t randomNext(Random *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Below `count`, which must not be 0.
static inline size_t randomBelow(Random *random, size_t count) {
  return (size_t)(randomNext(random) % count);
}

/// Integers at which code tends to go wrong.
static inline int64_t randomEdge(Random *random) {
  static const int64_t edges[] = {0,
                                  1,
                                  -1,
                                  2,
                                  3,
                                  7,
                                  64,
                                  127,
                                  255,
                                  65535,
                                  INT32_MAX,
                                  INT32_MIN,
                                  INT64_C(1) << 31,
                                  INT64_C(1) << 32,
                                  INT64_C(1) << 40,
                                  INT64_C(1) << 61,
                                  INT64_C(1) << 62,
                                  INT64_MAX - 1,
                                  INT64_MAX,
                                  INT64_MIN};
  return edges[randomBelow(random, sizeof edges / sizeof *edges)];
}

#endif // RELAX_TEST_FUZZ_RANDOM_H
