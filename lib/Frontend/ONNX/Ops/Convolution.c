//===- Convolution.c - ONNX sliding windows -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/Convolution.h"
#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

bool importWindowInts(Importer *importer, const char *name, size_t count,
                      int64_t low, int64_t absent, int64_t **out) {
  const int64_t *values;
  size_t numValues;
  bool given;
  if (!importInts(importer, name, &values, &numValues, &given))
    return false;
  if (given && numValues != count)
    return importError(importer, "attribute '%s': expected %zu values, got %zu",
                       name, count, numValues);
  *out = ARENA_ARRAY(importer->arena, int64_t, count);
  for (size_t i = 0; i < count; ++i) {
    (*out)[i] = given ? values[i] : absent;
    // Far below overflow of what is computed from them.
    if ((*out)[i] < low || (*out)[i] > INT32_MAX)
      return importError(
          importer, "attribute '%s': expected %" PRId64 " to %d, got %" PRId64,
          name, low, INT32_MAX, (*out)[i]);
  }
  return true;
}

/// The extent of a weight's window, `*known` unless only the run knows it.
/// Where the attribute (`*extent`) says it, the weight has to have it.
static bool weightExtent(Importer *importer, MlirValue *weight, size_t i,
                         int64_t *extent, bool *known) {
  MlirAttribute dim = relaxTensorInfoOf(*weight).dims[i + 2];
  *known = symAttributeIsConst(dim, extent) || *extent != 0;
  return !*known ||
         importEqualDim(importer, weight, (intptr_t)i + 2,
                        symConstAttribute(importer->context, *extent), *weight);
}

bool importWindow(Importer *importer, MlirValue input, MlirValue *weight,
                  ImportWindow *window) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!info.ranked || info.rank < 3)
    return importOperandError(importer, 0, input, "expected rank 3 or more");
  window->rank = (size_t)info.rank - 2;
  const char *autoPad;
  // A kernel_shape that is left out stays 0.
  if (!importWindowInts(importer, "kernel_shape", window->rank, 0, 0,
                        &window->extents) ||
      !importWindowInts(importer, "strides", window->rank, 1, 1,
                        &window->strides) ||
      !importWindowInts(importer, "dilations", window->rank, 1, 1,
                        &window->dilations) ||
      !importWindowInts(importer, "pads", 2 * window->rank, 0, 0,
                        &window->pads) ||
      !importText(importer, "auto_pad", "NOTSET", &autoPad))
    return false;
  if (weight) {
    RelaxTensorInfo kernel = relaxTensorInfoOf(*weight);
    if (!kernel.ranked || kernel.rank != info.rank)
      return importOperandError(importer, window->weightIndex, *weight,
                                "expected rank %ld", (long)info.rank);
  }
  for (size_t i = 0; i < window->rank; ++i) {
    int64_t extent = window->extents[i];
    bool known = true;
    if (weight && !weightExtent(importer, weight, i, &extent, &known))
      return false;
    if (!known) // a convolution takes it from its weight
      continue;
    if (extent < 1 || extent > INT32_MAX)
      return importError(importer,
                         "attribute 'kernel_shape': expected 1 to %d, got "
                         "%" PRId64,
                         INT32_MAX, extent);
    if (window->extents[i] != 0 && window->extents[i] != extent)
      return importError(importer,
                         "attribute 'kernel_shape': expected %" PRId64
                         " as in the weight, got %" PRId64,
                         extent, window->extents[i]);
    window->extents[i] = extent;
  }
  bool upper = strcmp(autoPad, "SAME_UPPER") == 0;
  if (upper || strcmp(autoPad, "SAME_LOWER") == 0)
    return importSamePads(importer, input, weight, upper ? "upper" : "lower",
                          window);
  if (strcmp(autoPad, "VALID") == 0)
    memset(window->pads, 0, 2 * window->rank * sizeof *window->pads);
  else if (strcmp(autoPad, "NOTSET") != 0)
    return importError(importer,
                       "attribute 'auto_pad': expected 'NOTSET', 'SAME_UPPER', "
                       "'SAME_LOWER' or 'VALID', got '%s'",
                       autoPad);
  return true;
}

/// The bias [C] as [C, 1, ...], to be added to [N, C, ...].
static bool channelBias(Importer *importer, size_t spatialRank,
                        MlirValue weight, MlirValue *bias) {
  RelaxTensorInfo info = relaxTensorInfoOf(*bias);
  if (!info.ranked || info.rank != 1)
    return importOperandError(importer, 2, *bias, "expected rank 1");
  if (!importEqualDim(importer, bias, 0, relaxTensorInfoOf(weight).dims[0],
                      weight))
    return false;
  info = relaxTensorInfoOf(*bias);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, spatialRank + 1);
  dims[0] = info.dims[0];
  for (size_t i = 1; i <= spatialRank; ++i)
    dims[i] = symConstAttribute(importer->context, 1);
  RelaxReshapeArgs args = {
      .input = *bias,
      .resultType =
          relaxTensorTypeOf(info.elementType, (intptr_t)spatialRank + 1, dims)};
  return importInsert(
      importer,
      relaxReshapeCreate(importHelperLocation(importer, "bias"), &args), bias);
}

bool importConvolution(Importer *importer, MlirValue *input, MlirValue *weight,
                       size_t weightIndex, ImportConv *conv) {
  ImportWindow window = {.weightIndex = weightIndex};
  int64_t groups;
  if (!importInt(importer, "group", 1, &groups) ||
      !importWindow(importer, *input, weight, &window))
    return false;
  if (groups < 1)
    return importError(importer,
                       "attribute 'group': expected at least 1, got "
                       "%" PRId64,
                       groups);
  *conv =
      (ImportConv){window.rank,
                   importIntsAttribute(importer, window.strides, window.rank),
                   importIntsAttribute(importer, window.pads, 2 * window.rank),
                   importIntsAttribute(importer, window.dilations, window.rank),
                   groups,
                   window.same};
  return importAgree(importer, relaxConvAgreements,
                     &(RelaxConvArgs){.groups = groups},
                     (MlirValue *[]){input, weight}, 2);
}

static bool importConv(Importer *importer) {
  RelaxConvArgs args = {0};
  ImportConv conv;
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.weight) ||
      !importConvolution(importer, &args.input, &args.weight, 1, &conv))
    return false;
  args.strides = conv.strides;
  args.pads = conv.pads;
  args.dilations = conv.dilations;
  args.groups = conv.groups;
  args.same = conv.same;
  if (!importHasOperand(importer, 2))
    return importResult(
        importer, 0, relaxConvCreate(importResultLocation(importer, 0), &args));
  RelaxAddArgs sum = {0};
  return importInsert(
             importer,
             relaxConvCreate(importHelperLocation(importer, "conv"), &args),
             &sum.lhs) &&
         importOperand(importer, 2, &sum.rhs) &&
         channelBias(importer, conv.spatial, args.weight, &sum.rhs) &&
         importResult(importer, 0,
                      relaxAddCreate(importResultLocation(importer, 0), &sum));
}

const OnnxOperator onnxConvolutionOperators[] = {
    {"Conv", importConv, 0, "conv, add", ONNX_FLOATS, 2, 3},
    {0},
};
