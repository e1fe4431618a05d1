//===- BatchMoves.c - programs that only bring numbers elsewhere ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A concatenation, a transposition, a copy in a unit is there because the
// numbers do not lie where the next program wants them: what it moves counts as
// gathered. A lookup, whose places come from data, is the model's own.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "lib/Transforms/Batch/BatchLanes.h"

/// One of some elements, or a constant.
static bool isMoved(MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  StrRef name = bridgeOpName(op);
  if (strRefEqual(name, strRefFromC("arith.select")))
    return isMoved(mlirOperationGetOperand(op, 1)) &&
           isMoved(mlirOperationGetOperand(op, 2));
  return tirIsLoad(op) || strRefEqual(name, strRefFromC("arith.constant"));
}

static MlirWalkResult look(MlirOperation op, void *userData) {
  bool *moves = userData;
  bool computes =
      tirIsReduce(op) ||
      strRefEqual(bridgeOpName(op), strRefFromC("arith.index_cast")) ||
      (tirIsStore(op) && !isMoved(tirStoreGetValue(op)));
  *moves &= !computes;
  return *moves ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool isStored(MlirValue buffer) {
  MlirOpOperand use = mlirValueGetFirstUse(buffer);
  while (!mlirOpOperandIsNull(use) && !tirIsStore(mlirOpOperandGetOwner(use)))
    use = mlirOpOperandGetNextUse(use);
  return !mlirOpOperandIsNull(use);
}

void batchMarkMoves(MlirOperation program) {
  bool moves = true;
  mlirOperationWalk(program, look, &moves, MlirWalkPreOrder);
  MlirBlock entry = bridgeBody(program);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); moves && i < e; ++i)
    if (isStored(mlirBlockGetArgument(entry, i)))
      tirSetMoved(program, i);
}
