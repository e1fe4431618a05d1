//===- RecordRecompute.c - what a run decided, as a plan of memory --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A call that computes again what it has evicted runs kernels of its function
// in some order (Decisions.h): each once, in the order of the text, and some
// more often. That order is a plan: where a kernel ran again, what it had given
// is evicted behind its last use before.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Runtime/File.h"
#include "lib/Transforms/Memory/Decisions.h"
#include "lib/Transforms/Memory/RecomputeWrite.h"

#include <stb/stb_ds.h>

enum { OPTION_DECISIONS };
enum { COUNT_KERNELS, COUNT_AGAIN };

typedef struct Recording {
  RelaxPassRun *run;
  const Model *model;
  const Decisions *decisions;
  Level level;
  int32_t *newest; // instance of each value
  int32_t *steps;  // stb_ds: nodes that are kernels
  int32_t next;    // node that was not written yet
} Recording;

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

static void append(Recording *recording, int32_t number, int32_t restore,
                   bool fresh);

/// A view of what was computed again is taken again, too.
static int32_t current(Recording *recording, int32_t value) {
  const Model *model = recording->model;
  int32_t number = model->values[value].node;
  if (number < 0 || model->nodes[number].kind != MODEL_VIEW)
    return recording->newest[value];
  int32_t source = current(recording, model->nodes[number].operands[0]);
  const Instance *instances = recording->level.instances;
  if (instances[recording->newest[value]].root != instances[source].root)
    append(recording, number, LEVEL_NONE, true);
  return recording->newest[value];
}

static void append(Recording *recording, int32_t number, int32_t restore,
                   bool fresh) {
  const ModelNode *node = &recording->model->nodes[number];
  int32_t operands[node->numOperands + 1];
  for (int32_t i = 0; i < node->numOperands; ++i)
    operands[i] = current(recording, node->operands[i]);
  for (int32_t i = 0; i < node->numOperands; ++i)
    arrput(recording->level.operands, operands[i]);
  levelAppend(&recording->level, number, restore, fresh);
  for (int32_t i = 0; i < node->numResults; ++i)
    recording->newest[node->firstResult + i] =
        arrlast(recording->level.items).firstResult + i;
}

/// All in the order of the text, before node `end`.
static void appendUpTo(Recording *recording, int32_t end) {
  while (recording->next < end)
    append(recording, recording->next++, LEVEL_NONE, false);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

static bool otherProgram(const Recording *recording, const Decision *decision) {
  bridgeEmitOpError(recording->run->op,
                    "line %zu of the decisions: kernel %lld '%.*s' is not what "
                    "runs here: expected those of a run of this text",
                    decision->line, (long long)decision->number,
                    (int)decision->kernel.length, decision->kernel.data);
  return false;
}

/// Versions of a program are its name with a number behind it.
static bool isCallOf(const ModelNode *node, StrRef kernel) {
  StrRef name = bridgeRefName(mlirOperationGetAttributeByName(
      node->op, mlirStringRefCreateFromCString("callee")));
  return kernel.length >= name.length &&
         strRefEqual((StrRef){kernel.data, name.length}, name);
}

static bool runAgain(Recording *recording, int32_t number) {
  const ModelNode *node = &recording->model->nodes[number];
  if (!node->again || node->numResults != 1) {
    bridgeEmitOpError(node->op, "ran again: expected a pure call with one "
                                "result, which 'relax.restore' gives");
    return false;
  }
  // What views need comes before the restore, which is of one kernel.
  for (int32_t i = 0; i < node->numOperands; ++i)
    current(recording, node->operands[i]);
  LevelRestore restore = {.evicted = recording->newest[node->firstResult],
                          .again = (int32_t)arrlen(recording->level.instances),
                          .costs = {-1, -1}};
  int32_t index = (int32_t)arrlen(recording->level.restores);
  arrput(recording->level.restores, restore);
  append(recording, number, index, true);
  return true;
}

static bool follow(Recording *recording) {
  const Decisions *decisions = recording->decisions;
  int32_t first = 0, steps = (int32_t)arrlen(recording->steps);
  bool good = true;
  for (size_t i = 0; good && i < decisions->count; ++i) {
    const Decision *decision = &decisions->list[i];
    if (decision->number > first || decision->number >= steps)
      return otherProgram(recording, decision);
    int32_t number = recording->steps[decision->number];
    if (!isCallOf(&recording->model->nodes[number], decision->kernel))
      return otherProgram(recording, decision);
    if (decision->number == first) {
      appendUpTo(recording, number + 1);
      ++first;
    } else {
      good = runAgain(recording, number);
    }
  }
  if (good && first < steps) {
    bridgeEmitOpError(recording->run->op,
                      "the decisions have %d kernels: expected %d", (int)first,
                      (int)steps);
    return false;
  }
  if (good)
    appendUpTo(recording, recording->model->numNodes);
  return good;
}

static bool record(Recording *recording) {
  const Model *model = recording->model;
  recording->level.model = model;
  recording->newest = ARENA_ARRAY(model->arena, int32_t, model->numValues + 1);
  for (int32_t i = 0; i < model->numValues; ++i) {
    Instance instance = {i, i};
    arrput(recording->level.instances, instance);
    recording->newest[i] = i;
  }
  for (int32_t i = 0; i < model->numNodes; ++i)
    if (model->nodes[i].kind == MODEL_STEP)
      arrput(recording->steps, i);
  bool good = follow(recording);
  arrfree(recording->steps);
  return good;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool refuse(const RelaxPassRun *run, MlirOperation where,
                   const char *why) {
  bridgeEmitOpError(where, "decisions of '@%.*s' cannot be a plan: %s",
                    (int)relaxFuncGetSymName(run->op).length,
                    relaxFuncGetSymName(run->op).data, why);
  return false;
}

static bool write(RelaxPassRun *run, const Model *model,
                  const Level *recorded) {
  Level levels[2] = {levelOfModel(model), *recorded};
  LevelBytes bytes[2];
  bool known;
  bool good = mlirLogicalResultIsSuccess(
                  levelsMeasure(run, levels, bytes, 2, &known)) &&
              (known || refuse(run, run->op, planUnknownSizes));
  if (good) {
    levelsWrite(run->op, levels, bytes, 2);
    run->counters[COUNT_AGAIN] += (uint64_t)levelEvictions(recorded);
  }
  levelFree(&levels[0]);
  return good;
}

static bool recordFunction(RelaxPassRun *run, const Decisions *decisions) {
  MlirOperation where;
  const char *reason;
  Model model;
  bool known = false;
  if (!modelIsKnown(run->op, true, &reason, &where))
    return refuse(run, where, reason);
  if (mlirLogicalResultIsFailure(
          modelBuild(run, run->op, false, &model, &known)))
    return false;
  if (!known)
    return refuse(run, run->op, planUnknownSizes);
  Recording recording = {.run = run, .model = &model, .decisions = decisions};
  bool good = record(&recording) && write(run, &model, &recording.level);
  run->counters[COUNT_KERNELS] += decisions->count;
  levelFree(&recording.level);
  return good;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrRef path =
      arenaCopyString(run->arena, relaxOptionString(run, OPTION_DECISIONS));
  StrBuf text = {0}, message = {0};
  RelaxError error = {0};
  Decisions decisions;
  bool good = relaxFileRead(path.data, &text, &error);
  if (!good)
    bridgeEmitOpError(run->op, "pass 'relax-record-recompute': %s",
                      relaxErrorText(&error));
  if (good && !decisionsRead(run->arena, (StrRef){text.data, text.length},
                             &decisions, &message)) {
    bridgeEmitOpError(run->op, "pass 'relax-record-recompute': '%s', %s",
                      path.data, strBufText(&message));
    good = false;
  }
  if (good && strRefEqual(decisions.function, relaxFuncGetSymName(run->op)))
    good = recordFunction(run, &decisions);
  relaxErrorFree(&error);
  strBufFree(&message);
  strBufFree(&text);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxRecordRecomputePass = {
    .name = "relax-record-recompute",
    .summary = "what a run evicted and computed again, as a plan of memory",
    .documentation =
        "`relax-run --recompute=dtr --record-recompute=FILE` writes which "
        "kernels a call ran, in what order. The function that it called gets "
        "two plans, as relax-plan-recompute makes them: the first evicts "
        "nothing, the second runs the kernels in that order, with "
        "`relax.evict` behind the last use of what is computed again, and "
        "`relax.restore`. So the second runs as many kernels as the call did, "
        "and gives the same values; what it takes is a formula. Functions "
        "with branches, loops, calls of others or of libraries, state, or "
        "extents that only the run knows are refused, and so are decisions of "
        "another text. It stands where relax-plan-recompute would.",
    .anchor = "relax.func",
    .options = {[OPTION_DECISIONS] =
                    {"decisions", RELAX_OPTION_STRING,
                     "a file of `relax-run --record-recompute=`", NULL, NULL}},
    .counters = {[COUNT_KERNELS] = "kernels", [COUNT_AGAIN] = "kernels-again"},
    .run = run,
};
