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

static bool importArg(Importer *importer, bool max) {
  int64_t keep, last = 0, axis;
  MlirValue input;
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "keepdims", 1, &keep) ||
      !importInt(importer, "select_last_index", 0, &last) ||
      !readAxis(importer, 0, &input, &axis))
    return false;
  MlirLocation location = importResultLocation(importer, 0);
  RelaxArgMaxArgs most = {input, axis, keep, last};
  RelaxArgMinArgs least = {input, axis, keep, last};
  return importResult(importer, 0,
                      max ? relaxArgMaxCreate(location, &most)
                          : relaxArgMinCreate(location, &least));
}

static bool importArgMax(Importer *importer) {
  return importArg(importer, true);
}

static bool importArgMin(Importer *importer) {
  return importArg(importer, false);
}

static bool cumulative(Importer *importer, bool product, MlirValue input,
                       int64_t axis, int64_t exclusive, int64_t reverse) {
  RelaxCumsumArgs sum = {input, axis, exclusive, reverse};
  RelaxCumprodArgs times = {input, axis, exclusive, reverse};
  MlirLocation location = importResultLocation(importer, 0);
  return importResult(importer, 0,
                      product ? relaxCumprodCreate(location, &times)
                              : relaxCumsumCreate(location, &sum));
}

static bool importCumulative(Importer *importer, bool product) {
  int64_t exclusive, reverse, axis;
  const int64_t *values;
  size_t count;
  MlirValue x;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 2, 2) ||
      !importInt(importer, "exclusive", 0, &exclusive) ||
      !importInt(importer, "reverse", 0, &reverse) ||
      !importOperand(importer, 0, &x))
    return false;
  info = relaxTensorInfoOf(x);
  if (!info.ranked || info.rank == 0)
    return importOperandError(importer, 0, x,
                              "expected a known rank of at least 1");
  if (importIsConstant(importer, 1)) {
    if (!importConstantInts(importer, 1, "axis", &values, &count))
      return false;
    if (count != 1)
      return importError(importer, "axis: expected one integer");
    return importAxis(importer, values[0], info.rank, &axis) &&
           cumulative(importer, product, x, axis, exclusive, reverse);
  }
  MlirValue computed = composeScalar(importer, 1);
  RelaxDynamicCumsumArgs sum = {x, computed, exclusive, reverse};
  RelaxDynamicCumprodArgs times = {sum.input, sum.axis, sum.exclusive,
                                   sum.reverse};
  MlirLocation location = importResultLocation(importer, 0);
  return computed.ptr &&
         importResult(importer, 0,
                      product ? relaxDynamicCumprodCreate(location, &times)
                              : relaxDynamicCumsumCreate(location, &sum));
}

static bool importCumSum(Importer *importer) {
  return importCumulative(importer, false);
}

static bool importCumProd(Importer *importer) {
  return importCumulative(importer, true);
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
  if (!args.input.ptr ||
      !importInsert(
          importer,
          relaxHardmaxCreate(importResultLocation(importer, 0), &args), &y))
    return false;
  return composeResult(importer,
                       together ? graphReshape(g, y, info.rank, info.dims) : y);
}

const OnnxOperator onnxScanOperators[] = {
    {"ArgMax", importArgMax, 0, NULL, ONNX_NUMBERS, 0, 0},
    {"ArgMin", importArgMin, 0, NULL, ONNX_NUMBERS, 0, 0},
    {"CumProd", importCumProd, 26, "cumprod, dynamic_cumprod",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"CumSum", importCumSum, 11, "cumsum, dynamic_cumsum",
     ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64, 0, 0},
    {"Hardmax", importHardmax, 0, NULL, ONNX_FLOATS, 1, 1},
    {"LogSoftmax", importLogSoftmax, 0, NULL, ONNX_FLOATS, 1, 1},
    {0},
};
