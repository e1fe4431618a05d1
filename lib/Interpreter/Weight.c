//===- Weight.c - weights are read or prepared at their first use ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
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

static EvalWeight *findWeight(RelaxInterpreter *interpreter, StrRef name) {
  for (size_t i = 0; i < interpreter->numWeights; ++i)
    if (strRefEqual(interpreter->weights[i].name, name))
      return &interpreter->weights[i];
  assert(false && "the verifier has looked for the weight");
  return NULL;
}

static void setWeight(EvalWeight *weight, const RelaxTensor *value) {
  relaxTensorRelease(&weight->value);
  weight->value = relaxTensorShare(value);
  weight->state = EVAL_WEIGHT_THERE;
}

/// Runs a function of the graph, whose results say which weights they are; one
/// of the machine sets them itself.
static bool runPrepare(RelaxInterpreter *interpreter, MlirOperation function,
                       int depth, RelaxError *error) {
  if (!relaxIsFunc(function))
    return evalCall(interpreter, function, NULL, 0, NULL, 0, NULL, depth,
                    error);
  Arena *arena = arenaCreate();
  intptr_t count =
      mlirFunctionTypeGetNumResults(relaxFuncGetFunctionType(function));
  RelaxTensor *results = ARENA_ARRAY(arena, RelaxTensor, count);
  bool good = evalCall(interpreter, function, NULL, 0, results, count, NULL,
                       depth, error);
  for (intptr_t i = 0; i < count && good; ++i) {
    StrRef name = relaxPreparedName(function, i);
    if (name.length)
      setWeight(findWeight(interpreter, name), &results[i]);
    relaxTensorRelease(&results[i]);
  }
  arenaDestroy(arena);
  return good;
}

/// Runs the function, which gives all the weights that are prepared by it.
static bool prepare(RelaxInterpreter *interpreter, StrRef name, int depth,
                    RelaxError *error) {
  MlirOperation function = evalFindFunction(interpreter, name, error);
  StrRef by;
  for (size_t i = 0; i < interpreter->numWeights; ++i)
    if (preparedBy(&interpreter->weights[i], &by) && strRefEqual(by, name))
      interpreter->weights[i].state = EVAL_WEIGHT_PREPARING;
  bool good = function.ptr && runPrepare(interpreter, function, depth, error);
  for (size_t i = 0; i < interpreter->numWeights; ++i) {
    EvalWeight *weight = &interpreter->weights[i];
    if (weight->state != EVAL_WEIGHT_PREPARING || !preparedBy(weight, &by) ||
        !strRefEqual(by, name))
      continue;
    if (good)
      good = relaxFail(error, "'@%.*s' sets no value for weight '%.*s'",
                       (int)name.length, name.data, (int)weight->name.length,
                       weight->name.data);
    weight->state = EVAL_WEIGHT_UNREAD;
  }
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
  setWeight(findWeight(interpreter, name), value);
}

bool evalWeight(RelaxInterpreter *interpreter, StrRef name, int depth,
                RelaxTensor *out, RelaxError *error) {
  EvalWeight *weight = findWeight(interpreter, name);
  if (!provide(interpreter, weight, depth, error))
    return false;
  *out = relaxTensorShare(&weight->value);
  return true;
}
