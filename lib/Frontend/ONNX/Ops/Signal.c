//===- Signal.c - ONNX Fourier transforms ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>

static const MlirValue none = {NULL};

//===----------------------------------------------------------------------===//
// DFT
//===----------------------------------------------------------------------===//

typedef struct Transform {
  bool inverse, half;
  bool hasPoints;
  MlirValue points; // a vector of as many elements
} Transform;

static bool transform(Importer *importer, const Transform *t, MlirValue x,
                      int64_t axis) {
  RelaxDftArgs args = {.input = x,
                       .points = t->points,
                       .axis = axis,
                       .inverse = t->inverse,
                       .onesided = t->half};
  return IMPORT_RESULT(importer, Dft, &args);
}

/// Extents that only the axis decides are left open.
static bool transformAlong(Importer *importer, const Transform *t, MlirValue x,
                           MlirValue axis) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  bool changes = t->half || t->points.ptr;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = changes ? symUnknownAttribute(importer->context) : info.dims[i];
  dims[info.rank - 1] =
      symConstAttribute(importer->context, t->half && t->inverse ? 1 : 2);
  RelaxDynamicDftArgs args = {
      .input = x,
      .axis = axis,
      .points = t->points,
      .inverse = t->inverse,
      .onesided = t->half,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return IMPORT_RESULT(importer, DynamicDft, &args);
}

static bool readTransform(Importer *importer, Transform *t) {
  int64_t inverse, half;
  if (!importInt(importer, "inverse", 0, &inverse) ||
      !importInt(importer, "onesided", 0, &half))
    return false;
  *t = (Transform){.inverse = inverse != 0,
                   .half = half != 0,
                   .hasPoints = importHasOperand(importer, 1)};
  if (t->hasPoints)
    t->points = composeRange(importer, composeScalar(importer, 1));
  return !t->hasPoints || t->points.ptr;
}

/// The last dimension is no axis.
static bool transformAxis(Importer *importer, int64_t axis, int64_t rank,
                          int64_t *out) {
  return importAxis(importer, axis, rank, out) &&
         (*out < rank - 1 ||
          importError(importer,
                      "axis %" PRId64
                      ": expected one before the last dimension",
                      axis));
}

static bool importDft(Importer *importer) {
  bool isOperand = importer->opset >= 20;
  MlirValue x, computed = none;
  RelaxTensorInfo info;
  Transform t;
  int64_t axis = -2;
  if (!importOperandCount(importer, 1, isOperand ? 3 : 2) ||
      !importRankedOperand(importer, &x, &info) ||
      !readTransform(importer, &t) ||
      (!isOperand && !importInt(importer, "axis", 1, &axis)))
    return false;
  if (importHasOperand(importer, 2)) {
    const int64_t *values;
    size_t count;
    if (!importIsConstant(importer, 2))
      computed = composeScalar(importer, 2);
    else if (importConstantInts(importer, 2, "axis", &values, &count) &&
             count == 1)
      axis = values[0];
    else
      return importError(importer, "axis: expected one integer");
    if (!importIsConstant(importer, 2) && !computed.ptr)
      return false;
  }
  if (computed.ptr && info.rank >= 2)
    return transformAlong(importer, &t, x, computed);
  return transformAxis(importer, axis, info.rank, &axis) &&
         transform(importer, &t, x, axis);
}

//===----------------------------------------------------------------------===//
// STFT: transforms of parts of the signal, which may overlap
//===----------------------------------------------------------------------===//

/// 0, 1, ... before the length of a frame: the operand, which a window has to
/// agree with, the window's extent, or that of the signal.
static MlirValue frameNumbers(Importer *importer, MlirValue signal,
                              MlirValue window) {
  if (!importHasOperand(importer, 3))
    return composeRangeOf(importer, window.ptr ? window : signal,
                          window.ptr ? 0 : 1);
  MlirValue numbers = composeRange(importer, composeScalar(importer, 3));
  return window.ptr ? composeMatch(importer, numbers, 1,
                                   relaxTensorInfoOf(window).dims, window)
                    : numbers;
}

/// The first elements of all whole frames. How many there are is an extent of
/// the result, which relax.stft has from this vector.
static MlirValue frameBegins(Importer *importer, MlirValue signal,
                             MlirValue numbers, MlirValue step) {
  GraphBuilder *g = importBuilder(importer);
  MlirValue length = graphElement(g, graphShapeVector(g, signal), 1);
  MlirValue frame = graphElement(g, graphShapeVector(g, numbers), 0);
  return composeRangeBy(
      importer, graphPlus(g, composeSubtract(importer, length, frame), 1),
      step);
}

static bool importStft(Importer *importer) {
  MlirValue signal, window = none;
  RelaxTensorInfo info;
  bool onesided;
  if (!importBool(importer, "onesided", true, &onesided) ||
      !importRankedOperand(importer, &signal, &info))
    return false;
  if (info.rank != 3)
    return importOperandError(importer, 0, signal, "expected rank 3");
  if (importHasOperand(importer, 2)) {
    if (!importOperand(importer, 2, &window))
      return false;
    RelaxTensorInfo own = relaxTensorInfoOf(window);
    if (!own.ranked || own.rank != 1)
      return importOperandError(importer, 2, window, "expected rank 1");
  }
  // A length beside a window is compared with it here, once.
  MlirValue numbers = frameNumbers(importer, signal, window);
  MlirValue begins =
      frameBegins(importer, signal, numbers, composeScalar(importer, 1));
  if (!begins.ptr)
    return false;
  RelaxStftArgs args = {.signal = signal,
                        .begins = begins,
                        .window = window,
                        .onesided = onesided};
  if (!window.ptr && importHasOperand(importer, 3))
    args.points = numbers;
  return IMPORT_RESULT(importer, Stft, &args);
}

const OnnxOperator onnxSignalOperators[] = {
    {"DFT", importDft, .since = 17, .relax = "dft, dynamic_dft",
     .types = ONNX_FLOATS, .inputs = {0, SIZE_MAX}},
    {"STFT", importStft, .since = 17, .types = ONNX_FLOATS, .inputs = {2, 4}},
    {0},
};
