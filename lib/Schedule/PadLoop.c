//===- PadLoop.c - the primitives tir.pad_loop and tir.pad_dimension ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Storage first, then loops: a loop may have rounds beyond its extent where
// every buffer that it uses at its iterator has room for them, and what these
// rounds write is memory of the program that nothing else uses there.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/PadRoom.h"

#include <stb/stb_ds.h>

static SymExpr roundUp(Scheduler *s, SymExpr extent, int64_t factor,
                       bool *good) {
  SymExpr f = scheduleConst(s, factor);
  return scheduleCombine(s, symExprMul, f,
                         scheduleCombine(s, symExprCeilDiv, extent, f, good),
                         good);
}

MlirLogicalResult schedulePadDimension(Scheduler *s) {
  MlirValue buffer =
      scheduleBufferOf(s, tirPadDimensionGetBuffer(s->primitive));
  if (!buffer.ptr)
    return mlirLogicalResultFailure();
  const MlirAttribute *old;
  MlirType type = mlirValueGetType(buffer);
  intptr_t rank = tirBufferTypeGetDims(type, &old);
  int64_t d = tirPadDimensionGetDimension(s->primitive);
  StrRef name = scheduleBufferName(buffer);
  if (!tirIsAlloc(bridgeDefiner(buffer)))
    return scheduleError(s,
                         "'%.*s' is no memory of the program: what its callers "
                         "pass has the extents that they gave it",
                         SPREAD(name));
  if (d >= rank)
    return scheduleError(s, "'%.*s' has %ld dimensions, no number %ld",
                         SPREAD(name), (long)rank, (long)d);
  bool good = true;
  SymExpr extent = roundUp(s, scheduleExprOf(s, old[d]),
                           tirPadDimensionGetFactor(s->primitive), &good);
  if (!good)
    return mlirLogicalResultFailure();
  MlirAttribute *dims = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = i == d ? symExprToAttribute(s->context, extent) : old[i];
  mlirValueSetType(buffer, tirBufferTypeGet(s->context, rank, dims,
                                            tirBufferTypeGetElementType(type)));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// tir.pad_loop
//===----------------------------------------------------------------------===//

typedef struct Padding {
  Scheduler *s;
  MlirOperation loop;
  MlirValue iterator;
  SymExpr upper, padded; // of the loop
} Padding;

/// It stops the program where nothing has been written.
static bool dividesIntegers(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         mlirTypeIsAInteger(bridgeResultType(op)) &&
         (strRefStartsWith(bridgeOpName(op), "arith.div") ||
          strRefStartsWith(bridgeOpName(op), "arith.rem") ||
          strRefStartsWith(bridgeOpName(op), "arith.ceildiv") ||
          strRefStartsWith(bridgeOpName(op), "arith.floordiv"));
}

/// A value of the loop's rounds that chooses a place, or decides what runs.
static MlirLogicalResult checkValues(Padding *p) {
  Scheduler *s = p->s;
  StrRef name = scheduleNameOf(p->loop);
  ScheduleOps ops = scheduleCollect(p->loop);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    intptr_t count;
    const SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    bool refused =
        tirIsReduce(ops[i]) || tirIsCheck(ops[i]) || dividesIntegers(ops[i]);
    for (intptr_t k = 0; k < count && !refused; ++k)
      for (size_t v = 0; v < exprs[k].numSymbols && !refused; ++v) {
        MlirValue value = scheduleValueOf(s, exprs[k].symbols[v]);
        refused = value.ptr && mlirValueIsAOpResult(value) &&
                  scheduleIsDefinedInside(value, p->loop);
      }
    if (refused)
      outcome = scheduleError(
          s,
          "loop '%.*s' has a reduction, a check, a division of integers or a "
          "place that it loads: rounds beyond its extent would not stay "
          "without effect",
          SPREAD(name));
  }
  arrfree(ops);
  return outcome;
}

/// The index with `by` in the place of the iterator, at most `most` at `at`?
static bool staysBelow(Padding *p, MlirOperation at, SymExpr index, SymExpr by,
                       SymExpr most) {
  Scheduler *s = p->s;
  Facts facts = scheduleFactsAt(s, at);
  return scheduleSubstitute(s, &index, p->iterator, by) &&
         factsAtMost(&facts, index, most);
}

static MlirLogicalResult checkDimension(Padding *p, const ScheduleAccess *a,
                                        intptr_t d) {
  Scheduler *s = p->s;
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(a->buffer), &dims);
  bool given = !mlirValueIsAOpResult(a->buffer);
  StrRef name = scheduleBufferName(a->buffer), loop = scheduleNameOf(p->loop);
  SymExpr extent = scheduleExprOf(s, dims[d]);
  int stride = scheduleStrideOf(s, a, p->iterator);
  bool even = stride == 0 || stride == 1;
  // `padded` rounds end one behind the last.
  bool below = even && staysBelow(p, p->loop, a->exprs[d], p->padded, extent);
  if (given && (a->writes || !below))
    return schedulePadRoom(s, p->loop, a, d, p->padded);
  if (below)
    return mlirLogicalResultSuccess();
  return scheduleError(
      s,
      "'%.*s' has room for %s in dimension %ld, and loop '%.*s' would go "
      "to %s: pad the dimension first ('tir.pad_dimension')",
      SPREAD(name), scheduleText(s, extent), (long)d, SPREAD(loop),
      scheduleText(s, p->padded));
}

static MlirLogicalResult checkAccess(Padding *p, const ScheduleAccess *a) {
  Scheduler *s = p->s;
  int uses = 0;
  StrRef name = scheduleBufferName(a->buffer), loop = scheduleNameOf(p->loop);
  for (intptr_t d = 0; d < a->rank; ++d)
    uses += scheduleExprUses(s, a->exprs[d], p->iterator);
  bool own = mlirValueIsAOpResult(a->buffer) ||
             (uses == 1 && schedulePadsResult(s, a->buffer));
  if (a->writes && (!uses || !own))
    return scheduleError(
        s,
        "loop '%.*s' writes '%.*s', where rounds beyond its extent would be "
        "seen: expected memory of the program or a result of all calls, at its "
        "iterator",
        SPREAD(loop), SPREAD(name));
  for (intptr_t d = 0; d < a->rank; ++d)
    if (scheduleExprUses(s, a->exprs[d], p->iterator) &&
        mlirLogicalResultIsFailure(checkDimension(p, a, d)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/// Another padded loop is looked at without its rounds of padding.
static void addPads(Scheduler *s, SymExpr index, Facts *facts) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(s->pads); ++i)
    for (size_t k = 0; k < index.numSymbols; ++k)
      if (strRefEqual(index.symbols[k], s->pads[i].iterator.symbols[0]))
        factsAdd(facts,
                 factAtMost(scheduleCombine(s, symExprAdd, s->pads[i].iterator,
                                            scheduleConst(s, 1), &good),
                            s->pads[i].upper));
}

/// Elsewhere what the loop writes is used below its extent only.
static MlirLogicalResult checkOthers(Padding *p, const ScheduleAccess *own) {
  Scheduler *s = p->s;
  ScheduleAccess *all = scheduleAccesses(s, s->func);
  intptr_t d = 0;
  while (!scheduleExprUses(s, own->exprs[d], p->iterator))
    ++d;
  SymExpr end = own->exprs[d];
  SymExpr begin = end;
  bool given = !mlirValueIsAOpResult(own->buffer);
  MlirLogicalResult outcome =
      scheduleSubstitute(s, &end, p->iterator, p->upper) &&
              scheduleSubstitute(s, &begin, p->iterator, scheduleConst(s, 0))
          ? mlirLogicalResultSuccess()
          : mlirLogicalResultFailure();
  for (ptrdiff_t i = 0; i < arrlen(all) && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    if (!mlirValueEqual(all[i].buffer, own->buffer) ||
        scheduleIsInside(all[i].op, p->loop))
      continue;
    Facts facts = scheduleFactsAt(s, all[i].op);
    addPads(s, all[i].exprs[d], &facts);
    StrRef name = scheduleBufferName(own->buffer);
    // Behind the end of another row there may be padding as well.
    if (!factsLess(&facts, all[i].exprs[d], end) ||
        (given && !factsAtMost(&facts, begin, all[i].exprs[d])))
      outcome = scheduleError(
          s,
          "'%.*s' is used at %s elsewhere, which is not known to be below %s",
          SPREAD(name), scheduleText(s, all[i].exprs[d]), scheduleText(s, end));
  }
  arrfree(all);
  return outcome;
}

static MlirLogicalResult checkAll(Padding *p) {
  ScheduleAccess *accesses = scheduleAccesses(p->s, p->loop);
  MlirLogicalResult outcome = checkValues(p);
  for (ptrdiff_t i = 0;
       i < arrlen(accesses) && mlirLogicalResultIsSuccess(outcome); ++i) {
    outcome = checkAccess(p, &accesses[i]);
    if (mlirLogicalResultIsSuccess(outcome) && accesses[i].writes)
      outcome = checkOthers(p, &accesses[i]);
  }
  arrfree(accesses);
  return outcome;
}

MlirLogicalResult schedulePadLoop(Scheduler *s) {
  Padding p = {.s = s,
               .loop = scheduleLoopOf(s, tirPadLoopGetLoop(s->primitive))};
  if (!p.loop.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleNameOf(p.loop);
  SymExpr lower;
  bool good = true;
  scheduleBounds(s, p.loop, &lower, &p.upper);
  if (!scheduleLoopIs(p.loop, "serial") ||
      scheduleIteratorKind(p.loop).length ||
      !symExprEqual(lower, scheduleConst(s, 0)))
    return scheduleError(s,
                         "loop '%.*s': expected a serial one from 0 on whose "
                         "rounds are independent",
                         SPREAD(name));
  p.iterator = scheduleIterator(p.loop);
  p.padded = roundUp(s, p.upper, tirPadLoopGetFactor(s->primitive), &good);
  if (!good || mlirLogicalResultIsFailure(checkAll(&p)))
    return mlirLogicalResultFailure();
  SymExpr bounds[] = {lower, p.padded};
  scheduleSetExprs(s, p.loop, bounds, 2);
  arrput(s->pads, ((SchedulePad){scheduleSymbolOf(s, p.iterator), p.upper}));
  return mlirLogicalResultSuccess();
}
