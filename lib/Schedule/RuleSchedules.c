//===- RuleSchedules.c - the pass relax-schedule-rules --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every program without a schedule gets one, written by rules; a schedule by
// hand that asks for rules is carried out on a copy, and what is left as
// computes there gets primitives behind it. A rule may
// propose what a primitive refuses (a shape that it did not think of), so each
// schedule is tried on a copy of the program; then come simpler ones.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Once.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Rules.h"
#include "mlir-c/Dialect/Arith.h"

#include <stb/stb_ds.h>

enum { OPTION_LANES, OPTION_ROWS };
enum { COUNTER_SCHEDULED, COUNTER_SIMPLER, COUNTER_LEFT };

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic;
  (void)userData;
  return mlirLogicalResultSuccess();
}

/// A copy of the program, as the schedule makes it; null if a primitive is
/// refused.
static MlirOperation carryOut(RelaxPassRun *run, const ScheduleCallers *callers,
                              MlirOperation func, MlirOperation schedule) {
  MlirOperation copy = mlirOperationClone(func);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(func), func, copy);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(run->context, ignore, NULL, NULL);
  Scheduler s = {.func = copy,
                 .module = run->op,
                 .context = run->context,
                 .arena = run->arena,
                 .callers = callers};
  bool good = true;
  for (MlirOperation op = {NULL};
       good && bridgeAdvance(bridgeBody(schedule), &op);)
    good = mlirLogicalResultIsSuccess(scheduleApply(&s, op));
  mlirContextDetachDiagnosticHandler(run->context, handler);
  scheduleFree(&s);
  if (!good)
    mlirOperationDestroy(copy);
  return good ? copy : (MlirOperation){NULL};
}

/// Would the schedule be carried out?
static bool isLegal(RelaxPassRun *run, const ScheduleCallers *callers,
                    MlirOperation func, MlirOperation schedule) {
  MlirOperation copy = carryOut(run, callers, func, schedule);
  if (copy.ptr)
    mlirOperationDestroy(copy);
  return copy.ptr != NULL;
}

/// An empty schedule, or one that begins as `own` does.
static MlirOperation makeSchedule(MlirOperation func, MlirOperation own,
                                  StrRef name) {
  if (own.ptr) {
    MlirOperation copy = mlirOperationClone(own);
    tirScheduleSetSymName(copy, name);
    tirScheduleSetRules(copy, false);
    return copy;
  }
  TirScheduleArgs args = {.sym_name = name};
  MlirLocation loc = mlirOperationGetLocation(func);
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  MlirOperation schedule = tirScheduleCreate(loc, &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(schedule, 0),
                             mlirBlockCreate(0, NULL, NULL));
  return schedule;
}

/// What an option gives, if it does.
static int64_t optionOr(RelaxPassRun *run, size_t option, int64_t value) {
  int64_t given = relaxOptionInt(run, option);
  return given ? given : value;
}

static intptr_t countPrimitives(MlirBlock block) {
  intptr_t count = 0;
  for (MlirOperation op = {NULL}; bridgeAdvance(block, &op);)
    ++count;
  return count;
}

typedef struct Programs {
  RelaxPassRun *run;
  ScheduleCallers *callers;
  ModuleSymbols *symbols;
  ScheduleOps replaced; // by hand, which others go on from
} Programs;

/// The best legal schedule; null where the rules have nothing to say. `seen` is
/// the program that they look at: `func`, or a copy that `own` was carried out
/// on.
static MlirOperation findSchedule(const Programs *p, MlirOperation func,
                                  MlirOperation own, MlirOperation seen,
                                  const ScheduleLimits *limits, StrRef name,
                                  RuleAmbition *ambition) {
  RelaxPassRun *run = p->run;
  RuleParts parts = {.own = own.ptr != NULL};
  MlirOperation schedule = {NULL};
  Scheduler looking = {
      .func = seen, .context = run->context, .arena = run->arena};
  bool found = ruleFindParts(&looking, &parts);
  scheduleFree(&looking);
  for (; found && *ambition < RULE_NONE && !schedule.ptr; ++*ambition) {
    schedule = makeSchedule(func, own, name);
    MlirBlock block = bridgeBody(schedule);
    intptr_t before = countPrimitives(block);
    Rules r = {.scheduler = {.func = seen,
                             .module = run->op,
                             .context = run->context,
                             .arena = run->arena,
                             .callers = p->callers},
               .block = block,
               .loc = mlirOperationGetLocation(schedule),
               .limits = *limits,
               .lanes = optionOr(run, OPTION_LANES, limits->lanes),
               .rows = optionOr(run, OPTION_ROWS, limits->rows),
               .packs = *ambition == RULE_PACKED};
    scheduleTakeNames(&r.scheduler);
    ruleProposeParts(&r, &parts, *ambition);
    scheduleFree(&r.scheduler);
    if (countPrimitives(block) > before &&
        isLegal(run, p->callers, func, schedule))
      break;
    mlirOperationDestroy(schedule);
    schedule.ptr = NULL;
  }
  ruleFreeParts(&parts);
  return schedule;
}

/// `own` is the schedule by hand, or null.
static void scheduleFunction(Programs *p, MlirOperation func, MlirOperation own,
                             const ScheduleLimits *limits) {
  RelaxPassRun *run = p->run;
  StrBuf base = {0};
  strBufAppend(&base, tirFuncGetSymName(func));
  strBufAppendC(&base, "_cpu");
  StrRef name = moduleSymbolsUnique(
      p->symbols, (StrRef){strBufText(&base), base.length}, run->arena);
  MlirOperation copy = {NULL}, schedule = {NULL};
  RuleAmbition ambition = RULE_PACKED;
  if (own.ptr)
    copy = carryOut(run, p->callers, func, own);
  bool never = !own.ptr && ruleNeverRan(func);
  bool once = !own.ptr && ruleRunsOnce(p->callers, func, limits);
  if (once)
    mlirOperationSetDiscardableAttributeByName(
        func, mlirStringRefCreateFromCString(TIR_ONCE),
        mlirUnitAttrGet(run->context));
  // Where a schedule by hand is refused, the pass that carries it out says why.
  else if (!never && (!own.ptr || copy.ptr))
    schedule = findSchedule(p, func, own, own.ptr ? copy : func, limits, name,
                            &ambition);
  if (copy.ptr)
    mlirOperationDestroy(copy);
  if (schedule.ptr) {
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(func), func,
                                       schedule);
    moduleSymbolsAdd(p->symbols, schedule);
    if (own.ptr)
      arrput(p->replaced, own);
    tirFuncSetSchedule(
        func, mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(name)));
    ++run->counters[ambition == RULE_PACKED ? COUNTER_SCHEDULED
                                            : COUNTER_SIMPLER];
  } else {
    ++run->counters[COUNTER_LEFT];
  }
  strBufFree(&base);
}

/// Has the function no schedule, or one (`*own`) that asks for rules?
static bool isOpen(const Programs *p, MlirOperation func, MlirOperation *own) {
  *own = (MlirOperation){NULL};
  if (!tirFuncGetSchedule(func).ptr)
    return true;
  *own =
      moduleSymbolsFind(p->symbols, bridgeRefName(tirFuncGetSchedule(func)));
  return own->ptr && tirIsSchedule(*own) && tirScheduleGetRules(*own);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  int64_t lanes = relaxOptionInt(run, OPTION_LANES);
  int64_t rows = relaxOptionInt(run, OPTION_ROWS);
  if (lanes < 0 || lanes == 1 || lanes > SCHEDULE_MAX_LANES || rows < 0 ||
      rows > SCHEDULE_MAX_ROWS)
    return bridgeEmitError(mlirOperationGetLocation(run->op),
                           "expected 2 to %d lanes and 1 to %d rows (or 0: by "
                           "the target), got %ld and %ld",
                           SCHEDULE_MAX_LANES, SCHEDULE_MAX_ROWS, (long)lanes,
                           (long)rows);
  Programs programs = {.run = run,
                       .callers = scheduleCallersCreate(run->op),
                       .symbols = moduleSymbolsCreate(run->op)};
  LimitsMemo memo = {.known = false};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL}, next = op;
       mlirLogicalResultIsSuccess(outcome) &&
       bridgeAdvanceErasing(bridgeBody(run->op), &op, &next);) {
    MlirOperation own;
    if (!tirIsFunc(op) || !bridgeBody(op).ptr || !isOpen(&programs, op, &own) ||
        !passMayRewrite(run, op))
      continue;
    ScheduleLimits limits;
    if (scheduleLimitsAgain(&memo, op, &limits))
      scheduleFunction(&programs, op, own, &limits);
    else
      outcome = mlirLogicalResultFailure();
    arenaReset(run->arena);
  }
  scheduleRemoveUnused(run->op, programs.replaced);
  arrfree(programs.replaced);
  scheduleCallersDestroy(programs.callers);
  moduleSymbolsDestroy(programs.symbols);
  return outcome;
}

const RelaxPass relaxScheduleRulesPass = {
    .name = "relax-schedule-rules",
    .summary = "write schedules for the CPU by rules",
    .documentation =
        "Every `tir.func` that consists of computes and has no schedule gets "
        "`schedule @s` and a `tir.schedule @s`, by analysis of its accesses: "
        "loops whose rounds are lanes become vectors; reductions into "
        "elements that lie side by side (matrix products, convolutions) "
        "become tiles in registers, with what follows element by element "
        "inside, and their weights are packed as the tiles use them; products "
        "of rows with rows become tiles of sums whose lanes lie along the "
        "rows; "
        "other reductions along rows stay as they are; scans have lanes beside "
        "the axis that they go along; the outermost loop is "
        "parallel where there is enough to do, and so is that around the "
        "computes of a row (see `relax-fuse-rows`). A schedule by hand that "
        "says `rules` keeps its primitives, and what they leave as computes "
        "is scheduled behind them, in a schedule of the function's own. Sizes "
        "of vectors and tiles "
        "follow from the `relax.target` that the function is made for. A "
        "program that only the function calls that prepares weights, and that "
        "moves less than two megabytes without sums, keeps its plain loops and "
        "is marked `tir.once`: code for lanes would take longer to compile "
        "than it saves, and machine code of it is not optimised. One that a "
        "profile has not seen run (`tir.weight = 0`, see "
        "`relax-weigh-programs`) keeps its plain loops. "
        "`relax-apply-schedule` carries the schedules out.",
    .anchor = "builtin.module",
    .options = {{"lanes", RELAX_OPTION_INT,
                 "elements of a vector (0: by the target)", "0", NULL},
                {"rows", RELAX_OPTION_INT,
                 "rows of a tile in registers (0: by the target)", "0", NULL}},
    .counters = {"scheduled", "scheduled-simpler", "not-scheduled"},
    .traits = RELAX_PASS_ASKS,
    .dialects = {mlirGetDialectHandle__arith__},
    .run = run,
};
