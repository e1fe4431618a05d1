//===- FuseOnlineCalls.c - calls around a softmax -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnlineMatch.h"

MlirValue onlineResult(const FuseCall *call) {
  return mlirOperationGetResult(call->call.op, 0);
}

/// The call that computes a value in the block of `user`.
const FuseCall *onlineProducer(const Online *o, MlirValue value,
                               MlirOperation user) {
  if (!value.ptr || !mlirValueIsAOpResult(value))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(user))
             ? fuseCallRead(o->graph, op)
             : NULL;
}

/// Do these two calls read the result, and nothing else?
bool onlineReadOnlyBy(const FuseCall *call, const FuseCall *a,
                      const FuseCall *b) {
  for (MlirOpOperand use = mlirValueGetFirstUse(onlineResult(call));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, a->call.op) &&
        !mlirOperationEqual(user, b->call.op))
      return false;
  }
  return true;
}

/// The number of an element in memory, and of all; false: too large for
/// lib/Sym.
static bool numberOf(Arena *arena, const TirAccess *access, SymExpr *number,
                     SymExpr *all) {
  bool good = true;
  *number = symExprConst(arena, 0);
  *all = symExprConst(arena, 1);
  for (intptr_t d = 0; d < access->rank && good; ++d)
    good = symExprIs(access->dims[d], 1) ||
           (symExprMul(arena, *number, access->dims[d], number) == SYM_OK &&
            symExprAdd(arena, *number, access->indices[d], number) == SYM_OK &&
            symExprMul(arena, *all, access->dims[d], all) == SYM_OK);
  return good;
}

/// The element that is written, or that with its number in another shape.
bool onlineIsSamePlace(const Online *o, const TirComputeAccesses *compute,
                       const TirAccess *load) {
  SymExpr from, to, all, whole;
  if (!load || fuseCallIsSame(compute, load))
    return load;
  return numberOf(o->graph->arena, load, &from, &all) &&
         numberOf(o->graph->arena, compute->targets, &to, &whole) &&
         factsEqual(&o->graph->facts, from, to) &&
         factsEqual(&o->graph->facts, all, whole);
}
