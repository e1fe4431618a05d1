//===- State.c - rules of state as a value --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/State.gen.h"

/// Equal elements and ranks, and equal extents outside of the axis.
static MlirLogicalResult checkRows(RelaxDims *dims, MlirValue state,
                                   MlirValue rows, int64_t axis) {
  RelaxTensorInfo a = relaxTensorInfoOf(state), b = relaxTensorInfoOf(rows);
  if (mlirLogicalResultIsFailure(
          relaxSameElements(dims->loc, dims->opName, a, b)))
    return mlirLogicalResultFailure();
  if (axis < 0 || (a.ranked && axis >= a.rank))
    return bridgeEmitError(
        dims->loc, "'%s' op axis %lld is out of range for %s", dims->opName,
        (long long)axis, relaxShapeText(dims->arena, a));
  if (!a.ranked || !b.ranked)
    return mlirLogicalResultSuccess();
  bool agree = a.rank == b.rank;
  MlirAttribute want = {NULL}, got = {NULL};
  for (intptr_t i = 0; agree && i < a.rank; ++i) {
    want = a.dims[i];
    got = b.dims[i];
    agree = i == axis || symAttributeIsUnknown(want) ||
            symAttributeIsUnknown(got) || mlirAttributeEqual(want, got);
  }
  if (agree)
    return mlirLogicalResultSuccess();
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "'%s' op rows: expected the extents of %s outside of "
                     "axis %lld, got %s; if they are equal, say so with "
                     "'relax.match_cast'",
                     dims->opName, relaxShapeText(dims->arena, a),
                     (long long)axis, relaxShapeText(dims->arena, b));
  return relaxReportDims(dims->loc, state, want, got, &text);
}

static MlirType appended(RelaxDims *dims, RelaxTensorInfo state,
                         RelaxTensorInfo rows, int64_t axis) {
  if (!state.ranked || !rows.ranked)
    return relaxUnrankedTensorType(state.elementType);
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, state.rank);
  for (intptr_t i = 0; i < state.rank; ++i)
    out[i] =
        symAttributeIsUnknown(state.dims[i]) ? rows.dims[i] : state.dims[i];
  out[axis] = relaxDimsAttribute(
      dims, relaxDimsAdd(dims, relaxDimsOf(dims, state.dims[axis]),
                         relaxDimsOf(dims, rows.dims[axis])));
  return relaxTensorTypeOf(state.elementType, state.rank, out);
}

MlirLogicalResult relaxAppendInferTypes(MlirLocation loc,
                                        const RelaxAppendArgs *args,
                                        MlirType *results) {
  RelaxDims dims = {loc, "relax.append", arenaCreate(), SYM_OK};
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  MlirLogicalResult outcome = checkRows(&dims, args->state, args->rows, axis);
  if (mlirLogicalResultIsSuccess(outcome)) {
    results[0] = appended(&dims, relaxTensorInfoOf(args->state),
                          relaxTensorInfoOf(args->rows), axis);
    outcome = relaxDimsOutcome(&dims);
  }
  arenaDestroy(dims.arena);
  return outcome;
}

MlirLogicalResult relaxUpdateSliceInferTypes(MlirLocation loc,
                                             const RelaxUpdateSliceArgs *args,
                                             MlirType *results) {
  RelaxDims dims = {loc, "relax.update_slice", arenaCreate(), SYM_OK};
  RelaxTensorInfo position = relaxTensorInfoOf(args->position);
  MlirType wanted = mlirIntegerTypeGet(mlirLocationGetContext(loc), 64);
  MlirLogicalResult outcome = checkRows(&dims, args->state, args->rows,
                                        mlirIntegerAttrGetValueInt(args->axis));
  if (mlirLogicalResultIsSuccess(outcome) &&
      (!mlirTypeEqual(position.elementType, wanted) || !position.ranked ||
       position.rank != 0))
    outcome = bridgeEmitError(
        loc, "'%s' op position: expected !relax.tensor<[], i64>, got %s",
        dims.opName,
        relaxTypeText(dims.arena, mlirValueGetType(args->position)));
  results[0] = mlirValueGetType(args->state);
  arenaDestroy(dims.arena);
  return outcome;
}

static void addEffects(MlirOperation op, bool inPlace, BridgeEffects effects) {
  if (!inPlace)
    return;
  bridgeEffectsAddRead(effects, op, 0);
  bridgeEffectsAddWrite(effects, op, 0);
}

void relaxAppendEffects(MlirOperation op, BridgeEffects effects) {
  addEffects(op, relaxAppendGetInPlace(op).ptr, effects);
}

void relaxUpdateSliceEffects(MlirOperation op, BridgeEffects effects) {
  addEffects(op, relaxUpdateSliceGetInPlace(op).ptr, effects);
}

MlirLogicalResult relaxAppendVerify(MlirOperation op) {
  MlirAttribute reserve = relaxAppendGetReserve(op);
  if (reserve.ptr && !relaxAppendGetInPlace(op).ptr)
    return bridgeEmitOpError(op, "reserve: expected 'in_place' before it");
  if (reserve.ptr && mlirIntegerAttrGetValueInt(reserve) < 0)
    return bridgeEmitOpError(op, "reserve: expected at least 0, got %lld",
                             (long long)mlirIntegerAttrGetValueInt(reserve));
  return mlirLogicalResultSuccess();
}
