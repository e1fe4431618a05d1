//===- Random.c - seeded numbers ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Random.h"

static uint64_t rotateLeft(uint64_t x, int by) {
  return x << by | x >> (64 - by);
}

RelaxRandom relaxRandomSeed(uint64_t seed) {
  RelaxRandom random;
  for (int i = 0; i < 4; ++i) { // splitmix64
    seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = seed;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    random.state[i] = z ^ z >> 31;
  }
  return random;
}

uint64_t relaxRandomNext(RelaxRandom *random) {
  uint64_t *s = random->state;
  uint64_t result = rotateLeft(s[1] * 5, 7) * 9, kept = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= kept;
  s[3] = rotateLeft(s[3], 45);
  return result;
}

double relaxRandomUnit(RelaxRandom *random) {
  return (double)(relaxRandomNext(random) >> 11) * 0x1p-53;
}

void relaxRandomFill(RelaxRandom *random, RelaxTensor *tensor) {
  int64_t count = relaxTensorCount(tensor);
  for (int64_t i = 0; i < count; ++i) {
    double unit = relaxRandomUnit(random);
    if (relaxDTypeIsFloat(tensor->dtype)) {
      // Rounding must not reach 1: draw on the grid of the narrowest format
      // here (bf16 has 8 significant bits), of f32 otherwise.
      bool narrow = relaxDTypeBytes(tensor->dtype) == 2;
      double steps = narrow ? 0x1p8 : 0x1p24;
      double cell = (double)(int64_t)(unit * steps);
      relaxStoreFloat(tensor->dtype, tensor->data, i, cell / steps * 2 - 1);
    } else {
      int64_t range = tensor->dtype == RELAX_BOOL ? 2 : 10;
      relaxStoreInt(tensor->dtype, tensor->data, i,
                    (int64_t)(unit * (double)range));
    }
  }
}
