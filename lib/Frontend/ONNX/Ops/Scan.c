//===- Scan.c - ONNX operators along one axis -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Scan.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// Operand 0 of known rank, and the attribute `axis` of it.
static bool readAxis(Importer *importer, int64_t absent, MlirValue *input,
                     int64_t *axis) {
  RelaxTensorInfo info;
  if (!importInt(importer, "axis", absent, axis) ||
      !importRankedOperand(importer, input, &info))
    return false;
  return importAxis(importer, *axis, info.rank, axis);
}

/// The axis is an attribute of the first operation, an operand of the second.
static bool importCumulative(Importer *importer) {
  const int64_t *values;
  size_t count;
  int64_t axis;
  OnnxBuild build = importBuild(importer, 1);
  if (!importReadAttributes(importer, &build) ||
      !importOperand(importer, 0, &build.inputs[0]))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(build.inputs[0]);
  if (!info.ranked || info.rank == 0)
    return importOperandError(importer, 0, build.inputs[0],
                              "expected a known rank of at least 1");
  if (!importIsConstant(importer, 1)) {
    build.choice = 1;
    build.numInputs = 2;
    build.inputs[1] = composeScalar(importer, 1);
    return build.inputs[1].ptr && importRowResult(importer, &build);
  }
  if (!importConstantInts(importer, 1, "axis", &values, &count))
    return false;
  if (count != 1)
    return importError(importer, "axis: expected one integer");
  if (!importAxis(importer, values[0], info.rank, &axis))
    return false;
  importSetAttribute(importer, &build, "axis",
                     importIntAttribute(importer, axis));
  return importRowResult(importer, &build);
}

/// Before version 13 over all axes from `axis` on.
static bool importLogSoftmax(Importer *importer) {
  bool together = importer->opset < 13;
  RelaxLogSoftmaxArgs args = {0};
  int64_t axis;
  if (!readAxis(importer, together ? 1 : -1, &args.input, &axis))
    return false;
  args.axes = together ? graphAxes(importBuilder(importer), axis,
                                   relaxTensorInfoOf(args.input).rank)
                       : importIntsAttribute(importer, &axis, 1);
  return IMPORT_RESULT(importer, LogSoftmax, &args);
}

/// Before version 13 over all axes from `axis` on, as if they were one.
static bool importHardmax(Importer *importer) {
  bool together = importer->opset < 13;
  RelaxHardmaxArgs args = {0};
  int64_t axis;
  if (!readAxis(importer, together ? 1 : -1, &args.input, &axis))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(args.input);
  together &= axis != info.rank - 1;
  if (together) {
    if (!importBindOpen(importer, "input", &args.input))
      return false;
    info = relaxTensorInfoOf(args.input);
    args.input = composeFlatten(importer, args.input, axis);
    axis = 1;
  }
  args.axis = axis;
  GraphBuilder *g = importBuilder(importer);
  MlirValue y;
  if (!args.input.ptr || !IMPORT_VALUE(importer, Hardmax, &args, &y))
    return false;
  return composeResult(importer,
                       together ? graphReshape(g, y, info.rank, info.dims) : y);
}

#define BEST                                                                   \
  ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0},                         \
                  {"keepdims", ONNX_IS_FLAG, "keep_dims", .absent = 1},        \
                  {"select_last_index", ONNX_IS_FLAG, "last", .absent = 0})

#define CUMULATIVE                                                             \
  ONNX_ATTRIBUTES({"exclusive", ONNX_IS_FLAG, .absent = 0},                    \
                  {"reverse", ONNX_IS_FLAG, .absent = 0})

const OnnxOperator onnxScanOperators[] = {
    {"ArgMax", .types = ONNX_NUMBERS, BEST},
    {"ArgMin", .types = ONNX_NUMBERS, BEST},
    {"CumProd", importCumulative, .since = 26,
     .relax = "cumprod, dynamic_cumprod", .types = ONNX_WIDE, .inputs = {2, 2},
     CUMULATIVE},
    {"CumSum", importCumulative, .since = 11, .relax = "cumsum, dynamic_cumsum",
     .types = ONNX_WIDE, .inputs = {2, 2}, CUMULATIVE},
    {"Hardmax", importHardmax, .types = ONNX_FLOATS},
    {"LogSoftmax", importLogSoftmax, .types = ONNX_FLOATS},
    {0},
};
