//===- Elementwise.c - casts there and back, neutral operands -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Transforms/Fold/Fold.h"

#include <math.h>

static const MlirValue none = {NULL};

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Bits of the integers that a float type represents exactly, sign left out; 0
/// for other types.
static unsigned floatPrecision(MlirType type) {
  return mlirTypeIsAF64(type)    ? 53
         : mlirTypeIsAF32(type)  ? 24
         : mlirTypeIsAF16(type)  ? 11
         : mlirTypeIsABF16(type) ? 8
                                 : 0;
}

/// Every value of `from` is a value of `to`.
static bool isExactIn(MlirType from, MlirType to) {
  unsigned precision = floatPrecision(to);
  if (floatPrecision(from))
    return mlirTypeEqual(from, to) || mlirTypeIsAF64(to) ||
           (mlirTypeIsAF32(to) && !mlirTypeIsAF64(from));
  if (!mlirTypeIsAInteger(from))
    return false;
  unsigned width = mlirIntegerTypeGetWidth(from);
  bool positive = width == 1 || mlirIntegerTypeIsUnsigned(from);
  unsigned bits = positive ? width : width - 1;
  if (precision)
    return bits <= precision;
  if (!mlirTypeIsAInteger(to) || mlirIntegerTypeGetWidth(to) == 1)
    return false;
  if (mlirIntegerTypeIsUnsigned(to))
    return positive && bits <= mlirIntegerTypeGetWidth(to);
  return bits <= mlirIntegerTypeGetWidth(to) - 1;
}

MlirValue foldCast(Fold *fold, MlirOperation op) {
  (void)fold;
  if (!relaxIsCast(op))
    return none;
  MlirValue input = relaxCastGetInput(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirTypeEqual(mlirValueGetType(input), type))
    return input;
  MlirOperation first = bridgeDefiner(input);
  if (!relaxIsCast(first))
    return none;
  MlirValue source = relaxCastGetInput(first);
  if (!mlirTypeEqual(mlirValueGetType(source), type) ||
      !isExactIn(relaxTensorInfoOf(source).elementType,
                 relaxTensorInfoOf(input).elementType))
    return none;
  return source;
}

//===----------------------------------------------------------------------===//
// Neutral operands
//===----------------------------------------------------------------------===//

/// The one value of a constant of f32, f64 or signless integers of 8 to 64
/// bits.
static bool splatOf(MlirValue value, double *number, bool *isFloat) {
  MlirOperation op = bridgeDefiner(value);
  if (!relaxIsConstant(op))
    return false;
  MlirAttribute dense = relaxConstantGetValue(op);
  if (!mlirAttributeIsADenseElements(dense) ||
      !mlirDenseElementsAttrIsSplat(dense))
    return false;
  MlirType element = mlirShapedTypeGetElementType(mlirAttributeGetType(dense));
  *isFloat = mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  if (mlirTypeIsAF32(element))
    *number = (double)mlirDenseElementsAttrGetFloatSplatValue(dense);
  else if (mlirTypeIsAF64(element))
    *number = mlirDenseElementsAttrGetDoubleSplatValue(dense);
  else if (mlirTypeIsAInteger(element) && mlirIntegerTypeIsSignless(element) &&
           mlirIntegerTypeGetWidth(element) == 32)
    *number = (double)mlirDenseElementsAttrGetInt32SplatValue(dense);
  else if (mlirTypeIsAInteger(element) && mlirIntegerTypeIsSignless(element) &&
           mlirIntegerTypeGetWidth(element) == 64)
    *number = (double)mlirDenseElementsAttrGetInt64SplatValue(dense);
  else
    return false;
  return true;
}

/// x op number == x for every x, NaN and -0 included.
static bool isNeutralRight(MlirOperation op, double number, bool isFloat) {
  if (relaxIsMultiply(op) || relaxIsDivide(op))
    return number == 1;
  if (relaxIsSubtract(op)) // -0 - 0 is -0
    return number == 0 && !(isFloat && signbit(number));
  if (relaxIsAdd(op)) // 0 + -0 is 0, but -0 + 0 is not -0
    return number == 0 && (!isFloat || signbit(number));
  if (relaxIsMaximum(op))
    return isFloat && number == -INFINITY;
  if (relaxIsMinimum(op))
    return isFloat && number == INFINITY;
  return false;
}

static bool commutes(MlirOperation op) {
  return relaxIsMultiply(op) || relaxIsAdd(op) || relaxIsMaximum(op) ||
         relaxIsMinimum(op);
}

MlirValue foldNeutral(Fold *fold, MlirOperation op) {
  (void)fold;
  if (mlirOperationGetNumOperands(op) != 2)
    return none;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (intptr_t kept = 0; kept < 2; ++kept) {
    MlirValue value = mlirOperationGetOperand(op, kept);
    double number;
    bool isFloat;
    // An operand of the result's type that broadcasts nowhere.
    if ((kept == 0 || commutes(op)) && relaxTypeIsExact(type) &&
        mlirTypeEqual(mlirValueGetType(value), type) &&
        splatOf(mlirOperationGetOperand(op, 1 - kept), &number, &isFloat) &&
        isNeutralRight(op, number, isFloat))
      return value;
  }
  return none;
}
