//===- HalfFloat.c - f16 and bf16 -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Formats: IEEE 754-2019 binary16, and bfloat16 (the upper half of a binary32).
// One rounding routine serves both: they differ in their field widths only.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DType.h"

#include <math.h>
#include <string.h>

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

/// Rounds to a format with `fractionBits` stored bits and smallest normal
/// exponent `minExponent`; the fields follow from these two.
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
  uint64_t bits = ((uint64_t)field << fractionBits) + digits;
  return bits >= infinity ? (uint16_t)(sign | infinity)
                          : (uint16_t)(sign | bits);
}

uint16_t relaxF16FromDouble(double value) { return roundTo(value, 10, -14); }

uint16_t relaxBF16FromDouble(double value) { return roundTo(value, 7, -126); }
