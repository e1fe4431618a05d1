//===- Elementary.h - parts of elementary functions in lanes --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What Elementary.c and Angles.c build formulas of: x is a float of 32 bits or
// a vector of them, and so is what they give.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_LIB_TARGET_ELEMENTARY_H
#define RELAX_LIB_TARGET_ELEMENTARY_H

#include "lib/Target/Kernel.h"

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static inline MlirValue add(OpBuilder *b, MlirValue x, MlirValue y) {
  return buildBinary(b, "arith.addf", x, y);
}
static inline MlirValue subtract(OpBuilder *b, MlirValue x, MlirValue y) {
  return buildBinary(b, "arith.subf", x, y);
}
static inline MlirValue multiply(OpBuilder *b, MlirValue x, MlirValue y) {
  return buildBinary(b, "arith.mulf", x, y);
}

/// x * y + z
static inline MlirValue fuse(OpBuilder *b, MlirValue x, MlirValue y,
                             MlirValue z) {
  return buildValue(b, "math.fma", mlirValueGetType(x), //
                    (MlirValue[]){x, y, z}, 3);
}

/// c[0] + c[1] x + c[2] x^2 + ...
static inline MlirValue polynomial(OpBuilder *b, MlirValue x, const double *c,
                                   size_t count) {
  MlirValue y = targetBuildNumber(b, x, c[count - 1]);
  for (size_t i = count - 1; i-- > 0;)
    y = fuse(b, y, x, targetBuildNumber(b, x, c[i]));
  return y;
}

static inline MlirValue convert(OpBuilder *b, const char *name, MlirValue x,
                                MlirType element) {
  return buildValue(b, name, buildTypeLike(mlirValueGetType(x), element), &x,
                    1);
}
static inline MlirType words(const OpBuilder *b) {
  return mlirIntegerTypeGet(opBuilderContext(b), 32);
}
static inline MlirType floats(const OpBuilder *b) {
  return mlirF32TypeGet(opBuilderContext(b));
}

static inline MlirValue onWord(OpBuilder *b, const char *name, MlirValue x,
                               int64_t value) {
  return buildBinary(b, name, x, targetBuildInteger(b, x, value));
}

/// Angles that are reduced in lanes: quarter turns times the first two parts of
/// pi / 2, of 11 bits each, are exact.
#define FAR 8192.0

MlirValue targetBuildSin(OpBuilder *b, MlirValue x);
MlirValue targetBuildCos(OpBuilder *b, MlirValue x);
MlirValue targetBuildAsin(OpBuilder *b, MlirValue x);
MlirValue targetBuildAcos(OpBuilder *b, MlirValue x);
MlirValue targetBuildAtan(OpBuilder *b, MlirValue x);

#endif // RELAX_LIB_TARGET_ELEMENTARY_H
