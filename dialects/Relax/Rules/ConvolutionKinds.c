//===- ConvolutionKinds.c - rules of transposed and causal convolutions ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Dims.h"

//===----------------------------------------------------------------------===//
// conv_transpose
//===----------------------------------------------------------------------===//

static bool checkWindow(RelaxDims *dims, const RelaxWindow *w) {
  intptr_t spatial = w->strides.count;
  if (w->groups >= 1 &&
      relaxIntegersWithin(w->strides, spatial, 1, INT64_MAX) &&
      relaxIntegersWithin(w->dilations, spatial, 1, INT64_MAX) &&
      relaxIntegersWithin(w->pads, 2 * spatial, 0, INT64_MAX) &&
      relaxIntegersWithin(w->extra, spatial, 0, INT64_MAX))
    return true;
  return relaxDimsError(
      dims,
      "expected a stride and a dilation of at least 1, two pads and an output "
      "padding of at least 0 for each spatial dimension, and groups");
}

static SymExpr spread(RelaxDims *dims, const RelaxWindow *w, intptr_t i,
                      SymExpr input, SymExpr window) {
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr steps = relaxDimsMul(dims, relaxDimsConst(dims, w->strides.values[i]),
                               relaxDimsSub(dims, input, one));
  SymExpr reach =
      relaxDimsMul(dims, relaxDimsConst(dims, w->dilations.values[i]),
                   relaxDimsSub(dims, window, one));
  SymExpr total = relaxDimsAdd(dims, relaxDimsAdd(dims, steps, reach), one);
  total = relaxDimsAdd(dims, total, relaxDimsConst(dims, w->extra.values[i]));
  total = relaxDimsSub(dims, total, relaxDimsConst(dims, w->pads.values[i]));
  return relaxDimsClamp(
      dims,
      relaxDimsSub(dims, total,
                   relaxDimsConst(dims, w->pads.values[w->strides.count + i])));
}

static bool checkGroups(RelaxDims *dims, RelaxTensorInfo weight,
                        int64_t groups) {
  int64_t channels;
  return !symAttributeIsConst(weight.dims[0], &channels) ||
         channels % groups == 0 ||
         relaxDimsMisfit(dims, "weight", "channels that the groups divide",
                         weight);
}

bool relaxConvTransposeInferTypes(RelaxDims *dims,
                                  const RelaxConvTransposeArgs *args,
                                  MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo weight = relaxTensorInfoOf(args->weight);
  const RelaxWindow *w = &args->window;
  intptr_t spatial = w->strides.count;
  if (!relaxSameElements(dims, input, weight) || !checkWindow(dims, w))
    return false;
  if (input.ranked && input.rank != spatial + 2)
    return relaxDimsMisfit(dims, "input", "two dimensions more than strides",
                           input);
  if (weight.ranked && weight.rank != spatial + 2)
    return relaxDimsMisfit(dims, "weight", "two dimensions more than strides",
                           weight);
  *result = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked || !weight.ranked)
    return true;
  if (!checkGroups(dims, weight, w->groups))
    return false;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  out[0] = input.dims[0];
  out[1] = relaxDimsAttribute(
      dims, relaxDimsMul(dims, relaxDimsConst(dims, w->groups),
                         relaxDimsOf(dims, weight.dims[1])));
  for (intptr_t i = 0; i < spatial; ++i)
    out[2 + i] = relaxDimsAttribute(
        dims, spread(dims, w, i, relaxDimsOf(dims, input.dims[2 + i]),
                     relaxDimsOf(dims, weight.dims[2 + i])));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return true;
}

//===----------------------------------------------------------------------===//
// depthwise_conv, causal_conv
//===----------------------------------------------------------------------===//

/// Element types, the input's rank and the weight; `*width` is the window less
/// one.
static bool checkWeight(RelaxDims *dims, MlirValue input, MlirValue weight,
                        SymExpr *width) {
  RelaxTensorInfo x = relaxTensorInfoOf(input), w = relaxTensorInfoOf(weight);
  *width = symExprUnknown(dims->arena);
  if (!relaxSameElements(dims, x, w))
    return false;
  if (!mlirTypeIsAFloat(x.elementType) || (x.ranked && x.rank != 3))
    return relaxDimsMisfit(dims, "input", "float elements and rank 3", x);
  if (w.ranked && w.rank == 3)
    *width =
        relaxDimsClamp(dims, relaxDimsSub(dims, relaxDimsOf(dims, w.dims[2]),
                                          relaxDimsConst(dims, 1)));
  SymExpr any = symExprUnknown(dims->arena);
  SymExpr expected[] = {x.ranked ? relaxDimsOf(dims, x.dims[1]) : any,
                        relaxDimsConst(dims, 1), any};
  return relaxDimsCheckShape(dims, "weight", weight, 3, expected,
                             "[channels, 1, window]");
}

bool relaxDepthwiseConvInferTypes(RelaxDims *dims,
                                  const RelaxDepthwiseConvArgs *args,
                                  MlirType *results) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  RelaxTensorInfo w = relaxTensorInfoOf(args->weight);
  SymExpr width;
  if (!checkWeight(dims, args->input, args->weight, &width))
    return false;
  results[0] = relaxUnrankedTensorType(x.elementType);
  if (!x.ranked || !w.ranked)
    return true;
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr starts = relaxDimsAdd(dims, relaxDimsOf(dims, x.dims[2]), one);
  SymExpr count = relaxDimsClamp(
      dims, relaxDimsSub(dims, starts, relaxDimsOf(dims, w.dims[2])));
  MlirAttribute out[] = {x.dims[0], x.dims[1], relaxDimsAttribute(dims, count)};
  results[0] = relaxTensorTypeOf(x.elementType, 3, out);
  return true;
}

bool relaxCausalConvInferTypes(RelaxDims *dims, const RelaxCausalConvArgs *args,
                               MlirType *results) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  SymExpr width, any = symExprUnknown(dims->arena);
  if (!checkWeight(dims, args->input, args->weight, &width))
    return false;
  SymExpr state[] = {x.ranked ? relaxDimsOf(dims, x.dims[0]) : any,
                     x.ranked ? relaxDimsOf(dims, x.dims[1]) : any, width};
  if (args->bias.ptr && !relaxDimsCheckShape(dims, "bias", args->bias, 1,
                                             &state[1], "[channels]"))
    return false;
  if (args->state.ptr &&
      !relaxDimsCheckShape(dims, "state", args->state, 3, state,
                           "[batch, channels, window - 1]"))
    return false;
  MlirAttribute out[3];
  for (intptr_t i = 0; i < 3; ++i)
    out[i] = relaxDimsAttribute(dims, state[i]);
  results[0] = mlirValueGetType(args->input);
  results[1] = relaxTensorTypeOf(x.elementType, 3, out);
  return true;
}
