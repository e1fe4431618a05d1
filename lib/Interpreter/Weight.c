//===- Weight.c - weights are read or prepared at their first use ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/WeightDescription.h"
#include "lib/Interpreter/Module.h"

#include <assert.h>
#include <stdlib.h>

static bool describe(const EvalWeight *weight, RelaxWeight *out,
                     RelaxError *error) {
  RelaxWeightProblem problem = relaxWeightDescribe(weight->op, out);
  if (problem == RELAX_WEIGHT_TYPE)
    return evalRefuseType(relaxWeightGetType(weight->op), error);
  return problem == RELAX_WEIGHT_FINE ||
         relaxFail(error, "its bytes exceed 64 bits");
}

static bool preparedBy(const EvalWeight *weight, StrRef *name) {
  MlirAttribute function = relaxWeightGetPreparedBy(weight->op);
  if (function.ptr)
    *name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(function));
  return function.ptr != NULL;
}

/// The weights that function `name` prepares, in module order; `*count` of
/// them.
static EvalWeight **collectPrepared(RelaxInterpreter *interpreter, Arena *arena,
                                    StrRef name, size_t *count) {
  EvalWeight **found =
      ARENA_ARRAY(arena, EvalWeight *, interpreter->numWeights);
  *count = 0;
  for (size_t i = 0; i < interpreter->numWeights; ++i) {
    StrRef other;
    if (preparedBy(&interpreter->weights[i], &other) &&
        strRefEqual(other, name))
      found[(*count)++] = &interpreter->weights[i];
  }
  return found;
}

/// The prepare function has no arguments and returns, in module order, the
/// weights that it prepares.
static bool prepare(RelaxInterpreter *interpreter, StrRef name, int depth,
                    RelaxError *error) {
  Arena *arena = arenaCreate();
  size_t count;
  EvalWeight **weights = collectPrepared(interpreter, arena, name, &count);
  RelaxTensor *results = ARENA_ARRAY(arena, RelaxTensor, count);
  MlirOperation function = evalFindFunction(interpreter, name, error);
  bool good = function.ptr != NULL;
  for (size_t i = 0; i < count; ++i)
    weights[i]->state = EVAL_WEIGHT_PREPARING;
  bool sets = good && evalHeadOf(function).isMachine; // one by one
  good = good && evalCall(interpreter, function, NULL, 0, results,
                          sets ? 0 : (intptr_t)count, NULL, depth, error);
  for (size_t i = 0; i < count; ++i) {
    if (good && sets && weights[i]->state != EVAL_WEIGHT_THERE)
      good = relaxFail(error, "'@%.*s' sets no value for weight '%.*s'",
                       (int)name.length, name.data,
                       (int)weights[i]->name.length, weights[i]->name.data);
    if (good && sets)
      continue;
    weights[i]->state = good ? EVAL_WEIGHT_THERE : EVAL_WEIGHT_UNREAD;
    weights[i]->value = results[i];
  }
  arenaDestroy(arena);
  return good;
}

static bool provide(RelaxInterpreter *interpreter, EvalWeight *weight,
                    int depth, RelaxError *error) {
  StrRef name;
  if (weight->state == EVAL_WEIGHT_THERE)
    return true;
  if (weight->state == EVAL_WEIGHT_PREPARING)
    return relaxFail(error,
                     "weight '%.*s' is used by the function that prepares it",
                     (int)weight->name.length, weight->name.data);
  if (preparedBy(weight, &name))
    return prepare(interpreter, name, depth, error) ||
           relaxErrorContext(error, "weight '%.*s'", (int)weight->name.length,
                             weight->name.data);
  RelaxWeight description;
  if (!describe(weight, &description, error))
    return relaxErrorContext(error, "weight '%.*s'", (int)weight->name.length,
                             weight->name.data);
  if (!relaxWeightRead(interpreter->weightFiles, &description,
                       interpreter->weightDirs, interpreter->numWeightDirs,
                       &weight->value, error))
    return false;
  weight->state = EVAL_WEIGHT_THERE;
  return true;
}

void evalSetWeight(RelaxInterpreter *interpreter, StrRef name,
                   const RelaxTensor *value) {
  for (size_t i = 0; i < interpreter->numWeights; ++i) {
    EvalWeight *weight = &interpreter->weights[i];
    if (!strRefEqual(weight->name, name))
      continue;
    relaxTensorRelease(&weight->value);
    weight->value = relaxTensorShare(value);
    weight->state = EVAL_WEIGHT_THERE;
  }
}

bool evalWeight(RelaxInterpreter *interpreter, StrRef name, int depth,
                RelaxTensor *out, RelaxError *error) {
  for (size_t i = 0; i < interpreter->numWeights; ++i) {
    EvalWeight *weight = &interpreter->weights[i];
    if (!strRefEqual(weight->name, name))
      continue;
    if (!provide(interpreter, weight, depth, error))
      return false;
    *out = relaxTensorShare(&weight->value);
    return true;
  }
  assert(false && "the verifier has looked for the weight");
  return false;
}
