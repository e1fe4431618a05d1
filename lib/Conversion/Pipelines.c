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

#include <string.h>

static const struct {
  const char *stage, *passes;
} cpuStages[] = {
    {"graph", "relax-monomorphize,relax-lambda-lift,relax.func(relax-lower-"
              "match,relax-lower-scan),relax-flatten-tuples,"
              "relax-inline{given-weights=true},relax-pack-ragged,relax-deduce-"
              "shapes,relax-merge-symbols{keep-inputs=true},"
              "relax-bind-extents,"
              "relax.func(relax-fold-scales,relax-decompose,relax-lower-scan,"
              "relax-fold,cse),"
              "relax-remove-dead,relax-prepare-weights,relax-remove-dead"},
    // The first stage that depends on the target.
    {"fused",
     "relax-set-target%s,relax-legalize,relax-fuse-ops,relax-order-dims,"
     "relax.func(relax-recover-views),relax-remove-dead"},
    // Schedules are text here: a person may change them.
    {"rules", "relax-join-dims,relax-schedule-rules"},
    // Rules again, because layouts of weights make programs that pack them.
    {"scheduled", "relax-apply-schedule,"
                  "relax-schedule-rules,relax-apply-schedule,"
                  "relax-prepare-weights,relax-remove-dead"},
    {"planned", "relax-scatter-lanes,"
                "relax.func(relax-order-for-memory,relax-plan-state,%s)"},
    // No `loop-invariant-code-motion`: it takes `arith.remui` for speculatable,
    // and the divisor of a loop without rounds may be 0.
    {"vm",
     "relax-to-vm,tir.func(tir-check-bounds%s,lower-tir,canonicalize,cse)"},
};

static const char *const stageNames[] = {
    "graph", "fused", "rules", "scheduled", "planned", "vm", NULL};

enum {
  OPTION_TO,
  OPTION_TARGET,
  OPTION_ARENA,
  OPTION_BATCH,
  OPTION_BOUNDS,
  OPTION_LEVELS
};

/// Levels are plans of arenas.
static void planText(const StrRef *options, StrBuf *out) {
  bool arena = !strRefEqual(options[OPTION_ARENA], strRefFromC("false"));
  StrRef levels = options[OPTION_LEVELS];
  if (arena && !strRefEqual(levels, strRefFromC("1")))
    strBufAppendFormat(out, "relax-plan-recompute{levels=%.*s},",
                       (int)levels.length, levels.data);
  strBufAppendFormat(out, "relax-plan-memory%s", arena ? "" : "{arena=false}");
}

static bool cpuText(const StrRef *options, StrBuf *out, StrBuf *error) {
  StrRef target = options[OPTION_TARGET];
  StrBuf given = {0}, bounds = {0}, plan = {0};
  bool batches = !strRefEqual(options[OPTION_BATCH], strRefFromC("none"));
  if (memchr(target.data, '\'', target.length)) {
    strBufAppendC(error, "a target has no quotes in its name");
    return false;
  }
  if (target.length)
    strBufAppendFormat(&given, "{target='%.*s'}", (int)target.length,
                       target.data);
  planText(options, &plan);
  if (!strRefEqual(options[OPTION_BOUNDS], strRefFromC("check")))
    strBufAppendFormat(&bounds, "{bounds=%.*s}",
                       (int)options[OPTION_BOUNDS].length,
                       options[OPTION_BOUNDS].data);
  for (size_t i = 0; i < sizeof(cpuStages) / sizeof(*cpuStages); ++i) {
    bool fused = strcmp(cpuStages[i].stage, "fused") == 0;
    if (*cpuStages[i].passes) {
      strBufAppendC(out, out->length ? "," : "");
      if (batches && fused)
        strBufAppendC(
            out,
            "relax-duplicate-callees,relax-hoist-inputs,relax-remove-dead,");
      const char *option = strBufText(&given);
      if (strcmp(cpuStages[i].stage, "planned") == 0)
        option = strBufText(&plan);
      else if (strcmp(cpuStages[i].stage, "vm") == 0)
        option = strBufText(&bounds);
      strBufAppendFormat(out, cpuStages[i].passes, option);
    }
    // A program that waits for others of its kind has no memory of its own.
    if (batches && fused)
      strBufAppendFormat(out, ",relax-batch{units=%.*s},relax-remove-dead",
                         (int)options[OPTION_BATCH].length,
                         options[OPTION_BATCH].data);
    else if (fused)
      strBufAppendC(out, ",relax-fuse-rows");
    if (strRefEqual(options[OPTION_TO], strRefFromC(cpuStages[i].stage)))
      break;
  }
  strBufFree(&given);
  strBufFree(&bounds);
  strBufFree(&plan);
  return true;
}

static const char *const batchUnits[] = {"none", "kernel", "line", NULL};

static const char *const boundsModes[] = {"check", "report", "require", NULL};

static const RelaxPassOption cpuOptions[] = {
    {"to", RELAX_OPTION_STRING, "the last stage", "vm", stageNames},
    {"target", RELAX_OPTION_STRING,
     "what code is made for, as relax-set-target takes it", "", NULL},
    {"arena", RELAX_OPTION_BOOL,
     "false: no arenas are planned, for relax-run --recompute", "true", NULL},
    {"batch", RELAX_OPTION_STRING,
     "what waits for others of its kind, as units of relax-batch", "none",
     batchUnits},
    {"bounds", RELAX_OPTION_STRING,
     "what becomes of accesses that are not proved, as tir-check-bounds takes "
     "it",
     "check", boundsModes},
    {"levels", RELAX_OPTION_INT,
     "plans of memory that a function has, as relax-plan-recompute takes it",
     "1", NULL},
};

static const RelaxPipeline cpu = {
    .name = "relax-cpu",
    .summary = "stages for a CPU",
    .documentation = "`--relax-pipeline=cpu --to=STAGE --target=TARGET "
                     "--tir-bounds=WHAT` is "
                     "short for it.",
    .options = cpuOptions,
    .numOptions = sizeof(cpuOptions) / sizeof(*cpuOptions),
    .text = cpuText,
};

const RelaxPipeline *const relaxPipelines[] = {&cpu, NULL};
