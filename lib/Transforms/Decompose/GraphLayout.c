//===- GraphLayout.c - expressions that move elements ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <assert.h>
#include <stb/stb_ds.h>

static const MlirValue none = {NULL};

/// What gives the symbols of a value. Blocks have some, too, but operations
/// that want numbers do not take them.
static MlirValue carrier(GraphBuilder *g, MlirValue value) {
  if (!relaxTensorBlockFormat(mlirValueGetType(value)))
    return value;
  RelaxShapeOfArgs args = {value};
  return graphInsert(g, relaxShapeOfCreate(graphPlace(g, "shape"), &args));
}

/// Values before the composed operation that have the symbols of a type and of
/// an expression (may be null) that `x` does not have; stb_ds.
static MlirValue *carriers(GraphBuilder *g, MlirValue x, MlirType type,
                           const MlirAttribute *expr) {
  MlirValue *given = NULL;
  bool found =
      checkedCastCarriers(g->before, x, type, expr, expr ? 1 : 0, &given);
  assert(found && "a symbol of an operand's type is on the operand");
  (void)found;
  for (ptrdiff_t i = 0; i < arrlen(given); ++i)
    given[i] = carrier(g, given[i]);
  return given;
}

static MlirValue iota(GraphBuilder *g, MlirAttribute begin, MlirAttribute step,
                      MlirAttribute extent, MlirType element, MlirValue from) {
  MlirType type = relaxTensorTypeOf(element, 1, &extent);
  MlirValue *given = NULL;
  if (from.ptr)
    arrput(given, carrier(g, from));
  else
    given = carriers(g, none, type, &begin);
  RelaxIotaArgs args = {.numGiven = arrlen(given),
                        .given = given,
                        .begin = begin,
                        .step = step,
                        .resultType = type};
  MlirValue result =
      graphInsert(g, relaxIotaCreate(graphPlace(g, "numbers"), &args));
  arrfree(given);
  return result;
}

MlirValue graphIota(GraphBuilder *g, MlirAttribute extent, MlirType element,
                    MlirValue given) {
  return iota(g, graphLiteral(g, 0), graphLiteral(g, 1), extent, element,
              given);
}

MlirValue graphSteps(GraphBuilder *g, MlirAttribute step, MlirAttribute extent,
                     MlirValue given) {
  return iota(g, graphLiteral(g, 0), step, extent,
              mlirIntegerTypeGet(g->context, 64), given);
}

MlirValue graphExtent(GraphBuilder *g, MlirAttribute expr, MlirValue given) {
  return iota(g, expr, graphLiteral(g, 0), graphLiteral(g, 1),
              mlirIntegerTypeGet(g->context, 64), given);
}

MlirValue graphShapeVector(GraphBuilder *g, MlirValue x) {
  if (!x.ptr)
    return none;
  RelaxShapeOfArgs shape = {x};
  RelaxShapeToTensorArgs tensor = {
      graphInsert(g, relaxShapeOfCreate(graphPlace(g, "shape"), &shape))};
  return tensor.shape.ptr ? graphInsert(g, relaxShapeToTensorCreate(
                                               graphPlace(g, "dims"), &tensor))
                          : none;
}

MlirValue graphReshape(GraphBuilder *g, MlirValue x, intptr_t rank,
                       const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  RelaxReshapeArgs args = {.input = x,
                           .resultType = relaxTensorTypeOf(
                               relaxTensorInfoOf(x).elementType, rank, dims)};
  return graphInsert(g, relaxReshapeCreate(graphPlace(g, "shaped"), &args));
}

/// A shape whose symbols values before the composed operation have.
static MlirValue shapeValue(GraphBuilder *g, intptr_t rank,
                            const MlirAttribute *dims) {
  MlirType like = relaxTensorTypeOf(mlirF32TypeGet(g->context), rank, dims);
  MlirValue *given = carriers(g, none, like, NULL);
  RelaxShapeArgs args = {.numGiven = arrlen(given),
                         .given = given,
                         .resultType =
                             relaxShapeTypeGet(g->context, true, rank, dims)};
  MlirValue shape =
      graphInsert(g, relaxShapeCreate(graphPlace(g, "shape"), &args));
  arrfree(given);
  return shape;
}

MlirValue graphReshapeChecked(GraphBuilder *g, MlirValue x, intptr_t rank,
                              const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  RelaxReshapeArgs args = {.input = x,
                           .target = shapeValue(g, rank, dims),
                           .resultType = relaxTensorTypeOf(
                               relaxTensorInfoOf(x).elementType, rank, dims)};
  return args.target.ptr
             ? graphInsert(g,
                           relaxReshapeCreate(graphPlace(g, "shaped"), &args))
             : none;
}

MlirValue graphTranspose(GraphBuilder *g, MlirValue x, intptr_t rank,
                         const int64_t *axes) {
  RelaxPermuteDimsArgs args = {x, mlirDenseI64ArrayGet(g->context, rank, axes)};
  return x.ptr ? graphInsert(
                     g, relaxPermuteDimsCreate(graphPlace(g, "turned"), &args))
               : none;
}

MlirValue graphChannels(GraphBuilder *g, MlirValue x, intptr_t trailing) {
  if (!x.ptr)
    return none;
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, trailing + 1);
  dims[0] = relaxTensorInfoOf(x).dims[0];
  for (intptr_t i = 1; i <= trailing; ++i)
    dims[i] = graphLiteral(g, 1);
  return trailing ? graphReshape(g, x, trailing + 1, dims) : x;
}

MlirValue graphView(GraphBuilder *g, MlirValue x, intptr_t rank,
                    const int64_t *from) {
  if (!x.ptr)
    return none;
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] =
        from[i] < 0 ? graphLiteral(g, 1) : relaxTensorInfoOf(x).dims[from[i]];
  return graphReshape(g, x, rank, dims);
}

MlirValue graphAlong(GraphBuilder *g, MlirValue vector, intptr_t axis,
                     intptr_t rank) {
  int64_t *from = ARENA_ARRAY(g->arena, int64_t, rank);
  for (intptr_t i = 0; i < rank; ++i)
    from[i] = i == axis ? 0 : -1;
  return graphView(g, vector, rank, from);
}

MlirValue graphExpandDim(GraphBuilder *g, MlirValue x, intptr_t axis) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i <= info.rank; ++i)
    dims[i] = i == axis ? graphLiteral(g, 1) : info.dims[i > axis ? i - 1 : i];
  return graphReshape(g, x, info.rank + 1, dims);
}

MlirValue graphDropDim(GraphBuilder *g, MlirValue x, intptr_t axis) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i + 1 < info.rank; ++i)
    dims[i] = info.dims[i < axis ? i : i + 1];
  return graphReshape(g, x, info.rank - 1, dims);
}

MlirValue graphConcatAll(GraphBuilder *g, const MlirValue *values,
                         intptr_t count, int64_t axis) {
  RelaxConcatArgs args = {.numInputs = count, .inputs = values, .axis = axis};
  for (intptr_t i = 0; i < count; ++i)
    if (!values[i].ptr)
      return none;
  return count == 1 ? values[0]
                    : graphInsert(
                          g, relaxConcatCreate(graphPlace(g, "joined"), &args));
}

MlirValue graphConcat(GraphBuilder *g, MlirValue a, MlirValue b, int64_t axis) {
  MlirValue both[] = {a, b};
  return graphConcatAll(g, both, 2, axis);
}

MlirValue graphSlice(GraphBuilder *g, MlirValue x, int64_t axis, int64_t begin,
                     int64_t end, int64_t step) {
  RelaxStridedSliceArgs args = {x, mlirDenseI64ArrayGet(g->context, 1, &axis),
                                mlirDenseI64ArrayGet(g->context, 1, &begin),
                                mlirDenseI64ArrayGet(g->context, 1, &end),
                                mlirDenseI64ArrayGet(g->context, 1, &step)};
  return x.ptr ? graphInsert(
                     g, relaxStridedSliceCreate(graphPlace(g, "part"), &args))
               : none;
}

MlirValue graphElement(GraphBuilder *g, MlirValue vector, int64_t index) {
  return graphReshape(g, graphSlice(g, vector, 0, index, index + 1, 1), 0,
                      NULL);
}

MlirValue graphTake(GraphBuilder *g, MlirValue x, MlirValue indices,
                    int64_t axis) {
  RelaxTakeArgs args = {.input = x, .indices = indices, .axis = axis};
  return x.ptr && indices.ptr
             ? graphInsert(g, relaxTakeCreate(graphPlace(g, "taken"), &args))
             : none;
}

MlirValue graphBroadcast(GraphBuilder *g, MlirValue x, intptr_t rank,
                         const MlirAttribute *dims, MlirValue from) {
  if (!x.ptr)
    return none;
  MlirType type =
      relaxTensorTypeOf(relaxTensorInfoOf(x).elementType, rank, dims);
  if (mlirTypeEqual(type, mlirValueGetType(x)))
    return x;
  MlirValue *given = NULL;
  if (from.ptr)
    arrput(given, carrier(g, from));
  else
    given = carriers(g, x, type, NULL);
  RelaxBroadcastToArgs args = {.input = x,
                               .numGiven = arrlen(given),
                               .given = given,
                               .resultType = type};
  MlirValue result =
      graphInsert(g, relaxBroadcastToCreate(graphPlace(g, "wide"), &args));
  arrfree(given);
  return result;
}

MlirValue graphBroadcastOpen(GraphBuilder *g, MlirValue x, intptr_t rank,
                             const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  RelaxBroadcastToArgs args = {
      .input = x,
      .target = shapeValue(g, rank, dims),
      .resultType =
          relaxTensorTypeOf(relaxTensorInfoOf(x).elementType, rank, dims)};
  return args.target.ptr
             ? graphInsert(g,
                           relaxBroadcastToCreate(graphPlace(g, "wide"), &args))
             : none;
}

MlirValue graphSliceFrom(GraphBuilder *g, MlirValue x, int64_t axis,
                         MlirAttribute begin, MlirAttribute count) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i == axis ? count : info.dims[i];
  MlirType type = relaxTensorTypeOf(info.elementType, info.rank, dims);
  MlirValue *given = carriers(g, x, type, &begin);
  int64_t one = 1;
  RelaxSliceArgs args = {.input = x,
                         .numGiven = arrlen(given),
                         .given = given,
                         .axes = mlirDenseI64ArrayGet(g->context, 1, &axis),
                         .begins = mlirArrayAttrGet(g->context, 1, &begin),
                         .steps = mlirDenseI64ArrayGet(g->context, 1, &one),
                         .resultType = type};
  MlirValue result =
      graphInsert(g, relaxSliceCreate(graphPlace(g, "part"), &args));
  arrfree(given);
  return result;
}

MlirValue graphPad(GraphBuilder *g, MlirValue x, intptr_t rank,
                   const MlirAttribute *low, const MlirAttribute *dims) {
  return graphPadBy(g, x, none, rank, low, dims);
}

MlirValue graphPadBy(GraphBuilder *g, MlirValue x, MlirValue value,
                     intptr_t rank, const MlirAttribute *low,
                     const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirType type = relaxTensorTypeOf(info.elementType, rank, dims);
  MlirAttribute widths = mlirArrayAttrGet(g->context, rank, low);
  MlirValue *given = carriers(g, x, type, &widths);
  RelaxPadArgs args = {.input = x,
                       .value = value,
                       .numGiven = arrlen(given),
                       .given = given,
                       .low = widths,
                       .mode = strRefFromC("constant"),
                       .resultType = type};
  MlirValue result =
      graphInsert(g, relaxPadCreate(graphPlace(g, "padded"), &args));
  arrfree(given);
  return result;
}

MlirValue graphMatch(GraphBuilder *g, MlirValue x, intptr_t rank,
                     const MlirAttribute *dims) {
  if (!x.ptr)
    return none;
  MlirType type =
      relaxTensorTypeOf(relaxTensorInfoOf(x).elementType, rank, dims);
  if (mlirTypeEqual(type, mlirValueGetType(x)))
    return x;
  MlirValue cast = checkedCastInsert(g->before, x, type, (MlirAttribute){NULL},
                                     (MlirAttribute){NULL});
  assert(cast.ptr && "a symbol of an operand's type is on the operand");
  ++g->numInserted;
  return cast;
}
