//===- RowPanels.c - rows of registers that loops use alike ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Lanes behind the end of a loop may be stored to where nobody looks. In rows
// of registers that is so if all loops along them end in the same place, as
// those of a tile do, and is found out while they all are loops.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

/// The loop whose iterator goes along the row that `op` uses; null if there is
/// none.
static MlirOperation rowLoop(TirLowering *l, MlirOperation op, MlirValue buffer,
                             MlirAttribute exprs) {
  MlirOperation loop = mlirOperationGetParentOperation(op);
  for (; !mlirOperationEqual(loop, l->func);
       loop = mlirOperationGetParentOperation(loop))
    if (tirIsFor(loop) &&
        tirStrideOf(l, op, buffer, exprs, bridgeArgument(loop, 0)) == 1)
      return loop;
  return (MlirOperation){NULL};
}

static bool endAlike(TirLowering *l, MlirOperation a, MlirOperation b) {
  intptr_t first, second;
  MlirValue *as = tirIndexOperands(l, a, &first),
            *bs = tirIndexOperands(l, b, &second);
  bool same = mlirAttributeEqual(tirForGetUpper(a), tirForGetUpper(b)) &&
              first == second;
  for (intptr_t i = 0; same && i < first; ++i)
    same = mlirValueEqual(as[i], bs[i]);
  return same;
}

/// Does one access end where the others, from `*loop` on, do?
static bool addAccess(TirLowering *l, MlirOperation op, MlirValue buffer,
                      MlirAttribute exprs, MlirOperation *loop) {
  MlirOperation own = rowLoop(l, op, buffer, exprs);
  if (!own.ptr || (loop->ptr && !endAlike(l, own, *loop)))
    return false;
  *loop = own;
  return true;
}

static bool isUsedAlike(TirLowering *l, MlirValue buffer) {
  MlirOperation loop = {NULL};
  bool alike = true;
  for (MlirOpOperand use = {NULL}; alike && bridgeAdvanceUse(buffer, &use);) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (tirIsLoad(op)) {
      alike = addAccess(l, op, buffer, tirLoadGetExprs(op), &loop);
    } else if (tirIsStore(op)) {
      alike = addAccess(l, op, buffer, tirStoreGetExprs(op), &loop);
    } else if (tirIsReduce(op)) {
      for (intptr_t t = 0; alike && t < tirReduceGetNumBuffers(op); ++t)
        alike =
            !mlirValueEqual(tirReduceGetBuffers(op, t), buffer) ||
            addAccess(l, op, buffer,
                      mlirArrayAttrGetElement(tirReduceGetExprs(op), t), &loop);
    } else {
      alike = false;
    }
  }
  return alike;
}

static MlirWalkResult mark(MlirOperation op, void *userData) {
  TirLowering *l = userData;
  if (tirIsAlloc(op) && strRefIs(tirAllocGetSpace(op), "register") &&
      isUsedAlike(l, mlirOperationGetResult(op, 0)))
    mlirOperationSetDiscardableAttributeByName(
        op, mlirStringRefCreateFromCString(TIR_ROWS_END_ALIKE),
        mlirUnitAttrGet(l->context));
  return MlirWalkResultAdvance;
}

void tirMarkRows(TirLowering *l) {
  mlirOperationWalk(l->func, mark, l, MlirWalkPreOrder);
}
