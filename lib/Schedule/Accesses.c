//===- Accesses.c - what a part of a program reads and writes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

static void takeAccess(Scheduler *s, MlirOperation op,
                       ScheduleAccess **accesses) {
  intptr_t count, at = 0;
  bool reduce = tirIsReduce(op);
  if (!reduce && !tirIsLoad(op) && !tirIsStore(op))
    return;
  SymExpr *exprs = scheduleExprs(s, op, &count);
  intptr_t targets = reduce ? tirReduceGetNumBuffers(op) : 1;
  for (intptr_t t = 0; t < targets; ++t) {
    ScheduleAccess access = {.op = op, .target = t, .exprs = exprs + at};
    access.buffer = reduce          ? tirReduceGetBuffers(op, t)
                    : tirIsLoad(op) ? tirLoadGetBuffer(op)
                                    : tirStoreGetBuffer(op);
    access.reads = !tirIsStore(op);
    access.writes = !tirIsLoad(op);
    const MlirAttribute *dims;
    access.rank = tirBufferTypeGetDims(mlirValueGetType(access.buffer), &dims);
    at += access.rank;
    arrput(*accesses, access);
  }
}

ScheduleAccess *scheduleAccesses(Scheduler *s, MlirOperation root) {
  ScheduleAccess *accesses = NULL;
  takeAccess(s, root, &accesses);
  ScheduleOps ops = scheduleCollect(root);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    takeAccess(s, ops[i], &accesses);
  arrfree(ops);
  return accesses;
}

MlirOperation scheduleLoadBehind(MlirValue index) {
  MlirOperation op = bridgeDefiner(index);
  if (bridgeIsNamed(op, "arith.index_cast"))
    op = bridgeDefiner(mlirOperationGetOperand(op, 0));
  return tirIsLoad(op) ? op : (MlirOperation){NULL};
}

bool scheduleIsLocalTo(MlirValue buffer, MlirOperation op) {
  return scheduleIsInside(bridgeDefiner(buffer), op);
}

bool scheduleIsWorkspace(MlirValue buffer) {
  if (!tirIsAlloc(bridgeDefiner(buffer)))
    return false;
  return strRefIs(tirAllocGetSpace(mlirOpResultGetOwner(buffer)), "workspace");
}

MlirLogicalResult scheduleRebase(Scheduler *s, MlirOperation root,
                                 MlirValue buffer, MlirValue other,
                                 const SymExpr *start) {
  ScheduleAccess *accesses = scheduleAccesses(s, root);
  bool good = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && good; ++a) {
    ScheduleAccess *access = &accesses[a];
    if (!mlirValueEqual(access->buffer, buffer))
      continue;
    intptr_t count, at = 0;
    SymExpr *exprs = scheduleExprs(s, access->op, &count);
    for (intptr_t t = 0; t < access->target; ++t) {
      const MlirAttribute *dims;
      at += tirBufferTypeGetDims(
          mlirValueGetType(tirReduceGetBuffers(access->op, t)), &dims);
    }
    for (intptr_t d = 0; d < access->rank; ++d)
      exprs[at + d] =
          scheduleCombine(s, symExprSub, exprs[at + d], start[d], &good);
    intptr_t operand = tirIsLoad(access->op) ? 0
                       : tirIsStore(access->op)
                           ? 1
                           : tirReduceGetNumValues(access->op) + access->target;
    mlirOperationSetOperand(access->op, operand, other);
    scheduleSetExprs(s, access->op, exprs, count);
  }
  arrfree(accesses);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

bool scheduleIsSameElement(const ScheduleAccess *a, const ScheduleAccess *b) {
  bool same = true;
  for (intptr_t d = 0; d < a->rank; ++d)
    same &= symExprEqual(a->exprs[d], b->exprs[d]);
  return same;
}

/// Do both reach the same element in one round of the loop alone? Where they
/// have the same index in some dimension, one that changes with each round of
/// this loop and with no other loop inside of `root`.
static bool isPinned(Scheduler *s, const ScheduleAccess *a,
                     const ScheduleAccess *b, MlirOperation loop,
                     MlirOperation root) {
  for (intptr_t d = 0; d < a->rank; ++d) {
    SymExpr rest;
    MlirOperation at = mlirOperationGetParentOperation(a->op);
    if (!symExprEqual(a->exprs[d], b->exprs[d]) ||
        symExprSub(s->arena, a->exprs[d],
                   scheduleSymbolOf(s, scheduleIterator(loop)),
                   &rest) != SYM_OK)
      continue;
    while (tirIsFor(at) && !scheduleExprUses(s, rest, scheduleIterator(at)) &&
           !mlirOperationEqual(at, root))
      at = mlirOperationGetParentOperation(at);
    if (mlirOperationEqual(at, root) &&
        !scheduleExprUses(s, rest, scheduleIterator(root)))
      return true;
  }
  return false;
}

/// Are rounds that share an element only those of scans, which keep their
/// order?
static bool sharesInScans(Scheduler *s, const ScheduleAccess *a,
                          const ScheduleAccess *b, MlirOperation root) {
  MlirOperation loop = mlirOperationGetParentOperation(a->op);
  for (;; loop = mlirOperationGetParentOperation(loop)) {
    if (!tirIsFor(loop) || (!strRefIs(scheduleIteratorKind(loop), "scan") &&
                            !isPinned(s, a, b, loop, root)))
      return false;
    if (mlirOperationEqual(loop, root))
      return true;
  }
}

MlirLogicalResult scheduleCheckIndependent(Scheduler *s, MlirOperation loop) {
  ScheduleAccess *accesses = scheduleAccesses(s, loop);
  MlirValue shared = {NULL};
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    for (ptrdiff_t b = 0; b < arrlen(accesses); ++b)
      if (accesses[a].writes && tirIsLoad(accesses[b].op) &&
          mlirValueEqual(accesses[a].buffer, accesses[b].buffer) &&
          mlirBlockEqual(mlirOperationGetBlock(accesses[a].op),
                         mlirOperationGetBlock(accesses[b].op)) &&
          !scheduleIsSameElement(&accesses[a], &accesses[b]) &&
          !scheduleIsLocalTo(accesses[a].buffer, loop) &&
          !sharesInScans(s, &accesses[a], &accesses[b], loop))
        shared = accesses[a].buffer;
  arrfree(accesses);
  if (!shared.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(shared);
  return scheduleError(s,
                       "buffer '%.*s' is written and loaded in the loops: "
                       "their rounds may depend on each other",
                       SPREAD(name));
}

/// The expression depends on the number of a group of so many rounds alone.
static bool dependsOnGroup(Scheduler *s, SymExpr expr, SymExpr iterator,
                           int64_t size) {
  SymExpr group, first, begin, again;
  SymExpr length = scheduleConst(s, size);
  return symExprMul(s->arena, iterator, length, &first) == SYM_OK &&
         symExprFloorDiv(s->arena, iterator, length, &group) == SYM_OK &&
         symExprSubstitute(s->arena, expr, iterator.symbols, &first, 1,
                           &begin) == SYM_OK &&
         symExprSubstitute(s->arena, begin, iterator.symbols, &group, 1,
                           &again) == SYM_OK &&
         symExprEqual(expr, again);
}

/// Sizes of groups that are tried: an extent may be any number of 64 bits.
enum { MOST_SIZES = 1 << 18 };

int64_t scheduleGroupOf(Scheduler *s, const ScheduleAccess *access,
                        MlirValue iterator, int64_t extent, int64_t least) {
  SymExpr symbol = scheduleSymbolOf(s, iterator);
  int64_t group = extent;
  for (intptr_t d = 0; d < access->rank; ++d) {
    if (!scheduleExprUses(s, access->exprs[d], iterator))
      continue;
    int64_t largest = group / least < MOST_SIZES ? group : MOST_SIZES * least;
    int64_t size = least;
    while (size <= largest &&
           (group % size != 0 ||
            !dependsOnGroup(s, access->exprs[d], symbol, size)))
      size += least;
    if (size > largest)
      return 0;
    group = size;
  }
  return group;
}
