//===- Normalization.c - ONNX operators that centre and scale -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Written out by their definition; fusion joins the steps again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>

/// Mean over the axes from `axis` on, which stay as extents of 1.
static bool mean(Importer *importer, MlirValue input, MlirAttribute axes,
                 MlirLocation location, MlirValue *result) {
  RelaxMeanArgs args = {.input = input,
                        .axes = axes,
                        .keep_dims = mlirUnitAttrGet(importer->context)};
  return importInsert(importer, relaxMeanCreate(location, &args), result);
}

/// A step of two operands, named output 0's name and a suffix.
#define STEP(Op, suffix, a, b, result)                                         \
  importInsert(importer,                                                       \
               relax##Op##Create(importHelperLocation(importer, suffix),       \
                                 &(Relax##Op##Args){a, b}),                    \
               result)

/// (x - mean) / sqrt(variance + epsilon) * scale + bias
static bool importLayerNormalization(Importer *importer) {
  MlirValue input, scale, bias = {NULL}, average, variance, centred, squares;
  MlirValue epsilonValue, shifted, normal, scaled;
  RelaxTensorInfo info;
  int64_t axis, stash;
  float epsilon;
  if (!importOperandCount(importer, 2, 3) ||
      !importInt(importer, "axis", -1, &axis) ||
      !importInt(importer, "stash_type", 1, &stash) ||
      !importFloat(importer, "epsilon", 1e-5f, &epsilon) ||
      !importRankedOperand(importer, &input, &info) ||
      !importOperand(importer, 1, &scale) ||
      (importHasOperand(importer, 2) && !importOperand(importer, 2, &bias)) ||
      !importAxis(importer, axis, info.rank, &axis))
    return false;
  if (!mlirTypeIsAF32(info.elementType) || stash != 1)
    return importError(
        importer, "expected f32 elements and stash_type 1, got %s and %" PRId64,
        relaxTypeText(importer->arena, mlirValueGetType(input)), stash);
  int64_t *list = ARENA_ARRAY(importer->arena, int64_t, info.rank);
  for (int64_t i = axis; i < info.rank; ++i)
    list[i - axis] = i;
  MlirAttribute axes =
      importIntsAttribute(importer, list, (size_t)(info.rank - axis));
  bool wantsMean = importer->node->n_output > 1 && *importer->node->output[1];
  MlirLocation meanLocation = wantsMean
                                  ? importResultLocation(importer, 1)
                                  : importHelperLocation(importer, "mean");
  if (!mean(importer, input, axes, meanLocation, &average) ||
      !STEP(Subtract, "centred", input, average, &centred) ||
      !STEP(Multiply, "squares", centred, centred, &squares) ||
      !mean(importer, squares, axes, importHelperLocation(importer, "variance"),
            &variance) ||
      !importFloatScalar(importer, info.elementType, (double)epsilon, "epsilon",
                         &epsilonValue) ||
      !STEP(Add, "shifted", variance, epsilonValue, &shifted))
    return false;
  RelaxRsqrtArgs root = {shifted};
  MlirValue inverse;
  if (!importInsert(
          importer,
          relaxRsqrtCreate(importHelperLocation(importer, "inverse"), &root),
          &inverse) ||
      !STEP(Multiply, "normal", centred, inverse, &normal) ||
      !STEP(Multiply, "scaled", normal, scale, &scaled) ||
      (bias.ptr && !STEP(Add, "biased", scaled, bias, &scaled)))
    return false;
  return importResultValue(importer, 0, scaled) &&
         importResultValue(importer, 1, average) &&
         importResultValue(importer, 2, inverse);
}

const OnnxOperator onnxNormalizationOperators[] = {
    {"LayerNormalization", importLayerNormalization, 17},
    {NULL, NULL, 0},
};
