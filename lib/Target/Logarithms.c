//===- Logarithms.c - log, log1p and expm1 in arithmetic ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of f32, for which calls of libm, lane by lane, take ten times as long.
//
// A number is 2^k * m with m from sqrt(1/2) to sqrt(2). The logarithm of m is
// 2 * atanh(z) with z = (m - 1) / (m + 1), a series in z * z, which is at most
// 0.03. Subnormal numbers are multiplied by 2^24 first.
//
// log1p(x) is the logarithm of u = 1 + x, times what rounding has made of x:
// x / (u - 1). expm1(x) is tanh(x / 2) * (exp(x) + 1), where nothing cancels.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"
#include <math.h>

static MlirValue number(OpBuilder *b, MlirValue like, double value) {
  return targetBuildNumber(b, like, value);
}

/// x * y + z.
static MlirValue fused(OpBuilder *b, MlirValue x, MlirValue y, MlirValue z) {
  MlirValue operands[] = {x, y, z};
  return buildValue(b, "math.fma", mlirValueGetType(x), operands, 3);
}

static MlirValue converted(OpBuilder *b, const char *name, MlirValue value,
                           MlirType type) {
  return buildValue(b, name, type, &value, 1);
}

/// log(m) / z of m = (1 + z) / (1 - z): 2 + 2/3 z^2 + ...
static MlirValue series(OpBuilder *b, MlirValue square) {
  enum { TERMS = 5 };
  MlirValue sum = number(b, square, 2.0 / (2 * TERMS + 1));
  for (int term = TERMS - 1; term >= 0; --term)
    sum = fused(b, sum, square, number(b, square, 2.0 / (2 * term + 1)));
  return sum;
}

/// Of a normal positive number.
static MlirValue logOfNormal(OpBuilder *b, MlirValue x) {
  enum { SQRT_HALF = 0x3f3504f3, FRACTION_BITS = 23 };
  MlirType floats = mlirValueGetType(x);
  MlirType integers =
      buildTypeLike(floats, mlirIntegerTypeGet(opBuilderContext(b), 32));
  MlirValue bits = converted(b, "arith.bitcast", x, integers);
  MlirValue shift = targetBuildInteger(b, bits, FRACTION_BITS);
  MlirValue k = buildBinary(b, "arith.shrsi",
                            buildBinary(b, "arith.subi", bits,
                                        targetBuildInteger(b, bits, SQRT_HALF)),
                            shift);
  MlirValue m = converted(b, "arith.bitcast",
                          buildBinary(b, "arith.subi", bits,
                                      buildBinary(b, "arith.shli", k, shift)),
                          floats);
  MlirValue one = number(b, x, 1);
  MlirValue z =
      buildBinary(b, "arith.divf", buildBinary(b, "arith.subf", m, one),
                  buildBinary(b, "arith.addf", m, one));
  MlirValue square = buildBinary(b, "arith.mulf", z, z);
  MlirValue power = converted(b, "arith.sitofp", k, floats);
  // ln 2 in two parts, of which the first times k is exact.
  MlirValue low =
      fused(b, series(b, square), z,
            buildBinary(b, "arith.mulf", power, number(b, x, -2.12194440e-4)));
  return fused(b, power, number(b, x, 0.693359375), low);
}

/// What is no positive number, and infinity: -inf of zero, NaN, itself.
static MlirValue orSpecial(OpBuilder *b, MlirValue x, MlirValue log) {
  MlirValue zero = number(b, x, 0), most = number(b, x, INFINITY);
  MlirValue positive = buildCompareFloats(b, CMPF_OGT, x, zero);
  MlirValue none = buildSelect(b, buildCompareFloats(b, CMPF_OEQ, x, zero),
                               number(b, x, -INFINITY), number(b, x, NAN));
  MlirValue y = buildSelect(b, positive, log, none);
  return buildSelect(b, buildCompareFloats(b, CMPF_OEQ, x, most), x, y);
}

static MlirValue expandLog(OpBuilder *b, MlirValue x) {
  enum { UP = 24 };
  MlirValue small = buildCompareFloats(b, CMPF_OLT, x, number(b, x, 0x1p-126));
  MlirValue normal = buildSelect(
      b, small, buildBinary(b, "arith.mulf", x, number(b, x, ldexp(1, UP))), x);
  MlirValue back = buildSelect(b, small, number(b, x, UP * 0.6931471805599453),
                               number(b, x, 0));
  return orSpecial(b, x,
                   buildBinary(b, "arith.subf", logOfNormal(b, normal), back));
}

static MlirValue expandLog1p(OpBuilder *b, MlirValue x) {
  MlirValue one = number(b, x, 1);
  MlirValue u = buildBinary(b, "arith.addf", x, one);
  MlirValue rounded = buildBinary(b, "arith.subf", u, one);
  MlirValue log = buildBinary(b, "arith.mulf", logOfNormal(b, u),
                              buildBinary(b, "arith.divf", x, rounded));
  return buildSelect(b, buildCompareFloats(b, CMPF_OEQ, u, one), x,
                     orSpecial(b, u, log));
}

static MlirValue expandExpm1(OpBuilder *b, MlirValue x) {
  MlirType type = mlirValueGetType(x);
  MlirValue half = buildBinary(b, "arith.mulf", x, number(b, x, 0.5));
  MlirValue power = buildValue(b, "math.exp", type, &x, 1);
  return buildBinary(b, "arith.mulf",
                     buildValue(b, "math.tanh", type, &half, 1),
                     buildBinary(b, "arith.addf", power, number(b, x, 1)));
}

static const struct {
  const char *name;
  MlirValue (*expand)(OpBuilder *b, MlirValue x);
} rows[] = {
    {"math.log", expandLog},
    {"math.log1p", expandLog1p},
    {"math.expm1", expandExpm1},
};

static MlirWalkResult expand(MlirOperation op, void *userData) {
  (void)userData;
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    if (!strRefEqual(bridgeOpName(op), strRefFromC(rows[i].name)))
      continue;
    MlirValue x = mlirOperationGetOperand(op, 0);
    MlirType type = mlirValueGetType(x);
    if (!mlirTypeIsAF32(mlirTypeIsAVector(type)
                            ? mlirShapedTypeGetElementType(type)
                            : type))
      break;
    OpBuilder b = opBuilderBefore(op);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  rows[i].expand(&b, x));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void targetExpandLogarithms(MlirOperation func) {
  mlirOperationWalk(func, expand, NULL, MlirWalkPostOrder);
}
