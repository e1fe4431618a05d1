//===- FuseTIRAccess.c - index operands and shared operations -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseTIR.h"

FuseIndices fuseIndices(FuseBuilder *b, const SymExpr *exprs, intptr_t count) {
  TirIndices indices;
  b->failed |=
      tirIndicesOf(b->arena, exprs, count, b->iterators, &indices) != SYM_OK;
  return (FuseIndices){tirIndicesAttribute(b->context, b->arena, &indices),
                       indices.numOperands, indices.operands};
}

//===----------------------------------------------------------------------===//
// Equal operations are computed once
//===----------------------------------------------------------------------===//

static bool sameAttributes(MlirOperation a, MlirOperation b) {
  return mlirAttributeEqual(bridgeAttributesOf(a), bridgeAttributesOf(b));
}

static bool sameOperation(MlirOperation a, MlirOperation b) {
  intptr_t count = mlirOperationGetNumOperands(a);
  if (!mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) ||
      mlirOperationGetNumOperands(b) != count ||
      mlirOperationGetNumResults(a) != 1 || mlirOperationGetNumResults(b) != 1)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(a, i),
                        mlirOperationGetOperand(b, i)))
      return false;
  return mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a, 0)),
                       mlirValueGetType(mlirOperationGetResult(b, 0))) &&
         sameAttributes(a, b);
}

MlirOperation fuseAppendShared(FuseBuilder *b, MlirOperation op) {
  for (MlirOperation other = mlirBlockGetFirstOperation(b->block); other.ptr;
       other = mlirOperationGetNextInBlock(other))
    if (sameOperation(other, op)) {
      mlirOperationDestroy(op);
      return other;
    }
  mlirBlockAppendOwnedOperation(b->block, op);
  return op;
}
