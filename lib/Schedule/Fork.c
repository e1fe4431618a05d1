//===- Fork.c - the primitive tir.fork ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is fast for few rounds of an iterator may be slow for many. Two computes
// over the whole domain, of which one has no rounds: with e rounds and a limit
// c, the first runs min(e, c * max(c + 1 - e, 0)), the second all others.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Computes.h"

typedef struct Fork {
  Scheduler *s;
  MlirOperation compute;
  intptr_t count, iterator;
  SymExpr *bounds; // lower, then upper
} Fork;

static MlirLogicalResult check(Fork *f) {
  Scheduler *s = f->s;
  StrRef name = scheduleNameOf(f->compute);
  if (f->iterator >= f->count ||
      !tirComputeIsKind(f->compute, f->iterator, "spatial") ||
      !symExprEqual(f->bounds[f->iterator], scheduleConst(s, 0)))
    return scheduleError(s,
                         "iterator %ld of '%.*s', which has %ld: expected a "
                         "spatial one from 0 on",
                         (long)f->iterator, SPREAD(name), (long)f->count);
  return mlirLogicalResultSuccess();
}

/// A copy of the compute, with so many rounds of the iterator.
static MlirOperation makeVersion(Fork *f, SymExpr rounds, StrRef name) {
  Scheduler *s = f->s;
  ScheduleHead head = scheduleStartHead(s, f->count);
  for (intptr_t i = 0; i < f->count; ++i)
    scheduleKeepIterator(s, &head, f->compute, i);
  head.upper[f->iterator] = rounds;
  MlirOperation op = scheduleMakeCompute(s, f->compute, &head, name,
                                         tirComputeGetUpdate(f->compute));
  SymExpr *values = scheduleIterators(s, op, 0, f->count);
  if (mlirLogicalResultIsFailure(scheduleCopyBody(s, f->compute, op, values)))
    return (MlirOperation){NULL};
  return op;
}

/// All of them, up to the limit; else none.
static SymExpr fewRounds(Scheduler *s, SymExpr all, int64_t limit, bool *good) {
  SymExpr room = scheduleCombine(
      s, symExprMax, scheduleConst(s, 0),
      scheduleCombine(s, symExprSub, scheduleConst(s, limit + 1), all, good),
      good);
  return scheduleCombine(
      s, symExprMin, all,
      scheduleCombine(s, symExprMul, scheduleConst(s, limit), room, good),
      good);
}

ScheduleForkParts scheduleForkParts(Scheduler *s, MlirOperation compute,
                                    intptr_t iterator, int64_t limit) {
  intptr_t count;
  SymExpr all = scheduleExprs(s, compute, &count)[count / 2 + iterator];
  bool good = true;
  SymExpr few = fewRounds(s, all, limit, &good);
  Facts facts = scheduleFactsAt(s, compute);
  return good && factsAtMost(&facts, few, scheduleConst(s, 0)) ? FORK_ALL_MANY
         : factsAtMost(&facts, all, scheduleConst(s, limit))   ? FORK_ALL_FEW
                                                               : FORK_BOTH;
}

MlirOperation scheduleForkFew(Scheduler *s, MlirOperation compute,
                              intptr_t iterator, int64_t limit) {
  Fork f = {.s = s, .compute = compute, .iterator = iterator};
  bool good = true;
  f.bounds = scheduleExprs(s, compute, &f.count);
  f.count /= 2;
  SymExpr few = fewRounds(s, f.bounds[f.count + iterator], limit, &good);
  return good ? makeVersion(
                    &f, few,
                    scheduleUniqueName(s, scheduleNameOf(compute), ".few"))
              : (MlirOperation){NULL};
}

MlirLogicalResult scheduleFork(Scheduler *s) {
  Fork f = {.s = s, .iterator = tirForkGetIterator(s->primitive)};
  f.compute = scheduleComputeOf(s, tirForkGetCompute(s->primitive));
  if (!f.compute.ptr)
    return mlirLogicalResultFailure();
  f.bounds = scheduleExprs(s, f.compute, &f.count);
  f.count /= 2;
  if (mlirLogicalResultIsFailure(check(&f)))
    return mlirLogicalResultFailure();
  bool good = true;
  int64_t limit = tirForkGetLimit(s->primitive);
  SymExpr all = f.bounds[f.count + f.iterator];
  SymExpr few = fewRounds(s, all, limit, &good);
  SymExpr many = scheduleCombine(s, symExprSub, all, few, &good);
  StrRef name = scheduleNameOf(f.compute);
  if (!good || !makeVersion(&f, few, scheduleUniqueName(s, name, ".few")).ptr)
    return mlirLogicalResultFailure();
  MlirOperation rest = makeVersion(&f, many, name);
  if (!rest.ptr)
    return mlirLogicalResultFailure();
  scheduleRebind(s, f.compute, rest);
  scheduleDestroy(s, f.compute);
  return mlirLogicalResultSuccess();
}
