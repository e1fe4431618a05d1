//===- Random.c - seeded numbers ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Random.h"

#include <math.h>

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

/// How many equal steps from -1 to 1 have values in the type, so that rounding
/// cannot reach 1.
static double stepsOf(RelaxDType dtype) {
  switch (dtype) {
  case RELAX_F16:
  case RELAX_BF16: // 8 significant bits
    return 0x1p8;
  case RELAX_F8E4M3FN:
  case RELAX_F8E4M3FNUZ:
    return 16;
  case RELAX_F8E5M2:
  case RELAX_F8E5M2FNUZ:
    return 8;
  case RELAX_F4E2M1FN:
    return 4;
  default:
    return 0x1p24;
  }
}

static int64_t rangeOf(RelaxDType dtype) {
  switch (dtype) {
  case RELAX_BOOL:
  case RELAX_I2:
    return 2;
  case RELAX_U2:
    return 4;
  case RELAX_I4:
    return 8;
  default:
    return 10;
  }
}

void relaxRandomFill(RelaxRandom *random, RelaxTensor *tensor) {
  int64_t count = relaxTensorCount(tensor);
  for (int64_t i = 0; i < count; ++i) {
    double unit = relaxRandomUnit(random);
    if (tensor->dtype == RELAX_F8E8M0FNU) {
      relaxStoreFloat(tensor->dtype, tensor->data, i,
                      ldexp(1, (int)(unit * 8) - 4));
    } else if (relaxDTypeIsFloat(tensor->dtype)) {
      double steps = stepsOf(tensor->dtype);
      double cell = (double)(int64_t)(unit * steps);
      relaxStoreFloat(tensor->dtype, tensor->data, i, cell / steps * 2 - 1);
    } else {
      relaxStoreInt(tensor->dtype, tensor->data, i,
                    (int64_t)(unit * (double)rangeOf(tensor->dtype)));
    }
  }
}

/// One of 0, 1, -1 and both ends of a type.
static int64_t specialInt(RelaxDType dtype, uint64_t which) {
  uint64_t ends = UINT64_C(1) << (relaxDTypeBits(dtype) - 1);
  const int64_t values[] = {0, 1, -1, (int64_t)ends, (int64_t)(ends - 1)};
  return values[which % (sizeof(values) / sizeof(*values))];
}

void relaxRandomSprinkle(RelaxRandom *random, RelaxTensor *tensor, bool all) {
  static const double special[] = {
      0.0,      -0.0,          1.0,         -1.0,       0.5,
      100.0,    -100.0,        (double)NAN, -INFINITY,  INFINITY,
      0x1p-149, -0x1.8p-130,   0x1p-126,    0x1p-1074,  0x1.fffffep+127,
      0x1p-24,  -0x1.fffp+127, 0x1p-14,     0x1.ffcp+15};
  enum { NUM_TAME = 7, NUM_SPECIAL = sizeof(special) / sizeof(*special) };
  bool isFloat = relaxDTypeIsFloat(tensor->dtype);
  if (tensor->dtype == RELAX_F8E8M0FNU || (!isFloat && !all))
    return;
  for (int64_t i = 0, e = relaxTensorCount(tensor); i < e; ++i) {
    uint64_t drawn = relaxRandomNext(random), which = drawn / 3;
    if (drawn % 3 != 0)
      continue;
    if (isFloat)
      relaxStoreFloat(tensor->dtype, tensor->data, i,
                      special[which % (all ? NUM_SPECIAL : NUM_TAME)]);
    else
      relaxStoreInt(tensor->dtype, tensor->data, i,
                    specialInt(tensor->dtype, which));
  }
}
