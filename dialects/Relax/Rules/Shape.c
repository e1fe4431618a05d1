//===- Shape.c - rules of shapes as values --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Bridge/Core/Blocks.h"

bool relaxShapeOfInferTypes(RelaxDims *dims, const RelaxShapeOfArgs *args,
                            MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  results[0] = relaxShapeTypeGet(relaxDimsContext(dims), input.ranked,
                                 input.rank, input.dims);
  return true;
}

bool relaxShapeToTensorInferTypes(RelaxDims *dims,
                                  const RelaxShapeToTensorArgs *args,
                                  MlirType *results) {
  MlirContext context = relaxDimsContext(dims);
  MlirType shape = mlirValueGetType(args->shape);
  const MlirAttribute *extents;
  intptr_t rank = relaxShapeTypeGetDims(shape, &extents);
  MlirAttribute extent = relaxShapeTypeGetRanked(shape)
                             ? symConstAttribute(context, (int64_t)rank)
                             : symUnknownAttribute(context);
  results[0] = relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, &extent);
  return true;
}

MlirLogicalResult relaxShapeVerify(MlirOperation op) {
  MlirType type = bridgeResultType(op);
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(type, &dims);
  bool known = relaxShapeTypeGetRanked(type);
  for (intptr_t i = 0; i < rank; ++i)
    known &= !symAttributeIsUnknown(dims[i]);
  return known ? mlirLogicalResultSuccess()
               : bridgeEmitOpError(op, "expected a shape without '?'");
}

MlirLogicalResult relaxTensorToShapeVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxTensorToShapeGetInput(op));
  MlirType shape = bridgeResultType(op);
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
  int64_t length = -1;
  bool good = input.ranked && input.rank == 1 &&
              symAttributeIsConst(input.dims[0], &length) && length == rank &&
              mlirTypeIsAInteger(input.elementType) &&
              mlirIntegerTypeGetWidth(input.elementType) > 1;
  if (good && relaxShapeTypeGetRanked(shape))
    return mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  bridgeEmitOpError(
      op,
      "expected an integer vector of as many elements as the shape, got %s "
      "and %s",
      relaxTypeText(arena, mlirValueGetType(relaxTensorToShapeGetInput(op))),
      relaxTypeText(arena, shape));
  arenaDestroy(arena);
  return mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// broadcast_shape
//===----------------------------------------------------------------------===//

/// Of two extents that may broadcast, but differ: a literal, which is not 1
/// here, is the result's, because the other one has to be it or 1.
static MlirAttribute openDim(MlirContext context, MlirAttribute a,
                             MlirAttribute b) {
  int64_t value;
  bool first = symAttributeIsConst(a, &value);
  bool second = symAttributeIsConst(b, &value);
  if (first == second)
    return symUnknownAttribute(context);
  return first ? a : b;
}

MlirType relaxBroadcastShapeType(MlirContext context, Arena *arena,
                                 RelaxTensorInfo a, RelaxTensorInfo b) {
  if (!a.ranked || !b.ranked)
    return relaxShapeTypeGet(context, false, 0, NULL);
  intptr_t rank = a.rank > b.rank ? a.rank : b.rank;
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, rank);
  for (intptr_t back = 1; back <= rank; ++back) {
    MlirAttribute *dim = &dims[rank - back];
    if (back <= a.rank)
      *dim = a.dims[a.rank - back];
    if (back <= b.rank && !relaxJoinBroadcastDim(dim, b.dims[b.rank - back]))
      *dim = openDim(context, *dim, b.dims[b.rank - back]);
  }
  return relaxShapeTypeGet(context, true, rank, dims);
}

/// The type with `?` where the operation binds the dimension: operands whose
/// types got better since may say what it is.
static MlirType withoutBound(MlirOperation op, Arena *arena, MlirType type) {
  MlirAttribute binds = relaxBroadcastShapeGetBinds(op);
  MlirContext context = mlirOperationGetContext(op);
  const MlirAttribute *known, *declared;
  intptr_t rank = relaxShapeTypeGetDims(type, &known);
  if (!binds.ptr ||
      relaxShapeTypeGetDims(bridgeResultType(op), &declared) != rank)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    StrRef name;
    bool bound =
        symAttributeIsSymbol(declared[i], &name) && relaxNamesHave(binds, name);
    dims[i] = bound ? symUnknownAttribute(context) : known[i];
  }
  return relaxShapeTypeGet(context, relaxShapeTypeGetRanked(type), rank, dims);
}

MlirLogicalResult relaxBroadcastShapeVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  MlirType type =
      relaxBroadcastShapeType(mlirOperationGetContext(op), arena,
                              relaxTensorInfoOf(relaxBroadcastShapeGetLhs(op)),
                              relaxTensorInfoOf(relaxBroadcastShapeGetRhs(op)));
  type = withoutBound(op, arena, type);
  arenaDestroy(arena);
  return relaxVerifyInferred(op, &type);
}

//===----------------------------------------------------------------------===//
// arange, iota
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxArangeVerify(MlirOperation op) {
  RelaxTensorInfo start = relaxTensorInfoOf(relaxArangeGetStart(op));
  bool good = true;
  for (intptr_t i = 0; i < 3; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetOperand(op, i));
    good &= (!info.ranked || info.rank == 0) &&
            mlirTypeEqual(info.elementType, start.elementType);
  }
  if (!good)
    return bridgeEmitOpError(op, "expected three scalars of one element type");
  MlirAttribute unknown = symUnknownAttribute(mlirOperationGetContext(op));
  MlirType type = relaxTensorTypeOf(start.elementType, 1, &unknown);
  return relaxVerifyInferred(op, &type);
}

static MlirLogicalResult badRank(MlirOperation op, RelaxTensorInfo info) {
  Arena *arena = arenaCreate();
  bridgeEmitOpError(op, "result: expected a tensor of rank 1, got %s",
                    relaxShapeText(arena, info));
  arenaDestroy(arena);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxIotaVerify(MlirOperation op) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute begin = relaxIotaGetBegin(op), step = relaxIotaGetStep(op);
  if (!symIsExprAttr(begin) || symAttributeIsUnknown(begin) ||
      !symIsExprAttr(step) || symAttributeIsUnknown(step))
    return bridgeEmitOpError(op, "begin, step: expected expressions, got '?'");
  if (!info.ranked || info.rank != 1)
    return badRank(op, info);
  if (mlirTypeIsAInteger(info.elementType) &&
      mlirIntegerTypeGetWidth(info.elementType) > 1)
    return mlirLogicalResultSuccess();
  if (mlirTypeIsAFloat(info.elementType))
    return mlirLogicalResultSuccess();
  StrBuf text = {0};
  bridgePrintType(info.elementType, &text);
  bridgeEmitOpError(op, "element type: expected a number, got '%s'",
                    strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}
