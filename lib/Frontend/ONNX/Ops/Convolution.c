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

bool importAutoPad(Importer *importer, size_t *mode) {
  static const char words[] = "NOTSET, SAME_UPPER, SAME_LOWER, VALID";
  return importWord(importer, "auto_pad", words, mode);
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
                  size_t weightIndex, RelaxWindow *window) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!info.ranked || info.rank < 3)
    return importOperandError(importer, 0, input, "expected rank 3 or more");
  size_t rank = (size_t)info.rank - 2;
  int64_t *extents, *strides, *dilations, *pads;
  size_t autoPad;
  // A kernel_shape that is left out stays 0.
  if (!importWindowInts(importer, "kernel_shape", rank, 0, 0, &extents) ||
      !importWindowInts(importer, "strides", rank, 1, 1, &strides) ||
      !importWindowInts(importer, "dilations", rank, 1, 1, &dilations) ||
      !importWindowInts(importer, "pads", 2 * rank, 0, 0, &pads) ||
      !importAutoPad(importer, &autoPad))
    return false;
  *window = (RelaxWindow){.extents = {info.rank - 2, extents},
                          .strides = {info.rank - 2, strides},
                          .pads = {2 * (info.rank - 2), pads},
                          .dilations = {info.rank - 2, dilations}};
  if (weight) {
    RelaxTensorInfo kernel = relaxTensorInfoOf(*weight);
    if (!kernel.ranked || kernel.rank != info.rank)
      return importOperandError(importer, weightIndex, *weight,
                                "expected rank %ld", (long)info.rank);
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t extent = extents[i];
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
    if (extents[i] != 0 && extents[i] != extent)
      return importError(importer,
                         "attribute 'kernel_shape': expected %" PRId64
                         " as in the weight, got %" PRId64,
                         extent, extents[i]);
    extents[i] = extent;
  }
  if (autoPad == PADS_UPPER || autoPad == PADS_LOWER)
    return importSamePads(importer, input, weight,
                          autoPad == PADS_UPPER ? "upper" : "lower", window);
  if (autoPad == PADS_NONE)
    memset(pads, 0, 2 * rank * sizeof *pads);
  return true;
}

/// The bias [C] as [C, 1, ...], to be added to [N, C, ...].
static bool channelBias(Importer *importer, intptr_t spatialRank,
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
  for (intptr_t i = 1; i <= spatialRank; ++i)
    dims[i] = symConstAttribute(importer->context, 1);
  RelaxReshapeArgs args = {
      .input = *bias,
      .resultType = relaxTensorTypeOf(info.elementType, spatialRank + 1, dims)};
  return IMPORT_HELPER(importer, "bias", Reshape, &args, bias);
}

bool importConvolution(Importer *importer, MlirValue *input, MlirValue *weight,
                       size_t weightIndex, RelaxWindow *window) {
  int64_t groups;
  if (!importInt(importer, "group", 1, &groups) ||
      !importWindow(importer, *input, weight, weightIndex, window))
    return false;
  if (groups < 1)
    return importError(importer,
                       "attribute 'group': expected at least 1, got "
                       "%" PRId64,
                       groups);
  window->groups = groups;
  return importAgree(importer, relaxConvAgreements,
                     &(RelaxConvArgs){.window = *window},
                     (MlirValue *[]){input, weight}, 2);
}

static bool importConv(Importer *importer) {
  RelaxConvArgs args = {0};
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.weight) ||
      !importConvolution(importer, &args.input, &args.weight, 1, &args.window))
    return false;
  if (!importHasOperand(importer, 2))
    return IMPORT_RESULT(importer, Conv, &args);
  RelaxAddArgs sum = {0};
  return IMPORT_HELPER(importer, "conv", Conv, &args, &sum.lhs) &&
         importOperand(importer, 2, &sum.rhs) &&
         channelBias(importer, args.window.strides.count, args.weight,
                     &sum.rhs) &&
         IMPORT_RESULT(importer, Add, &sum);
}

const OnnxOperator onnxConvolutionOperators[] = {
    {"Conv", importConv, .relax = "conv, add", .types = ONNX_FLOATS,
     .inputs = {2, 3}},
    {0},
};
