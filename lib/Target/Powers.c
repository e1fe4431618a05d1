//===- Powers.c - powers with a small constant exponent -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `math.powf` is a call of libm for each element, forty times as slow as what
// models mean by it: the cube of an approximated gelu, the square of a norm, a
// root. Whole exponents up to 4 and one half become products, roots and
// quotients, which round at most three times where libm rounds once. Zeros,
// infinities and NaN are as in IEEE 754: a power of one half is the square root
// but for -0 (it is 0) and -infinity (it is infinity).
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"
#include <math.h>

static MlirType elementOf(MlirValue like) {
  MlirType type = mlirValueGetType(like);
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

/// `one` in all lanes of the type of `like`.
static MlirValue splat(OpBuilder *b, MlirValue like, MlirAttribute one) {
  MlirType type = mlirValueGetType(like);
  return buildConstant(b, mlirTypeIsAVector(type)
                              ? mlirDenseElementsAttrSplatGet(type, one)
                              : one);
}

MlirValue targetBuildNumber(OpBuilder *b, MlirValue like, double value) {
  return splat(
      b, like,
      mlirFloatAttrDoubleGet(opBuilderContext(b), elementOf(like), value));
}

MlirValue targetBuildInteger(OpBuilder *b, MlirValue like, int32_t value) {
  return splat(b, like, mlirIntegerAttrGet(elementOf(like), value));
}

/// The number that all elements of a value are; false if there is none.
static bool constantOf(MlirValue value, double *number) {
  MlirOperation op = bridgeDefiner(value);
  if (!bridgeIsNamed(op, "arith.constant"))
    return false;
  MlirAttribute attr = bridgeInherent(op, "value");
  if (mlirAttributeIsADenseElements(attr) && mlirDenseElementsAttrIsSplat(attr))
    attr = mlirDenseElementsAttrGetSplatValue(attr);
  if (!mlirAttributeIsAFloat(attr))
    return false;
  *number = mlirFloatAttrGetValueDouble(attr);
  return true;
}

static MlirValue squareRoot(OpBuilder *b, MlirValue x) {
  MlirValue noMinus = buildBinary(b, "arith.addf", x, //
                                  targetBuildNumber(b, x, 0));
  MlirValue root = buildValue(b, "math.sqrt", mlirValueGetType(x), &noMinus, 1);
  MlirValue lowest = targetBuildNumber(b, x, -INFINITY);
  return buildSelect(b, buildCompareFloats(b, CMPF_OEQ, x, lowest),
                     targetBuildNumber(b, x, INFINITY), root);
}

/// `x` so many times, 1 to 4.
static MlirValue product(OpBuilder *b, MlirValue x, int factors) {
  if (factors == 1)
    return x;
  MlirValue square = buildBinary(b, "arith.mulf", x, x);
  return factors == 2
             ? square
             : buildBinary(b, "arith.mulf", square, factors == 3 ? x : square);
}

/// `x` to the power of a number that is at least 0; null for what stays a call.
static MlirValue expand(OpBuilder *b, MlirValue x, double exponent) {
  if (exponent == 0)
    return targetBuildNumber(b, x, 1);
  if (exponent == 0.5)
    return squareRoot(b, x);
  bool whole = exponent <= 4 && exponent == floor(exponent);
  return whole ? product(b, x, (int)exponent) : (MlirValue){NULL};
}

static MlirWalkResult expandPower(MlirOperation op, void *userData) {
  (void)userData;
  double exponent;
  if (!bridgeIsNamed(op, "math.powf") ||
      !constantOf(mlirOperationGetOperand(op, 1), &exponent))
    return MlirWalkResultAdvance;
  OpBuilder b = opBuilderBefore(op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = expand(&b, x, fabs(exponent));
  if (!y.ptr)
    return MlirWalkResultAdvance;
  if (exponent < 0)
    y = buildBinary(&b, "arith.divf", targetBuildNumber(&b, x, 1), y);
  bridgeReplace(op, y);
  return MlirWalkResultSkip;
}

void targetExpandPowers(MlirOperation top) {
  mlirOperationWalk(top, expandPower, NULL, MlirWalkPostOrder);
}
