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

/// What says that the rows of one call are all: how many there are, and where
/// they begin and end.
static bool makeTables(EvalStep *step, int64_t rows, RelaxTensor *tables) {
  const int64_t one = 1, two = 2;
  if (!relaxTensorCreate(RELAX_I64, 1, &one, &tables[0], step->error) ||
      !relaxTensorCreate(RELAX_I64, 1, &two, &tables[1], step->error))
    return false;
  relaxStoreInt(RELAX_I64, tables[0].data, 0, rows);
  relaxStoreInt(RELAX_I64, tables[1].data, 0, 0);
  relaxStoreInt(RELAX_I64, tables[1].data, 1, rows);
  return true;
}

/// Which of the inputs, then results, have rows of all calls, not a dimension
/// in front.
static void findRows(MlirType type, intptr_t numInputs, intptr_t numResults,
                     bool *isRows) {
  RelaxTensorInfo lengths, info;
  relaxTensorInfo(mlirFunctionTypeGetInput(type, numInputs), &lengths);
  for (intptr_t i = 0; i < numInputs + numResults; ++i) {
    relaxTensorInfo(i < numInputs
                        ? mlirFunctionTypeGetInput(type, i)
                        : mlirFunctionTypeGetResult(type, i - numInputs),
                    &info);
    isRows[i] = info.ranked && info.rank > 0 &&
                !mlirAttributeEqual(info.dims[0], lengths.dims[0]);
  }
}

bool evalCallDeferred(EvalStep *step, MlirAttribute callee, EvalDeferred how,
                      intptr_t numInputs, RelaxTensor *results,
                      intptr_t numResults) {
  if (!how.batched)
    return evalCallNamed(step, callee, step->operands, numInputs, results,
                         numResults, NULL);
  Arena *arena = arenaCreate();
  RelaxTensor *lanes = ARENA_ARRAY(arena, RelaxTensor, numInputs + 2);
  const RelaxTensor **inputs =
      ARENA_ARRAY(arena, const RelaxTensor *, numInputs + 2);
  bool *isRows = ARENA_ARRAY(arena, bool, numInputs + numResults + 1);
  memset(isRows, 0, (size_t)(numInputs + numResults) * sizeof *isRows);
  MlirOperation function = evalCallee(step, callee);
  bool good = function.ptr != NULL;
  int64_t rows = 0;
  if (good && how.ragged)
    findRows(evalHeadOf(function).type, numInputs, numResults, isRows);
  for (intptr_t i = 0; good && i < numInputs; ++i) {
    inputs[i] = &lanes[i];
    if (isRows[i]) {
      lanes[i] = relaxTensorShare(step->operands[i]);
      rows = lanes[i].dims[0];
    } else {
      good = addLane(step->operands[i], &lanes[i], step->error);
    }
  }
  intptr_t all = numInputs + (how.ragged ? 2 : 0);
  for (intptr_t i = numInputs; i < all; ++i)
    inputs[i] = &lanes[i];
  good = good && (!how.ragged || makeTables(step, rows, lanes + numInputs)) &&
         evalCallNamed(step, callee, inputs, all, results, numResults, NULL);
  for (intptr_t i = 0; good && i < numResults; ++i)
    good = isRows[numInputs + i] || dropLane(&results[i], step->error);
  for (intptr_t i = 0; i < all; ++i)
    relaxTensorRelease(&lanes[i]);
  arenaDestroy(arena);
  return good;
}

static bool defer(EvalStep *step) {
  return evalCallDeferred(step, relaxDeferGetCallee(step->op),
                          (EvalDeferred){relaxDeferGetBatched(step->op),
                                         relaxDeferGetRagged(step->op)},
                          step->numOperands, step->results, step->numResults);
}

static bool force(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

const EvalEntry evalBatch[] = {{"relax.defer", defer, NULL},
                               {"relax.force", force, NULL},
                               {NULL, NULL, NULL}};
