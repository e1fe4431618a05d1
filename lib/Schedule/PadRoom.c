//===- PadRoom.c - room behind the rows of an argument --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the innermost loop around on: how far the rounds of a loop reach has to
// be at most the step that the next one takes. Where instances begin is read
// from a table that ascends by the sizes in another one.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/PadRoom.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Schedule/Callers.h"

#include <stb/stb_ds.h>

typedef struct Room {
  Scheduler *s;
  MlirOperation loop;
  const ScheduleAccess *access;
  SymExpr padded;
  Facts facts;
  SymExpr start; // the index in the first rounds of the loops passed
  SymExpr reach; // elements behind that, which those loops use
  bool ended;    // `start` is that of an instance
} Room;

static bool isZero(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  if (!bridgeIsNamed(op, "arith.constant"))
    return false;
  MlirAttribute number = bridgeInherent(op, "value");
  return mlirAttributeIsAInteger(number) &&
         mlirIntegerAttrGetValueInt(number) == 0;
}

/// Of a check that stops: `tir.extent (e)` is at least 0.
static void addCheck(Room *r, MlirOperation check) {
  enum { SGE = 5 }; // arith's signed greater or equal
  MlirValue condition = tirCheckGetCondition(check);
  MlirOperation compare = bridgeDefiner(condition);
  if (!tirCheckGetStops(check) || !bridgeIsNamed(compare, "arith.cmpi") ||
      mlirIntegerAttrGetValueInt(bridgeInherent(compare, "predicate")) != SGE ||
      !isZero(mlirOperationGetOperand(compare, 1)))
    return;
  MlirValue left = mlirOperationGetOperand(compare, 0);
  SymExpr expr = scheduleSymbolOf(r->s, left);
  intptr_t count;
  if (tirIsExtent(bridgeDefiner(left)))
    expr = scheduleExprs(r->s, mlirOpResultGetOwner(left), &count)[0];
  factsAdd(&r->facts, factAtMost(scheduleConst(r->s, 0), expr));
}

static void addChecks(Room *r) {
  for (MlirOperation at = r->loop; !mlirOperationEqual(at, r->s->func);
       at = mlirOperationGetParentOperation(at))
    for (MlirOperation op =
             mlirBlockGetFirstOperation(mlirOperationGetBlock(at));
         !mlirOperationEqual(op, at); op = mlirOperationGetNextInBlock(op))
      if (tirIsCheck(op))
        addCheck(r, op);
}

/// How far `start` goes where the value grows by 1.
static SymExpr stepOf(Room *r, MlirValue value, bool *good) {
  Scheduler *s = r->s;
  SymExpr next = r->start, one = scheduleConst(s, 1);
  SymExpr more =
      scheduleCombine(s, symExprAdd, scheduleSymbolOf(s, value), one, good);
  *good = *good && scheduleSubstitute(s, &next, value, more);
  return *good ? scheduleCombine(s, symExprSub, next, r->start, good) : next;
}

static MlirLogicalResult tooShort(Room *r, SymExpr room, MlirOperation around) {
  StrRef name = scheduleBufferName(r->access->buffer);
  StrRef loop = scheduleNameOf(r->loop), outer = scheduleNameOf(around);
  return scheduleError(
      r->s,
      "a round of loop '%.*s' has room for %s in '%.*s', and with loop '%.*s' "
      "up to %s would take %s: expected as much padding of storage, in the "
      "type ('padding = [...]')",
      SPREAD(outer), scheduleText(r->s, room), SPREAD(name), SPREAD(loop),
      scheduleText(r->s, r->padded), scheduleText(r->s, r->reach));
}

/// The expression has values of the rounds of `around`, but for that one.
static bool changes(Room *r, SymExpr expr, MlirOperation around,
                    MlirValue but) {
  for (size_t k = 0; k < expr.numSymbols; ++k) {
    MlirValue value = scheduleValueOf(r->s, expr.symbols[k]);
    if (value.ptr && !mlirValueEqual(value, but) &&
        scheduleIsDefinedInside(value, around))
      return true;
  }
  return false;
}

/// A loop around whose rounds are a step apart.
static MlirLogicalResult passSteps(Room *r, MlirOperation around) {
  Scheduler *s = r->s;
  SymExpr lower, upper;
  bool good = true;
  scheduleBounds(s, around, &lower, &upper);
  SymExpr step = stepOf(r, scheduleIterator(around), &good);
  bool apart = good && !r->ended &&
               !changes(r, r->start, around, scheduleIterator(around)) &&
               !scheduleExprUses(s, step, scheduleIterator(around)) &&
               factsAtMost(&r->facts, r->reach, step);
  if (!symExprEqual(lower, scheduleConst(s, 0)) ||
      !scheduleSubstitute(s, &r->start, scheduleIterator(around),
                          scheduleConst(s, 0)))
    return mlirLogicalResultFailure();
  if (!apart)
    return tooShort(r, step, around);
  r->reach = scheduleCombine(s, symExprMul, step, upper, &good);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static bool isOnlyRead(MlirValue buffer) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(buffer, &use);)
    if (!tirIsLoad(mlirOpOperandGetOwner(use)) &&
        !tirIsAscends(mlirOpOperandGetOwner(use)))
      return false;
  return true;
}

/// The load is of the entry that the iterator chooses.
static bool loadsAt(Room *r, MlirOperation load, MlirValue iterator) {
  intptr_t count;
  return symExprEqual(scheduleExprs(r->s, load, &count)[0],
                      scheduleSymbolOf(r->s, iterator)) &&
         count == 1;
}

/// Some table by which `starts` ascends has, at the iterator, a size that is at
/// least the reach, where `step` elements are one of it.
static bool fitsSize(Room *r, MlirOperation around, MlirValue starts,
                     SymExpr step, SymExpr *room) {
  Scheduler *s = r->s;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(around), &op);) {
    MlirOperation load = mlirOperationGetNumResults(op) == 1
                             ? scheduleLoadBehind(mlirOperationGetResult(op, 0))
                             : (MlirOperation){NULL};
    if (!load.ptr ||
        !mlirOperationEqual(mlirOperationGetParentOperation(load), around) ||
        !scheduleAscendsBy(starts, tirLoadGetBuffer(load)) ||
        !isOnlyRead(tirLoadGetBuffer(load)) ||
        !loadsAt(r, load, scheduleIterator(around)))
      continue;
    bool good = true;
    *room = scheduleCombine(s, symExprMul, step,
                            scheduleSymbolOf(s, mlirOperationGetResult(op, 0)),
                            &good);
    if (good && factsAtMost(&r->facts, r->reach, *room))
      return true;
  }
  return false;
}

/// A loop over instances, whose begins are loaded in it.
static MlirLogicalResult passInstances(Room *r, MlirOperation around,
                                       MlirValue begin) {
  bool good = true;
  SymExpr step = stepOf(r, begin, &good), room = scheduleConst(r->s, 0);
  MlirOperation load = scheduleLoadBehind(begin);
  if (!load.ptr || !good || r->ended || changes(r, r->start, around, begin) ||
      scheduleExprUses(r->s, step, begin) ||
      !isOnlyRead(tirLoadGetBuffer(load)) ||
      !loadsAt(r, load, scheduleIterator(around)) ||
      !fitsSize(r, around, tirLoadGetBuffer(load), step, &room))
    return tooShort(r, room, around);
  r->ended = true;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult passLoop(Room *r, MlirOperation around) {
  if (scheduleExprUses(r->s, r->start, scheduleIterator(around)))
    return passSteps(r, around);
  for (size_t k = 0; k < r->start.numSymbols; ++k) {
    MlirValue value = scheduleValueOf(r->s, r->start.symbols[k]);
    if (value.ptr && mlirValueIsAOpResult(value) &&
        scheduleIsDefinedInside(value, around))
      return passInstances(r, around, value);
  }
  // The same rows again: a shorter one would end where a longer one has values.
  SymExpr lower, upper;
  scheduleBounds(r->s, r->loop, &lower, &upper);
  if (changes(r, upper, around, (MlirValue){NULL}))
    return tooShort(r, scheduleConst(r->s, 0), around);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult schedulePadRoom(Scheduler *s, MlirOperation loop,
                                  const ScheduleAccess *access, intptr_t d,
                                  SymExpr padded) {
  Room r = {.s = s,
            .loop = loop,
            .access = access,
            .padded = padded,
            .facts = scheduleFactsAt(s, loop),
            .start = access->exprs[d],
            .reach = padded};
  bool good = true;
  SymExpr step = stepOf(&r, scheduleIterator(loop), &good);
  StrRef name = scheduleBufferName(access->buffer), stem = scheduleNameOf(loop);
  if (!good || !symExprEqual(step, scheduleConst(s, 1)))
    return scheduleError(
        s, "loop '%.*s' goes along '%.*s' in steps of %s: expected 1",
        SPREAD(stem), SPREAD(name), scheduleText(s, step));
  addChecks(&r);
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(access->buffer), &dims);
  SymExpr extent = scheduleExprOf(s, dims[d]);
  MlirLogicalResult outcome =
      scheduleSubstitute(s, &r.start, scheduleIterator(loop),
                         scheduleConst(s, 0))
          ? mlirLogicalResultSuccess()
          : mlirLogicalResultFailure();
  for (MlirOperation at = mlirOperationGetParentOperation(loop);
       !mlirOperationEqual(at, s->func) && mlirLogicalResultIsSuccess(outcome);
       at = mlirOperationGetParentOperation(at))
    if (tirIsFor(at))
      outcome = passLoop(&r, at);
  SymExpr end = scheduleCombine(s, symExprAdd, r.start, r.reach, &good);
  if (mlirLogicalResultIsSuccess(outcome) &&
      !(good && factsAtMost(&r.facts, end, extent)))
    outcome = scheduleError(
        s, "'%.*s' has room for %s, and loop '%.*s' would go to %s",
        SPREAD(name), scheduleText(s, extent), SPREAD(stem),
        scheduleText(s, end));
  return outcome;
}

bool schedulePadsResult(Scheduler *s, MlirValue argument) {
  ptrdiff_t count = 0;
  const MlirOperation *users =
      s->callers ? scheduleCallersOf(s->callers, s->func, &count) : NULL;
  bool result = count > 0 && tirFuncGetSymVisibility(s->func).ptr;
  for (ptrdiff_t i = 0; i < count; ++i)
    result &=
        relaxIsCallTir(users[i]) && mlirBlockArgumentGetArgNumber(argument) >=
                                        relaxCallTirGetNumInputs(users[i]);
  return result;
}
