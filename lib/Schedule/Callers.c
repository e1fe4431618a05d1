//===- Callers.c - who names a function -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A rule asks for the callers of a program several times for each of its
// weights: the module is walked once, not at every question.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Callers.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>

/// Attributes are unique in their context: the pointer of a reference is its
/// name.
typedef struct Named {
  const void *key;
  ScheduleOps value;
} Named;

struct ScheduleCallers {
  Named *users; // stb_ds
};

static void addUser(ScheduleCallers *callers, MlirAttribute reference,
                    MlirOperation user) {
  const Named *known = mapEntry(callers->users, reference.ptr);
  ScheduleOps list = known ? known->value : NULL;
  if (arrlen(list) && mlirOperationEqual(arrlast(list), user))
    return; // it names the function twice
  arrput(list, user);
  hmput(callers->users, reference.ptr, list);
}

static void addVersions(ScheduleCallers *callers, MlirOperation program) {
  MlirAttribute versions = tirFuncGetVersions(program);
  for (intptr_t i = 0, e = bridgeLength(versions); i < e; ++i)
    addUser(callers, mlirArrayAttrGetElement(versions, i), program);
}

/// Programs call nothing but their versions: what is in them is passed over.
static MlirWalkResult visit(MlirOperation op, void *userData) {
  if (tirIsFunc(op)) {
    addVersions(userData, op);
    return MlirWalkResultSkip;
  }
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i) {
    MlirAttribute value = mlirDictionaryAttrGetElement(attributes, i).attribute;
    if (mlirAttributeIsAFlatSymbolRef(value))
      addUser(userData, value, op);
  }
  return MlirWalkResultAdvance;
}

ScheduleCallers *scheduleCallersCreate(MlirOperation module) {
  ScheduleCallers *callers = calloc(1, sizeof(*callers));
  if (!callers)
    outOfMemory();
  mlirOperationWalk(module, visit, callers, MlirWalkPreOrder);
  return callers;
}

void scheduleCallersDestroy(ScheduleCallers *callers) {
  for (ptrdiff_t i = 0; i < hmlen(callers->users); ++i)
    arrfree(callers->users[i].value);
  hmfree(callers->users);
  free(callers);
}

const MlirOperation *scheduleCallersOf(const ScheduleCallers *callers,
                                       MlirOperation func, ptrdiff_t *count) {
  MlirAttribute reference = mlirFlatSymbolRefAttrGet(
      mlirOperationGetContext(func), strRefToMlir(tirFuncGetSymName(func)));
  const Named *known = mapEntry(callers->users, reference.ptr);
  *count = known ? arrlen(known->value) : 0;
  return known ? known->value : NULL;
}

static const char *refuseCaller(Scheduler *s, MlirOperation user) {
  bool isCall = relaxIsCallTir(user);
  if (isCall && !relaxCallTirGetStorage(user).ptr)
    return NULL;
  StrRef func = tirFuncGetSymName(s->func), name = bridgeOpName(user);
  return arenaFormat(s->arena,
                     "'@%.*s' is used by '%.*s'%s: expected 'relax.call_tir' "
                     "as it is before memory is planned",
                     SPREAD(func), SPREAD(name),
                     isCall ? " with planned memory" : "")
      .data;
}

const char *scheduleCallersRefusal(Scheduler *s) {
  ptrdiff_t count;
  const MlirOperation *users = scheduleCallersOf(s->callers, s->func, &count);
  const char *reason = tirFuncGetVersions(s->func).ptr
                           ? "versions take the buffers as they are"
                           : NULL;
  for (ptrdiff_t i = 0; i < count && !reason; ++i)
    reason = refuseCaller(s, users[i]);
  return reason;
}

Scheduler scheduleOpen(RelaxPassRun *run, const ScheduleCallers *callers,
                       MlirOperation func) {
  return (Scheduler){.func = func,
                     .module = run->op,
                     .primitive = func,
                     .context = run->context,
                     .arena = run->arena,
                     .callers = callers};
}

MlirLogicalResult scheduleVisitOpen(RelaxPassRun *run, ScheduleVisitor *visit) {
  ScheduleCallers *callers = scheduleCallersCreate(run->op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  LimitsMemo memo = {.known = false};
  ScheduleLimits limits;
  for (MlirOperation op = {NULL};
       mlirLogicalResultIsSuccess(outcome) &&
       (op = bridgeNext(run->op, op, tirIsFunc)).ptr;) {
    if (!tirFuncGetSchedule(op).ptr && bridgeBody(op).ptr)
      outcome = scheduleLimitsAgain(&memo, op, &limits)
                    ? visit(run, callers, op, &limits)
                    : mlirLogicalResultFailure();
    arenaReset(run->arena);
  }
  scheduleCallersDestroy(callers);
  return outcome;
}
