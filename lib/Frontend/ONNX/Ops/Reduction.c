//===- Reduction.c - ONNX operators that combine along axes ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

/// Axes of the model, or a value, unless that has no elements.
static bool readAxesOperand(Importer *importer, MlirValue *computed,
                            const int64_t **axes, size_t *count) {
  int64_t extent;
  if (!importHasOperand(importer, 1))
    return true;
  if (importIsConstant(importer, 1))
    return importConstantInts(importer, 1, "axes", axes, count);
  if (!importOperand(importer, 1, computed))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*computed);
  if (info.ranked && info.rank == 1 &&
      symAttributeIsConst(info.dims[0], &extent) && extent == 0)
    computed->ptr = NULL;
  return true;
}

/// A reduction over computed axes keeps the dimensions; those that are not kept
/// are dropped last.
static bool reduceComputed(Importer *importer, MlirValue input, MlirValue axes,
                           bool noop, bool keep, const char *kind) {
  RelaxReduceToArgs args = {.input = input, .kind = strRefFromC(kind)};
  MlirValue kept;
  if (!importReducedShape(importer, input, axes, noop, &args.shape))
    return false;
  if (keep)
    return IMPORT_RESULT(importer, ReduceTo, &args);
  return IMPORT_HELPER(importer, "part", ReduceTo, &args, &kept) &&
         importSqueezeComputed(importer, kept, axes, noop);
}

/// The row's first operation, over `axes` (sorted, not negative; null: all).
static bool reduce(Importer *importer, MlirValue input, MlirAttribute axes,
                   bool keep) {
  OnnxBuild build = importBuild(importer, 1);
  build.inputs[0] = input;
  importSetAttribute(importer, &build, "axes", axes);
  if (keep)
    importSetFlag(importer, &build, "keep_dims");
  return importRowResult(importer, &build);
}

static bool importReduce(Importer *importer) {
  const OnnxOperator *row = onnxFindOperator(importer->node, importer->opset);
  const int64_t *list = NULL;
  size_t count = 0;
  bool given, keep, noop = false, operand = importer->opset >= row->alone;
  MlirValue input, computed = {NULL};
  RelaxTensorInfo info;
  MlirAttribute axes = {NULL};
  if (!importOperand(importer, 0, &input) ||
      !importBool(importer, "keepdims", true, &keep) ||
      (operand ? !importBool(importer, "noop_with_empty_axes", false, &noop) ||
                     !readAxesOperand(importer, &computed, &list, &count)
               : !importInts(importer, "axes", &list, &count, &given)))
    return false;
  StrRef kind = {row->relax, strcspn(row->relax, ",")};
  if (computed.ptr)
    return reduceComputed(importer, input, computed, noop, keep,
                          arenaCopyString(importer->arena, kind).data);
  if (count && (!importRankedOperand(importer, &input, &info) ||
                !importSortedAxes(importer, list, count, info.rank, &axes)))
    return false;
  if (count || !noop)
    return reduce(importer, input, axes, keep);
  // Over no axes: the input, unless its elements are made into others first.
  return strncmp(row->relax, "reduce_", 7) == 0
             ? reduce(importer, input, importIntsAttribute(importer, NULL, 0),
                      keep)
             : importResultValue(importer, 0, input);
}

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
static bool importGlobalPool(Importer *importer) {
  MlirValue input;
  if (!importOperand(importer, 0, &input))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!info.ranked || info.rank < 3)
    return importOperandError(importer, 0, input, "expected rank 3 or more");
  return reduce(importer, input,
                graphAxes(importBuilder(importer), 2, info.rank), true);
}

const OnnxOperator onnxReductionOperators[] = {
    {"GlobalAveragePool", importGlobalPool, .relax = "mean",
     .types = ONNX_FLOATS},
    {"GlobalMaxPool", importGlobalPool, .relax = "max", .types = ONNX_FLOATS},
    {"ReduceL1", importReduce, .relax = "reduce_l1, reduce_to",
     .types = ONNX_WIDE, .inputs = {1, 2}, .alone = 18},
    {"ReduceL2", importReduce, .relax = "reduce_l2, reduce_to",
     .types = ONNX_WIDE, .inputs = {1, 2}, .alone = 18},
    {"ReduceLogSum", importReduce, .relax = "reduce_log_sum, reduce_to",
     .types = ONNX_WIDE, .inputs = {1, 2}, .alone = 18},
    {"ReduceLogSumExp", importReduce, .relax = "reduce_log_sum_exp, reduce_to",
     .types = ONNX_WIDE, .inputs = {1, 2}, .alone = 18},
    {"ReduceMax", importReduce, .relax = "max, reduce_to",
     .types = ONNX_FLOATS | ONNX_BOOL | ONNX_I8 | ONNX_I32 | ONNX_I64 |
              ONNX_U8 | ONNX_U32 | ONNX_U64,
     .inputs = {1, 2}, .alone = 18},
    {"ReduceMean", importReduce, .relax = "mean, reduce_to", .types = ONNX_WIDE,
     .inputs = {1, 2}, .alone = 18},
    {"ReduceMin", importReduce, .relax = "min, reduce_to",
     .types = ONNX_FLOATS | ONNX_BOOL | ONNX_I8 | ONNX_I32 | ONNX_I64 |
              ONNX_U8 | ONNX_U32 | ONNX_U64,
     .inputs = {1, 2}, .alone = 18},
    {"ReduceProd", importReduce, .relax = "prod, reduce_to", .types = ONNX_WIDE,
     .inputs = {1, 2}, .alone = 18},
    {"ReduceSum", importReduce, .relax = "sum, reduce_to", .types = ONNX_WIDE,
     .inputs = {1, 2}, .alone = 13},
    {"ReduceSumSquare", importReduce, .relax = "reduce_sum_square, reduce_to",
     .types = ONNX_WIDE, .inputs = {1, 2}, .alone = 18},
    {"Softmax", importSoftmax, .types = ONNX_FLOATS},
    {0},
};
