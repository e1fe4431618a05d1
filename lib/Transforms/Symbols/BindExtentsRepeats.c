//===- BindExtentsRepeats.c - repeats and depths from values --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static const MlirValue none = {NULL};

/// What a declared extent says of the repeat: the quotient where that is exact,
/// else `?`.
static MlirAttribute repeatOf(ExtentBinder *binder, RelaxTensorInfo input,
                              RelaxTensorInfo result, intptr_t axis) {
  Arena *arena = binder->g.arena;
  SymExpr repeat = symExprUnknown(arena);
  if (!symAttributeIsUnknown(result.dims[axis]) &&
      !exactQuotient(arena, symExprOf(arena, result.dims[axis]),
                     symExprOf(arena, input.dims[axis]), &repeat))
    repeat = symExprUnknown(arena);
  return symExprToAttribute(binder->g.context, repeat);
}

/// The declared type, checked where it says more than the repeats.
static MlirValue asDeclared(ExtentBinder *binder, MlirValue value,
                            RelaxTensorInfo declared, MlirValue given) {
  GraphBuilder *g = &binder->g;
  if (!value.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = symAttributeIsUnknown(declared.dims[i]) ? info.dims[i]
                                                      : declared.dims[i];
  RelaxMatchCastArgs args = {
      .input = value,
      .numGiven = 1,
      .given = &given,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return mlirTypeEqual(args.resultType, mlirValueGetType(value))
             ? value
             : graphInsert(g, relaxMatchCastCreate(g->loc, &args));
}

MlirValue bindDynamicTile(ExtentBinder *binder, MlirOperation op,
                          bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue input = relaxDynamicTileGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  *failed = false;
  if (!result.ranked)
    return none;
  *failed = true;
  MlirAttribute *wanted = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    wanted[i] = repeatOf(binder, info, result, i);
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue shape =
      bindShape(binder, relaxDynamicTileGetRepeats(op),
                relaxTensorTypeOf(i64, info.rank, wanted), NULL, input);
  if (!shape.ptr)
    return none;
  const MlirAttribute *bound;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  RelaxTileArgs args = {.input = input,
                        .numGiven = 1,
                        .given = &shape,
                        .repeats =
                            mlirArrayAttrGet(g->context, info.rank, bound)};
  return asDeclared(
      binder,
      graphInsert(g, relaxTileCreate(mlirOperationGetLocation(op), &args)),
      result, input);
}

MlirValue bindDynamicOneHot(ExtentBinder *binder, MlirOperation op,
                            bool *failed) {
  GraphBuilder *g = &binder->g;
  RelaxOneHotArgs args = {.indices = relaxDynamicOneHotGetIndices(op),
                          .values = relaxDynamicOneHotGetValues(op),
                          .numGiven = 1,
                          .axis = relaxDynamicOneHotGetAxis(op)};
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirValue depth = relaxDynamicOneHotGetDepth(op);
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirAttribute one = graphLiteral(g, 1);
  *failed = false;
  if (!bindIsKnown(depth) || !result.ranked)
    return none;
  *failed = true;
  if (relaxTensorInfoOf(depth).rank == 0)
    depth = graphReshape(g, depth, 1, &one);
  int64_t axis = args.axis;
  MlirValue shape =
      bindShape(binder, depth, relaxTensorTypeOf(i64, 1, &result.dims[axis]),
                NULL, args.indices);
  if (!shape.ptr)
    return none;
  const MlirAttribute *bound;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  args.given = &shape;
  args.depth = bound[0];
  return graphInsert(g, relaxOneHotCreate(mlirOperationGetLocation(op), &args));
}
