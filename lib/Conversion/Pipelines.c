//===- Pipelines.c - the stages of a module as pipelines ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A stage is text of ordinary passes. Every pass leaves alone what is lowered
// already, so the same pipeline goes on from a saved or hand-written module.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Pipelines.h"
#include "lib/Bridge/Core/Blocks.h"

#include <string.h>

/// What options put into the text of stages, by its letter behind a `$`.
enum {
  PIECE_HOIST = 'h',    // of what waits for others, what need not
  PIECE_STEPS = 's',    // products of all steps, where nothing waits
  PIECE_TARGET = 't',   // for relax-set-target
  PIECE_JOIN = 'j',     // kernels that run as one
  PIECE_PLAN = 'p',     // memory
  PIECE_BOUNDS = 'b',   // for tir-check-bounds
  PIECE_VERSIONS = 'v', // for relax-to-vm
};

static const struct {
  const char *stage, *passes;
} cpuStages[] = {
    {"graph", "relax-generate-regions,relax-monomorphize,relax-pass-symbols,"
              "relax-lambda-lift,relax-specialize-callees,"
              "relax-known-callees,relax.func(relax-lower-match,relax-known-"
              "cases,relax-lower-scan),relax-flatten-tuples,"
              "relax-inline{given-weights=true},relax-pack-ragged,$srelax-"
              "deduce-shapes,relax-merge-symbols{keep-inputs=true},"
              "relax-bind-extents,"
              "relax.func(relax-fold-scales,relax-decompose,relax-lower-scan,"
              "relax-fold,cse),"
              "relax-remove-dead,relax-prepare-weights,relax-remove-dead"},
    // The first stage that depends on the target.
    {"fused",
     "$hrelax-set-target$t,relax-legalize,relax-fuse-ops,relax-fuse-lookups,"
     "relax-fuse-online,relax-order-dims,"
     "relax.func(relax-recover-views),relax-remove-dead,$j"},
    // Schedules are text here: a person may change them.
    {"rules",
     "relax-specialize,relax-split-dims,relax-join-dims,relax-turn-factors,"
     "relax-schedule-rules"},
    // Rules again, because layouts of weights make programs that pack them.
    {"scheduled", "relax-apply-schedule,relax-prepare-weights,"
                  "relax-schedule-rules,relax-apply-schedule,"
                  "relax-remove-dead"},
    {"planned", "relax-scatter-lanes,"
                "relax.func(relax-order-for-memory,relax-plan-state,$p)"},
    // No `loop-invariant-code-motion`: it takes `arith.remui` for speculatable,
    // and the divisor of a loop without rounds may be 0.
    {"vm",
     "relax-to-vm$v,tir.func(tir-check-bounds$b,lower-tir,canonicalize,cse)"},
};

static const char *const stageNames[] = {
    "graph", "fused", "rules", "scheduled", "planned", "vm", NULL};

enum {
  OPTION_TO,
  OPTION_TARGET,
  OPTION_ARENA,
  OPTION_BATCH,
  OPTION_BOUNDS,
  OPTION_LEVELS,
  OPTION_VERSIONS,
  OPTION_DECISIONS,
  OPTION_RELOAD
};

static bool is(StrRef option, const char *value) {
  return strRefIs(option, value);
}

/// Levels are plans of arenas.
static void appendPlan(const StrRef *options, StrBuf *out) {
  StrRef arena = options[OPTION_ARENA], levels = options[OPTION_LEVELS],
         decisions = options[OPTION_DECISIONS];
  if (decisions.length)
    strBufAppendFormat(out, "relax-record-recompute{decisions='%.*s'},",
                       SPREAD(decisions));
  if (!is(arena, "false") && !is(levels, "1"))
    strBufAppendFormat(
        out, "relax-plan-recompute{levels=%.*s%s%s},", SPREAD(levels),
        is(arena, "plans") ? " recomputed=true" : "",
        is(options[OPTION_RELOAD], "true") ? " reload=true" : "");
  strBufAppendC(out, "relax-plan-memory");
  if (!is(arena, "true"))
    strBufAppendFormat(out, "{arena=%.*s}", SPREAD(arena));
}

static void appendPiece(const StrRef *options, char piece, StrBuf *out) {
  StrRef target = options[OPTION_TARGET], batch = options[OPTION_BATCH],
         bounds = options[OPTION_BOUNDS], version = options[OPTION_VERSIONS];
  bool batches = !is(batch, "none");
  if (piece == PIECE_HOIST && batches)
    strBufAppendC(
        out, "relax-sum-folds,relax-duplicate-callees,relax.func(relax-merge-"
             "products),"
             "relax-prepare-weights,relax-hoist-inputs,relax-remove-dead,");
  else if (piece == PIECE_STEPS && !batches)
    strBufAppendC(out, "relax-hoist-steps,");
  else if (piece == PIECE_TARGET && target.length)
    strBufAppendFormat(out, "{target='%.*s'}", SPREAD(target));
  else if (piece == PIECE_JOIN && batches)
    // What waits for others of its kind has no memory of its own.
    strBufAppendFormat(out, "relax-batch{units=%.*s},relax-remove-dead",
                       SPREAD(batch));
  else if (piece == PIECE_JOIN)
    strBufAppendC(out, "relax-fuse-reduced,relax-fuse-rows");
  else if (piece == PIECE_PLAN)
    appendPlan(options, out);
  else if (piece == PIECE_BOUNDS && !is(bounds, "check"))
    strBufAppendFormat(out, "{bounds=%.*s}", SPREAD(bounds));
  else if (piece == PIECE_VERSIONS && !is(version, "all"))
    strBufAppendFormat(out, "{versions=%.*s}", SPREAD(version));
}

static bool cpuText(const StrRef *options, StrBuf *out, StrBuf *error) {
  StrRef target = options[OPTION_TARGET];
  if (memchr(target.data, '\'', target.length)) {
    strBufAppendC(error, "a target has no quotes in its name");
    return false;
  }
  for (size_t i = 0; i < sizeof(cpuStages) / sizeof(*cpuStages); ++i) {
    strBufAppendC(out, out->length ? "," : "");
    for (const char *at = cpuStages[i].passes; *at; ++at)
      if (*at == '$')
        appendPiece(options, *++at, out);
      else
        strBufAppend(out, (StrRef){at, 1});
    if (is(options[OPTION_TO], cpuStages[i].stage))
      break;
  }
  return true;
}

static const char *const batchUnits[] = {"none", "kernel", "line", NULL};

static const char *const arenaModes[] = {"true", "false", "plans", NULL};

static const char *const boundsModes[] = {"check", "report", "require", NULL};

static const char *const versions[] = {"all", "none", "0", "1", "2", "3",
                                       "4",   "5",    "6", "7", NULL};

static const RelaxPipeline cpu = {
    .name = RELAX_STAGES,
    .summary = "stages for a CPU",
    .documentation = "`--relax-pipeline=cpu --to=STAGE --target=TARGET "
                     "--tir-bounds=WHAT` is "
                     "short for it.",
    .options = {{"to", RELAX_OPTION_STRING, "the last stage", "vm", stageNames},
                {"target", RELAX_OPTION_STRING,
                 "what code is made for, as relax-set-target takes it", "",
                 NULL},
                {"arena", RELAX_OPTION_STRING,
                 "for relax-run --recompute: false: no arenas are planned; "
                 "plans: only those of levels",
                 "true", arenaModes},
                {"batch", RELAX_OPTION_STRING,
                 "what waits for others of its kind, as units of relax-batch",
                 "none", batchUnits},
                {"bounds", RELAX_OPTION_STRING,
                 "what becomes of accesses that are not proved, as "
                 "tir-check-bounds takes it",
                 "check", boundsModes},
                {"levels", RELAX_OPTION_INT,
                 "plans of memory that a function has, as relax-plan-recompute "
                 "takes it",
                 "1", NULL},
                {"versions", RELAX_OPTION_STRING,
                 "versions of programs that are taken, as relax-to-vm takes it",
                 "all", versions},
                {"decisions", RELAX_OPTION_STRING,
                 "a file of relax-run --record-recompute=: plans of what it "
                 "has, as relax-record-recompute makes them",
                 "", NULL},
                {"reload", RELAX_OPTION_BOOL,
                 "plans of memory may write out to a file and read back, as "
                 "relax-plan-recompute takes it",
                 "false", NULL}},
    .text = cpuText,
};

const RelaxPipeline *const relaxPipelines[] = {&cpu, NULL};
