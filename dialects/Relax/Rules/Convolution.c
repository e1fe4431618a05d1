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
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Family.h"
#include "dialects/Relax/Match.h"

bool relaxIntegersWithin(RelaxIntegers list, intptr_t count, int64_t least,
                         int64_t most) {
  bool good = list.count == count;
  for (intptr_t i = 0; good && i < count; ++i)
    good = list.values[i] >= least && list.values[i] <= most;
  return good;
}

bool relaxWindowIsPadded(const RelaxWindow *window) {
  bool padded = window->same.ptr || window->ceil_mode;
  for (intptr_t i = 0; i < window->pads.count; ++i)
    padded |= window->pads.values[i] != 0;
  return padded;
}

RelaxWindow relaxWindowOf(MlirOperation op) {
  RelaxWindow window = {0};
  bool found = false;
  for (size_t f = 0; !found && relaxFamilies[f]; ++f)
    found = relaxFamilies[f]->window && relaxFamilies[f]->window(op, &window);
  return window;
}

static bool checkAtLeast(RelaxDims *dims, const char *what, RelaxIntegers of,
                         int64_t least) {
  for (intptr_t i = 0; i < of.count; ++i)
    if (of.values[i] < least)
      return relaxDimsError(dims, "%s: expected at least %lld, got %lld", what,
                            (long long)least, (long long)of.values[i]);
  return true;
}

/// Counts agree, values are in range.
static bool checkWindow(RelaxDims *dims, const RelaxWindow *window) {
  intptr_t spatial = window->strides.count;
  if (window->dilations.count != spatial || window->pads.count != 2 * spatial)
    return relaxDimsError(
        dims,
        "expected as many dilations as strides and twice as many pads, got %ld "
        "strides, %ld dilations and %ld pads",
        (long)spatial, (long)window->dilations.count, (long)window->pads.count);
  if (!checkAtLeast(dims, "stride", window->strides, 1) ||
      !checkAtLeast(dims, "dilation", window->dilations, 1) ||
      !checkAtLeast(dims, "pad", window->pads, 0))
    return false;
  return relaxCheckSame(dims, window);
}

/// Number of windows along spatial dimension `i`. With `x` the positions that a
/// window's first element may have less one, that is x floordiv stride + 1;
/// with `ceil_mode` the last window may begin at any element that is no high
/// pad.
static SymExpr windowCount(RelaxDims *dims, const RelaxWindow *window,
                           intptr_t i, SymExpr extent, SymExpr size) {
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr stride = relaxDimsConst(dims, window->strides.values[i]);
  SymExpr low = relaxDimsConst(dims, window->pads.values[i]);
  SymExpr high =
      relaxDimsConst(dims, window->pads.values[window->strides.count + i]);
  if (window->same.ptr)
    return relaxDimsCeilDiv(dims, extent, stride);
  SymExpr begin = relaxDimsAdd(dims, extent, low);
  SymExpr reach = relaxDimsAdd(
      dims, one,
      relaxDimsMul(dims, relaxDimsConst(dims, window->dilations.values[i]),
                   relaxDimsSub(dims, size, one)));
  SymExpr x = relaxDimsSub(dims, relaxDimsAdd(dims, begin, high), reach);
  // (x + stride) floordiv stride is x floordiv stride + 1 in one term.
  SymExpr numerator = relaxDimsAdd(dims, x, stride);
  if (!window->ceil_mode)
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

static bool checkRank(RelaxDims *dims, const char *what, RelaxTensorInfo info,
                      intptr_t spatial) {
  if (!info.ranked || info.rank == spatial + 2)
    return true;
  return relaxDimsError(
      dims, "%s: expected rank %ld for %ld spatial dimensions, got %s", what,
      (long)spatial + 2, (long)spatial, relaxShapeText(dims->arena, info));
}

/// Output channels divide by the groups.
static bool checkOutputs(RelaxDims *dims, RelaxTensorInfo weight,
                         int64_t groups) {
  int64_t outputs;
  if (symAttributeIsConst(weight.dims[0], &outputs) && outputs % groups != 0)
    return relaxDimsError(
        dims, "expected output channels that %lld groups divide, got %lld",
        (long long)groups, (long long)outputs);
  return true;
}

bool relaxInferConv(RelaxDims *dims, MlirValue of, MlirValue by,
                    const RelaxWindow *window, MlirType element,
                    MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(of), weight = relaxTensorInfoOf(by);
  intptr_t spatial = window->strides.count;
  RelaxIntegers groups = {1, &window->groups};
  if (!checkWindow(dims, window) || !checkAtLeast(dims, "groups", groups, 1) ||
      !checkRank(dims, "input", input, spatial) ||
      !checkRank(dims, "weight", weight, spatial))
    return false;
  *result = relaxUnrankedTensorType(element);
  if (!input.ranked || !weight.ranked)
    return true;
  if (!checkOutputs(dims, weight, window->groups))
    return false;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  out[0] = input.dims[0];
  out[1] = weight.dims[0];
  for (intptr_t i = 0; i < spatial; ++i)
    out[2 + i] = relaxDimsAttribute(
        dims, windowCount(dims, window, i, relaxDimsOf(dims, input.dims[2 + i]),
                          relaxDimsOf(dims, weight.dims[2 + i])));
  *result = relaxTensorTypeOf(element, input.rank, out);
  return true;
}

bool relaxConvInferTypes(RelaxDims *dims, const RelaxConvArgs *args,
                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  return relaxSameElements(dims, input, relaxTensorInfoOf(args->weight)) &&
         relaxInferConv(dims, args->input, args->weight, &args->window,
                        input.elementType, results);
}

static bool inferPool(RelaxDims *dims, MlirValue of, const RelaxWindow *window,
                      MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(of);
  RelaxIntegers extents = window->extents;
  intptr_t spatial = window->strides.count;
  if (!checkWindow(dims, window))
    return false;
  if (window->same.ptr && window->ceil_mode)
    return relaxDimsError(dims, "expected 'same' without 'ceil_mode'");
  if (extents.count != spatial)
    return relaxDimsError(
        dims, "expected as many window extents as strides, got %ld and %ld",
        (long)extents.count, (long)spatial);
  if (!checkAtLeast(dims, "window extent", extents, 1) ||
      !checkRank(dims, "input", input, spatial))
    return false;
  *result = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked)
    return true;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  out[0] = input.dims[0];
  out[1] = input.dims[1];
  for (intptr_t i = 0; i < spatial; ++i)
    out[2 + i] = relaxDimsAttribute(
        dims, windowCount(dims, window, i, relaxDimsOf(dims, input.dims[2 + i]),
                          relaxDimsConst(dims, extents.values[i])));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return true;
}

#define POOL(Op)                                                               \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    return inferPool(dims, args->input, &args->window, results);               \
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

bool relaxGlobalLpPoolInferTypes(RelaxDims *dims,
                                 const RelaxGlobalLpPoolArgs *args,
                                 MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  if (input.ranked && input.rank < 2)
    return relaxDimsMisfit(dims, "input", "rank 2 or more", input);
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] =
        i < 2 ? input.dims[i] : symConstAttribute(relaxDimsContext(dims), 1);
  input.dims = out;
  results[0] = relaxTypeWithElements(input, input.elementType);
  return true;
}

/// The maxima have the shape that a pooling gives.
bool relaxMaxPoolPlacesInferTypes(RelaxDims *dims,
                                  const RelaxMaxPoolPlacesArgs *args,
                                  MlirType *result) {
  RelaxTensorInfo largest = relaxTensorInfoOf(args->largest), pooled;
  MlirType i64 = mlirIntegerTypeGet(relaxDimsContext(dims), 64);
  if (!relaxSameElements(dims, relaxTensorInfoOf(args->input), largest) ||
      !inferPool(dims, args->input, &args->window, result))
    return false;
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
  *result = relaxTypeWithElements(pooled, i64);
  return true;
}
