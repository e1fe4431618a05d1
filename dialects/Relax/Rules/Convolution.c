//===- Convolution.c - rules of sliding windows ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Extent of a spatial dimension: the number of whole windows that fit, as ONNX
// Conv and MaxPool define it, never negative.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/Match.h"

/// The integer attributes of a window, one value per spatial dimension; pads
/// are all low pads, then all high pads.
typedef struct Window {
  intptr_t spatial; // of the attributes, not of the operands
  const int64_t *strides, *pads, *dilations;
  bool same; // pads that keep extent ceildiv stride windows
} Window;

static MlirLogicalResult checkAtLeast(RelaxDims *dims, const char *what,
                                      const int64_t *values, intptr_t count,
                                      int64_t least) {
  for (intptr_t i = 0; i < count; ++i)
    if (values[i] < least)
      return relaxDimsError(dims, "%s: expected at least %lld, got %lld", what,
                            (long long)least, (long long)values[i]);
  return mlirLogicalResultSuccess();
}

/// Reads and checks the attributes: counts that agree, values in range.
static MlirLogicalResult readWindow(RelaxDims *dims, MlirAttribute strides,
                                    MlirAttribute pads, MlirAttribute dilations,
                                    MlirAttribute same, Window *window) {
  intptr_t numPads, numDilations;
  window->strides = relaxIntegers(dims->arena, strides, &window->spatial);
  window->pads = relaxIntegers(dims->arena, pads, &numPads);
  window->dilations = relaxIntegers(dims->arena, dilations, &numDilations);
  window->same = same.ptr != NULL;
  intptr_t spatial = window->spatial;
  if (numDilations != spatial || numPads != 2 * spatial)
    return relaxDimsError(
        dims,
        "expected as many dilations as strides and twice as many pads, got %ld "
        "strides, %ld dilations and %ld pads",
        (long)spatial, (long)numDilations, (long)numPads);
  if (mlirLogicalResultIsFailure(
          checkAtLeast(dims, "stride", window->strides, spatial, 1)) ||
      mlirLogicalResultIsFailure(
          checkAtLeast(dims, "dilation", window->dilations, spatial, 1)))
    return mlirLogicalResultFailure();
  MlirLogicalResult padded =
      checkAtLeast(dims, "pad", window->pads, numPads, 0);
  return mlirLogicalResultIsFailure(padded)
             ? padded
             : relaxCheckSame(dims, same, window->pads, numPads);
}

/// Number of windows along spatial dimension `i`. With `x` the positions that a
/// window's first element may have less one, that is x floordiv stride + 1;
/// with `ceilMode` the last window may begin at any element that is no high
/// pad.
static SymExpr windowCount(RelaxDims *dims, const Window *window, intptr_t i,
                           SymExpr extent, SymExpr size, bool ceilMode) {
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr stride = relaxDimsConst(dims, window->strides[i]);
  SymExpr low = relaxDimsConst(dims, window->pads[i]);
  SymExpr high = relaxDimsConst(dims, window->pads[window->spatial + i]);
  if (window->same)
    return relaxDimsCeilDiv(dims, extent, stride);
  SymExpr begin = relaxDimsAdd(dims, extent, low);
  SymExpr reach = relaxDimsAdd(
      dims, one,
      relaxDimsMul(dims, relaxDimsConst(dims, window->dilations[i]),
                   relaxDimsSub(dims, size, one)));
  SymExpr x = relaxDimsSub(dims, relaxDimsAdd(dims, begin, high), reach);
  // (x + stride) floordiv stride is x floordiv stride + 1 in one term.
  SymExpr numerator = relaxDimsAdd(dims, x, stride);
  if (!ceilMode)
    return relaxDimsClamp(dims, relaxDimsFloorDiv(dims, numerator, stride));
  SymExpr count = relaxDimsCeilDiv(dims, numerator, stride);
  int64_t beyond;
  bool fits = symExprIsConst(relaxDimsSub(dims, numerator, begin), &beyond) &&
              beyond <= 0; // the last window begins before `begin` by itself
  return relaxDimsClamp(
      dims,
      fits ? count
           : relaxDimsMin(dims, count, relaxDimsCeilDiv(dims, begin, stride)));
}

static MlirLogicalResult checkRank(RelaxDims *dims, const char *what,
                                   RelaxTensorInfo info, intptr_t spatial) {
  if (!info.ranked || info.rank == spatial + 2)
    return mlirLogicalResultSuccess();
  return relaxDimsError(
      dims, "%s: expected rank %ld for %ld spatial dimensions, got %s", what,
      (long)spatial + 2, (long)spatial, relaxShapeText(dims->arena, info));
}

/// Output channels divide by the groups.
static MlirLogicalResult checkOutputs(RelaxDims *dims, RelaxTensorInfo weight,
                                      int64_t groups) {
  int64_t outputs;
  if (symAttributeIsConst(weight.dims[0], &outputs) && outputs % groups != 0)
    return relaxDimsError(
        dims, "expected output channels that %lld groups divide, got %lld",
        (long long)groups, (long long)outputs);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxInferConv(RelaxDims *dims, const RelaxConvArgs *args,
                                 MlirType element, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo weight = relaxTensorInfoOf(args->weight);
  int64_t groups = args->groups;
  Window window;
  if (mlirLogicalResultIsFailure(readWindow(dims, args->strides, args->pads,
                                            args->dilations, args->same,
                                            &window)) ||
      mlirLogicalResultIsFailure(checkAtLeast(dims, "groups", &groups, 1, 1)) ||
      mlirLogicalResultIsFailure(
          checkRank(dims, "input", input, window.spatial)) ||
      mlirLogicalResultIsFailure(
          checkRank(dims, "weight", weight, window.spatial)))
    return mlirLogicalResultFailure();
  *result = relaxUnrankedTensorType(element);
  if (!input.ranked || !weight.ranked)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(checkOutputs(dims, weight, groups)))
    return mlirLogicalResultFailure();
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  out[0] = input.dims[0];
  out[1] = weight.dims[0];
  for (intptr_t i = 0; i < window.spatial; ++i)
    out[2 + i] = relaxDimsAttribute(
        dims,
        windowCount(dims, &window, i, relaxDimsOf(dims, input.dims[2 + i]),
                    relaxDimsOf(dims, weight.dims[2 + i]), false));
  *result = relaxTensorTypeOf(element, input.rank, out);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxConvInferTypes(RelaxDims *dims,
                                      const RelaxConvArgs *args,
                                      MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirLogicalResult outcome =
      relaxSameElements(dims, input, relaxTensorInfoOf(args->weight));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxInferConv(dims, args, input.elementType, results);
  return outcome;
}

/// The operands and attributes of both poolings are the same.
static MlirLogicalResult
inferPool(RelaxDims *dims, const RelaxMaxPoolArgs *args, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  Window window;
  intptr_t count;
  const int64_t *sizes = relaxIntegers(dims->arena, args->window, &count);
  if (mlirLogicalResultIsFailure(readWindow(dims, args->strides, args->pads,
                                            args->dilations, args->same,
                                            &window)))
    return mlirLogicalResultFailure();
  if (window.same && args->ceil_mode)
    return relaxDimsError(dims, "expected 'same' without 'ceil_mode'");
  if (count != window.spatial)
    return relaxDimsError(
        dims, "expected as many window extents as strides, got %ld and %ld",
        (long)count, (long)window.spatial);
  if (mlirLogicalResultIsFailure(
          checkAtLeast(dims, "window extent", sizes, count, 1)) ||
      mlirLogicalResultIsFailure(
          checkRank(dims, "input", input, window.spatial)))
    return mlirLogicalResultFailure();
  *result = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked)
    return mlirLogicalResultSuccess();
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  out[0] = input.dims[0];
  out[1] = input.dims[1];
  for (intptr_t i = 0; i < window.spatial; ++i)
    out[2 + i] = relaxDimsAttribute(
        dims,
        windowCount(dims, &window, i, relaxDimsOf(dims, input.dims[2 + i]),
                    relaxDimsConst(dims, sizes[i]), args->ceil_mode));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return mlirLogicalResultSuccess();
}

#define POOL(Op)                                                               \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      RelaxDims *dims, const Relax##Op##Args *args, MlirType *results) {       \
    RelaxMaxPoolArgs common = {.input = args->input,                           \
                               .window = args->window,                         \
                               .strides = args->strides,                       \
                               .pads = args->pads,                             \
                               .dilations = args->dilations,                   \
                               .ceil_mode = args->ceil_mode,                   \
                               .same = args->same};                            \
    return inferPool(dims, &common, results);                                  \
  }

POOL(MaxPool)
POOL(SumPool)
POOL(AvgPool)
POOL(LpPool)

static MlirLogicalResult verifyNorm(MlirOperation op, int64_t p) {
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetOperand(op, 0)).elementType;
  if (!mlirTypeIsAFloat(element))
    return relaxRefuseElements(op, element);
  return p >= 1 ? mlirLogicalResultSuccess()
                : bridgeEmitOpError(op, "p: expected at least 1, got %lld",
                                    (long long)p);
}

MlirLogicalResult relaxLpPoolVerify(MlirOperation op) {
  return verifyNorm(op, relaxLpPoolGetP(op));
}

MlirLogicalResult relaxGlobalLpPoolVerify(MlirOperation op) {
  return verifyNorm(op, relaxGlobalLpPoolGetP(op));
}

MlirLogicalResult relaxGlobalLpPoolInferTypes(RelaxDims *dims,
                                              const RelaxGlobalLpPoolArgs *args,
                                              MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  results[0] = relaxUnrankedTensorType(input.elementType);
  if (input.ranked && input.rank < 2) {
    outcome = relaxDimsMisfit(dims, "input", "rank 2 or more", input);
  } else if (input.ranked) {
    MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
    for (intptr_t i = 0; i < input.rank; ++i)
      out[i] =
          i < 2 ? input.dims[i] : symConstAttribute(relaxDimsContext(dims), 1);
    results[0] = relaxTensorTypeOf(input.elementType, input.rank, out);
  }
  return outcome;
}

/// The maxima have the shape that a pooling gives.
MlirLogicalResult relaxMaxPoolPlacesInferTypes(
    RelaxDims *dims, const RelaxMaxPoolPlacesArgs *args, MlirType *result) {
  RelaxTensorInfo largest = relaxTensorInfoOf(args->largest), pooled;
  RelaxMaxPoolArgs pool = {.input = args->input,
                           .window = args->window,
                           .strides = args->strides,
                           .pads = args->pads,
                           .dilations = args->dilations,
                           .ceil_mode = args->ceil_mode,
                           .same = args->same};
  MlirType i64 = mlirIntegerTypeGet(relaxDimsContext(dims), 64);
  if (mlirLogicalResultIsFailure(
          relaxSameElements(dims, relaxTensorInfoOf(args->input), largest)) ||
      mlirLogicalResultIsFailure(inferPool(dims, &pool, result)))
    return mlirLogicalResultFailure();
  relaxTensorInfo(*result, &pooled);
  bool fits = !pooled.ranked || !largest.ranked || pooled.rank == largest.rank;
  for (intptr_t i = 0; fits && pooled.ranked && i < largest.rank; ++i)
    fits = symAttributeIsUnknown(pooled.dims[i]) ||
           symAttributeIsUnknown(largest.dims[i]) ||
           relaxDimEqual(pooled.dims[i], largest.dims[i]);
  if (!fits)
    return relaxDimsError(dims, "maxima: expected %s, got %s",
                          relaxShapeText(dims->arena, pooled),
                          relaxShapeText(dims->arena, largest));
  *result = pooled.ranked ? relaxTensorTypeOf(i64, pooled.rank, pooled.dims)
                          : relaxUnrankedTensorType(i64);
  return mlirLogicalResultSuccess();
}
