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

/// What poolings have in common. ceil_mode means nothing beside SAME.
static bool readPool(Importer *importer, MlirValue *input,
                     RelaxWindow *window) {
  int64_t ceilMode;
  if (!importOperand(importer, 0, input) ||
      !importInt(importer, "ceil_mode", 0, &ceilMode) ||
      !importWindow(importer, *input, NULL, 0, window))
    return false;
  window->ceil_mode = ceilMode && !window->same.ptr;
  return true;
}

static bool importMaxPool(Importer *importer) {
  RelaxMaxPoolArgs args = {0};
  int64_t byColumns;
  MlirValue largest;
  if (!readPool(importer, &args.input, &args.window) ||
      !importInt(importer, "storage_order", 0, &byColumns) ||
      !IMPORT_VALUE(importer, MaxPool, &args, &largest) ||
      !importResultValue(importer, 0, largest))
    return false;
  if (importer->node->n_output < 2 || !*importer->node->output[1])
    return true;
  RelaxMaxPoolPlacesArgs places = {.input = args.input,
                                   .largest = largest,
                                   .by_columns = byColumns != 0,
                                   .window = args.window};
  return importResult(
      importer, 1,
      relaxMaxPoolPlacesCreate(importResultLocation(importer, 1), &places));
}

static bool importAveragePool(Importer *importer) {
  RelaxAvgPoolArgs args = {0};
  if (!readPool(importer, &args.input, &args.window) ||
      !importBool(importer, "count_include_pad", false, &args.include_pad))
    return false;
  return IMPORT_RESULT(importer, AvgPool, &args);
}

static bool importLpPool(Importer *importer) {
  RelaxLpPoolArgs args = {0};
  return readPool(importer, &args.input, &args.window) &&
         importInt(importer, "p", 2, &args.p) &&
         IMPORT_RESULT(importer, LpPool, &args);
}

static bool importMaxUnpool(Importer *importer) {
  RelaxMaxUnpoolArgs args = {0};
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !importOperand(importer, 1, &args.places) ||
      !importWindow(importer, args.input, NULL, 0, &args.window))
    return false;
  if (importHasOperand(importer, 2)) {
    args.extended = true;
    args.sizes = composeVector(importer, 2, info.rank);
    if (!args.sizes.ptr)
      return false;
  }
  return IMPORT_RESULT(importer, MaxUnpool, &args);
}

const OnnxOperator onnxPoolingOperators[] = {
    {"AveragePool", importAveragePool, .relax = "avg_pool",
     .types = ONNX_FLOATS},
    {"GlobalLpPool", .types = ONNX_FLOATS,
     ONNX_ATTRIBUTES({"p", ONNX_IS_INT, .absent = 2})},
    {"LpPool", importLpPool, .types = ONNX_FLOATS},
    {"MaxPool", importMaxPool, .relax = "max_pool, max_pool_places",
     .types = ONNX_FLOATS | ONNX_I8 | ONNX_U8},
    {"MaxUnpool", importMaxUnpool, .since = 9, .types = ONNX_FLOATS,
     .inputs = {2, 3}},
    {0},
};
