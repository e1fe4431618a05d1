//===- DeductionEdit.c - operations that take the place of others ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

MlirLogicalResult deductionReplace(Deduction *deduction, MlirOperation op,
                                   MlirOperation fresh) {
  if (!fresh.ptr)
    return mlirLogicalResultFailure();
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, fresh);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(fresh, i));
  shapeValuesForget(deduction->values, op);
  mapRemove(deduction->claims, (const void *)op.ptr);
  mlirOperationDestroy(op);
  factsAddOf(&deduction->facts, fresh);
  shapeValuesVisit(deduction->values, fresh);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deductionDropTarget(Deduction *deduction, MlirOperation op,
                                      bool *replaced) {
  MlirValue *given = NULL;
  RelaxBroadcastToArgs args = {
      .input = relaxBroadcastToGetInput(op),
      .resultType = mlirValueGetType(mlirOperationGetResult(op, 0))};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, args.input, args.resultType, NULL, 0, &given)) {
    args.numGiven = arrlen(given);
    args.given = given;
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op,
        relaxBroadcastToCreate(mlirOperationGetLocation(op), &args));
  }
  arrfree(given);
  return outcome;
}

bool deductionHasTarget(MlirOperation op) {
  MlirValue target = {NULL};
  if (relaxIsBroadcastTo(op))
    target = relaxBroadcastToGetTarget(op);
  if (relaxIsReshape(op))
    target = relaxReshapeGetTarget(op);
  return target.ptr && relaxIsTensorType(mlirValueGetType(target));
}
