//===- Selection.c - rules of results whose extents depend on values ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The rules infer `?` where values decide; a declared symbol of `binds` fills
// it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.h"
#include "dialects/Relax/Dims.h"

static MlirType vectorType(MlirType element) {
  MlirAttribute unknown = symUnknownAttribute(mlirTypeGetContext(element));
  return relaxTensorTypeOf(element, 1, &unknown);
}

static MlirType i64(MlirOperation op) {
  return mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
}

/// "..., got [n, 2] and [n, 3]"
static MlirLogicalResult differ(MlirOperation op, const char *what,
                                RelaxTensorInfo a, RelaxTensorInfo b) {
  Arena *arena = arenaCreate();
  bridgeEmitOpError(op, "%s, got %s and %s", what, relaxShapeText(arena, a),
                    relaxShapeText(arena, b));
  arenaDestroy(arena);
  return mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// unique, nonzero
//===----------------------------------------------------------------------===//

/// Results 0, 1 and 3 have an element (or slice) per different one: one extent.
static MlirLogicalResult checkUniqueExtents(MlirOperation op, int64_t axis) {
  MlirAttribute first = {NULL};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, i));
    intptr_t place = i == 0 ? axis : 0;
    if (i == 2 || !info.ranked || symAttributeIsUnknown(info.dims[place]))
      continue;
    if (!first.ptr)
      first = info.dims[place];
    else if (!mlirAttributeEqual(first, info.dims[place]))
      return differ(op, "results 0, 1 and 3: expected one extent",
                    relaxTensorInfoOf(mlirOperationGetResult(op, 0)), info);
  }
  return mlirLogicalResultSuccess();
}

/// What is chosen: without an axis a vector, else the input with another
/// extent.
static MlirType chosenType(RelaxDims *dims, MlirOperation op,
                           RelaxTensorInfo input, MlirAttribute given) {
  if (!given.ptr)
    return vectorType(input.elementType);
  int64_t axis = mlirIntegerAttrGetValueInt(given);
  MlirAttribute *extents = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    extents[i] = i == axis ? symUnknownAttribute(mlirOperationGetContext(op))
                           : input.dims[i];
  return input.ranked
             ? relaxTensorTypeOf(input.elementType, input.rank, extents)
             : relaxUnrankedTensorType(input.elementType);
}

/// Result 2 has an element per element (or slice) of the input.
static void uniqueTypes(RelaxDims *dims, MlirOperation op, MlirType *types) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxUniqueGetInput(op));
  MlirAttribute given = relaxUniqueGetAxis(op);
  int64_t axis = given.ptr ? mlirIntegerAttrGetValueInt(given) : 0;
  SymExpr total = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < input.rank; ++i)
    if (!given.ptr || i == axis)
      total = relaxDimsMul(dims, total, relaxDimsOf(dims, input.dims[i]));
  if (!input.ranked)
    total = symExprUnknown(dims->arena);
  MlirAttribute inverse = relaxDimsAttribute(dims, total);
  types[0] = chosenType(dims, op, input, given);
  types[1] = types[3] = vectorType(i64(op));
  types[2] = relaxTensorTypeOf(i64(op), 1, &inverse);
}

bool relaxSelectionTypes(MlirOperation op, MlirType *types) {
  RelaxDims dims = relaxDimsOpen(op);
  bool known = true;
  if (relaxIsUnique(op))
    uniqueTypes(&dims, op, types);
  else if (relaxIsCompress(op))
    types[0] =
        chosenType(&dims, op, relaxTensorInfoOf(relaxCompressGetInput(op)),
                   relaxCompressGetAxis(op));
  else
    known = false;
  return mlirLogicalResultIsSuccess(
             relaxDimsClose(&dims, mlirLogicalResultSuccess())) &&
         known;
}

MlirLogicalResult relaxUniqueVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxUniqueGetInput(op));
  intptr_t count = mlirOperationGetNumResults(op);
  MlirAttribute given = relaxUniqueGetAxis(op);
  int64_t axis = given.ptr ? mlirIntegerAttrGetValueInt(given) : 0;
  if (count < 1 || count > 4)
    return bridgeEmitOpError(op, "expected 1 to 4 results, got %ld",
                             (long)count);
  if (axis < 0 || (given.ptr && input.ranked && axis >= input.rank))
    return bridgeEmitOpError(op, "axis %lld is out of range for rank %ld",
                             (long long)axis, (long)input.rank);
  MlirType types[4];
  MlirLogicalResult outcome = mlirLogicalResultFailure();
  if (relaxSelectionTypes(op, types))
    outcome = relaxVerifyInferred(op, types);
  return mlirLogicalResultIsSuccess(outcome) ? checkUniqueExtents(op, axis)
                                             : outcome;
}

MlirLogicalResult relaxCompressVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxCompressGetInput(op));
  RelaxTensorInfo condition = relaxTensorInfoOf(relaxCompressGetCondition(op));
  MlirAttribute given = relaxCompressGetAxis(op);
  int64_t axis = given.ptr ? mlirIntegerAttrGetValueInt(given) : 0;
  RelaxDims dims = relaxDimsOpen(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (axis < 0 || (given.ptr && input.ranked && axis >= input.rank))
    outcome = bridgeEmitOpError(op, "axis %lld is out of range for rank %ld",
                                (long long)axis, (long)input.rank);
  else if (!mlirTypeIsAInteger(condition.elementType) ||
           mlirIntegerTypeGetWidth(condition.elementType) != 1 ||
           (condition.ranked && condition.rank != 1))
    outcome = bridgeEmitOpError(
        op, "condition: expected an i1 vector, got %s",
        relaxTypeText(dims.arena,
                      mlirValueGetType(relaxCompressGetCondition(op))));
  if (mlirLogicalResultIsSuccess(outcome)) {
    MlirType type;
    outcome = relaxSelectionTypes(op, &type) ? relaxVerifyInferred(op, &type)
                                             : mlirLogicalResultFailure();
  }
  return relaxDimsClose(&dims, outcome);
}

MlirLogicalResult relaxNonzeroVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxNonzeroGetInput(op));
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute dims[] = {input.ranked ? symConstAttribute(context, input.rank)
                                       : symUnknownAttribute(context),
                          symUnknownAttribute(context)};
  MlirType type = relaxTensorTypeOf(i64(op), 2, dims);
  return relaxVerifyInferred(op, &type);
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxTopKVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(relaxVerifyNumbers(op)))
    return mlirLogicalResultFailure();
  RelaxTensorInfo input = relaxTensorInfoOf(relaxTopKGetInput(op));
  RelaxTensorInfo k = relaxTensorInfoOf(relaxTopKGetK(op));
  int64_t axis = relaxTopKGetAxis(op), one = 1;
  if (k.ranked && k.rank == 1)
    symAttributeIsConst(k.dims[0], &one);
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (axis < 0 || (input.ranked && axis >= input.rank))
    outcome = bridgeEmitOpError(op, "axis %lld is out of range for %s",
                                (long long)axis, relaxShapeText(arena, input));
  else if (!mlirTypeEqual(k.elementType, i64(op)) ||
           (k.ranked && k.rank != 1) || one != 1)
    outcome = bridgeEmitOpError(
        op, "k: expected !relax.tensor<[1], i64>, got %s",
        relaxTypeText(arena, mlirValueGetType(relaxTopKGetK(op))));
  if (mlirLogicalResultIsFailure(outcome) || !input.ranked) {
    arenaDestroy(arena);
    return outcome;
  }
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = i == axis ? symUnknownAttribute(mlirOperationGetContext(op))
                        : input.dims[i];
  MlirType types[] = {relaxTensorTypeOf(input.elementType, input.rank, dims),
                      relaxTensorTypeOf(i64(op), input.rank, dims)};
  arenaDestroy(arena);
  outcome = relaxVerifyInferred(op, types);
  RelaxTensorInfo values = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  RelaxTensorInfo indices = relaxTensorInfoOf(mlirOperationGetResult(op, 1));
  if (mlirLogicalResultIsSuccess(outcome) && values.ranked && indices.ranked &&
      !mlirAttributeEqual(values.dims[axis], indices.dims[axis]) &&
      !symAttributeIsUnknown(values.dims[axis]) &&
      !symAttributeIsUnknown(indices.dims[axis]))
    return differ(op, "results: expected one shape", values, indices);
  return outcome;
}

//===----------------------------------------------------------------------===//
// non_max_suppression
//===----------------------------------------------------------------------===//

/// Ranks of 3 and equal extents where both operands have the dimension.
static MlirLogicalResult checkBoxes(MlirOperation op, Arena *arena,
                                    RelaxTensorInfo boxes,
                                    RelaxTensorInfo scores) {
  int64_t four = 4;
  bool good = (!boxes.ranked || boxes.rank == 3) &&
              (!scores.ranked || scores.rank == 3) &&
              mlirTypeIsAF32(boxes.elementType) &&
              mlirTypeIsAF32(scores.elementType);
  if (good && boxes.ranked)
    symAttributeIsConst(boxes.dims[2], &four);
  for (int pair = 0; good && boxes.ranked && scores.ranked && pair < 2;
       ++pair) {
    MlirAttribute a = boxes.dims[pair], b = scores.dims[2 * pair];
    good = mlirAttributeEqual(a, b) || symAttributeIsUnknown(a) ||
           symAttributeIsUnknown(b);
  }
  if (good && four == 4)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "expected f32 boxes [batch, n, 4] and scores "
                           "[batch, classes, n], got %s and %s",
                           relaxShapeText(arena, boxes),
                           relaxShapeText(arena, scores));
}

/// A number alone or as the element of a vector.
static bool isNumber(MlirValue value, MlirType element) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  int64_t extent = 1;
  if (info.ranked && info.rank == 1)
    symAttributeIsConst(info.dims[0], &extent);
  return mlirTypeEqual(info.elementType, element) &&
         (!info.ranked || info.rank < 2) && extent == 1;
}

static const char *operandText(MlirOperation op, Arena *arena, intptr_t index) {
  return relaxTypeText(arena,
                       mlirValueGetType(mlirOperationGetOperand(op, index)));
}

MlirLogicalResult relaxNonMaxSuppressionVerify(MlirOperation op) {
  RelaxTensorInfo boxes = relaxTensorInfoOf(relaxNonMaxSuppressionGetBoxes(op));
  RelaxTensorInfo scores =
      relaxTensorInfoOf(relaxNonMaxSuppressionGetScores(op));
  MlirContext context = mlirOperationGetContext(op);
  MlirType f32 = mlirF32TypeGet(context);
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = checkBoxes(op, arena, boxes, scores);
  if (mlirLogicalResultIsSuccess(outcome) &&
      !(isNumber(relaxNonMaxSuppressionGetLimit(op), i64(op)) &&
        isNumber(relaxNonMaxSuppressionGetOverlap(op), f32) &&
        isNumber(relaxNonMaxSuppressionGetThreshold(op), f32)))
    outcome = bridgeEmitOpError(
        op,
        "limit, overlap, threshold: expected one element each, of types i64, "
        "f32, f32, got %s, %s, %s",
        operandText(op, arena, 2), operandText(op, arena, 3),
        operandText(op, arena, 4));
  arenaDestroy(arena);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  MlirAttribute dims[] = {symUnknownAttribute(context),
                          symConstAttribute(context, 3)};
  MlirType type = relaxTensorTypeOf(i64(op), 2, dims);
  return relaxVerifyInferred(op, &type);
}
