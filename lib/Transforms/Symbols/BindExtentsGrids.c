//===- BindExtentsGrids.c - margins and new extents from values -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "dialects/Relax/Sizes.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static const MlirValue none = {NULL};

/// A vector type whose dimensions are those of `info` along `axes`, then
/// `count - numAxes` unknown ones: what bindShape asks for.
static MlirType wantedShape(ExtentBinder *binder, RelaxTensorInfo info,
                            const int64_t *axes, intptr_t numAxes,
                            intptr_t count) {
  MlirAttribute *dims = ARENA_ARRAY(binder->g.arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    dims[i] = i < numAxes ? info.dims[axes[i]]
                          : symUnknownAttribute(binder->g.context);
  return relaxTensorTypeOf(graphInt64(&binder->g), count, dims);
}

MlirValue bindExtentsAlong(ExtentBinder *binder, MlirValue x,
                           const int64_t *axes, intptr_t count) {
  GraphBuilder *g = &binder->g;
  MlirValue all = graphShapeVector(g, x), extents = none;
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue own = graphSlice(g, all, 0, axes[i], axes[i] + 1, 1);
    extents = i ? graphConcat(g, extents, own, 0) : own;
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// dynamic_pad: the widths in front are differences of extents
//===----------------------------------------------------------------------===//

/// Widths of computed axes, `count` of them from `begin` on, as those of all
/// `rank` axes.
static MlirValue spreadWidths(GraphBuilder *g, MlirOperation op, intptr_t rank,
                              MlirAttribute begin, MlirAttribute count) {
  int64_t *none = ARENA_ARRAY(g->arena, int64_t, rank);
  MlirType type = mlirRankedTensorTypeGet(1, (const int64_t[]){rank},
                                          mlirIntegerTypeGet(g->context, 64),
                                          mlirAttributeGetNull());
  RelaxConstantArgs zeros = {
      .value = mlirDenseElementsAttrInt64Get(type, rank, none)};
  RelaxScatterElementsArgs args = {
      .input =
          graphInsert(g, relaxConstantCreate(graphPlace(g, "none"), &zeros)),
      .indices = relaxDynamicPadGetAlong(op),
      .updates =
          graphSliceFrom(g, relaxDynamicPadGetWidths(op), 0, begin, count),
      .axis = 0};
  return args.input.ptr && args.updates.ptr
             ? graphInsert(g, relaxScatterElementsCreate(
                                  graphPlace(g, "spread"), &args))
             : (MlirValue){NULL};
}

MlirValue bindDynamicPad(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue input = relaxDynamicPadGetInput(op);
  MlirValue along = relaxDynamicPadGetAlong(op);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t count;
  const int64_t *axes =
      relaxIntegers(g->arena, relaxDynamicPadGetAxes(op), &count);
  *failed = false;
  if (!result.ranked || relaxDynamicPadGetBinds(op).ptr || count == 0)
    return none;
  *failed = true;
  MlirValue widths = relaxDynamicPadGetWidths(op), front, behind;
  if (along.ptr) {
    MlirAttribute some = relaxTensorInfoOf(along).dims[0];
    axes = relaxIntegers(g->arena, graphAxes(g, 0, info.rank), &count);
    front = spreadWidths(g, op, count, graphLiteral(g, 0), some);
    behind = spreadWidths(g, op, count, some, some);
  } else {
    front = graphSlice(g, widths, 0, 0, count, 1);
    behind = graphSlice(g, widths, 0, count, 2 * count, 1);
  }
  MlirValue zero = graphNumber(g, 0, graphInt64(&binder->g));
  MlirValue total = graphAdd(g, bindExtentsAlong(binder, input, axes, count),
                             graphAdd(g, front, behind));
  MlirValue vector = graphConcat(
      g, graphMaximum(g, total, zero),
      graphConcat(g, graphMaximum(g, front, zero),
                  graphMaximum(g, graphNegative(g, front), zero), 0),
      0);
  MlirValue shape = bindShape(
      binder, vector, wantedShape(binder, result, axes, count, 3 * count), NULL,
      input);
  if (!shape.ptr)
    return none;
  const MlirAttribute *bound;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  RelaxDims math = relaxDimsMake(g->loc, "relax.pad", g->arena);
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    low[i] = graphLiteral(g, 0);
    dims[i] = info.dims[i];
  }
  for (intptr_t i = 0; i < count; ++i) {
    low[axes[i]] = relaxDimsAttribute(
        &math, relaxDimsSub(&math, relaxDimsOf(&math, bound[count + i]),
                            relaxDimsOf(&math, bound[2 * count + i])));
    dims[axes[i]] = bound[i];
  }
  RelaxPadArgs args = {
      .input = input,
      .value = relaxDynamicPadGetValue(op),
      .numGiven = 1,
      .given = &shape,
      .low = mlirArrayAttrGet(g->context, info.rank, low),
      .mode = relaxDynamicPadGetMode(op),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return graphInsert(g, relaxPadCreate(mlirOperationGetLocation(op), &args));
}

//===----------------------------------------------------------------------===//
// Vectors of extents
//===----------------------------------------------------------------------===//

MlirValue bindSizes(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  RelaxSizes sizes;
  *failed = false;
  if (!relaxSizesOf(op, g->arena, &sizes) || sizes.count == 0)
    return none;
  *failed = true;
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t end = sizes.first + sizes.count;
  MlirValue part = sizes.first
                       ? graphSlice(g, sizes.vector, 0, sizes.first, end, 1)
                       : sizes.vector;
  MlirValue shape = bindShape(
      binder, part,
      wantedShape(binder, result, sizes.axes, sizes.count, sizes.count), NULL,
      mlirOperationGetOperand(op, 0));
  if (!shape.ptr)
    return none;
  const MlirAttribute *bound;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  for (intptr_t i = 0; i < sizes.count; ++i)
    sizes.dims[sizes.axes[i]] = bound[i];
  MlirType type = relaxTensorTypeLike(result, sizes.rank, sizes.dims);
  return graphInsert(g, relaxSizesDrop(op, &sizes, type, 1, &shape));
}
