//===- MatchChecks.c - conditions that have names -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What facts over extents cannot say: values and lists. docs/patterns.md lists
// them from here.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Patterns/Match.h"

#include <math.h>

static bool isConstant(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  MlirOperation op = bridgeDefiner(values[0]);
  return relaxIsConstant(op);
}

/// Constants, weights, and what is computed from these alone: it is known
/// before the first call. A few steps, so that a search stays cheap.
static bool dependsOnWeights(MlirValue value, int *steps) {
  MlirOperation op = bridgeDefiner(value);
  if (!op.ptr || --*steps < 0 || !bridgeIsPure(op) ||
      mlirOperationGetNumRegions(op))
    return false;
  bool all = true;
  for (intptr_t i = 0; all && i < mlirOperationGetNumOperands(op); ++i)
    all = dependsOnWeights(mlirOperationGetOperand(op, i), steps);
  return all;
}

bool matchIsWeight(MlirValue value) {
  int steps = 64;
  return dependsOnWeights(value, &steps);
}

static bool isWeight(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  return matchIsWeight(values[0]);
}

static bool isNoWeight(const MlirValue *values, const MlirAttribute *names) {
  return !isWeight(values, names);
}

/// The number that all elements of a constant are.
static bool splatOf(MlirValue value, double *number) {
  MlirOperation op = bridgeDefiner(value);
  MlirAttribute elements =
      relaxIsConstant(op) ? relaxConstantGetValue(op) : (MlirAttribute){NULL};
  if (!elements.ptr || !mlirAttributeIsADenseElements(elements) ||
      !mlirDenseElementsAttrIsSplat(elements))
    return false;
  MlirAttribute splat = mlirDenseElementsAttrGetSplatValue(elements);
  if (mlirAttributeIsAFloat(splat))
    *number = mlirFloatAttrGetValueDouble(splat);
  else
    return false;
  return true;
}

/// Multiplying by its inverse is dividing by it, to the last bit, where the
/// inverse is normal.
static bool isPowerOfTwo(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  double number;
  int exponent;
  if (!splatOf(values[0], &number) || !isfinite(number) || number == 0)
    return false;
  return fabs(frexp(number, &exponent)) == 0.5 && exponent > -12 &&
         exponent < 12;
}

static bool isInverse(const MlirValue *values, const MlirAttribute *names) {
  (void)values;
  if (!mlirAttributeIsADenseI64Array(names[0]) ||
      !mlirAttributeIsADenseI64Array(names[1]))
    return false;
  intptr_t count = mlirDenseArrayGetNumElements(names[0]);
  if (mlirDenseArrayGetNumElements(names[1]) != count)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    int64_t at = mlirDenseI64ArrayGetElement(names[1], i);
    if (at < 0 || at >= count || mlirDenseI64ArrayGetElement(names[0], at) != i)
      return false;
  }
  return true;
}

/// The last two are exchanged, the others stay.
static bool isTransposition(const MlirValue *values,
                            const MlirAttribute *names) {
  (void)values;
  if (!mlirAttributeIsADenseI64Array(names[0]))
    return false;
  intptr_t count = mlirDenseArrayGetNumElements(names[0]);
  bool good = count >= 2;
  for (intptr_t i = 0; good && i < count; ++i) {
    int64_t want = i == count - 1 ? i - 1 : i == count - 2 ? i + 1 : i;
    good = mlirDenseI64ArrayGetElement(names[0], i) == want;
  }
  return good;
}

static bool haveOneElement(const MlirValue *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    RelaxTensorInfo info;
    int64_t extent;
    if (!relaxTensorInfo(mlirValueGetType(values[i]), &info) || !info.ranked)
      return false;
    for (intptr_t d = 0; d < info.rank; ++d)
      if (!symAttributeIsConst(info.dims[d], &extent) || extent != 1)
        return false;
  }
  return true;
}

static bool isOneNumber(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  return haveOneElement(values, 1);
}

static bool isFloat(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(values[0]), &info) &&
         mlirTypeIsAFloat(info.elementType);
}

static bool isInteger(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(values[0]), &info) &&
         mlirTypeIsAInteger(info.elementType);
}

static unsigned bitsOf(MlirType type) {
  return mlirTypeIsAFloat(type)     ? mlirFloatTypeGetWidth(type)
         : mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type)
                                    : 0;
}

/// Every number of the first element type is one of the second: f32 in f64, f16
/// and bf16 in f32, i8 in i32, i8 in f32.
static bool isHeldBy(const MlirValue *values, const MlirAttribute *names) {
  (void)names;
  RelaxTensorInfo from, to;
  if (!relaxTensorInfo(mlirValueGetType(values[0]), &from) ||
      !relaxTensorInfo(mlirValueGetType(values[1]), &to))
    return false;
  MlirType a = from.elementType, b = to.elementType;
  if (mlirTypeEqual(a, b))
    return true;
  if (mlirTypeIsAFloat(a) && mlirTypeIsAFloat(b))
    return bitsOf(a) >= 16 && bitsOf(b) >= 2 * bitsOf(a);
  bool isSigned = mlirTypeIsAInteger(a) && !mlirIntegerTypeIsUnsigned(a);
  if (isSigned && mlirTypeIsAInteger(b) && !mlirIntegerTypeIsUnsigned(b))
    return bitsOf(b) > bitsOf(a);
  return isSigned && mlirTypeIsAFloat(b) && bitsOf(b) >= 32 && bitsOf(a) <= 16;
}

static const PatternCheckRule rules[] = {
    {"constant", 1, 0, "the value is a `relax.constant`", isConstant},
    {"weight", 1, 0, "the value depends on constants and weights alone",
     isWeight},
    {"not_weight", 1, 0, "the value depends on something else", isNoWeight},
    {"power_of_two", 1, 0,
     "all elements of the constant are one power of two, 2^-12 to 2^10, or "
     "minus one",
     isPowerOfTwo},
    {"one_number", 1, 0, "all extents of the value are literally 1",
     isOneNumber},
    {"float", 1, 0, "the elements are floats", isFloat},
    {"integer", 1, 0, "the elements are integers", isInteger},
    {"held_by", 2, 0,
     "every number of the first value's element type is one of the second's",
     isHeldBy},
    {"inverse", 0, 2, "two lists of axes undo each other", isInverse},
    {"transposition", 0, 1,
     "a list of axes exchanges the last two and keeps the others",
     isTransposition},
};

const PatternCheckRule *patternCheckFind(StrRef name) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (strRefEqual(name, strRefFromC(rules[i].name)))
      return &rules[i];
  return NULL;
}

const PatternCheckRule *patternCheckRules(size_t *count) {
  *count = sizeof(rules) / sizeof(*rules);
  return rules;
}
