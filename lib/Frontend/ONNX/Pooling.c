//===- Pooling.c - ONNX poolings ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Pad.gen.h"
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

//===----------------------------------------------------------------------===//
// Poolings that are written with sums of windows
//===----------------------------------------------------------------------===//

static MlirValue sumPool(Importer *importer, const ImportWindow *window,
                         int64_t ceilMode, MlirValue input) {
  RelaxSumPoolArgs args = {
      .input = input,
      .window = importIntsAttribute(importer, window->extents, window->rank),
      .strides = importIntsAttribute(importer, window->strides, window->rank),
      .pads = importIntsAttribute(importer, window->pads, 2 * window->rank),
      .dilations =
          importIntsAttribute(importer, window->dilations, window->rank)};
  if (ceilMode)
    args.ceil_mode = mlirUnitAttrGet(importer->context);
  MlirValue result;
  return input.ptr && importPadSame(importer, &window->same, 0, &args.input) &&
                 importInsert(
                     importer,
                     relaxSumPoolCreate(
                         importHelperLocation(importer, "window"), &args),
                     &result)
             ? result
             : (MlirValue){NULL};
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
  MlirValue one = composeNumber(importer, 1, input);
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

/// (sum of |x|^p)^(1/p)
static bool importLpPool(Importer *importer) {
  ImportWindow window = {0};
  int64_t ceilMode, p;
  MlirValue input;
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importInt(importer, "p", 2, &p) ||
      !importWindow(importer, input, NULL, &window))
    return false;
  MlirValue size = composeAbs(importer, input);
  MlirValue powers =
      composePower(importer, size, composeNumber(importer, (double)p, input));
  MlirValue sum = sumPool(importer, &window, ceilMode, powers);
  return composeResult(
      importer, composePower(importer, sum,
                             composeNumber(importer, 1 / (double)p, input)));
}

/// The same over all of a channel.
static bool importGlobalLpPool(Importer *importer) {
  MlirValue x;
  RelaxTensorInfo info;
  int64_t p;
  if (!importOperandCount(importer, 1, 1) || !importInt(importer, "p", 2, &p) ||
      !importRankedOperand(importer, &x, &info))
    return false;
  MlirValue powers = composePower(importer, composeAbs(importer, x),
                                  composeNumber(importer, (double)p, x));
  MlirValue sum =
      composeSum(importer, powers, composeAxes(importer, 2, info.rank),
                 composeKeep(importer));
  return composeResult(
      importer,
      composePower(importer, sum, composeNumber(importer, 1 / (double)p, x)));
}

//===----------------------------------------------------------------------===//
// MaxUnpool: elements go to the numbers that a pooling gave, others are 0
//===----------------------------------------------------------------------===//

/// The extents that the pooled image had, at least: (extent - 1) * stride +
/// window - padding.
static MlirValue unpooledShape(Importer *importer, const ImportWindow *window,
                               MlirValue x) {
  MlirValue shape = composeShape(importer, x);
  int64_t rank = (int64_t)window->rank;
  int64_t *rest = ARENA_ARRAY(importer->arena, int64_t, rank);
  for (int64_t i = 0; i < rank; ++i)
    rest[i] = window->extents[i] - window->strides[i] - window->pads[i] -
              window->pads[rank + i];
  MlirValue spatial = composeAdd(
      importer,
      composeMultiply(importer, composePart(importer, shape, 2, 2 + rank),
                      composeInts(importer, window->strides, window->rank)),
      composeInts(importer, rest, window->rank));
  MlirValue parts[] = {
      composePart(importer, shape, 0, 2),
      composeMaximum(importer, spatial, composeNumber(importer, 0, spatial))};
  return composeConcat(importer, parts, 2, 0);
}

/// `y` with zeros behind it, up to the extents that operand 2 has.
static MlirValue extend(Importer *importer, MlirValue y, MlirValue shape,
                        int64_t rank) {
  MlirValue wanted = composeVector(importer, 2, rank);
  MlirValue more = composeSubtract(importer, wanted, shape);
  MlirValue widths[] = {composeTimes(importer, more, 0), more};
  int64_t *axes = ARENA_ARRAY(importer->arena, int64_t, rank);
  for (int64_t i = 0; i < rank; ++i)
    axes[i] = i;
  RelaxDynamicPadArgs args = {
      .input = y,
      .widths = composeConcat(importer, widths, 2, 0),
      .axes = importIntsAttribute(importer, axes, (size_t)rank),
      .mode = mlirStringAttrGet(importer->context,
                                mlirStringRefCreateFromCString("constant"))};
  if (!y.ptr || !args.widths.ptr)
    return (MlirValue){NULL};
  args.resultType = composeOpenType(importer, y, rank);
  MlirValue result;
  return importInsert(importer,
                      relaxDynamicPadCreate(
                          importHelperLocation(importer, "extended"), &args),
                      &result)
             ? result
             : (MlirValue){NULL};
}

static bool importMaxUnpool(Importer *importer) {
  ImportWindow window = {0};
  RelaxTensorInfo info;
  RelaxScatterElementsArgs args = {0};
  static const int64_t all = -1;
  MlirValue x, indices, flat;
  if (!importOperandCount(importer, 2, 3) ||
      !importRankedOperand(importer, &x, &info) ||
      !importOperand(importer, 1, &indices) ||
      !importWindow(importer, x, NULL, &window))
    return false;
  indices = composeMatch(importer, indices, info.rank, info.dims, x);
  MlirValue shape = unpooledShape(importer, &window, x);
  MlirValue whole = composeInts(importer, &all, 1);
  MlirAttribute one = symConstAttribute(importer->context, 1);
  MlirValue total =
      composeReshape(importer, composeProduct(importer, shape), 1, &one);
  args.updates = composeReshapeTo(importer, x, whole, 1);
  args.indices = composeReshapeTo(importer, indices, whole, 1);
  args.input =
      composeExpandTo(importer, composeNumber(importer, 0, x), total, 1);
  args.axis = mlirIntegerAttrGet(composeI64(importer), 0);
  if (!args.updates.ptr || !args.indices.ptr || !args.input.ptr ||
      !importInsert(importer,
                    relaxScatterElementsCreate(
                        importHelperLocation(importer, "placed"), &args),
                    &flat))
    return false;
  MlirValue y = composeReshapeTo(importer, flat, shape, info.rank);
  return composeResult(importer, importHasOperand(importer, 2)
                                     ? extend(importer, y, shape, info.rank)
                                     : y);
}

const OnnxOperator onnxPoolingOperators[] = {
    {"AveragePool", importAveragePool, 0, "avg_pool, divide"},
    {"GlobalLpPool", importGlobalLpPool, 0, "abs, power, sum"},
    {"LpPool", importLpPool, 0, "power, sum_pool"},
    {"MaxPool", importMaxPool, 0, "max_pool, max_pool_places"},
    {"MaxUnpool", importMaxUnpool, 9, "scatter_elements, dynamic_pad"},
    {NULL, NULL, 0, NULL},
};
