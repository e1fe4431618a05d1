//===- CalleesFirst.c - the functions of a module, callees before callers -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A call is typed by what the callee's signature says then.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/CalleesFirst.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

typedef struct FunctionEntry {
  const void *key; // MlirOperation::ptr
  char value;
} FunctionEntry;

typedef struct Order {
  FunctionEntry *seen;  // stb_ds set
  MlirOperation *stack; // stb_ds; functions that are looked into
  MlirOperation *list;  // stb_ds
} Order;

static MlirWalkResult pushCallee(MlirOperation op, void *userData) {
  Order *order = userData;
  if (!relaxIsCall(op))
    return MlirWalkResultAdvance;
  MlirOperation callee = bridgeFollow(op, relaxCallGetCallee(op));
  if (mapFind(order->seen, (const void *)callee.ptr) < 0)
    arrput(order->stack, callee);
  return MlirWalkResultAdvance;
}

/// Depth first without recursion: a function is listed when it is met again on
/// the stack. Cycles are cut somewhere; a signature holds in any order.
static void addInOrder(Order *order, MlirOperation function) {
  arrput(order->stack, function);
  while (arrlen(order->stack)) {
    MlirOperation top = arrlast(order->stack);
    ptrdiff_t found = mapFind(order->seen, (const void *)top.ptr);
    if (found < 0) {
      hmput(order->seen, (const void *)top.ptr, 0);
      mlirOperationWalk(top, pushCallee, order, MlirWalkPreOrder);
      continue;
    }
    if (!order->seen[found].value)
      arrput(order->list, top);
    order->seen[found].value = 1;
    (void)arrpop(order->stack);
  }
}

MlirOperation *functionsCalleesFirst(MlirOperation module) {
  Order order = {0};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(module, op, relaxIsFunc)).ptr;)
    if (mapFind(order.seen, (const void *)op.ptr) < 0)
      addInOrder(&order, op);
  hmfree(order.seen);
  arrfree(order.stack);
  return order.list;
}
