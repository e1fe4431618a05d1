//===- Pipelines.c - the stages of DESIGN.md 4 as pipelines ---------------===//
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

static const struct {
  const char *stage, *passes;
} cpuStages[] = {
    {"graph", "relax.func(relax-lower-scan),relax-flatten-tuples,"
              "relax-inline{given-weights=true},relax-deduce-shapes,relax-"
              "merge-symbols{keep-inputs=true},"
              "relax-bind-extents,"
              "relax.func(relax-fold-scales,relax-decompose,relax-lower-scan,"
              "relax-fold,cse),"
              "relax-remove-dead,relax-prepare-weights,relax-remove-dead"},
    {"fused", "relax-legalize,relax-fuse-ops,relax-order-dims,"
              "relax.func(relax-recover-views),relax-remove-dead"},
    // Twice, because layouts of weights make programs that pack them.
    {"scheduled", "relax-schedule-rules,relax-apply-schedule,"
                  "relax-schedule-rules,relax-apply-schedule,"
                  "relax-prepare-weights,relax-remove-dead"},
    {"planned", "relax.func(relax-plan-state,relax-plan-memory)"},
    // No `loop-invariant-code-motion`: it takes `arith.remui` for speculatable,
    // and the divisor of a loop without rounds may be 0.
    {"vm", "relax-to-vm,tir.func(lower-tir,canonicalize,cse)"},
};

static const char *const stageNames[] = {"graph",   "fused", "scheduled",
                                         "planned", "vm",    NULL};

static bool cpuText(const StrRef *options, StrBuf *out, StrBuf *error) {
  (void)error;
  for (size_t i = 0; i < sizeof(cpuStages) / sizeof(*cpuStages); ++i) {
    if (*cpuStages[i].passes) {
      strBufAppendC(out, out->length ? "," : "");
      strBufAppendC(out, cpuStages[i].passes);
    }
    if (strRefEqual(options[0], strRefFromC(cpuStages[i].stage)))
      break;
  }
  return true;
}

static const RelaxPassOption cpuOptions[] = {
    {"to", RELAX_OPTION_STRING, "the last stage", "vm", stageNames},
};

static const RelaxPipeline cpu = {
    .name = "relax-cpu",
    .summary = "stages for the CPU of this machine",
    .documentation = "`--relax-pipeline=cpu --to=STAGE` is short for it.",
    .options = cpuOptions,
    .numOptions = 1,
    .text = cpuText,
};

const RelaxPipeline *const relaxPipelines[] = {&cpu, NULL};
