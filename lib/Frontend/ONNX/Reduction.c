//===- Reduction.c - ONNX operators that combine along axes ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>
#include <stdlib.h>

/// A reduction as ONNX states it, in all versions.
typedef struct Reduction {
  MlirValue input;
  bool isIdentity;    // no axes, and those mean none
  MlirAttribute axes; // sorted, not negative; null: all
  MlirAttribute keepDims;
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
    if (importHasOperand(importer, 1) &&
        !importConstantInts(importer, 1, "axes", &axes, &count))
      return false;
  } else if (!importInts(importer, "axes", &axes, &count, &given)) {
    return false;
  }
  if (keepDims)
    out->keepDims = mlirUnitAttrGet(importer->context);
  out->isIdentity = count == 0 && noop != 0;
  return count == 0 ||
         normaliseAxes(importer, out->input, axes, count, &out->axes);
}

#define REDUCTION(Name, Op, axesSince)                                         \
  static bool import##Name(Importer *importer) {                               \
    Reduction reduction;                                                       \
    if (!readReduction(importer, axesSince, &reduction))                       \
      return false;                                                            \
    if (reduction.isIdentity)                                                  \
      return importResultValue(importer, 0, reduction.input);                  \
    Relax##Op##Args args = {.input = reduction.input,                          \
                            .axes = reduction.axes,                            \
                            .keep_dims = reduction.keepDims};                  \
    return importResult(                                                       \
        importer, 0,                                                           \
        relax##Op##Create(importResultLocation(importer, 0), &args));          \
  }

REDUCTION(ReduceSum, Sum, 13)
REDUCTION(ReduceProd, Prod, 18)
REDUCTION(ReduceMean, Mean, 18)
REDUCTION(ReduceMax, Max, 18)
REDUCTION(ReduceMin, Min, 18)

/// Before version 13 softmax took all axes from `axis` on together.
static bool importSoftmax(Importer *importer) {
  bool together = importer->opset < 13;
  RelaxSoftmaxArgs args;
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
  if (together && axis != info.rank - 1)
    return importError(importer,
                       "attribute 'axis': expected the last axis, %ld, got "
                       "%" PRId64 " (operator set %" PRId64
                       " takes all axes from there on together)",
                       (long)info.rank - 1, axis, importer->opset);
  args.axis =
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), axis);
  return importResult(
      importer, 0,
      relaxSoftmaxCreate(importResultLocation(importer, 0), &args));
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
    {"GlobalAveragePool", importGlobalAveragePool, 0},
    {"GlobalMaxPool", importGlobalMaxPool, 0},
    {"ReduceMax", importReduceMax, 0},
    {"ReduceMean", importReduceMean, 0},
    {"ReduceMin", importReduceMin, 0},
    {"ReduceProd", importReduceProd, 0},
    {"ReduceSum", importReduceSum, 0},
    {"Softmax", importSoftmax, 0},
    {NULL, NULL, 0},
};
