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
    {"graph",
     "relax-monomorphize,relax-lambda-lift,relax.func(relax-lower-match,relax-lower-scan),relax-flatten-tuples,"
     "relax-inline{given-weights=true},relax-pack-ragged,relax-deduce-shapes,"
     "relax-"
     "merge-symbols{keep-inputs=true},"
     "relax-bind-extents,"
     "relax.func(relax-fold-scales,relax-decompose,relax-lower-scan,"
     "relax-fold,cse),"
     "relax-remove-dead,relax-prepare-weights,relax-remove-dead"},
    // The first stage that depends on the target.
    {"fused",
     "relax-set-target%s,relax-legalize,relax-fuse-ops,relax-order-dims,"
     "relax.func(relax-recover-views),relax-remove-dead"},
    // Twice, because layouts of weights make programs that pack them.
    {"scheduled", "relax-join-dims,relax-schedule-rules,relax-apply-schedule,"
                  "relax-schedule-rules,relax-apply-schedule,"
                  "relax-prepare-weights,relax-remove-dead"},
    {"planned", "relax.func(relax-plan-state,relax-plan-memory)"},
    // No `loop-invariant-code-motion`: it takes `arith.remui` for speculatable,
    // and the divisor of a loop without rounds may be 0.
    {"vm", "relax-to-vm,tir.func(lower-tir,canonicalize,cse)"},
};

static const char *const stageNames[] = {"graph",   "fused", "scheduled",
                                         "planned", "vm",    NULL};

enum { OPTION_TO, OPTION_TARGET };

static bool cpuText(const StrRef *options, StrBuf *out, StrBuf *error) {
  StrRef target = options[OPTION_TARGET];
  StrBuf given = {0};
  if (memchr(target.data, '\'', target.length)) {
    strBufAppendC(error, "a target has no quotes in its name");
    return false;
  }
  if (target.length)
    strBufAppendFormat(&given, "{target='%.*s'}", (int)target.length,
                       target.data);
  for (size_t i = 0; i < sizeof(cpuStages) / sizeof(*cpuStages); ++i) {
    if (*cpuStages[i].passes) {
      strBufAppendC(out, out->length ? "," : "");
      strBufAppendFormat(out, cpuStages[i].passes, strBufText(&given));
    }
    if (strRefEqual(options[OPTION_TO], strRefFromC(cpuStages[i].stage)))
      break;
  }
  strBufFree(&given);
  return true;
}

static const RelaxPassOption cpuOptions[] = {
    {"to", RELAX_OPTION_STRING, "the last stage", "vm", stageNames},
    {"target", RELAX_OPTION_STRING,
     "what code is made for, as relax-set-target takes it", "", NULL},
};

static const RelaxPipeline cpu = {
    .name = "relax-cpu",
    .summary = "stages for a CPU",
    .documentation =
        "`--relax-pipeline=cpu --to=STAGE --target=TARGET` is short for it.",
    .options = cpuOptions,
    .numOptions = 2,
    .text = cpuText,
};

const RelaxPipeline *const relaxPipelines[] = {&cpu, NULL};
