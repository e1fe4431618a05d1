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

/// From the best schedules to the safest.
typedef enum Ambition {
  AMBITION_PACKED,    // with layouts of weights
  AMBITION_EPILOGUES, // tiles compute what follows
  AMBITION_TILES,
  AMBITION_LOOPS, // no tiles
  AMBITION_NONE,
} Ambition;

/// The computes of a function that consists of nothing else (stb_ds).
static bool findComputes(MlirOperation func, ScheduleOps *computes) {
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(func));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsCompute(op))
      arrput(*computes, op);
    else if (!tirIsAlloc(op) && !tirIsView(op) && !tirIsReturn(op))
      return false;
  }
  return arrlen(*computes) != 0;
}

/// Appends primitives for all computes.
static void propose(Rules *r, const ScheduleOps computes, Ambition ambition) {
  for (ptrdiff_t i = 0; i < arrlen(computes); ++i) {
    RuleCompute compute = ruleLookAt(r, computes[i]);
    if (ruleUpdate(r, &compute))
      continue;
    if (ambition <= AMBITION_TILES) {
      RuleCompute next = {0};
      bool follows = ambition <= AMBITION_EPILOGUES && i + 1 < arrlen(computes);
      if (follows)
        next = ruleLookAt(r, computes[i + 1]);
      follows = follows && ruleIsEpilogue(r, &compute, &next);
      if (ruleTile(r, &compute, follows ? &next : NULL)) {
        i += follows;
        continue;
      }
      if (ruleDot(r, &compute, arrlen(computes) == 1 && !r->nested))
        continue;
    }
    if (!ruleElementwise(r, &compute))
      ruleRows(r, &compute);
  }
}

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

/// What a function consists of, for the rules.
typedef struct Parts {
  ScheduleOps computes; // and nothing else; or
  RuleNest *nests;      // rows, and what is done with each; or
  ScheduleOps *runs;    // any other program with loops
} Parts;

static bool findParts(RelaxPassRun *run, MlirOperation func, Parts *parts) {
  if (findComputes(func, &parts->computes))
    return true;
  arrfree(parts->computes);
  Scheduler s = {.func = func, .context = run->context, .arena = run->arena};
  parts->nests = ruleFindNests(&s);
  scheduleFree(&s);
  return parts->nests || ruleFindRuns(func, &parts->runs);
}

static void freeParts(Parts *parts) {
  for (ptrdiff_t i = 0; i < arrlen(parts->runs); ++i)
    arrfree(parts->runs[i]);
  arrfree(parts->runs);
  ruleFreeNests(&parts->nests);
  arrfree(parts->computes);
}

static void proposeParts(Rules *r, const Parts *parts, Ambition ambition) {
  propose(r, parts->computes, ambition);
  for (ptrdiff_t i = 0; i < arrlen(parts->nests); ++i)
    ruleNest(r, &parts->nests[i]);
  r->nested = true;
  for (ptrdiff_t i = 0; i < arrlen(parts->runs); ++i)
    propose(r, parts->runs[i], ambition);
}

static void scheduleFunction(RelaxPassRun *run, const ScheduleCallers *callers,
                             ModuleSymbols *symbols, MlirOperation func,
                             const ScheduleLimits *limits) {
  Parts parts = {.computes = NULL};
  MlirOperation schedule = {NULL};
  StrBuf base = {0};
  strBufAppend(&base,
               strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(func))));
  strBufAppendC(&base, "_cpu");
  StrRef name = moduleSymbolsUnique(
      symbols, (StrRef){strBufText(&base), base.length}, run->arena);
  bool found = findParts(run, func, &parts);
  Ambition ambition = AMBITION_PACKED;
  for (; found && ambition < AMBITION_NONE && !schedule.ptr; ++ambition) {
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
               .packs = ambition == AMBITION_PACKED};
    scheduleTakeNames(&r.scheduler);
    proposeParts(&r, &parts, ambition);
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
    ++run->counters[ambition == AMBITION_PACKED ? COUNTER_SCHEDULED
                                                : COUNTER_SIMPLER];
  } else {
    ++run->counters[COUNTER_LEFT];
  }
  strBufFree(&base);
  freeParts(&parts);
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
