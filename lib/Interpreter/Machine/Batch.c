//===- Batch.c - tensors that are to come ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is deferred is called at once; its results' memory is there from the
// start, and nothing is written in it.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Program.gen.h"
#include "lib/Interpreter/Machine/Instructions.h"
#include "lib/Runtime/Container.h"

#include <string.h>

static bool lazy(EvalStep *step) {
  return machineUndefined(step, vmLazyGetDims(step->op));
}

/// The last operands are the results, which have been announced.
static bool deliver(EvalStep *step, const RelaxTensor *result,
                    const RelaxTensor *place, intptr_t index) {
  bool same = result->dtype == place->dtype && result->rank == place->rank &&
              relaxTensorSize(result) == relaxTensorSize(place);
  for (int32_t i = 0; same && i < place->rank; ++i)
    same = result->dims[i] == place->dims[i];
  if (!same)
    return relaxFail(step->error, "result %ld is not what was announced",
                     (long)index);
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "result %ld", (long)index);
  bool good = evalMustBeWritten(result, strBufText(&subject), step->error);
  strBufFree(&subject);
  if (good)
    memcpy(place->data, result->data, relaxTensorSize(place));
  evalSetKnown(place, good);
  return good;
}

static bool evalList(EvalStep *step, MlirAttribute list, int64_t **values) {
  intptr_t count = mlirArrayAttrGetNumElements(list);
  *values = ARENA_ARRAY(step->arena, int64_t, count);
  bool good = true;
  for (intptr_t i = 0; good && i < count; ++i)
    good = machineEval(step, vmDeferGetNumBuffers(step->op),
                       mlirArrayAttrGetElement(list, i), &(*values)[i]);
  return good;
}

static bool defer(EvalStep *step) {
  MlirAttribute callee = vmDeferGetCallee(step->op);
  MlirOperation function = evalCallee(step, callee);
  if (!function.ptr)
    return false;
  MlirType type = evalHeadOf(function).type;
  intptr_t params = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  intptr_t buffers = vmDeferGetNumBuffers(step->op);
  intptr_t numInputs = buffers - numResults;
  EvalDeferred how = {.batched = vmDeferGetBatched(step->op)};
  how.numExtents = mlirArrayAttrGetNumElements(vmDeferGetRagged(step->op));
  how.numRows = mlirArrayAttrGetNumElements(vmDeferGetRows(step->op));
  // Tables are made for it.
  intptr_t tables = params - numInputs - how.numExtents - how.numRows;
  if (numInputs < 0 || tables < 0 || tables > (how.numRows > 0) ||
      (how.numExtents && !how.numRows))
    return relaxFail(step->error, "expected %ld arguments and results, got %ld",
                     (long)(params - how.numExtents - how.numRows + numResults),
                     (long)buffers);
  RelaxTensor *results = ARENA_ARRAY(step->arena, RelaxTensor, numResults + 1);
  for (intptr_t i = 0; i < numResults; ++i) {
    const RelaxTensor *place = step->operands[numInputs + i];
    results[i].rank = place->rank;
    memcpy(results[i].dims, place->dims, sizeof place->dims);
  }
  bool good =
      evalList(step, vmDeferGetRagged(step->op), &how.extents) &&
      evalList(step, vmDeferGetRows(step->op), &how.rows) &&
      evalCallDeferred(step, callee, &how, numInputs, results, numResults);
  for (intptr_t i = 0; good && i < numResults; ++i)
    good = deliver(step, &results[i], step->operands[numInputs + i], i);
  for (intptr_t i = 0; i < numResults; ++i)
    relaxTensorRelease(&results[i]);
  return good;
}

/// Where the compiled program waits; nothing may have been announced for ever.
static bool force(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return relaxIsContainer(step->operands[0]) ||
         evalMustBeWritten(step->operands[0], "what is forced", step->error);
}

/// Rows lie behind each other here.
static bool rows(EvalStep *step) {
  const RelaxTensor *tensor = step->operands[0];
  if (tensor->rank == 0)
    return relaxFail(step->error, "a tensor has no rows");
  if (!evalCreate(step, RELAX_I64, 1, tensor->dims))
    return false;
  int64_t width = 1;
  for (int32_t i = 1; i < tensor->rank; ++i)
    width *= tensor->dims[i];
  for (int64_t i = 0; i < tensor->dims[0]; ++i)
    relaxStoreInt(RELAX_I64, step->results[0].data, i, i * width);
  return true;
}

const EvalEntry evalMachineBatch[] = {{"vm.lazy", lazy, NULL},
                                      {"vm.defer", defer, NULL},
                                      {"vm.force", force, NULL},
                                      {"vm.rows", rows, NULL},
                                      {NULL, NULL, NULL}};
