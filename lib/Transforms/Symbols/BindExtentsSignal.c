//===- BindExtentsSignal.c - transforms along a computed axis -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static const MlirValue none = {NULL};

/// Elements of the result along the axis, as a vector of one.
static MlirValue resultCount(ExtentBinder *binder, MlirOperation op,
                             MlirValue extent) {
  GraphBuilder *g = &binder->g;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue points = relaxDynamicDftGetPoints(op);
  bool inverse = relaxDynamicDftGetInverse(op);
  bool half = relaxDynamicDftGetOnesided(op);
  MlirValue zero = graphInteger(g, 0, i64), two = graphInteger(g, 2, i64);
  if (points.ptr)
    extent = graphShapeVector(g, points);
  else if (inverse && half)
    extent =
        graphMaximum(g, graphMultiply(g, graphPlus(g, extent, -1), two), zero);
  return half && !inverse ? graphPlus(g, graphDivide(g, extent, two), 1)
                          : extent;
}

/// The input's extents but for the one along the axis, as a vector.
MlirValue bindDynamicDft(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue x = relaxDynamicDftGetInput(op), axis = relaxDynamicDftGetAxis(op);
  MlirValue points = relaxDynamicDftGetPoints(op);
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  *failed = false;
  // It stays the same operation, whose type says its extents then.
  if (!bindIsKnown(axis) || !result.ranked ||
      bindIsKnown(mlirOperationGetResult(op, 0)))
    return none;
  *failed = true;
  intptr_t chosen = result.rank - 1;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirAttribute one = graphLiteral(g, 1);
  MlirValue extents = graphSlice(g, graphShapeVector(g, x), 0, 0, chosen, 1);
  // An axis that there is not has no number, the last dimension no extent.
  MlirValue place =
      graphTake(g, graphIota(g, graphLiteral(g, result.rank), i64, x), axis, 0);
  MlirValue extent = graphReshape(g, graphTake(g, extents, place, 0), 1, &one);
  MlirValue here =
      graphEqual(g, graphIota(g, graphLiteral(g, chosen), i64, x), place);
  MlirValue vector =
      graphWhere(g, here, resultCount(binder, op, extent), extents);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, result.rank);
  MlirValue shape = bindShape(
      binder, vector, relaxTensorTypeOf(i64, chosen, result.dims), NULL, x);
  const MlirAttribute *bound;
  if (!shape.ptr)
    return none;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  for (intptr_t i = 0; i < result.rank; ++i)
    dims[i] = i < chosen ? bound[i] : result.dims[i];
  RelaxDynamicDftArgs args = {
      .input = x,
      .axis = axis,
      .points = points,
      .numGiven = 1,
      .given = &shape,
      .inverse = relaxDynamicDftGetInverse(op),
      .onesided = relaxDynamicDftGetOnesided(op),
      .resultType = relaxTensorTypeLike(result, result.rank, dims)};
  return graphInsert(
      g, relaxDynamicDftCreate(mlirOperationGetLocation(op), &args));
}
