//===- IntegerPredicate.h - comparisons by number -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_INTEGERPREDICATE_H
#define RELAX_SUPPORT_INTEGERPREDICATE_H

#include <stdbool.h>
#include <stdint.h>

/// The predicate of an `arith.cmpi`: eq ne slt sle sgt sge ult ule ugt uge, of
/// `a` and `b` with a sign, of `x` and `y`, the same bits, without.
static inline bool integerPredicate(int64_t predicate, int64_t a, int64_t b,
                                    uint64_t x, uint64_t y) {
  switch (predicate) {
  case 0:
    return a == b;
  case 1:
    return a != b;
  case 2:
    return a < b;
  case 3:
    return a <= b;
  case 4:
    return a > b;
  case 5:
    return a >= b;
  case 6:
    return x < y;
  case 7:
    return x <= y;
  case 8:
    return x > y;
  default:
    return x >= y;
  }
}

#endif // RELAX_SUPPORT_INTEGERPREDICATE_H
