//===- ControlFlow.c - branches, loops and versions -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Interpreter/Module.h"

static const MlirAttribute noFacts = {NULL};

static bool isTrue(const RelaxTensor *condition) {
  return relaxLoadInt(RELAX_BOOL, condition->data, 0) != 0;
}

static bool branch(EvalStep *step) {
  return evalRegion(step, isTrue(step->operands[0]) ? 0 : 1, noFacts, NULL,
                    step->results, step->numResults);
}

/// One round: `more` says whether the body ran, then `values` are the new ones.
static bool runRound(EvalStep *step, RelaxTensor *values, RelaxTensor *next,
                     const RelaxTensor **pointers, bool *more) {
  MlirAttribute invariant = relaxWhileGetInvariant(step->op);
  intptr_t count = step->numOperands;
  RelaxTensor condition;
  for (intptr_t i = 0; i < count; ++i)
    pointers[i] = &values[i];
  if (!evalRegion(step, 0, invariant, pointers, &condition, 1))
    return false;
  *more = isTrue(&condition);
  relaxTensorRelease(&condition);
  if (!*more)
    return true;
  if (!evalRegion(step, 1, noFacts, pointers, next, count))
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    relaxTensorRelease(&values[i]);
    values[i] = next[i];
  }
  return true;
}

static bool loop(EvalStep *step) {
  intptr_t count = step->numOperands;
  RelaxTensor *values = ARENA_ARRAY(step->arena, RelaxTensor, count);
  RelaxTensor *next = ARENA_ARRAY(step->arena, RelaxTensor, count);
  const RelaxTensor **pointers =
      ARENA_ARRAY(step->arena, const RelaxTensor *, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = relaxTensorShare(step->operands[i]);
  bool more = true, good = true;
  while (good && more)
    good = runRound(step, values, next, pointers, &more);
  if (good)
    for (intptr_t i = 0; i < count; ++i)
      step->results[i] = values[i];
  else
    evalReleaseAll(values, count);
  return good;
}

static bool dispatch(EvalStep *step) {
  MlirAttribute guards = relaxDispatchGetGuards(step->op);
  intptr_t arm = 0, last = mlirArrayAttrGetNumElements(guards);
  for (bool holds = false; arm < last; ++arm) {
    if (!evalFactsHold(step->frame, mlirArrayAttrGetElement(guards, arm),
                       &holds, step->error))
      return false;
    if (holds)
      break;
  }
  return evalRegion(step, arm, noFacts, step->operands, step->results,
                    step->numResults);
}

static bool memoryLevel(EvalStep *step) {
  const int64_t one = 1;
  int64_t level;
  if (!evalMemoryLevel(step, relaxMemoryLevelGetLevels(step->op), &level) ||
      !evalCreate(step, RELAX_I64, 1, &one))
    return false;
  relaxStoreInt(RELAX_I64, step->results[0].data, 0, level);
  return true;
}

static bool nothing(EvalStep *step) {
  (void)step;
  return true;
}

static bool restore(EvalStep *step) {
  return evalRegion(step, 0, noFacts, step->operands, step->results, 1);
}

const EvalEntry evalControlFlow[] = {{"relax.if", branch, NULL},
                                     {"relax.memory_level", memoryLevel, NULL},
                                     {"relax.memory_limit", nothing, NULL},
                                     {"relax.evict", evalEvict, NULL},
                                     {"relax.restore", restore, NULL},
                                     {"relax.while", loop, NULL},
                                     {"relax.dispatch", dispatch, NULL},
                                     {NULL, NULL, NULL}};
