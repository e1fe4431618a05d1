//===- Quotient.c - one quotient of integers, rounded once ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A score is compared with others to the last bit, so products and sums are
// exact and only the quotient is rounded, to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <math.h>

enum { EXACT_BITS = 53, QUOTIENT_BITS = EXACT_BITS + 3, WIDE_BITS = 128 };

static int bitsOf(RecomputeWide value) {
  uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
  return high  ? WIDE_BITS - __builtin_clzll(high)
         : low ? 64 - __builtin_clzll(low)
               : 0;
}

/// The quotient in bits, one after the other, and a last one that says whether
/// anything is left: more than a double holds, so rounding that once is right.
static double divide(uint64_t dividend, RecomputeWide divisor) {
  int shift = bitsOf(divisor) - bitsOf(dividend);
  RecomputeWide rest = dividend;
  if (shift > 0)
    rest <<= shift;
  else
    divisor <<= -shift;
  uint64_t quotient = 0;
  for (int i = 0; i < QUOTIENT_BITS; ++i) {
    bool fits = rest >= divisor;
    rest -= fits ? divisor : 0;
    quotient = quotient << 1 | fits;
    rest <<= 1;
  }
  return ldexp((double)(quotient << 1 | (rest != 0)), -shift - QUOTIENT_BITS);
}

double recomputeQuotientSlow(int64_t dividend, uint64_t a, uint64_t b) {
  RecomputeWide divisor = (RecomputeWide)a * b;
  uint64_t size = dividend < 0 ? -(uint64_t)dividend : (uint64_t)dividend;
  if (divisor == 0)
    return INFINITY;
  double quotient = divide(size, divisor);
  return dividend < 0 ? -quotient : quotient;
}
