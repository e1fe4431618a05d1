//===- Random.h - seeded numbers ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// xoshiro256** seeded by splitmix64 (Blackman and Vigna, public domain
// algorithms): the same numbers on every machine, for test inputs.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RANDOM_H
#define RELAX_RUNTIME_RANDOM_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxRandom {
  uint64_t state[4];
} RelaxRandom;

RelaxRandom relaxRandomSeed(uint64_t seed);
uint64_t relaxRandomNext(RelaxRandom *random);
/// In [0, 1), a multiple of 2^-53.
double relaxRandomUnit(RelaxRandom *random);
/// Floats in [-1, 1), integers in 0 .. 9 as far as the type has them, bools;
/// powers of two of f8E8M0FNU in [2^-4, 2^3].
void relaxRandomFill(RelaxRandom *random, RelaxTensor *tensor);
/// Every third number becomes one of those that code treats in a way of its
/// own: of floats 0, -0, 1, -1, 0.5, 100, -100. `all`: NaN, infinities,
/// subnormal and the largest numbers, too, which sums in another order may
/// lose, and of integers -1, 0, 1 and both ends.
void relaxRandomSprinkle(RelaxRandom *random, RelaxTensor *tensor, bool all);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_RANDOM_H
