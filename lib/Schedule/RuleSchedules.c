//===- RuleSchedules.c - the pass relax-schedule-rules --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every program without a schedule gets one, written by rules. A rule may
// propose what a primitive refuses (a shape that it did not think of), so each
// schedule is tried on a copy of the program; then come simpler ones.
//
//===----------------------------------------------------------------------===//

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

/// Would the schedule be carried out? On a copy that is dropped afterwards.
static bool isLegal(RelaxPassRun *run, const ScheduleCallers *callers,
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
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(schedule));
       op.ptr && good; op = mlirOperationGetNextInBlock(op))
    good = mlirLogicalResultIsSuccess(scheduleApply(&s, op));
  mlirContextDetachDiagnosticHandler(run->context, handler);
  scheduleFree(&s);
  mlirOperationDestroy(copy);
  return good;
}

static MlirOperation makeSchedule(RelaxPassRun *run, MlirOperation func,
                                  StrRef name) {
  TirScheduleArgs args = {
      .sym_name = mlirStringAttrGet(run->context, strRefToMlir(name))};
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

static void scheduleFunction(RelaxPassRun *run, const ScheduleCallers *callers,
                             ModuleSymbols *symbols, MlirOperation func,
                             const ScheduleLimits *limits) {
  RuleParts parts = {.computes = NULL};
  MlirOperation schedule = {NULL};
  StrBuf base = {0};
  strBufAppend(&base,
               strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(func))));
  strBufAppendC(&base, "_cpu");
  StrRef name = moduleSymbolsUnique(
      symbols, (StrRef){strBufText(&base), base.length}, run->arena);
  Scheduler looking = {
      .func = func, .context = run->context, .arena = run->arena};
  bool found = ruleFindParts(&looking, &parts);
  scheduleFree(&looking);
  RuleAmbition ambition = RULE_PACKED;
  for (; found && ambition < RULE_NONE && !schedule.ptr; ++ambition) {
    schedule = makeSchedule(run, func, name);
    Rules r = {.scheduler = {.func = func,
                             .module = run->op,
                             .context = run->context,
                             .arena = run->arena,
                             .callers = callers},
               .block = scheduleBody(schedule),
               .loc = mlirOperationGetLocation(schedule),
               .limits = *limits,
               .lanes = optionOr(run, OPTION_LANES, limits->lanes),
               .rows = optionOr(run, OPTION_ROWS, limits->rows),
               .packs = ambition == RULE_PACKED};
    scheduleTakeNames(&r.scheduler);
    ruleProposeParts(&r, &parts, ambition);
    scheduleFree(&r.scheduler);
    if (mlirBlockGetFirstOperation(r.block).ptr &&
        isLegal(run, callers, func, schedule))
      break;
    mlirOperationDestroy(schedule);
    schedule.ptr = NULL;
  }
  if (schedule.ptr) {
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(func), func,
                                       schedule);
    moduleSymbolsAdd(symbols, schedule);
    tirFuncSetSchedule(
        func, mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(name)));
    ++run->counters[ambition == RULE_PACKED ? COUNTER_SCHEDULED
                                            : COUNTER_SIMPLER];
  } else {
    ++run->counters[COUNTER_LEFT];
  }
  strBufFree(&base);
  ruleFreeParts(&parts);
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
  ScheduleCallers *callers = scheduleCallersCreate(run->op);
  ModuleSymbols *symbols = moduleSymbolsCreate(run->op);
  LimitsMemo memo = {.known = false};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(run->op)),
                     next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!tirIsFunc(op) || tirFuncGetSchedule(op).ptr || !scheduleBody(op).ptr ||
        !passMayRewrite(run, op))
      continue;
    ScheduleLimits limits;
    if (scheduleLimitsAgain(&memo, op, &limits))
      scheduleFunction(run, callers, symbols, op, &limits);
    else
      outcome = mlirLogicalResultFailure();
    arenaReset(run->arena);
  }
  scheduleCallersDestroy(callers);
  moduleSymbolsDestroy(symbols);
  return outcome;
}

static const RelaxPassOption options[] = {
    {"lanes", RELAX_OPTION_INT, "elements of a vector (0: by the target)", "0",
     NULL},
    {"rows", RELAX_OPTION_INT, "rows of a tile in registers (0: by the target)",
     "0", NULL},
};

static const char *const counters[] = {"scheduled", "scheduled-simpler",
                                       "not-scheduled"};

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__arith__, NULL};

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
        "other reductions along rows stay as they are; the outermost loop is "
        "parallel where there is enough to do, and so is that around the "
        "computes of a row (see `relax-fuse-rows`). Sizes of vectors and tiles "
        "follow from the `relax.target` that the function is made for. "
        "`relax-apply-schedule` carries the schedules out.",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 2,
    .counters = counters,
    .numCounters = sizeof(counters) / sizeof(*counters),
    .traits = RELAX_PASS_ASKS,
    .dialects = dialects,
    .run = run,
};
