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

/// One or more operands, joined from the left by the row's first operation; the
/// last time at the result's location if `whole`.
static bool join(Importer *importer, bool whole, OnnxBuild *build) {
  size_t count = importer->node->n_input;
  *build = importBuild(importer, 2);
  if (!importOperand(importer, 0, &build->inputs[0]))
    return false;
  for (size_t i = 1; i < count; ++i) {
    MlirLocation location =
        whole && i + 1 == count
            ? importResultLocation(importer, 0)
            : importHelperLocation(importer, whole ? "part" : "sum");
    if (!importOperand(importer, i, &build->inputs[1]) ||
        !importInsert(importer, importMakeRow(importer, build, location),
                      &build->inputs[0]))
      return false;
  }
  return true;
}

static bool importJoined(Importer *importer) {
  OnnxBuild build;
  return join(importer, true, &build) &&
         importResultValue(importer, 0, build.inputs[0]);
}

/// The sum of all operands divided by their number.
static bool importMean(Importer *importer) {
  OnnxBuild build;
  if (!join(importer, false, &build))
    return false;
  build.choice = 1;
  return importFloatScalar(
             importer, relaxTensorInfoOf(build.inputs[0]).elementType,
             (double)importer->node->n_input, "count", &build.inputs[1]) &&
         importRowResult(importer, &build);
}

/// 8-bit floats as f32, which keeps NaN and infinities.
static bool widen(Importer *importer, OnnxBuild *build) {
  MlirType element = relaxTensorInfoOf(build->inputs[0]).elementType;
  return !mlirTypeIsAFloat(element) || mlirFloatTypeGetWidth(element) > 8 ||
         importCastTo(
             importer, build->inputs[0], mlirF32TypeGet(importer->context),
             importHelperLocation(importer, "wide"), &build->inputs[0]);
}

/// Of the infinities, those of the sign that is asked for: x is one, and
/// compares so with 0.
static bool importIsInf(Importer *importer) {
  OnnxBuild build;
  RelaxEqualArgs equal = {0};
  bool negative, positive;
  if (!importBool(importer, "detect_negative", true, &negative) ||
      !importBool(importer, "detect_positive", true, &positive))
    return false;
  if (negative && positive)
    return importByRow(importer);
  if (!importReadRow(importer, &build))
    return false;
  equal.lhs = build.inputs[0];
  MlirType element = relaxTensorInfoOf(equal.lhs).elementType;
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
  if (!operands && !IMPORT_ATTRIBUTE(importer, name, FLOAT, &given))
    return false;
  double largest = operands ? relaxLargestFinite(element) : (double)FLT_MAX;
  return !mlirTypeIsAFloat(element) ||
         importFloatScalar(importer, element,
                           given ? (double)given->f : sign * largest, name,
                           bound);
}

static bool importClip(Importer *importer) {
  OnnxBuild build = importBuild(importer, 2);
  MlirValue *value = &build.inputs[0], bounds[2];
  if (!importOperand(importer, 0, value))
    return false;
  MlirType element = relaxTensorInfoOf(*value).elementType;
  if (!clipBound(importer, 1, -1, element, &bounds[0]) ||
      !clipBound(importer, 2, 1, element, &bounds[1]))
    return false;
  for (int i = 0; i < 2; ++i) {
    build.choice = (size_t)i;
    build.inputs[1] = bounds[i];
    bool last = i || !bounds[1].ptr;
    MlirLocation location = last ? importResultLocation(importer, 0)
                                 : importHelperLocation(importer, "above");
    if (bounds[i].ptr &&
        !importInsert(importer, importMakeRow(importer, &build, location),
                      value))
      return false;
  }
  return importResultValue(importer, 0, *value);
}

static bool importIdentity(Importer *importer) {
  MlirValue value;
  return importAnyOperand(importer, 0, &value) &&
         importResultValue(importer, 0, value);
}

const OnnxOperator onnxElementwiseOperators[] = {
    {"BitShift", .since = 11, .relax = "shift_left, shift_right",
     .types = ONNX_SIGNED | ONNX_UNSIGNED, .inputs = {2, 2},
     ONNX_ATTRIBUTES({"direction", .kind = ONNX_IS_CHOICE,
                      .text = "LEFT, RIGHT", .when = ONNX_MUST_BE})},
    {"Clip", importClip, .relax = "maximum, minimum", .types = ONNX_NUMBERS,
     .inputs = {1, 3}, .alone = 11},
    {"Identity", importIdentity, .relax = "", .types = ONNX_EVERY},
    {"IsInf", importIsInf, .since = 10, .types = ONNX_FLOATS | ONNX_FLOATS8,
     .prepare = widen},
    {"IsNaN", .since = 9, .relax = "is_nan",
     .types = ONNX_FLOATS | ONNX_FLOATS8, .prepare = widen},
    {"Max", importJoined, .relax = "maximum", .types = ONNX_NUMBERS,
     .inputs = {1, SIZE_MAX}},
    {"Mean", importMean, .relax = "add, divide", .types = ONNX_FLOATS,
     .inputs = {1, SIZE_MAX}},
    {"Min", importJoined, .relax = "minimum", .types = ONNX_NUMBERS,
     .inputs = {1, SIZE_MAX}},
    {"Mod", .since = 10, .relax = "mod, fmod", .types = ONNX_NUMBERS,
     .inputs = {2, 2}, ONNX_ATTRIBUTES({"fmod", .kind = ONNX_IS_CHOICE})},
    {"Sum", importJoined, .relax = "add", .types = ONNX_FLOATS,
     .inputs = {1, SIZE_MAX}},
    {"Where", .since = 9, .types = ONNX_BOOL, .inputs = {3, 3}},
    {0},
};
