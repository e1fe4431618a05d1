//===- BindExtentsRules.c - extents from values, as graph operations ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What an operation does with its shape operand is written with operations on
// small integer vectors, which become kernels like others. The vector of the
// extents is then one shape, whose symbols the types have.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static const MlirValue none = {NULL};

static MlirValue number(ExtentBinder *binder, int64_t value) {
  MlirType type = mlirRankedTensorTypeGet(0, NULL, graphInt64(&binder->g),
                                          mlirAttributeGetNull());
  MlirAttribute element = mlirIntegerAttrGet(graphInt64(&binder->g), value);
  RelaxConstantArgs args = {.value =
                                mlirDenseElementsAttrGet(type, 1, &element)};
  GraphBuilder *g = &binder->g;
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "number"), &args));
}

/// `value` `count` times.
static MlirValue repeated(ExtentBinder *binder, int64_t value, int64_t count,
                          MlirValue given) {
  MlirAttribute dim = graphLiteral(&binder->g, count);
  return graphBroadcast(&binder->g, number(binder, value), 1, &dim, given);
}

/// `vector` of `length` elements with `value` in front, up to `wanted`.
static MlirValue padFront(ExtentBinder *binder, MlirValue vector,
                          int64_t length, int64_t wanted, int64_t value) {
  return length == wanted
             ? vector
             : graphConcat(&binder->g,
                           repeated(binder, value, wanted - length, vector),
                           vector, 0);
}

/// The length of a shape operand that is a vector of known length, else -1.
static int64_t lengthOf(MlirValue vector) {
  RelaxTensorInfo info = relaxTensorInfoOf(vector);
  int64_t length = -1;
  if (info.ranked && info.rank == 1)
    symAttributeIsConst(info.dims[0], &length);
  return length;
}

static MlirType unknownShape(ExtentBinder *binder, MlirValue like,
                             intptr_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(binder->g.arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = symUnknownAttribute(binder->g.context);
  return relaxTensorTypeOf(relaxTensorInfoOf(like).elementType, rank, dims);
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

/// 0 copies the input's extent.
static MlirValue copyZeros(ExtentBinder *binder, MlirValue target,
                           MlirValue extents, int64_t length, int64_t rank) {
  GraphBuilder *g = &binder->g;
  MlirValue own =
      rank > length ? graphSlice(g, extents, 0, 0, length, 1) : extents;
  // A 0 behind the input's rank stays one: then the counts differ.
  if (rank < length)
    own = rank == 0
              ? repeated(binder, 0, length, target)
              : graphConcat(g, extents,
                            repeated(binder, 0, length - rank, target), 0);
  return graphWhere(g, graphEqual(g, target, number(binder, 0)), own, target);
}

MlirValue bindReshape(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue input = relaxReshapeGetInput(op),
            target = relaxReshapeGetTarget(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t length = lengthOf(target), rank = relaxTensorInfoOf(input).rank;
  *failed = false;
  if (length < 1)
    return none;
  *failed = true;
  MlirValue extents = graphShapeVector(g, input);
  if (!relaxReshapeGetAllowZero(op))
    target = copyZeros(binder, target, extents, length, rank);
  MlirValue open = graphEqual(g, target, number(binder, -1));
  MlirValue others = graphProd(
      g, graphWhere(g, open, number(binder, 1), target), graphAxis(g, 0));
  MlirValue total = rank ? graphProd(g, extents, graphAxis(g, 0))
                         : repeated(binder, 1, 1, target);
  // Beside an extent of 0 the rest is 0 elements of 0.
  MlirValue rest =
      graphDivide(g, total, graphMaximum(g, others, number(binder, 1)));
  MlirType type = relaxTensorTypeGetRanked(mlirValueGetType(result))
                      ? mlirValueGetType(result)
                      : unknownShape(binder, input, length);
  RelaxReshapeArgs args = {
      .input = input,
      .target = bindShape(binder, graphWhere(g, open, rest, target), type, NULL,
                          input)};
  if (!args.target.ptr)
    return none;
  const MlirAttribute *dims;
  intptr_t count = relaxShapeTypeGetDims(mlirValueGetType(args.target), &dims);
  args.resultType =
      relaxTensorTypeOf(relaxTensorInfoOf(input).elementType, count, dims);
  return graphInsert(g,
                     relaxReshapeCreate(mlirOperationGetLocation(op), &args));
}

//===----------------------------------------------------------------------===//
// broadcast_to
//===----------------------------------------------------------------------===//

MlirValue bindBroadcastTo(ExtentBinder *binder, MlirOperation op,
                          bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue input = relaxBroadcastToGetInput(op);
  MlirValue target = relaxBroadcastToGetTarget(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t length = lengthOf(target), rank = relaxTensorInfoOf(input).rank;
  int64_t wide = rank > length ? rank : length;
  *failed = false;
  if (length < 1)
    return none;
  *failed = true;
  if (rank > 0) {
    MlirValue own = padFront(binder, graphShapeVector(g, input), rank, wide, 1);
    target = padFront(binder, target, length, wide, 1);
    target =
        graphWhere(g, graphEqual(g, target, number(binder, 1)), own, target);
  }
  MlirType type = relaxTensorTypeGetRanked(mlirValueGetType(result))
                      ? mlirValueGetType(result)
                      : unknownShape(binder, input, wide);
  RelaxBroadcastToArgs args = {
      .input = input, .target = bindShape(binder, target, type, NULL, input)};
  if (!args.target.ptr)
    return none;
  const MlirAttribute *dims;
  intptr_t count = relaxShapeTypeGetDims(mlirValueGetType(args.target), &dims);
  args.resultType =
      relaxTensorTypeOf(relaxTensorInfoOf(input).elementType, count, dims);
  return graphInsert(
      g, relaxBroadcastToCreate(mlirOperationGetLocation(op), &args));
}

//===----------------------------------------------------------------------===//
// arange
//===----------------------------------------------------------------------===//

/// How many steps it is from 0 to `length`, at least 0, as i64. Of integers
/// (|length| - 1) / |step| + 1 where they have one sign; dividing by a step of
/// 0 is an error.
static MlirValue countSteps(ExtentBinder *binder, MlirValue length,
                            MlirValue step) {
  GraphBuilder *g = &binder->g;
  MlirValue zero = graphNumberLike(g, 0, length);
  if (mlirTypeIsAFloat(relaxTensorInfoOf(step).elementType))
    return graphCast(
        g, graphMaximum(g, graphCeil(g, graphDivide(g, length, step)), zero),
        graphInt64(&binder->g));
  MlirValue one = graphNumberLike(g, 1, length);
  MlirValue forward = graphLess(g, zero, step);
  MlirValue distance = graphWhere(g, forward, length, graphNegative(g, length));
  MlirValue count = graphAdd(
      g,
      graphDivide(g, graphSubtract(g, graphMaximum(g, distance, one), one),
                  graphAbs(g, step)),
      one);
  return graphWhere(g, graphLess(g, zero, distance), count, zero);
}

MlirValue bindArange(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue start = relaxArangeGetStart(op), step = relaxArangeGetStep(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = relaxTensorInfoOf(start).elementType;
  *failed = false;
  if (relaxArangeGetBinds(op).ptr || !bindIsKnown(start) ||
      !bindIsKnown(relaxArangeGetLimit(op)) || !bindIsKnown(step))
    return none;
  *failed = true;
  // Narrow types may not hold the distance; f64 keeps what f32 has.
  MlirValue from = graphWiden(g, start);
  if (!mlirTypeIsAFloat(element))
    from = graphCast(g, start, graphInt64(&binder->g));
  else if (mlirTypeIsAF32(element))
    from = graphCast(g, start, mlirF64TypeGet(g->context));
  MlirValue to = graphCastLike(g, relaxArangeGetLimit(op), from);
  MlirValue by = graphCastLike(g, step, from);
  MlirAttribute one = graphLiteral(g, 1);
  MlirValue count = graphReshape(
      g, countSteps(binder, graphSubtract(g, to, from), by), 1, &one);
  MlirValue shape = bindShape(binder, count, type, NULL, start);
  if (!shape.ptr)
    return none;
  const MlirAttribute *dims;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &dims);
  MlirValue numbers =
      graphIota(g, dims[0], relaxTensorInfoOf(from).elementType, shape);
  MlirValue values = graphAdd(g, graphMultiply(g, numbers, by), from);
  return graphCast(g, values, element);
}

//===----------------------------------------------------------------------===//
// dynamic_slice
//===----------------------------------------------------------------------===//

/// ONNX Slice: negative positions count from the end; then they are clamped,
/// for steps backward at -1 and the last element.
static MlirValue clampPositions(ExtentBinder *binder, MlirValue positions,
                                MlirValue extents, MlirValue low,
                                MlirValue high) {
  GraphBuilder *g = &binder->g;
  MlirValue negative = graphLess(g, positions, number(binder, 0));
  MlirValue moved =
      graphWhere(g, negative, graphAdd(g, positions, extents), positions);
  return graphMinimum(g, graphMaximum(g, moved, low), high);
}

typedef struct SliceVectors {
  MlirValue begins, ends, steps, counts;
} SliceVectors;

/// Vectors along computed axes become ones along all axes: row i of the matrix
/// `hot` has a 1 where element i belongs. An axis that is not named is taken
/// whole.
static SliceVectors spread(ExtentBinder *binder, SliceVectors vectors,
                           MlirValue along, intptr_t rank) {
  GraphBuilder *g = &binder->g;
  MlirValue named = graphWhere(g, graphLess(g, along, number(binder, 0)),
                               graphAdd(g, along, number(binder, rank)), along);
  MlirValue all =
      graphIota(g, graphLiteral(g, rank), graphInt64(&binder->g), along);
  MlirValue hot = graphCast(g, graphEqual(g, graphExpandDim(g, named, 1), all),
                            graphInt64(&binder->g));
  MlirValue *lists[] = {&vectors.begins, &vectors.ends, &vectors.steps};
  const int64_t whole[] = {0, INT64_MAX, 1};
  MlirAttribute dim = graphLiteral(g, rank);
  MlirValue counted =
      graphReshape(g, graphSum(g, hot, graphAxis(g, 0)), 1, &dim);
  MlirValue absent = graphEqual(g, counted, number(binder, 0));
  for (int i = 0; i < 3; ++i) {
    MlirValue placed = graphMultiply(g, hot, graphExpandDim(g, *lists[i], 1));
    MlirValue value =
        graphReshape(g, graphSum(g, placed, graphAxis(g, 0)), 1, &dim);
    *lists[i] = graphWhere(g, absent, number(binder, whole[i]), value);
  }
  return vectors;
}

static SliceVectors sliceVectors(ExtentBinder *binder, MlirOperation op,
                                 MlirValue extents) {
  GraphBuilder *g = &binder->g;
  MlirValue zero = number(binder, 0), one = number(binder, 1);
  SliceVectors v = {.begins = relaxDynamicSliceGetBegins(op),
                    .ends = relaxDynamicSliceGetEnds(op),
                    .steps = relaxDynamicSliceGetSteps(op)};
  MlirValue along = relaxDynamicSliceGetAlong(op);
  if (along.ptr)
    v = spread(binder, v, along,
               relaxTensorInfoOf(relaxDynamicSliceGetInput(op)).rank);
  MlirValue forward = graphLess(g, zero, v.steps);
  MlirValue last = graphSubtract(g, extents, one);
  MlirValue low = graphWhere(g, forward, zero, number(binder, -1));
  MlirValue high = graphWhere(g, forward, extents, last);
  v.begins = clampPositions(binder, v.begins, extents, zero, high);
  v.ends = clampPositions(binder, v.ends, extents, low, high);
  v.counts = countSteps(binder, graphSubtract(g, v.ends, v.begins), v.steps);
  return v;
}

/// The slice is one choice of elements per axis.
MlirValue bindDynamicSlice(ExtentBinder *binder, MlirOperation op,
                           bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue value = relaxDynamicSliceGetInput(op);
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  *failed = false;
  if (!result.ranked || relaxDynamicSliceGetBinds(op).ptr)
    return none;
  *failed = true;
  intptr_t count;
  MlirAttribute list = relaxDynamicSliceGetAxes(op);
  if (relaxDynamicSliceGetAlong(op).ptr)
    list = graphAxes(g, 0, input.rank);
  const int64_t *axes = relaxIntegers(g->arena, list, &count);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, count);
  MlirAttribute *most = ARENA_ARRAY(g->arena, MlirAttribute, count);
  MlirValue all = graphShapeVector(g, value), extents = none;
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue own = graphSlice(g, all, 0, axes[i], axes[i] + 1, 1);
    extents = i ? graphConcat(g, extents, own, 0) : own;
    dims[i] = result.dims[axes[i]];
    most[i] = input.dims[axes[i]];
  }
  if (count == 0)
    return value;
  SliceVectors vectors = sliceVectors(binder, op, extents);
  MlirType type = relaxTensorTypeOf(graphInt64(&binder->g), count, dims);
  MlirValue shape = bindShape(binder, vectors.counts, type, most, value);
  if (!shape.ptr)
    return none;
  const MlirAttribute *bound;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue places = graphAdd(
        g,
        graphMultiply(g, graphIota(g, bound[i], graphInt64(&binder->g), shape),
                      graphElement(g, vectors.steps, i)),
        graphElement(g, vectors.begins, i));
    value = graphTake(g, value, places, axes[i]);
  }
  return value;
}
