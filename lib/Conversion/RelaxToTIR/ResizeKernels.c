//===- ResizeKernels.c - kernels of one resized axis ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the vector of places: a gather (nearest) or a weighted sum over the
// neighbours. Their weights are a table, computed once for all rows.
//
// The number of neighbours of an antialiased kernel is a bound from the
// extents: what is farther away than its reach weighs nothing.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/ResizeKernels.h"
#include "dialects/Relax/Resize.gen.h"

/// The input at the iterators, `k` along the axis: clamped into it.
static MlirValue loadAt(const ResizeAxis *a, const SymExpr *at, MlirValue k) {
  TirBuilder *b = a->b;
  SymExpr *from =
      arenaCopy(b->dims.arena, at, (size_t)tirBufferRank(b, 0) * sizeof(*at));
  from[a->dim] = tirComputedIndex(b, relaxBuildClampedPlace(b, k, a->in));
  MlirValue zero = {NULL};
  int64_t extent;
  if (!symExprIsConst(a->in, &extent) || extent == 0)
    zero = tirNamed(b, "zero", tirBuildConstant(b, tirBufferElement(b, 0), 0));
  return tirBuildLoad(b, 0, from, zero);
}

//===----------------------------------------------------------------------===//
// Nearest
//===----------------------------------------------------------------------===//

/// Buffers: input, places, result.
MlirLogicalResult relaxBuildResizeNearest(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  StrRef rounding = relaxResizeGetRounding(op);
  tirBuildComputeOver(b, "nearest", a.result);
  SymExpr *at = tirIterators(b, 0, b->numIterators);
  MlirValue place = tirBuildLoad(b, 1, &at[a.dim], (MlirValue){NULL});
  MlirValue below = tirBuildArith1(b, "math.floor", place);
  MlirValue k = below, half = resizeNumber(b, 0.5);
  if (strRefIs(rounding, "ceil"))
    k = tirBuildArith1(b, "math.ceil", place);
  else if (strRefIs(rounding, "ceil_if_smaller"))
    k = tirBuildSelect(b,
                       tirBuildCompare(b, TIR_CMPF_OLT, resizeExtent(b, a.out),
                                       resizeExtent(b, a.in)),
                       tirBuildArith1(b, "math.ceil", place), below);
  else if (!strRefIs(rounding, "floor"))
    k = tirBuildSelect(b,
                       tirBuildCompare(b,
                                       strRefIs(rounding, "round_prefer_ceil")
                                           ? TIR_CMPF_OGE
                                           : TIR_CMPF_OGT,
                                       resizeSub(b, place, below), half),
                       resizeAdd(b, below, resizeNumber(b, 1)), below);
  MlirValue outside = resizeIsOutside(&a, place);
  MlirValue value = loadAt(&a, at, resizeToIndex(b, k));
  if (outside.ptr)
    value = tirBuildSelect(b, outside,
                           tirBuildConstant(b, tirBufferElement(b, 0),
                                            relaxResizeGetExtrapolation(op)),
                           value);
  return tirEndWith(b, value);
}

int64_t relaxResizeRepetition(MlirOperation op) {
  MlirAttribute factors = relaxResizeGetFactors(op);
  double factor = factors.ptr ? mlirDenseF64ArrayGetElement(factors, 0) : 0;
  bool whole = factor >= 1 && factor <= 1024 && (int64_t)factor == factor;
  bool middle = strRefIs(relaxResizeGetCoordinates(op), "half_pixel") ||
                strRefIs(relaxResizeGetCoordinates(op), "half_pixel_symmetric");
  StrRef rounding = relaxResizeGetRounding(op);
  bool floors =
      strRefIs(rounding, "floor") || strRefIs(rounding, "ceil_if_smaller");
  if (!whole ||
      !(middle
            ? !floors && !strRefIs(rounding, "ceil")
            : strRefIs(relaxResizeGetCoordinates(op), "asymmetric") && floors))
    return 0;
  return (int64_t)factor;
}

/// Buffers: input, result. An index expression, so that it fuses.
MlirLogicalResult relaxBuildResizeRepeat(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  tirBuildComputeOver(b, "repeat", a.result);
  SymExpr *at = tirIterators(b, 0, b->numIterators);
  at[a.dim] = relaxDimsFloorDiv(
      &b->dims, at[a.dim], relaxDimsConst(&b->dims, relaxResizeRepetition(op)));
  return tirEndWith(b, tirBuildLoad(b, 0, at, (MlirValue){NULL}));
}

bool relaxResizeSteps(MlirOperation op, int64_t *step, int64_t *first) {
  enum { MOST = 1024 };
  MlirAttribute factors = relaxResizeGetFactors(op);
  double factor = factors.ptr ? mlirDenseF64ArrayGetElement(factors, 0) : 1;
  StrRef coordinates = relaxResizeGetCoordinates(op);
  StrRef rounding = relaxResizeGetRounding(op);
  for (*step = 2; *step < MOST && factor * (double)*step != 1;)
    *step *= 2;
  // The place of element i is step * i, and half a pixel further on
  // step * i + (step - 1) / 2, which ends on one half; the axis shrinks.
  *first = 0;
  if (strRefIs(coordinates, "half_pixel"))
    *first = *step / 2 - (strRefIs(rounding, "floor") ||
                          strRefIs(rounding, "round_prefer_floor"));
  else if (!strRefIs(coordinates, "asymmetric"))
    return false;
  return *step < MOST;
}

/// Buffers: input, result. As above.
MlirLogicalResult relaxBuildResizeEvery(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  int64_t step, first;
  (void)relaxResizeSteps(op, &step, &first);
  tirBuildComputeOver(b, "every", a.result);
  SymExpr *at = tirIterators(b, 0, b->numIterators);
  at[a.dim] = relaxDimsAdd(
      &b->dims,
      relaxDimsMul(&b->dims, relaxDimsConst(&b->dims, step), at[a.dim]),
      relaxDimsConst(&b->dims, first));
  return tirEndWith(b, tirBuildLoad(b, 0, at, (MlirValue){NULL}));
}

//===----------------------------------------------------------------------===//
// Weighted sums
//===----------------------------------------------------------------------===//

/// Half the number of neighbours: 1 or 2, or with antialias as many times more
/// as the axis shrinks.
static SymExpr reachOf(RelaxDims *dims, MlirOperation op, SymExpr in,
                       SymExpr out) {
  SymExpr reach =
      relaxDimsConst(dims, strRefIs(relaxResizeGetMode(op), "linear") ? 1 : 2);
  if (!relaxResizeGetAntialias(op))
    return reach;
  return relaxDimsMax(
      dims, reach,
      relaxDimsCeilDiv(dims, relaxDimsMul(dims, reach, in),
                       relaxDimsMax(dims, out, relaxDimsConst(dims, 1))));
}

SymExpr relaxResizeNeighbours(RelaxDims *dims, MlirOperation op, SymExpr in,
                              SymExpr out) {
  SymExpr reach = reachOf(dims, op, in, out);
  return relaxDimsAdd(dims, reach, reach);
}

static SymExpr neighboursOf(const ResizeAxis *a) {
  return relaxResizeNeighbours(&a->b->dims, a->op, a->in, a->out);
}

/// The kernel at a distance, 0 beyond its reach.
static MlirValue kernelAt(const ResizeAxis *a, MlirValue x) {
  TirBuilder *b = a->b;
  bool linear = strRefIs(relaxResizeGetMode(a->op), "linear");
  MlirValue one = resizeNumber(b, 1), zero = resizeNumber(b, 0);
  x = tirBuildArith1(b, "math.absf", x);
  if (linear)
    return tirBuildArith2(b, "arith.maximumf", resizeSub(b, one, x), zero);
  double c = relaxResizeGetCubic(a->op);
  MlirValue near = resizeSub(b, resizeMul(b, resizeNumber(b, c + 2), x),
                             resizeNumber(b, c + 3));
  near = resizeAdd(b, resizeMul(b, resizeMul(b, near, x), x), one);
  MlirValue far =
      resizeSub(b, resizeMul(b, resizeNumber(b, c), x), resizeNumber(b, 5 * c));
  far = resizeAdd(b, resizeMul(b, far, x), resizeNumber(b, 8 * c));
  far = resizeSub(b, resizeMul(b, far, x), resizeNumber(b, 4 * c));
  MlirValue tail = tirBuildSelect(
      b, tirBuildCompare(b, TIR_CMPF_OLT, x, resizeNumber(b, 2)), far, zero);
  return tirBuildSelect(b, tirBuildCompare(b, TIR_CMPF_OLE, x, one), near,
                        tail);
}

/// How far neighbour `t` of [0, 2 * reach) is from the element below a place.
static MlirValue offsetOf(const ResizeAxis *a, SymExpr t) {
  TirBuilder *b = a->b;
  RelaxDims *dims = &b->dims;
  SymExpr first = relaxDimsSub(dims, t, reachOf(dims, a->op, a->in, a->out));
  return resizeToFloat(
      b, tirBuildExtent(b, relaxDimsAdd(dims, first, relaxDimsConst(dims, 1))));
}

static MlirValue positionOf(const ResizeAxis *a, MlirValue place, SymExpr t) {
  TirBuilder *b = a->b;
  MlirValue below = tirBuildArith1(b, "math.floor", place);
  return resizeToIndex(b, resizeAdd(b, below, offsetOf(a, t)));
}

static MlirValue weightOf(const ResizeAxis *a, MlirValue place, SymExpr t) {
  TirBuilder *b = a->b;
  MlirValue offset = offsetOf(a, t);
  MlirValue below = tirBuildArith1(b, "math.floor", place);
  MlirValue distance = resizeSub(b, offset, resizeSub(b, place, below));
  if (relaxResizeGetAntialias(a->op))
    distance = resizeMul(
        b, distance,
        tirBuildArith2(b, "arith.minnumf", resizeScale(a), resizeNumber(b, 1)));
  MlirValue weight = kernelAt(a, distance);
  MlirValue outside = resizeIsOutside(a, place);
  if (relaxResizeGetExcludeOutside(a->op))
    weight =
        tirBuildSelect(b,
                       tirBuildCompare(b, TIR_CMPI_ULT, positionOf(a, place, t),
                                       tirBuildExtent(b, a->in)),
                       weight, resizeNumber(b, 0));
  if (!outside.ptr)
    return weight;
  // One neighbour stands for the extrapolation.
  MlirValue first =
      tirBuildCompare(b, TIR_CMPI_EQ, tirBuildExtent(b, t),
                      tirBuildInteger(b, mlirIndexTypeGet(b->context), 0));
  return tirBuildSelect(
      b, outside,
      tirBuildSelect(b, first, resizeNumber(b, 1), resizeNumber(b, 0)), weight);
}

/// Buffers: input, scales, roi, places, sums of the weights.
MlirLogicalResult relaxBuildResizeSums(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  TirIterator iterators[] = {{"i", false, a.out},
                             {"t", true, neighboursOf(&a)}};
  tirBuildCompute(b, "sums", 2, iterators);
  SymExpr i = tirIterator(b, 0);
  MlirValue place = tirBuildLoad(b, a.result - 1, &i, (MlirValue){NULL});
  tirBuildReduce(b, TIR_MONOID_ADD, weightOf(&a, place, tirIterator(b, 1)),
                 a.result, &i);
  return tirEndCompute(b);
}

bool relaxResizeIsNormalised(MlirOperation op) {
  return relaxResizeGetAntialias(op) || relaxResizeGetExcludeOutside(op);
}

MlirLogicalResult relaxBuildResizeWeights(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  bool normalised = relaxResizeIsNormalised(op);
  tirBuildComputeOver(b, "weights", a.result);
  SymExpr at[] = {tirIterator(b, 0), tirIterator(b, 1)};
  MlirValue place =
      tirBuildLoad(b, a.result - 1 - normalised, at, (MlirValue){NULL});
  MlirValue weight = weightOf(&a, place, at[1]);
  if (normalised)
    weight = resizeDivide(b, weight,
                          tirBuildLoad(b, a.result - 1, at, (MlirValue){NULL}));
  MlirType wide = tirBufferElement(b, a.result);
  if (!mlirTypeIsAF64(wide))
    weight = tirBuildConvert(b, "arith.truncf", weight, wide);
  return tirEndWith(b, weight);
}

MlirLogicalResult relaxBuildResizeWeighted(TirBuilder *b, MlirOperation op) {
  ResizeAxis a = resizeAxisOf(b, op);
  enum { PLACES = 1, WEIGHTS };
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, 0, &dims);
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, rank + 1);
  for (intptr_t i = 0; i < rank; ++i)
    iterators[i] = tirSpatial(b, i, a.result, i);
  iterators[rank] = (TirIterator){"t", true, neighboursOf(&a)};
  tirBuildCompute(b, "weighted", rank + 1, iterators);
  SymExpr *at = tirIterators(b, 0, rank);
  SymExpr t = tirIterator(b, rank), entry[] = {at[a.dim], t};
  MlirValue place = tirBuildLoad(b, PLACES, entry, (MlirValue){NULL});
  MlirValue weight = tirBuildLoad(b, WEIGHTS, entry, (MlirValue){NULL});
  MlirValue value = tirWiden(b, loadAt(&a, at, positionOf(&a, place, t)));
  MlirValue outside = resizeIsOutside(&a, place);
  MlirType wide = tirWideType(tirBufferElement(b, 0));
  if (outside.ptr)
    value = tirBuildSelect(
        b, outside, tirBuildConstant(b, wide, relaxResizeGetExtrapolation(op)),
        value);
  tirBuildReduce(b, TIR_MONOID_ADD, resizeMul(b, value, weight), a.result, at);
  return tirEndCompute(b);
}
