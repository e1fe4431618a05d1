//===- Reduction.c - ONNX operators that combine along axes ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/// A reduction as ONNX states it, in all versions.
typedef struct Reduction {
  MlirValue input;
  bool isIdentity;    // no axes, and those mean none
  MlirAttribute axes; // sorted, not negative; null: all
  MlirAttribute keepDims;
  MlirValue computed; // axes that only the run knows; else null
  MlirValue shape;    // then that of the input with extents 1 there, once built
  bool noop;
} Reduction;

static int compareAxes(const void *a, const void *b) {
  int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
  return (left > right) - (left < right);
}

/// Axes of the operand's rank: normalised, sorted, each once.
static bool normaliseAxes(Importer *importer, MlirValue input,
                          const int64_t *values, size_t count,
                          MlirAttribute *axes) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!info.ranked)
    return importOperandError(importer, 0, input, "expected a known rank");
  int64_t *sorted = ARENA_ARRAY(importer->arena, int64_t, count);
  for (size_t i = 0; i < count; ++i)
    if (!importAxis(importer, values[i], info.rank, &sorted[i]))
      return false;
  if (count)
    qsort(sorted, count, sizeof *sorted, compareAxes);
  for (size_t i = 1; i < count; ++i)
    if (sorted[i] == sorted[i - 1])
      return importError(importer, "axis %" PRId64 " occurs twice", sorted[i]);
  *axes = importIntsAttribute(importer, sorted, count);
  return true;
}

/// Axes of the model, or a value, unless that has no elements.
static bool readAxesOperand(Importer *importer, Reduction *out,
                            const int64_t **axes, size_t *count) {
  int64_t extent;
  if (!importHasOperand(importer, 1))
    return true;
  if (importIsConstant(importer, 1))
    return importConstantInts(importer, 1, "axes", axes, count);
  if (!importOperand(importer, 1, &out->computed))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(out->computed);
  if (info.ranked && info.rank == 1 &&
      symAttributeIsConst(info.dims[0], &extent) && extent == 0)
    out->computed.ptr = NULL;
  return true;
}

static MlirAttribute noopOf(Importer *importer, const Reduction *reduction) {
  return reduction->noop ? mlirUnitAttrGet(importer->context)
                         : mlirAttributeGetNull();
}

/// A reduction over computed axes, which keeps the dimensions.
static MlirValue reduceComputed(Importer *importer, Reduction *reduction,
                                MlirValue input, const char *kind) {
  MlirValue none = {NULL}, result;
  if (!reduction->shape.ptr &&
      !importReducedShape(importer, reduction->input, reduction->computed,
                          noopOf(importer, reduction), &reduction->shape))
    return none;
  RelaxReduceToArgs args = {
      .input = input,
      .shape = reduction->shape,
      .kind = mlirStringAttrGet(importer->context,
                                mlirStringRefCreateFromCString(kind))};
  return importInsert(
             importer,
             relaxReduceToCreate(importHelperLocation(importer, "part"), &args),
             &result)
             ? result
             : none;
}

/// Output 0; computed axes that are not kept are dropped last.
static bool finish(Importer *importer, const Reduction *reduction,
                   MlirValue value) {
  if (!value.ptr)
    return false;
  if (!reduction->computed.ptr || reduction->keepDims.ptr)
    return importResultValue(importer, 0, value);
  return importSqueezeComputed(importer, value, reduction->computed,
                               noopOf(importer, reduction));
}

/// `axesSince`: the operator set version from which axes are an operand.
static bool readReduction(Importer *importer, int64_t axesSince,
                          Reduction *out) {
  bool axesOperand = importer->opset >= axesSince;
  const int64_t *axes = NULL;
  size_t count = 0;
  bool given = false;
  int64_t keepDims, noop = 0;
  *out = (Reduction){0};
  if (!importOperandCount(importer, 1, axesOperand ? 2 : 1) ||
      !importOperand(importer, 0, &out->input) ||
      !importInt(importer, "keepdims", 1, &keepDims))
    return false;
  if (axesOperand) {
    if (!importInt(importer, "noop_with_empty_axes", 0, &noop))
      return false;
    if (!readAxesOperand(importer, out, &axes, &count))
      return false;
  } else if (!importInts(importer, "axes", &axes, &count, &given)) {
    return false;
  }
  if (keepDims)
    out->keepDims = mlirUnitAttrGet(importer->context);
  out->noop = noop != 0;
  if (out->computed.ptr)
    return true;
  out->isIdentity = count == 0 && noop != 0;
  return count == 0 ||
         normaliseAxes(importer, out->input, axes, count, &out->axes);
}

#define REDUCTION(Name, Op, kind, axesSince)                                   \
  static bool import##Name(Importer *importer) {                               \
    Reduction reduction;                                                       \
    if (!readReduction(importer, axesSince, &reduction))                       \
      return false;                                                            \
    if (reduction.isIdentity)                                                  \
      return importResultValue(importer, 0, reduction.input);                  \
    if (reduction.computed.ptr)                                                \
      return finish(                                                           \
          importer, &reduction,                                                \
          reduceComputed(importer, &reduction, reduction.input, kind));        \
    Relax##Op##Args args = {.input = reduction.input,                          \
                            .axes = reduction.axes,                            \
                            .keep_dims = reduction.keepDims};                  \
    return importResult(                                                       \
        importer, 0,                                                           \
        relax##Op##Create(importResultLocation(importer, 0), &args));          \
  }

REDUCTION(ReduceSum, Sum, "sum", 13)
REDUCTION(ReduceProd, Prod, "prod", 18)
REDUCTION(ReduceMean, Mean, "mean", 18)
REDUCTION(ReduceMax, Max, "max", 18)
REDUCTION(ReduceMin, Min, "min", 18)

//===----------------------------------------------------------------------===//
// Reductions of a function of the elements, and functions of a reduction
//===----------------------------------------------------------------------===//

/// A sum or, with `max`, a maximum; over no axes the input itself.
static MlirValue combine(Importer *importer, Reduction *reduction, MlirValue x,
                         bool max, MlirAttribute keep) {
  if (!x.ptr || reduction->isIdentity)
    return x;
  if (reduction->computed.ptr)
    return reduceComputed(importer, reduction, x, max ? "max" : "sum");
  return max ? composeMax(importer, x, reduction->axes, keep)
             : composeSum(importer, x, reduction->axes, keep);
}

/// Floats, in which roots and logarithms are taken, of any input.
static MlirValue asFloat(Importer *importer, MlirValue x) {
  return mlirTypeIsAFloat(relaxTensorInfoOf(x).elementType)
             ? x
             : composeCast(importer, x, mlirF64TypeGet(importer->context));
}

#define COMPOSED(Name, before, after, axesSince)                               \
  static bool import##Name(Importer *importer) {                               \
    Reduction r;                                                               \
    if (!readReduction(importer, axesSince, &r))                               \
      return false;                                                            \
    MlirType element = relaxTensorInfoOf(r.input).elementType;                 \
    MlirValue x = r.input;                                                     \
    x = before;                                                                \
    x = combine(importer, &r, x, false, r.keepDims);                           \
    x = x.ptr ? after : x;                                                     \
    return finish(importer, &r, composeCast(importer, x, element));            \
  }

COMPOSED(ReduceL1, composeAbs(importer, x), x, 18)
COMPOSED(ReduceSumSquare, composeMultiply(importer, x, x), x, 18)
COMPOSED(ReduceL2, composeMultiply(importer, x, x),
         composeSqrt(importer, asFloat(importer, x)), 18)
COMPOSED(ReduceLogSum, x, composeLog(importer, asFloat(importer, x)), 18)

/// log(sum(e^(x - m))) + m for the largest element m, where that is finite.
static bool importReduceLogSumExp(Importer *importer) {
  Reduction r;
  if (!readReduction(importer, 18, &r))
    return false;
  MlirType element = relaxTensorInfoOf(r.input).elementType;
  MlirValue x = asFloat(importer, r.input);
  MlirValue largest = combine(importer, &r, x, true, composeKeep(importer));
  MlirValue zero = composeNumber(importer, 0, largest);
  MlirValue isInfinite =
      composeEqual(importer, composeAbs(importer, largest),
                   composeNumber(importer, INFINITY, largest));
  MlirValue shift = composeWhere(importer, isInfinite, zero, largest);
  MlirValue powers = composeExp(importer, composeSubtract(importer, x, shift));
  MlirValue sum = combine(importer, &r, powers, false, r.keepDims);
  // Without the reduced dimensions the shift is a maximum of its own.
  MlirValue back =
      r.keepDims.ptr || r.computed.ptr
          ? shift
          : combine(importer, &r, shift, true, mlirAttributeGetNull());
  MlirValue y = composeAdd(importer, composeLog(importer, sum), back);
  return finish(importer, &r, composeCast(importer, y, element));
}

/// Before version 13 softmax took all axes from `axis` on together.
static bool importSoftmax(Importer *importer) {
  bool together = importer->opset < 13;
  RelaxSoftmaxArgs args = {0};
  int64_t axis;
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "axis", together ? 1 : -1, &axis) ||
      !importOperand(importer, 0, &args.input))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(args.input);
  if (!info.ranked)
    return importOperandError(importer, 0, args.input, "expected a known rank");
  if (!importAxis(importer, axis, info.rank, &axis))
    return false;
  bool flat = together && axis != info.rank - 1;
  if (flat) {
    args.input = composeFlatten(importer, args.input, axis);
    axis = 1;
  }
  args.axis =
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), axis);
  if (!args.input.ptr)
    return false;
  if (!flat)
    return importResult(
        importer, 0,
        relaxSoftmaxCreate(importResultLocation(importer, 0), &args));
  MlirValue y;
  return importInsert(
             importer,
             relaxSoftmaxCreate(importHelperLocation(importer, "flat"), &args),
             &y) &&
         composeResult(importer,
                       composeReshape(importer, y, info.rank, info.dims));
}

/// Pooling over all spatial dimensions is a reduction that keeps them.
static bool readGlobalPool(Importer *importer, Reduction *out) {
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &out->input))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(out->input);
  if (!info.ranked || info.rank < 3)
    return importOperandError(importer, 0, out->input,
                              "expected rank 3 or more");
  int64_t *axes = ARENA_ARRAY(importer->arena, int64_t, info.rank - 2);
  for (intptr_t i = 2; i < info.rank; ++i)
    axes[i - 2] = i;
  out->axes = importIntsAttribute(importer, axes, (size_t)info.rank - 2);
  out->keepDims = mlirUnitAttrGet(importer->context);
  return true;
}

#define GLOBAL_POOL(Name, Op)                                                  \
  static bool import##Name(Importer *importer) {                               \
    Reduction reduction = {0};                                                 \
    if (!readGlobalPool(importer, &reduction))                                 \
      return false;                                                            \
    Relax##Op##Args args = {.input = reduction.input,                          \
                            .axes = reduction.axes,                            \
                            .keep_dims = reduction.keepDims};                  \
    return importResult(                                                       \
        importer, 0,                                                           \
        relax##Op##Create(importResultLocation(importer, 0), &args));          \
  }

GLOBAL_POOL(GlobalMaxPool, Max)
GLOBAL_POOL(GlobalAveragePool, Mean)

const OnnxOperator onnxReductionOperators[] = {
    {"GlobalAveragePool", importGlobalAveragePool, 0, "mean"},
    {"GlobalMaxPool", importGlobalMaxPool, 0, "max"},
    {"ReduceL1", importReduceL1, 0, "abs, sum, reduce_to"},
    {"ReduceL2", importReduceL2, 0, "multiply, sum, sqrt, reduce_to"},
    {"ReduceLogSum", importReduceLogSum, 0, "sum, log, reduce_to"},
    {"ReduceLogSumExp", importReduceLogSumExp, 0,
     "max, subtract, exp, sum, log, reduce_to"},
    {"ReduceMax", importReduceMax, 0, "max, reduce_to"},
    {"ReduceMean", importReduceMean, 0, "mean, reduce_to"},
    {"ReduceMin", importReduceMin, 0, "min, reduce_to"},
    {"ReduceProd", importReduceProd, 0, "prod, reduce_to"},
    {"ReduceSum", importReduceSum, 0, "sum, reduce_to"},
    {"ReduceSumSquare", importReduceSumSquare, 0, "multiply, sum, reduce_to"},
    {"Softmax", importSoftmax, 0, NULL},
    {NULL, NULL, 0, NULL},
};
