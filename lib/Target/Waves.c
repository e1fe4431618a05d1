//===- Waves.c - sin and cos in arithmetic --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of f32 up to FAR, for which calls of libm, lane by lane, take ten times as
// long; a vector with a larger number, an infinity or a NaN goes to libm.
//
// x is k quarters of a turn and a rest from -pi/4 to pi/4. pi/2 stands in four
// parts, of which the first three times k are exact. The series of sine and
// cosine of the rest end below half a place; k says which of them it is, and
// the sign.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"
#include "lib/Target/Kernel.h"

#include <math.h>

enum { FAR = 8192 };

static MlirValue number(OpBuilder *b, MlirValue like, double value) {
  return targetBuildNumber(b, like, value);
}

/// x * y + z.
static MlirValue fused(OpBuilder *b, MlirValue x, MlirValue y, MlirValue z) {
  MlirValue operands[] = {x, y, z};
  return buildValue(b, "math.fma", mlirValueGetType(x), operands, 3);
}

/// 1 - square / (a * (a + 1)) * (1 - square / ((a + 2) * (a + 3)) * ...), so
/// many terms.
static MlirValue series(OpBuilder *b, MlirValue square, int a, int terms) {
  MlirValue sum = number(b, square, 1);
  for (int term = terms - 1; term >= 0; --term) {
    int below = (a + 2 * term) * (a + 2 * term + 1);
    MlirValue factor =
        buildBinary(b, "arith.mulf", square, number(b, square, -1.0 / below));
    sum = fused(b, factor, sum, number(b, square, 1));
  }
  return sum;
}

/// What is left of `x` without `quarters` of a turn.
static MlirValue restOf(OpBuilder *b, MlirValue x, MlirValue quarters) {
  static const double parts[] = {0x1.92p+0, 0x1.fb4p-12, 0x1.444p-24,
                                 0x1.68c234p-39};
  for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); ++i)
    x = fused(b, quarters, number(b, x, -parts[i]), x);
  return x;
}

/// Is the bit of each integer set?
static MlirValue hasBit(OpBuilder *b, MlirValue integers, int32_t bit) {
  MlirValue mask = targetBuildInteger(b, integers, bit);
  MlirValue zero = targetBuildInteger(b, integers, 0);
  return buildCompare(b, CMPI_NE, buildBinary(b, "arith.andi", integers, mask),
                      zero);
}

/// sin(x), or of a quarter of a turn more.
static MlirValue wave(OpBuilder *b, MlirValue x, bool cosine) {
  enum { TERMS = 5, SWAPS = 1, NEGATES = 2 };
  MlirType floats = mlirValueGetType(x);
  MlirType integers =
      buildTypeLike(floats, mlirIntegerTypeGet(opBuilderContext(b), 32));
  MlirValue turns =
      buildBinary(b, "arith.mulf", x, number(b, x, 0.63661977236758134));
  MlirValue half = buildBinary(b, "math.copysign", number(b, x, 0.5), x);
  MlirValue nearest = buildBinary(b, "arith.addf", turns, half);
  MlirValue k = buildValue(b, "arith.fptosi", integers, &nearest, 1);
  MlirValue quarters = buildValue(b, "arith.sitofp", floats, &k, 1);
  MlirValue rest = restOf(b, x, quarters);
  MlirValue square = buildBinary(b, "arith.mulf", rest, rest);
  MlirValue sine =
      buildBinary(b, "arith.mulf", rest, series(b, square, 2, TERMS));
  MlirValue other = series(b, square, 1, TERMS);
  if (cosine)
    k = buildBinary(b, "arith.addi", k, targetBuildInteger(b, k, 1));
  MlirValue y = buildSelect(b, hasBit(b, k, SWAPS), other, sine);
  return buildSelect(b, hasBit(b, k, NEGATES),
                     buildValue(b, "arith.negf", floats, &y, 1), y);
}

/// Is some number as large as FAR, or none?
static MlirValue isFar(OpBuilder *b, MlirValue x) {
  MlirType type = mlirValueGetType(x);
  MlirValue size = buildValue(b, "math.absf", type, &x, 1);
  MlirValue far =
      buildCompareFloats(b, CMPF_UGE, size, number(b, x, (double)FAR));
  Lanes lanes = {.b = *b};
  return mlirTypeIsAVector(type) ? vectorCombine(&lanes, far, strRefFromC("or"))
                                 : far;
}

static MlirWalkResult expand(MlirOperation op, void *userData) {
  (void)userData;
  bool cosine = strRefEqual(bridgeOpName(op), strRefFromC("math.cos"));
  if (!cosine && !strRefEqual(bridgeOpName(op), strRefFromC("math.sin")))
    return MlirWalkResultAdvance;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(x);
  if (!mlirTypeIsAF32(
          mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type))
    return MlirWalkResultAdvance;
  OpBuilder b = opBuilderBefore(op);
  MlirOperation branch = buildIf(&b, isFar(&b, x), &type, 1);
  OpBuilder far = opBuilderAtEnd(opBody(branch, 0), b.location);
  MlirValue called =
      mlirOperationGetResult(opBuilderInsert(&far, mlirOperationClone(op)), 0);
  buildYield(&far, &called, 1);
  OpBuilder near = opBuilderAtEnd(opBody(branch, 1), b.location);
  MlirValue y = wave(&near, x, cosine);
  buildYield(&near, &y, 1);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                mlirOperationGetResult(branch, 0));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void targetExpandWaves(MlirOperation func) {
  mlirOperationWalk(func, expand, NULL, MlirWalkPostOrder);
}
