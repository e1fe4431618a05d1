//===- PreparedOrder.c - the order of what runs at load -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Weights/PrepareWeights.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// An operation, and the first result of the function that needs it.
typedef struct OrderedOp {
  MlirOperation op;
  intptr_t result, place;
} OrderedOp;

static int compareOrder(const void *a, const void *b) {
  const OrderedOp *left = a, *right = b;
  if (left->result != right->result)
    return left->result < right->result ? -1 : 1;
  return left->place < right->place ? -1 : left->place > right->place;
}

void preparedOrder(MlirBlock body) {
  MlirOperation ret = mlirBlockGetTerminator(body);
  struct FirstNeed {
    void *key;
    intptr_t value;
  } *needs = NULL; // stb_ds map from operations
  OrderedOp *list = NULL;
  bool pure = true;
  for (intptr_t i = mlirOperationGetNumOperands(ret); i-- > 0;) {
    MlirValue value = mlirOperationGetOperand(ret, i);
    if (mlirValueIsAOpResult(value))
      hmput(needs, mlirOpResultGetOwner(value).ptr, i);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, ret); op = mlirOperationGetNextInBlock(op)) {
    OrderedOp entry = {.op = op, .place = arrlen(list)};
    arrput(list, entry);
    pure = pure && bridgeIsPure(op) && mlirOperationGetNumRegions(op) == 0;
  }
  // Users stand behind: from the last to the first.
  for (ptrdiff_t i = arrlen(list); pure && i-- > 0;) {
    MlirOperation op = list[i].op;
    ptrdiff_t at = mapFind(needs, op.ptr);
    list[i].result = at < 0 ? INTPTR_MAX : needs[at].value;
    for (intptr_t o = 0, e = mlirOperationGetNumOperands(op); o < e; ++o) {
      MlirValue operand = mlirOperationGetOperand(op, o);
      void *owner = mlirOpResultGetOwner(operand).ptr;
      ptrdiff_t known = mapFind(needs, owner);
      if (known < 0 || needs[known].value > list[i].result)
        hmput(needs, owner, list[i].result);
    }
  }
  if (pure && arrlen(list))
    qsort(list, arrlenu(list), sizeof *list, compareOrder);
  for (ptrdiff_t i = 0; pure && i < arrlen(list); ++i)
    mlirOperationMoveBefore(list[i].op, ret);
  hmfree(needs);
  arrfree(list);
}
