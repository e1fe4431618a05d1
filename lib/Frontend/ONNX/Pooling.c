//===- Pooling.c - ONNX poolings ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Unpool.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Convolution.h"
#include "lib/Frontend/ONNX/Operators.h"

/// The second output.
static bool importPlaces(Importer *importer, const RelaxMaxPoolArgs *pool,
                         bool byColumns, MlirValue largest) {
  RelaxMaxPoolPlacesArgs args = {.input = pool->input,
                                 .largest = largest,
                                 .window = pool->window,
                                 .strides = pool->strides,
                                 .pads = pool->pads,
                                 .dilations = pool->dilations,
                                 .ceil_mode = pool->ceil_mode};
  if (byColumns)
    args.by_columns = mlirUnitAttrGet(importer->context);
  return importResult(
      importer, 1,
      relaxMaxPoolPlacesCreate(importResultLocation(importer, 1), &args));
}

static bool importMaxPool(Importer *importer) {
  ImportWindow window = {0};
  RelaxMaxPoolArgs args = {0};
  int64_t ceilMode, byColumns;
  MlirValue largest;
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &args.input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importInt(importer, "storage_order", 0, &byColumns) ||
      !importWindow(importer, args.input, NULL, &window))
    return false;
  // Places are counted in an input without margins.
  bool wanted = importer->node->n_output > 1 && *importer->node->output[1];
  if (wanted && window.same.wanted)
    return importOperandError(importer, 0, args.input,
                              "auto_pad: output 1 needs literal spatial "
                              "extents");
  if (!importPadSame(importer, &window.same,
                     importLowest(relaxTensorInfoOf(args.input).elementType),
                     &args.input))
    return false;
  args.window = importIntsAttribute(importer, window.extents, window.rank);
  args.strides = importIntsAttribute(importer, window.strides, window.rank);
  args.pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  args.dilations = importIntsAttribute(importer, window.dilations, window.rank);
  if (ceilMode)
    args.ceil_mode = mlirUnitAttrGet(importer->context);
  return importInsert(
             importer,
             relaxMaxPoolCreate(importResultLocation(importer, 0), &args),
             &largest) &&
         importResultValue(importer, 0, largest) &&
         (!wanted || importPlaces(importer, &args, byColumns != 0, largest));
}

static MlirValue average(Importer *importer, RelaxAvgPoolArgs args) {
  MlirValue result = {NULL};
  importInsert(
      importer,
      relaxAvgPoolCreate(importHelperLocation(importer, "window"), &args),
      &result);
  return result;
}

/// Padding that only the run knows: means of padded input and padded ones.
static bool averageSame(Importer *importer, const ImportWindow *window,
                        MlirValue input, RelaxAvgPoolArgs args) {
  MlirValue sum = average(importer, args);
  MlirValue one = graphNumberLike(importBuilder(importer), 1, input);
  args.input =
      composeWhere(importer, composeEqual(importer, input, input), one, one);
  return args.input.ptr && sum.ptr &&
         importPadSame(importer, &window->same, 0, &args.input) &&
         composeResult(importer,
                       composeDivide(importer, sum, average(importer, args)));
}

static bool importAveragePool(Importer *importer) {
  ImportWindow window = {0};
  int64_t ceilMode, includePad;
  RelaxAvgPoolArgs args = {0};
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &args.input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importInt(importer, "count_include_pad", 0, &includePad) ||
      !importWindow(importer, args.input, NULL, &window))
    return false;
  MlirValue input = args.input;
  if (!importPadSame(importer, &window.same, 0, &args.input))
    return false;
  args.window = importIntsAttribute(importer, window.extents, window.rank);
  args.strides = importIntsAttribute(importer, window.strides, window.rank);
  args.pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  args.dilations = importIntsAttribute(importer, window.dilations, window.rank);
  if (ceilMode)
    args.ceil_mode = mlirUnitAttrGet(importer->context);
  if (includePad)
    args.include_pad = mlirUnitAttrGet(importer->context);
  if (window.same.wanted && !includePad)
    return averageSame(importer, &window, input, args);
  return importResult(
      importer, 0,
      relaxAvgPoolCreate(importResultLocation(importer, 0), &args));
}

static MlirAttribute integer(Importer *importer, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), value);
}

static bool importLpPool(Importer *importer) {
  ImportWindow window = {0};
  RelaxLpPoolArgs args = {0};
  int64_t ceilMode, p;
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &args.input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importInt(importer, "p", 2, &p) ||
      !importWindow(importer, args.input, NULL, &window) ||
      !importPadSame(importer, &window.same, 0, &args.input))
    return false;
  args.window = importIntsAttribute(importer, window.extents, window.rank);
  args.strides = importIntsAttribute(importer, window.strides, window.rank);
  args.pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  args.dilations = importIntsAttribute(importer, window.dilations, window.rank);
  args.p = integer(importer, p);
  if (ceilMode)
    args.ceil_mode = mlirUnitAttrGet(importer->context);
  return importResult(
      importer, 0, relaxLpPoolCreate(importResultLocation(importer, 0), &args));
}

static bool importGlobalLpPool(Importer *importer) {
  RelaxGlobalLpPoolArgs args = {0};
  int64_t p;
  if (!importOperandCount(importer, 1, 1) || !importInt(importer, "p", 2, &p) ||
      !importOperand(importer, 0, &args.input))
    return false;
  args.p = integer(importer, p);
  return importResult(
      importer, 0,
      relaxGlobalLpPoolCreate(importResultLocation(importer, 0), &args));
}

static bool importMaxUnpool(Importer *importer) {
  ImportWindow window = {0};
  RelaxMaxUnpoolArgs args = {0};
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 2, 3) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.places) ||
      !importWindow(importer, args.input, NULL, &window))
    return false;
  args.window = importIntsAttribute(importer, window.extents, window.rank);
  args.strides = importIntsAttribute(importer, window.strides, window.rank);
  args.pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  if (importHasOperand(importer, 2)) {
    args.extended = mlirUnitAttrGet(importer->context);
    args.sizes = composeVector(importer, 2, info.rank);
    if (!args.sizes.ptr)
      return false;
  }
  return importResult(
      importer, 0,
      relaxMaxUnpoolCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxPoolingOperators[] = {
    {"AveragePool", importAveragePool, 0, "avg_pool, divide"},
    {"GlobalLpPool", importGlobalLpPool, 0, NULL},
    {"LpPool", importLpPool, 0, NULL},
    {"MaxPool", importMaxPool, 0, "max_pool, max_pool_places"},
    {"MaxUnpool", importMaxUnpool, 9, NULL},
    {NULL, NULL, 0, NULL},
};
