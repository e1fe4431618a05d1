//===- ApplySchedule.c - the pass relax-apply-schedule --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Callers.h"
#include "mlir-c/Dialect/Arith.h"

#include <stb/stb_ds.h>

enum { OPTION_STOP_AFTER };

/// The schedule that a function asks for; null after an error.
static MlirOperation scheduleOf(MlirOperation func) {
  StrRef name = bridgeRefName(tirFuncGetSchedule(func));
  MlirOperation schedule = bridgeLookupNearestSymbol(func, name);
  if (tirIsSchedule(schedule))
    return schedule;
  bridgeEmitOpError(func, "'@%.*s' is no tir.schedule of the module",
                    SPREAD(name));
  return (MlirOperation){NULL};
}

/// Carries the first `limit` primitives out; all if it is negative.
static MlirLogicalResult carryOut(RelaxPassRun *run,
                                  const ScheduleCallers *callers,
                                  MlirOperation func, MlirOperation schedule,
                                  int64_t limit) {
  Scheduler s = {.func = func,
                 .module = run->op,
                 .context = run->context,
                 .arena = run->arena,
                 .callers = callers};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirOperation primitive = mlirBlockGetFirstOperation(bridgeBody(schedule));
  for (int64_t n = 0; primitive.ptr && (limit < 0 || n < limit) &&
                      mlirLogicalResultIsSuccess(outcome);
       ++n, primitive = mlirOperationGetNextInBlock(primitive)) {
    if (!passMayRewrite(run, primitive))
      break; // those behind it may need it
    outcome = scheduleApply(&s, primitive);
    ++run->counters[0];
  }
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = schedulePrepareLayouts(&s);
  scheduleFree(&s);
  return outcome;
}

static bool isUsed(MlirOperation module, MlirOperation schedule) {
  StrRef name = tirScheduleGetSymName(schedule);
  for (MlirOperation op = {NULL}; (op = bridgeNext(module, op, tirIsFunc)).ptr;)
    if (tirFuncGetSchedule(op).ptr &&
        strRefEqual(bridgeRefName(tirFuncGetSchedule(op)), name))
      return true;
  return false;
}

void scheduleRemoveUnused(MlirOperation module, ScheduleOps schedules) {
  for (ptrdiff_t i = 0; i < arrlen(schedules); ++i) {
    bool first = true;
    for (ptrdiff_t k = 0; k < i; ++k)
      first &= !mlirOperationEqual(schedules[k], schedules[i]);
    if (first && !isUsed(module, schedules[i]))
      mlirOperationRemoveFromParent(schedules[i]);
    else
      schedules[i].ptr = NULL;
  }
  for (ptrdiff_t i = 0; i < arrlen(schedules); ++i)
    if (schedules[i].ptr)
      mlirOperationDestroy(schedules[i]);
}

static MlirLogicalResult apply(RelaxPassRun *run) {
  int64_t limit = relaxOptionInt(run, OPTION_STOP_AFTER);
  ScheduleOps used = NULL;
  ScheduleCallers *callers = scheduleCallersCreate(run->op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL}; mlirLogicalResultIsSuccess(outcome) &&
                                  bridgeAdvance(bridgeBody(run->op), &op);) {
    if (!tirIsFunc(op) || !tirFuncGetSchedule(op).ptr || !bridgeBody(op).ptr ||
        !passMayRewrite(run, op))
      continue;
    MlirOperation schedule = scheduleOf(op);
    if (!schedule.ptr) {
      outcome = mlirLogicalResultFailure();
      break;
    }
    outcome = carryOut(run, callers, op, schedule, limit);
    arenaReset(run->arena);
    tirFuncSetSchedule(op, (MlirAttribute){NULL});
    arrput(used, schedule);
  }
  scheduleCallersDestroy(callers);
  scheduleRemoveUnused(run->op, used);
  arrfree(used);
  return outcome;
}

const RelaxPass relaxApplySchedulePass = {
    .name = "relax-apply-schedule",
    .summary = "carry the schedules of loop-level programs out",
    .documentation =
        "Carries out, on every `tir.func` with `schedule @s`, the primitives "
        "of "
        "`tir.schedule @s` in order, and removes the reference and the "
        "schedule. After each primitive the program is legal and computes the "
        "same; `stop-after=N` shows the program behind the first N. A "
        "primitive that would change what the program computes is refused "
        "with the reason, at its place. Callers of a program with a packed "
        "weight (`tir.layout`) call a program that packs it first; "
        "`relax-prepare-weights` moves those calls.",
    .anchor = "builtin.module",
    .options = {{"stop-after", RELAX_OPTION_INT,
                 "carry out only so many primitives of each schedule; -1: all",
                 "-1", NULL}},
    .counters = {"primitives"},
    .traits = RELAX_PASS_ASKS,
    .dialects = {mlirGetDialectHandle__arith__},
    .run = apply,
};
