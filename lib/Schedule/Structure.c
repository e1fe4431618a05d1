//===- Structure.c - loops and bodies -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

MlirValue scheduleIterator(MlirOperation loop) {
  return bridgeArgument(loop, 0);
}

bool scheduleIsInside(MlirOperation op, MlirOperation ancestor) {
  while (op.ptr) {
    op = mlirOperationGetParentOperation(op);
    if (op.ptr && mlirOperationEqual(op, ancestor))
      return true;
  }
  return false;
}

bool scheduleIsDefinedInside(MlirValue value, MlirOperation op) {
  if (mlirValueIsAOpResult(value))
    return scheduleIsInside(mlirOpResultGetOwner(value), op);
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return mlirOperationEqual(owner, op) || scheduleIsInside(owner, op);
}

static void collect(MlirOperation op, ScheduleOps *ops) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      for (MlirOperation inner = {NULL}; bridgeAdvance(block, &inner);) {
        arrput(*ops, inner);
        collect(inner, ops);
      }
}

ScheduleOps scheduleCollect(MlirOperation root) {
  ScheduleOps ops = NULL;
  collect(root, &ops);
  return ops;
}

static void retireValues(Scheduler *s, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    scheduleRetire(s, mlirOperationGetResult(op, i));
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    for (; block.ptr; block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
        scheduleRetire(s, mlirBlockGetArgument(block, i));
  }
}

/// Hints about memory that is no more.
static void destroyFetches(MlirOperation alloc) {
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  MlirOpOperand use = mlirValueGetFirstUse(buffer);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (tirIsFetch(user))
      mlirOperationDestroy(user);
  }
}

void scheduleDestroy(Scheduler *s, MlirOperation op) {
  if (tirIsAlloc(op))
    destroyFetches(op);
  ScheduleOps inner = scheduleCollect(op);
  retireValues(s, op);
  for (ptrdiff_t i = 0; i < arrlen(inner); ++i)
    retireValues(s, inner[i]);
  arrfree(inner);
  mlirOperationDestroy(op);
}

bool scheduleIsAlone(MlirOperation op) {
  MlirOperation first = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  return mlirOperationEqual(first, op) && !mlirOperationGetNextInBlock(op).ptr;
}

MlirOperation scheduleMakeFor(Scheduler *s, MlirOperation before, StrRef name,
                              SymExpr lower, SymExpr upper,
                              MlirAttribute iteratorKind,
                              MlirLocation iteratorLocation) {
  MlirAttribute zero = symConstAttribute(s->context, 0);
  MlirAttribute zeros = mlirArrayAttrGet(s->context, 1, &zero);
  TirForArgs args = {.name = name,
                     .lower = zeros,
                     .upper = zeros,
                     .kind = strRefFromC("serial"),
                     .iterator = iteratorKind};
  MlirOperation loop = tirForCreate(mlirOperationGetLocation(before), &args);
  MlirType index = mlirIndexTypeGet(s->context);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(loop, 0),
                             mlirBlockCreate(1, &index, &iteratorLocation));
  bridgeInsert(before, loop);
  SymExpr bounds[] = {lower, upper};
  scheduleSetExprs(s, loop, bounds, 2);
  return loop;
}

void scheduleMoveToEnd(MlirOperation op, MlirBlock to) {
  mlirOperationRemoveFromParent(op);
  mlirBlockAppendOwnedOperation(to, op);
}

void scheduleMoveBody(MlirBlock from, MlirBlock to) {
  MlirOperation op = mlirBlockGetFirstOperation(from);
  while (op.ptr) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    scheduleMoveToEnd(op, to);
    op = next;
  }
}

bool scheduleLoopIs(MlirOperation loop, const char *kind) {
  return strRefIs(tirForGetKind(loop), kind);
}

StrRef scheduleIteratorKind(MlirOperation loop) {
  MlirAttribute kind = tirForGetIterator(loop);
  return kind.ptr ? bridgeText(kind) : (StrRef){"", 0};
}

MlirLogicalResult scheduleReplaceValue(Scheduler *s, MlirOperation root,
                                       MlirValue value, SymExpr by,
                                       MlirBlock block) {
  ScheduleOps ops = scheduleCollect(root);
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(ops) && good; ++i) {
    intptr_t count;
    bool uses = false;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    for (intptr_t k = 0; k < count && good; ++k)
      if (scheduleExprUses(s, exprs[k], value)) {
        uses = true;
        good = scheduleSubstitute(s, &exprs[k], value, by);
      }
    if (uses && good)
      scheduleSetExprs(s, ops[i], exprs, count);
  }
  arrfree(ops);
  if (!good)
    return mlirLogicalResultFailure();
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(value)))
    return mlirLogicalResultSuccess();
  TirExtentArgs args = {.expr = symConstAttribute(s->context, 0),
                        .resultType = mlirIndexTypeGet(s->context)};
  MlirOperation extent = tirExtentCreate(mlirValueGetLocation(value), &args);
  mlirBlockInsertOwnedOperation(block, 0, extent);
  scheduleSetExprs(s, extent, &by, 1);
  mlirValueReplaceAllUsesOfWith(value, mlirOperationGetResult(extent, 0));
  return mlirLogicalResultSuccess();
}
