//===- NarrowFloat.c - floats of 16, 8 and 4 bits -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One rounding routine serves all formats with a fraction: they differ in field
// widths and in what stands for infinity and NaN.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DType.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/// Digits of a positive finite value under its exponent field, in a format with
/// `fractionBits` stored bits and smallest normal exponent `minExponent`, as if
/// exponents had no end.
static uint64_t roundMagnitude(double magnitude, int fractionBits,
                               int minExponent) {
  int exponent;
  frexp(magnitude, &exponent); // magnitude = f * 2^exponent, 0.5 <= f < 1
  int unit = (exponent - 1 < minExponent ? minExponent : exponent - 1) -
             fractionBits; // the last place counts 2^unit
  // Exact: scaling by a power of two, then nearest-even in the default mode.
  // The scaled value is below 2^(fractionBits + 1), so it fits an integer.
  uint32_t digits = (uint32_t)nearbyint(ldexp(magnitude, -unit));
  // Digits with the implicit bit add one to the exponent field; a carry out of
  // the fraction does the right thing by itself.
  int field = unit + fractionBits - minExponent;
  return ((uint64_t)field << fractionBits) + digits;
}

//===----------------------------------------------------------------------===//
// 16 bits
//===----------------------------------------------------------------------===//

float relaxBF16ToFloat(uint16_t bits) {
  uint32_t word = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

float relaxF16ToFloat(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
  uint32_t exponent = (bits >> 10) & 31u, fraction = bits & 1023u;
  float value;
  if (exponent == 0) { // zero or subnormal: a multiple of 2^-24
    value = ldexpf((float)fraction, -24);
    return sign ? -value : value;
  }
  uint32_t word = sign | fraction << 13;
  word |= exponent == 31 ? 255u << 23 : (exponent + 112) << 23;
  memcpy(&value, &word, sizeof value);
  return value;
}

static uint16_t roundTo(double value, int fractionBits, int minExponent) {
  uint64_t word;
  memcpy(&word, &value, sizeof word);
  uint16_t sign = (uint16_t)(word >> 63 << 15);
  uint16_t infinity = (uint16_t)(0x7FFFu >> fractionBits << fractionBits);
  if (isnan(value)) { // keep the payload's upper bits, stay quiet
    uint64_t payload =
        (word & ((UINT64_C(1) << 52) - 1)) >> (52 - fractionBits);
    return (uint16_t)(sign | infinity | (uint16_t)payload |
                      (uint16_t)(1u << (fractionBits - 1)));
  }
  double magnitude = fabs(value);
  if (magnitude == 0)
    return sign;
  if (isinf(magnitude))
    return sign | infinity;
  uint64_t bits = roundMagnitude(magnitude, fractionBits, minExponent);
  return bits >= infinity ? (uint16_t)(sign | infinity)
                          : (uint16_t)(sign | bits);
}

uint16_t relaxF16FromDouble(double value) { return roundTo(value, 10, -14); }

uint16_t relaxBF16FromDouble(double value) { return roundTo(value, 7, -126); }

//===----------------------------------------------------------------------===//
// 8 and 4 bits
//===----------------------------------------------------------------------===//

typedef struct Format {
  uint8_t signBit;
  int fractionBits, minExponent;
  uint8_t most;     // the largest finite value
  uint8_t overflow; // what is larger
  uint8_t nan;
  bool isUnsignedZero; // the bits of -0 are the only NaN
} Format;

static Format formatOf(RelaxDType dtype) {
  switch (dtype) {
  case RELAX_F8E4M3FN:
    return (Format){0x80, 3, -6, 0x7E, 0x7F, 0x7F, false};
  case RELAX_F8E4M3FNUZ:
    return (Format){0x80, 3, -7, 0x7F, 0x80, 0x80, true};
  case RELAX_F8E5M2:
    return (Format){0x80, 2, -14, 0x7B, 0x7C, 0x7E, false};
  case RELAX_F8E5M2FNUZ:
    return (Format){0x80, 2, -15, 0x7F, 0x80, 0x80, true};
  default:
    assert(dtype == RELAX_F4E2M1FN && "not a narrow float");
    return (Format){0x08, 1, 0, 0x07, 0x07, 0x08, false};
  }
}

double relaxNarrowToDouble(RelaxDType dtype, uint8_t bits) {
  if (dtype == RELAX_F8E8M0FNU)
    return bits == 255 ? (double)NAN : ldexp(1, bits - 127);
  Format format = formatOf(dtype);
  int magnitude = bits & (format.signBit - 1);
  double value;
  if (format.isUnsignedZero && bits == format.nan)
    return NAN;
  if (magnitude > format.most)
    value = dtype == RELAX_F8E5M2 && magnitude == format.overflow
                ? (double)INFINITY
                : (double)NAN;
  else if (magnitude >> format.fractionBits == 0)
    value = ldexp(magnitude, format.minExponent - format.fractionBits);
  else
    value = ldexp((magnitude & ((1 << format.fractionBits) - 1)) +
                      (1 << format.fractionBits),
                  (magnitude >> format.fractionBits) - 1 + format.minExponent -
                      format.fractionBits);
  return bits & format.signBit ? -value : value;
}

uint8_t relaxNarrowFromDouble(RelaxDType dtype, double value, bool saturate) {
  Format format = formatOf(dtype);
  uint8_t sign = signbit(value) ? format.signBit : 0;
  double magnitude = fabs(value);
  if (isnan(value))
    return format.nan == format.signBit ? format.nan : sign | format.nan;
  uint64_t bits = format.most + 1u;
  if (magnitude == 0)
    bits = 0;
  else if (isfinite(magnitude))
    bits = roundMagnitude(magnitude, format.fractionBits, format.minExponent);
  if (bits > format.most)
    bits = saturate ? format.most : format.overflow;
  if (format.isUnsignedZero && (bits == 0 || bits == format.nan))
    sign = 0;
  return (uint8_t)(sign | bits);
}

uint8_t relaxE8M0FromDouble(double value, bool saturate, RelaxRoundMode mode) {
  enum { BIAS = 127, MOST = 254, IS_NAN = 255 };
  float x = (float)value;
  if (isnan(x) || x < 0)
    return IS_NAN;
  if (isinf(x))
    return saturate ? MOST : IS_NAN;
  if (x < 0x1p-127f)
    return saturate ? 0 : IS_NAN;
  int exponent;
  float fraction = frexpf(x, &exponent); // 0.5 <= fraction < 1
  bool up = mode == RELAX_ROUND_UP        ? fraction > 0.5f
            : mode == RELAX_ROUND_NEAREST ? fraction >= 0.75f
                                          : false;
  int bits = exponent - 1 + up + BIAS;
  return (uint8_t)(bits <= MOST ? bits : saturate ? MOST : IS_NAN);
}
