//===- State.c - rules of state that grows or changes in place ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/VM/State.gen.h"
#include "lib/Runtime/Tensor.h"

/// What the runtime relies on; it checks the extents itself.
static MlirLogicalResult verifyRows(MlirOperation op, int64_t axis) {
  RelaxTensorInfo state = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo rows = relaxTensorInfoOf(mlirOperationGetOperand(op, 1));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (!state.elementType.ptr || !rows.elementType.ptr ||
      !mlirTypeEqual(state.elementType, rows.elementType) ||
      !mlirTypeEqual(state.elementType, result.elementType))
    return bridgeEmitOpError(op, "state, rows and result: expected one element "
                                 "type");
  if ((state.ranked && rows.ranked && state.rank != rows.rank) ||
      (state.ranked && result.ranked && state.rank != result.rank))
    return bridgeEmitOpError(op, "state, rows and result: expected one rank");
  if (axis < 0 || axis >= (state.ranked ? state.rank : RELAX_MAX_RANK))
    return bridgeEmitOpError(op, "axis: the state has no dimension %lld",
                             (long long)axis);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmAppendVerify(MlirOperation op) {
  MlirAttribute reserve = vmAppendGetReserve(op);
  if (reserve.ptr && mlirIntegerAttrGetValueInt(reserve) < 0)
    return bridgeEmitOpError(op, "reserve: expected at least 0, got %lld",
                             (long long)mlirIntegerAttrGetValueInt(reserve));
  return verifyRows(op, vmAppendGetAxis(op));
}

MlirLogicalResult vmUpdateVerify(MlirOperation op) {
  return verifyRows(op, vmUpdateGetAxis(op));
}
