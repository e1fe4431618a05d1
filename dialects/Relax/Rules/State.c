//===- State.c - rules of state as a value --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/State.gen.h"

/// Equal elements, and an axis that is there.
static bool checkRows(RelaxDims *dims, MlirValue state, MlirValue rows,
                      int64_t axis) {
  RelaxTensorInfo a = relaxTensorInfoOf(state), b = relaxTensorInfoOf(rows);
  if (!relaxSameElements(dims, a, b))
    return false;
  if (axis < 0 || (a.ranked && axis >= a.rank))
    return relaxDimsError(dims, "axis %lld is out of range for %s",
                          (long long)axis, relaxShapeText(dims->arena, a));
  return true;
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

bool relaxAppendInferTypes(RelaxDims *dims, const RelaxAppendArgs *args,
                           MlirType *results) {
  if (!checkRows(dims, args->state, args->rows, args->axis))
    return false;
  results[0] = appended(dims, relaxTensorInfoOf(args->state),
                        relaxTensorInfoOf(args->rows), args->axis);
  return true;
}

bool relaxUpdateSliceInferTypes(RelaxDims *dims,
                                const RelaxUpdateSliceArgs *args,
                                MlirType *results) {
  RelaxTensorInfo position = relaxTensorInfoOf(args->position);
  MlirType wanted = mlirIntegerTypeGet(relaxDimsContext(dims), 64);
  results[0] = mlirValueGetType(args->state);
  if (!checkRows(dims, args->state, args->rows, args->axis))
    return false;
  return (mlirTypeEqual(position.elementType, wanted) && position.ranked &&
          position.rank == 0) ||
         relaxDimsError(
             dims, "position: expected !relax.tensor<[], i64>, got %s",
             relaxTypeText(dims->arena, mlirValueGetType(args->position)));
}

static void addEffects(MlirOperation op, bool inPlace, BridgeEffects effects) {
  if (!inPlace)
    return;
  bridgeEffectsAddRead(effects, op, 0);
  bridgeEffectsAddWrite(effects, op, 0);
}

void relaxAppendEffects(MlirOperation op, BridgeEffects effects) {
  addEffects(op, relaxAppendGetInPlace(op), effects);
}

void relaxUpdateSliceEffects(MlirOperation op, BridgeEffects effects) {
  addEffects(op, relaxUpdateSliceGetInPlace(op), effects);
}

MlirLogicalResult relaxAppendVerify(MlirOperation op) {
  MlirAttribute reserve = relaxAppendGetReserve(op);
  if (reserve.ptr && !relaxAppendGetInPlace(op))
    return bridgeEmitOpError(op, "reserve: expected 'in_place' before it");
  if (reserve.ptr && mlirIntegerAttrGetValueInt(reserve) < 0)
    return bridgeEmitOpError(op, "reserve: expected at least 0, got %lld",
                             (long long)mlirIntegerAttrGetValueInt(reserve));
  return mlirLogicalResultSuccess();
}
