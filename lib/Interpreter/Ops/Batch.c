//===- Batch.c - calls that wait for others of their kind -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nobody waits here: what is deferred is called at once, as one lane.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "lib/Interpreter/Module.h"

#include <string.h>

/// One lane of a tensor that has a lane of each call.
static bool addLane(const RelaxTensor *tensor, RelaxTensor *out,
                    RelaxError *error) {
  int64_t dims[RELAX_MAX_RANK + 1] = {1};
  if (tensor->rank == RELAX_MAX_RANK)
    return relaxFail(error, "a batch exceeds rank %d", RELAX_MAX_RANK);
  memcpy(dims + 1, tensor->dims, (size_t)tensor->rank * sizeof *dims);
  return relaxTensorReshape(tensor, tensor->rank + 1, dims, out, error);
}

static bool dropLane(RelaxTensor *tensor, RelaxError *error) {
  RelaxTensor all = *tensor;
  bool good =
      all.rank > 0 && all.dims[0] == 1
          ? relaxTensorReshape(&all, all.rank - 1, all.dims + 1, tensor, error)
          : relaxFail(error, "a result of a call of one lane has not "
                             "one");
  if (!good)
    *tensor = (RelaxTensor){0};
  relaxTensorRelease(&all);
  return good;
}

bool evalCallDeferred(EvalStep *step, MlirAttribute callee, bool batched,
                      intptr_t numInputs, RelaxTensor *results,
                      intptr_t numResults) {
  if (!batched)
    return evalCallNamed(step, callee, step->operands, numInputs, results,
                         numResults);
  Arena *arena = arenaCreate();
  RelaxTensor *lanes = ARENA_ARRAY(arena, RelaxTensor, numInputs + 1);
  const RelaxTensor **inputs =
      ARENA_ARRAY(arena, const RelaxTensor *, numInputs + 1);
  bool good = true;
  for (intptr_t i = 0; good && i < numInputs; ++i) {
    inputs[i] = &lanes[i];
    good = addLane(step->operands[i], &lanes[i], step->error);
  }
  good = good &&
         evalCallNamed(step, callee, inputs, numInputs, results, numResults);
  for (intptr_t i = 0; good && i < numResults; ++i)
    good = dropLane(&results[i], step->error);
  for (intptr_t i = 0; i < numInputs; ++i)
    relaxTensorRelease(&lanes[i]);
  arenaDestroy(arena);
  return good;
}

static bool defer(EvalStep *step) {
  return evalCallDeferred(step, relaxDeferGetCallee(step->op),
                          relaxDeferGetBatched(step->op), step->numOperands,
                          step->results, step->numResults);
}

static bool force(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

const EvalEntry evalBatch[] = {{"relax.defer", defer, NULL},
                               {"relax.force", force, NULL},
                               {NULL, NULL, NULL}};
