//===- Pooling.c - ONNX poolings ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Unpool.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"

/// The second output.
static bool importPlaces(Importer *importer, const RelaxMaxPoolArgs *pool,
                         bool byColumns, MlirValue largest) {
  RelaxMaxPoolPlacesArgs args = {.input = pool->input,
                                 .largest = largest,
                                 .window = pool->window,
                                 .strides = pool->strides,
                                 .pads = pool->pads,
                                 .dilations = pool->dilations,
                                 .ceil_mode = pool->ceil_mode,
                                 .same = pool->same};
  if (byColumns)
    args.by_columns = true;
  return importResult(
      importer, 1,
      relaxMaxPoolPlacesCreate(importResultLocation(importer, 1), &args));
}

/// What poolings have in common. ceil_mode means nothing beside SAME.
static bool readPool(Importer *importer, RelaxMaxPoolArgs *args) {
  ImportWindow window = {0};
  int64_t ceilMode;
  *args = (RelaxMaxPoolArgs){.input = {NULL}};
  if (!importOperandCount(importer, 1, 1) ||
      !importOperand(importer, 0, &args->input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importWindow(importer, args->input, NULL, &window))
    return false;
  args->window = importIntsAttribute(importer, window.extents, window.rank);
  args->strides = importIntsAttribute(importer, window.strides, window.rank);
  args->pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  args->dilations =
      importIntsAttribute(importer, window.dilations, window.rank);
  args->same = window.same;
  if (ceilMode && !window.same.ptr)
    args->ceil_mode = true;
  return true;
}

static bool importMaxPool(Importer *importer) {
  RelaxMaxPoolArgs args;
  int64_t byColumns;
  MlirValue largest;
  bool wanted = importer->node->n_output > 1 && *importer->node->output[1];
  return readPool(importer, &args) &&
         importInt(importer, "storage_order", 0, &byColumns) &&
         importInsert(
             importer,
             relaxMaxPoolCreate(importResultLocation(importer, 0), &args),
             &largest) &&
         importResultValue(importer, 0, largest) &&
         (!wanted || importPlaces(importer, &args, byColumns != 0, largest));
}

static bool importAveragePool(Importer *importer) {
  RelaxMaxPoolArgs pool;
  int64_t includePad;
  if (!readPool(importer, &pool) ||
      !importInt(importer, "count_include_pad", 0, &includePad))
    return false;
  RelaxAvgPoolArgs args = {.input = pool.input,
                           .window = pool.window,
                           .strides = pool.strides,
                           .pads = pool.pads,
                           .dilations = pool.dilations,
                           .ceil_mode = pool.ceil_mode,
                           .same = pool.same};
  if (includePad)
    args.include_pad = true;
  return importResult(
      importer, 0,
      relaxAvgPoolCreate(importResultLocation(importer, 0), &args));
}

static bool importLpPool(Importer *importer) {
  RelaxMaxPoolArgs pool;
  int64_t p;
  if (!readPool(importer, &pool) || !importInt(importer, "p", 2, &p))
    return false;
  RelaxLpPoolArgs args = {.input = pool.input,
                          .window = pool.window,
                          .strides = pool.strides,
                          .pads = pool.pads,
                          .dilations = pool.dilations,
                          .ceil_mode = pool.ceil_mode,
                          .p = p,
                          .same = pool.same};
  return importResult(
      importer, 0, relaxLpPoolCreate(importResultLocation(importer, 0), &args));
}

static bool importGlobalLpPool(Importer *importer) {
  RelaxGlobalLpPoolArgs args = {0};
  int64_t p;
  if (!importInt(importer, "p", 2, &p) ||
      !importOperand(importer, 0, &args.input))
    return false;
  args.p = p;
  return importResult(
      importer, 0,
      relaxGlobalLpPoolCreate(importResultLocation(importer, 0), &args));
}

static bool importMaxUnpool(Importer *importer) {
  ImportWindow window = {0};
  RelaxMaxUnpoolArgs args = {0};
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.places) ||
      !importWindow(importer, args.input, NULL, &window))
    return false;
  args.window = importIntsAttribute(importer, window.extents, window.rank);
  args.strides = importIntsAttribute(importer, window.strides, window.rank);
  args.pads = importIntsAttribute(importer, window.pads, 2 * window.rank);
  if (importHasOperand(importer, 2)) {
    args.extended = true;
    args.sizes = composeVector(importer, 2, info.rank);
    if (!args.sizes.ptr)
      return false;
  }
  return importResult(
      importer, 0,
      relaxMaxUnpoolCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxPoolingOperators[] = {
    {"AveragePool", importAveragePool, 0, "avg_pool", ONNX_FLOATS, 0, 0},
    {"GlobalLpPool", importGlobalLpPool, 0, NULL, ONNX_FLOATS, 1, 1},
    {"LpPool", importLpPool, 0, NULL, ONNX_FLOATS, 0, 0},
    {"MaxPool", importMaxPool, 0, "max_pool, max_pool_places",
     ONNX_FLOATS | ONNX_I8 | ONNX_U8, 0, 0},
    {"MaxUnpool", importMaxUnpool, 9, NULL, ONNX_FLOATS, 2, 3},
    {0},
};
