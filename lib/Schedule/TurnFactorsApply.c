//===- TurnFactorsApply.c - a factor that is copied the other way ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where the run decides whether there is more than one row, the copy and the
// product stand in a loop that has a round only then: all extents stay what
// they are, and so what is read of the copy was written.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/TurnFactors.h"

typedef struct Turned {
  MlirValue memory;
  intptr_t *order, rank; // iterators of the product, by dimension
  intptr_t first;        // iterators in front, which no index uses
} Turned;

/// Memory for the factor: iterators that it is loaded along, then the sum, then
/// the columns.
static Turned makeTurned(const Product *p, bool forks) {
  Scheduler *s = p->s;
  Turned t = {.order = ARENA_ARRAY(s->arena, intptr_t, p->count),
              .first = forks};
  for (intptr_t i = 0; i + 1 < p->count; ++i)
    if (p->used[i] && i != p->column)
      t.order[t.rank++] = i;
  t.order[t.rank++] = p->count - 1;
  t.order[t.rank++] = p->column;
  MlirAttribute *dims = ARENA_ARRAY(s->arena, MlirAttribute, t.rank);
  for (intptr_t d = 0; d < t.rank; ++d) {
    dims[d] = symExprToAttribute(s->context, p->upper[t.order[d]]);
    t.order[d] += t.first;
  }
  MlirValue columns = p->columns.buffer;
  t.memory = scheduleMakeWorkspace(
      s, p->compute, scheduleBufferName(columns), "turned", t.rank, dims,
      tirBufferTypeGetElementType(mlirValueGetType(columns)));
  return t;
}

/// The `number`-th load of a body.
static MlirOperation loadOf(MlirOperation compute, intptr_t number) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(compute));
  while (!tirIsLoad(op) || number-- > 0)
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// The product of more rows than one: all loops in one that has a round then.
static MlirOperation makeMany(const Product *p) {
  Scheduler *s = p->s;
  bool good = true;
  MlirLocation loc = mlirOperationGetLocation(p->compute);
  SymExpr one = scheduleConst(s, 1), zero = scheduleConst(s, 0);
  SymExpr more = scheduleCombine(s, symExprSub, p->upper[p->row], one, &good);
  ScheduleHead head = scheduleStartHead(s, p->count + 1);
  scheduleAddIterator(
      s, &head, "spatial", bridgeNamedLocation(strRefFromC("any"), loc), zero,
      scheduleCombine(s, symExprMin, one,
                      scheduleCombine(s, symExprMax, more, zero, &good),
                      &good));
  for (intptr_t i = 0; i < p->count; ++i)
    scheduleKeepIterator(s, &head, p->compute, i);
  MlirOperation many = scheduleMakeCompute(s, p->compute, &head,
                                           scheduleNameOf(p->compute), false);
  SymExpr *values = scheduleIterators(s, many, 1, p->count);
  if (!good ||
      mlirLogicalResultIsFailure(scheduleCopyBody(s, p->compute, many, values)))
    return (MlirOperation){NULL};
  scheduleDestroy(s, p->compute);
  return many;
}

/// A compute over the turned factor, in front of `many`, with its first
/// iterators. It copies what `from` loads there.
static bool makeCopy(const Product *p, MlirOperation many, MlirOperation from,
                     const Turned *t) {
  Scheduler *s = p->s;
  intptr_t count;
  ScheduleHead head = scheduleStartHead(s, t->first + t->rank);
  for (intptr_t i = 0; i < t->first; ++i)
    scheduleKeepIterator(s, &head, many, i);
  for (intptr_t d = 0; d < t->rank; ++d) {
    scheduleKeepIterator(s, &head, many, t->order[d]);
    head.kinds[head.count - 1] = scheduleString(s, strRefFromC("spatial"));
  }
  MlirOperation copy = scheduleMakeCompute(
      s, many, &head, scheduleUniqueName(s, strRefFromC("turn"), ""), false);
  MlirBlock body = bridgeBody(copy);
  MlirOperation load = mlirOperationClone(from);
  SymExpr *at = scheduleExprs(s, from, &count);
  SymExpr *to = scheduleIterators(s, copy, t->first, t->rank);
  bool good = true;
  for (intptr_t d = 0; d < t->rank; ++d)
    for (intptr_t k = 0; k < count; ++k)
      good &= scheduleSubstitute(s, &at[k], bridgeArgument(many, t->order[d]),
                                 to[d]);
  mlirBlockAppendOwnedOperation(body, load);
  scheduleSetExprs(s, load, at, count);
  scheduleAppendStore(s, body, mlirOperationGetLocation(many),
                      mlirOperationGetResult(load, 0), t->memory, to);
  return good;
}

/// `from` loads from the copy.
static void useCopy(Scheduler *s, MlirOperation many, MlirOperation from,
                    const Turned *t) {
  SymExpr *at = ARENA_ARRAY(s->arena, SymExpr, t->rank);
  for (intptr_t d = 0; d < t->rank; ++d)
    at[d] = scheduleSymbolOf(s, bridgeArgument(many, t->order[d]));
  MlirValue load =
      scheduleAppendLoad(s, bridgeBody(many), mlirOperationGetLocation(from),
                         t->memory, (MlirValue){NULL}, at);
  mlirOperationMoveBefore(bridgeDefiner(load), from);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(from, 0), load);
  scheduleDestroy(s, from);
}

bool turnFactor(Product *p) {
  Scheduler *s = p->s;
  bool forks = scheduleForkParts(s, p->compute, p->row, 1) == FORK_BOTH;
  Turned t = makeTurned(p, forks);
  intptr_t number = 0;
  while (!mlirOperationEqual(loadOf(p->compute, number), p->columns.op))
    ++number;
  if (forks && !scheduleForkFew(s, p->compute, p->row, 1).ptr)
    return false;
  MlirOperation many = forks ? makeMany(p) : p->compute;
  if (!many.ptr)
    return false;
  MlirOperation from = loadOf(many, number);
  if (!makeCopy(p, many, from, &t))
    return false;
  useCopy(s, many, from, &t);
  return true;
}
