//===- Annotate.c - operations that another target takes ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/FactsWalk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Patterns/MatchTrace.h"
#include "lib/Transforms/Patterns/Offload.h"

enum { OPTION_FILE, OPTION_TARGET, OPTION_TRACE };
enum { COUNT_FOUND, COUNT_OPS };

typedef struct Annotating {
  RelaxPassRun *run;
  PatternFile file;
  PatternTrace *traces; // or NULL
  MlirAttribute target; // its name
  Arena *work;
} Annotating;

StrRef offloadTarget(MlirOperation op) {
  MlirAttribute target = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadAttribute));
  return target.ptr && mlirAttributeIsAString(target) ? bridgeText(target)
                                                      : (StrRef){NULL, 0};
}

static void mark(Annotating *annotating, MlirOperation op) {
  if (!op.ptr || relaxIsConstant(op) || offloadTarget(op).length)
    return;
  mlirOperationSetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(offloadAttribute), annotating->target);
  ++annotating->run->counters[COUNT_OPS];
}

static void markMatch(Annotating *annotating, const Match *match) {
  ++annotating->run->counters[COUNT_FOUND];
  for (size_t i = 0; i < match->pattern->numOps; ++i)
    mark(annotating, match->ops[i]);
  for (size_t v = 0; v < match->pattern->numValues; ++v)
    for (size_t k = 0;
         match->chains[v] && match->values[v].ptr && k < match->chainLengths[v];
         ++k)
      mark(annotating, match->chains[v][k]);
}

/// Marks only: every operation stays.
static bool annotateOperation(MlirOperation op, const Facts *facts,
                              MlirOperation *next, void *userData) {
  (void)next;
  Annotating *annotating = userData;
  Match match;
  for (size_t i = 0;
       mlirOperationGetNumResults(op) > 0 && i < annotating->file.numPatterns;
       ++i) {
    const Pattern *pattern = &annotating->file.patterns[i];
    PatternTrace *trace =
        patternTraceOf(annotating->traces, &annotating->file, pattern);
    if (matchFind(&match, pattern, annotating->work, facts,
                  (MlirAttribute){NULL}, trace,
                  mlirOperationGetResult(op, 0)) &&
        passMayRewrite(annotating->run, op)) {
      markMatch(annotating, &match);
      if (trace)
        ++trace->found;
    }
    arenaReset(annotating->work);
  }
  return false;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Annotating annotating = {.run = run, .work = arenaCreate()};
  StrRef target = relaxOptionString(run, OPTION_TARGET);
  annotating.target = mlirStringAttrGet(run->context, strRefToMlir(target));
  bool good =
      patternFileRead(&annotating.file, run->op, "relax-annotate",
                      relaxOptionString(run, OPTION_FILE), run->arena) &&
      patternTraceStart(run, "relax-annotate",
                        relaxOptionString(run, OPTION_TRACE), &annotating.file,
                        &annotating.traces);
  for (MlirOperation op = {NULL};
       good && (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (!relaxFuncGetTarget(op).ptr) // else offloaded already
      factsWalkFunction(op, annotateOperation, &annotating);
  if (good)
    patternTraceReport(run, annotating.traces, &annotating.file);
  arenaDestroy(annotating.work);
  patternFileFree(&annotating.file);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxAnnotatePass = {
    .name = "relax-annotate",
    .summary = "mark what another target can take",
    .documentation =
        "Operations in which a pattern of the file is found get "
        "`relax.offload = \"dnn\"`, the name that `target=` gives. What is "
        "marked already stays with its target, so that several runs are "
        "targets "
        "in order of preference. Functions that name a target are left "
        "alone. `trace=NAME` says where a pattern came nearest to a match.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_FILE] = {"file", RELAX_OPTION_STRING,
                                 "patterns of what the target takes", NULL,
                                 NULL},
                [OPTION_TARGET] = {"target", RELAX_OPTION_STRING, "its name",
                                   "dnn", NULL},
                [OPTION_TRACE] = PATTERN_TRACE_OPTION},
    .counters = {[COUNT_FOUND] = "patterns-found",
                 [COUNT_OPS] = "ops-annotated"},
    .traits = RELAX_PASS_ASKS,
    .dialects = {PATTERN_DIALECTS},
    .run = run,
};
