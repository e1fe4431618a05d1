//===- Reduction.c - ONNX operators that combine along axes ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <stdlib.h>

/// A reduction as ONNX states it, in all versions.
typedef struct Reduction {
  MlirValue input;
  bool isIdentity;    // no axes, and those mean none
  MlirAttribute axes; // sorted, not negative; null: all
  bool keepDims;
  MlirValue computed; // axes that only the run knows; else null
  bool noop;
} Reduction;

static int compareAxes(const void *a, const void *b) {
  int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
  return (left > right) - (left < right);
}

/// Axes of the operand's rank: normalised, sorted, each once.
static bool normaliseAxes(Importer *importer, MlirValue *input,
                          const int64_t *values, size_t count,
                          MlirAttribute *axes) {
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, input, &info))
    return false;
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

/// A reduction over computed axes keeps the dimensions; those that are not kept
/// are dropped last.
static bool reduceComputed(Importer *importer, const Reduction *reduction,
                           const char *kind) {
  RelaxReduceToArgs args = {.input = reduction->input,
                            .kind = strRefFromC(kind)};
  MlirValue kept;
  if (!importReducedShape(importer, reduction->input, reduction->computed,
                          reduction->noop, &args.shape))
    return false;
  if (reduction->keepDims)
    return IMPORT_RESULT(importer, ReduceTo, &args);
  return IMPORT_HELPER(importer, "part", ReduceTo, &args, &kept) &&
         importSqueezeComputed(importer, kept, reduction->computed,
                               reduction->noop);
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
  out->keepDims = keepDims != 0;
  out->noop = noop != 0;
  if (out->computed.ptr)
    return true;
  out->isIdentity = count == 0 && noop != 0;
  return count == 0 ||
         normaliseAxes(importer, &out->input, axes, count, &out->axes);
}

/// `itself`: over no axes it is the input.
#define REDUCTION(Name, Op, kind, axesSince, itself)                           \
  static bool import##Name(Importer *importer) {                               \
    Reduction reduction;                                                       \
    if (!readReduction(importer, axesSince, &reduction))                       \
      return false;                                                            \
    if (reduction.isIdentity) {                                                \
      if (itself)                                                              \
        return importResultValue(importer, 0, reduction.input);                \
      reduction.axes = importIntsAttribute(importer, NULL, 0);                 \
    }                                                                          \
    if (reduction.computed.ptr)                                                \
      return reduceComputed(importer, &reduction, kind);                       \
    Relax##Op##Args args = {.input = reduction.input,                          \
                            .axes = reduction.axes,                            \
                            .keep_dims = reduction.keepDims};                  \
    return importResult(                                                       \
        importer, 0,                                                           \
        relax##Op##Create(importResultLocation(importer, 0), &args));          \
  }

REDUCTION(ReduceSum, Sum, "sum", 13, true)
REDUCTION(ReduceProd, Prod, "prod", 18, true)
REDUCTION(ReduceMean, Mean, "mean", 18, true)
REDUCTION(ReduceMax, Max, "max", 18, true)
REDUCTION(ReduceMin, Min, "min", 18, true)
REDUCTION(ReduceL1, ReduceL1, "reduce_l1", 18, false)
REDUCTION(ReduceL2, ReduceL2, "reduce_l2", 18, false)
REDUCTION(ReduceSumSquare, ReduceSumSquare, "reduce_sum_square", 18, false)
REDUCTION(ReduceLogSum, ReduceLogSum, "reduce_log_sum", 18, false)
REDUCTION(ReduceLogSumExp, ReduceLogSumExp, "reduce_log_sum_exp", 18, false)

/// Before version 13 softmax took all axes from `axis` on together.
static bool importSoftmax(Importer *importer) {
  bool together = importer->opset < 13;
  RelaxSoftmaxArgs args = {0};
  RelaxTensorInfo info;
  int64_t axis;
  if (!importInt(importer, "axis", together ? 1 : -1, &axis) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importAxis(importer, axis, info.rank, &axis))
    return false;
  bool flat = together && axis != info.rank - 1;
  if (flat) {
    args.input = composeFlatten(importer, args.input, axis);
    axis = 1;
  }
  args.axis = axis;
  if (!args.input.ptr)
    return false;
  if (!flat)
    return IMPORT_RESULT(importer, Softmax, &args);
  MlirValue y;
  return IMPORT_HELPER(importer, "flat", Softmax, &args, &y) &&
         composeResult(importer, graphReshape(importBuilder(importer), y,
                                              info.rank, info.dims));
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
  out->keepDims = true;
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
    {"GlobalAveragePool", importGlobalAveragePool, 0, "mean", ONNX_FLOATS, 0,
     0},
    {"GlobalMaxPool", importGlobalMaxPool, 0, "max", ONNX_FLOATS, 0, 0},
    {"ReduceL1", importReduceL1, 0, "reduce_l1, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceL2", importReduceL2, 0, "reduce_l2, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceLogSum", importReduceLogSum, 0, "reduce_log_sum, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceLogSumExp", importReduceLogSumExp, 0,
     "reduce_log_sum_exp, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceMax", importReduceMax, 0, "max, reduce_to",
     ONNX_FLOATS | ONNX_BOOL | ONNX_I8 | ONNX_I32 | ONNX_I64 | ONNX_U8 |
         ONNX_U32 | ONNX_U64,
     0, 0},
    {"ReduceMean", importReduceMean, 0, "mean, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceMin", importReduceMin, 0, "min, reduce_to",
     ONNX_FLOATS | ONNX_BOOL | ONNX_I8 | ONNX_I32 | ONNX_I64 | ONNX_U8 |
         ONNX_U32 | ONNX_U64,
     0, 0},
    {"ReduceProd", importReduceProd, 0, "prod, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceSum", importReduceSum, 0, "sum, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"ReduceSumSquare", importReduceSumSquare, 0,
     "reduce_sum_square, reduce_to",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"Softmax", importSoftmax, 0, NULL, ONNX_FLOATS, 1, 1},
    {0},
};
