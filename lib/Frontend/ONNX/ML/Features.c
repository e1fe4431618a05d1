//===- Features.c - choices and thresholds of ai.onnx.ml ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <math.h>

/// Elements along the last axis; of a vector, a row of them.
static bool importArrayFeatureExtractor(Importer *importer) {
  static const int64_t all = -1, row[] = {-1, 0};
  MlirValue x, places;
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &x, &info) ||
      !importOperand(importer, 1, &places))
    return false;
  if (info.rank == 0)
    return importOperandError(importer, 0, x, "expected rank 1 or more");
  RelaxTensorInfo own = relaxTensorInfoOf(places);
  if (!own.ranked || own.rank != 1)
    places =
        composeReshapeTo(importer, places, composeInts(importer, &all, 1), 1);
  MlirValue chosen =
      graphTake(importBuilder(importer), x, places, info.rank - 1);
  if (info.rank == 1)
    chosen = composeDims(importer, chosen, row, 2);
  return composeResult(importer, chosen);
}

/// 1 above the threshold, else 0.
static bool importBinarizer(Importer *importer) {
  GraphBuilder *g = importBuilder(importer);
  MlirValue x;
  float threshold;
  if (!importOperand(importer, 0, &x) ||
      !importFloat(importer, "threshold", 0, &threshold))
    return false;
  MlirType element = relaxTensorInfoOf(x).elementType;
  // An integer is above a fraction if it is above the integer below.
  double limit =
      mlirTypeIsAFloat(element) ? (double)threshold : floor((double)threshold);
  MlirValue above = composeLess(importer, graphNumberLike(g, limit, x), x);
  return composeResult(importer, graphCast(g, above, element));
}

const OnnxOperator onnxFeatureOperators[] = {
    {"ArrayFeatureExtractor", importArrayFeatureExtractor, .since = 1,
     .relax = "take", .types = ONNX_STRING | ONNX_FEATURES, .inputs = {2, 2}},
    {"Binarizer", importBinarizer, .since = 1, .relax = "less, cast",
     .types = ONNX_FEATURES},
    {0},
};
