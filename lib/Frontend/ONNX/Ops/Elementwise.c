//===- Elementwise.c - ONNX operators on corresponding elements -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// One or more operands, joined from the left.
#define VARIADIC(Name, Op)                                                     \
  static bool import##Name(Importer *importer) {                               \
    Relax##Op##Args args;                                                      \
    size_t count = importer->node->n_input;                                    \
    if (!importOperandCount(importer, 1, SIZE_MAX) ||                          \
        !importOperand(importer, 0, &args.lhs))                                \
      return false;                                                            \
    for (size_t i = 1; i < count; ++i) {                                       \
      MlirLocation location = i + 1 == count                                   \
                                  ? importResultLocation(importer, 0)          \
                                  : importHelperLocation(importer, "part");    \
      if (!importOperand(importer, i, &args.rhs) ||                            \
          !importAlign(importer, &args.lhs, &args.rhs) ||                      \
          !importInsert(importer, relax##Op##Create(location, &args),          \
                        &args.lhs))                                            \
        return false;                                                          \
    }                                                                          \
    return importResultValue(importer, 0, args.lhs);                           \
  }

VARIADIC(Max, Maximum)
VARIADIC(Min, Minimum)
VARIADIC(Sum, Add)

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static bool importWhere(Importer *importer) {
  MlirValue values[3];
  if (!importOperand(importer, 0, &values[0]) ||
      !importOperand(importer, 1, &values[1]) ||
      !importOperand(importer, 2, &values[2]) ||
      !importAlignAll(importer, values, 3))
    return false;
  RelaxWhereArgs args = {values[0], values[1], values[2]};
  return IMPORT_RESULT(importer, Where, &args);
}

static bool importMod(Importer *importer) {
  RelaxModArgs args = {0};
  int64_t fmod;
  if (!importInt(importer, "fmod", 0, &fmod) ||
      !importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs) ||
      !importAlign(importer, &args.lhs, &args.rhs))
    return false;
  RelaxFmodArgs likeC = {.lhs = args.lhs, .rhs = args.rhs};
  MlirLocation location = importResultLocation(importer, 0);
  return importResult(importer, 0,
                      fmod ? relaxFmodCreate(location, &likeC)
                           : relaxModCreate(location, &args));
}

static bool importBitShift(Importer *importer) {
  RelaxShiftLeftArgs args = {0};
  const char *direction;
  if (!importText(importer, "direction", "", &direction) ||
      !importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs) ||
      !importAlign(importer, &args.lhs, &args.rhs))
    return false;
  bool left = strcmp(direction, "LEFT") == 0;
  if (!left && strcmp(direction, "RIGHT") != 0)
    return importError(importer, "direction: expected LEFT or RIGHT, got '%s'",
                       direction);
  RelaxShiftRightArgs right = {.lhs = args.lhs, .rhs = args.rhs};
  MlirLocation location = importResultLocation(importer, 0);
  return importResult(importer, 0,
                      left ? relaxShiftLeftCreate(location, &args)
                           : relaxShiftRightCreate(location, &right));
}

/// Operand 0; 8-bit floats as f32, which keeps NaN and infinities.
static bool wideOperand(Importer *importer, MlirValue *value) {
  if (!importOperand(importer, 0, value))
    return false;
  MlirType element = relaxTensorInfoOf(*value).elementType;
  return !mlirTypeIsAFloat(element) || mlirFloatTypeGetWidth(element) > 8 ||
         importCastTo(importer, *value, mlirF32TypeGet(importer->context),
                      importHelperLocation(importer, "wide"), value);
}

static bool importIsNan(Importer *importer) {
  RelaxIsNanArgs args;
  return wideOperand(importer, &args.input) &&
         IMPORT_RESULT(importer, IsNan, &args);
}

/// Of the infinities, those of the sign that is asked for: x is one, and
/// compares so with 0.
static bool importIsInf(Importer *importer) {
  RelaxIsInfArgs args = {0};
  int64_t negative, positive;
  if (!importInt(importer, "detect_negative", 1, &negative) ||
      !importInt(importer, "detect_positive", 1, &positive) ||
      !wideOperand(importer, &args.input))
    return false;
  if (negative && positive)
    return IMPORT_RESULT(importer, IsInf, &args);
  RelaxEqualArgs equal = {.lhs = args.input};
  MlirType element = relaxTensorInfoOf(args.input).elementType;
  // An infinity of no sign is none: nothing equals NaN.
  double which = negative ? -INFINITY : positive ? INFINITY : NAN;
  return importFloatScalar(importer, element, which, "infinity", &equal.rhs) &&
         IMPORT_RESULT(importer, Equal, &equal);
}

/// Bounds are operands that may be missing, before version 11 attributes. What
/// is missing is the lowest or the largest finite number, as the specification
/// says ("They default to numeric_limits::lowest() and numeric_limits::max()"),
/// so that infinities become finite; before version 11 that of f32. Integers
/// have no others.
static bool clipBound(Importer *importer, size_t index, double sign,
                      MlirType element, MlirValue *bound) {
  const char *name = sign < 0 ? "min" : "max";
  const Onnx__AttributeProto *given = NULL;
  bool operands = importer->opset >= 11;
  bound->ptr = NULL;
  if (operands && importHasOperand(importer, index))
    return importOperand(importer, index, bound);
  if (!operands &&
      !importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT, &given))
    return false;
  double largest = operands ? relaxLargestFinite(element) : (double)FLT_MAX;
  return !mlirTypeIsAFloat(element) ||
         importFloatScalar(importer, element,
                           given ? (double)given->f : sign * largest, name,
                           bound);
}

static bool importClip(Importer *importer) {
  MlirValue value, low, high;
  if (!importOperandCount(importer, 1, importer->opset >= 11 ? 3 : 1) ||
      !importOperand(importer, 0, &value))
    return false;
  MlirType element = relaxTensorInfoOf(value).elementType;
  if (!clipBound(importer, 1, -1, element, &low) ||
      !clipBound(importer, 2, 1, element, &high))
    return false;
  RelaxMaximumArgs above = {.lhs = value, .rhs = low};
  if (low.ptr &&
      !importInsert(
          importer,
          relaxMaximumCreate(high.ptr ? importHelperLocation(importer, "above")
                                      : importResultLocation(importer, 0),
                             &above),
          &value))
    return false;
  RelaxMinimumArgs below = {.lhs = value, .rhs = high};
  if (high.ptr && !importInsert(importer,
                                relaxMinimumCreate(
                                    importResultLocation(importer, 0), &below),
                                &value))
    return false;
  return importResultValue(importer, 0, value);
}

/// The sum of all operands divided by their number.
static bool importMean(Importer *importer) {
  RelaxDivideArgs mean = {0};
  RelaxAddArgs sum = {0};
  size_t count = importer->node->n_input;
  if (!importOperand(importer, 0, &mean.lhs))
    return false;
  for (size_t i = 1; i < count; ++i) {
    sum.lhs = mean.lhs;
    if (!importOperand(importer, i, &sum.rhs) ||
        !importAlign(importer, &sum.lhs, &sum.rhs) ||
        !IMPORT_HELPER(importer, "sum", Add, &sum, &mean.lhs))
      return false;
  }
  MlirType element = relaxTensorInfoOf(mean.lhs).elementType;
  return importFloatScalar(importer, element, (double)count, "count",
                           &mean.rhs) &&
         IMPORT_RESULT(importer, Divide, &mean);
}

static bool importIdentity(Importer *importer) {
  MlirValue value;
  return importAnyOperand(importer, 0, &value) &&
         importResultValue(importer, 0, value);
}

const OnnxOperator onnxElementwiseOperators[] = {
    {"BitShift", importBitShift, 11, "shift_left, shift_right",
     ONNX_SIGNED | ONNX_UNSIGNED, 2, 2},
    {"Clip", importClip, 0, "maximum, minimum", ONNX_NUMBERS, 0, 0},
    {"Identity", importIdentity, 0, "", ONNX_EVERY, 1, 1},
    {"IsInf", importIsInf, 10, NULL, ONNX_FLOATS | ONNX_FLOATS8, 1, 1},
    {"IsNaN", importIsNan, 9, "is_nan", ONNX_FLOATS | ONNX_FLOATS8, 1, 1},
    {"Max", importMax, 0, "maximum", ONNX_NUMBERS, 0, 0},
    {"Mean", importMean, 0, "add, divide", ONNX_FLOATS, 1, SIZE_MAX},
    {"Min", importMin, 0, "minimum", ONNX_NUMBERS, 0, 0},
    {"Mod", importMod, 10, "mod, fmod", ONNX_NUMBERS, 2, 2},
    {"Sum", importSum, 0, "add", ONNX_FLOATS, 0, 0},
    {"Where", importWhere, 9, NULL, ONNX_BOOL, 3, 3},
    {0},
};
