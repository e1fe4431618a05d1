//===- MachineLaunch.c - one call of a function for many -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The arguments of all lanes become one tensor with a further dimension in
// front: a view where they lie behind each other, as the results of one batch
// do, else a copy. The results of the function are theirs, part by part.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void machineLaneFree(const RelaxFunction *function, Lane *lane) {
  for (uint32_t i = 0; i < function->numParams; ++i)
    relaxTensorRelease(&lane->inputs[i]);
  for (uint32_t i = 0; i < function->numResults; ++i)
    relaxTensorRelease(&lane->outputs[i]);
  free(lane);
}

/// The tensors are parts of one memory, one behind the other.
static bool areNeighbours(Lane *const *lanes, size_t numLanes, uint32_t input,
                          size_t bytes) {
  const RelaxTensor *first = &lanes[0]->inputs[input];
  for (size_t i = 1; i < numLanes; ++i) {
    const RelaxTensor *tensor = &lanes[i]->inputs[input];
    if ((const char *)tensor->data != (const char *)first->data + i * bytes ||
        relaxStorageOwner(tensor->storage) != relaxStorageOwner(first->storage))
      return false;
  }
  return true;
}

static bool hasShape(const RelaxTensor *tensor, const RelaxTensor *other) {
  return tensor->dtype == other->dtype && relaxTensorSameShape(tensor, other);
}

/// One argument of all lanes.
static bool joinInput(RelaxMachine *machine, Lane *const *lanes,
                      size_t numLanes, uint32_t input, RelaxTensor *out,
                      RelaxError *error) {
  const RelaxTensor *first = &lanes[0]->inputs[input];
  RelaxTensor joined = *first;
  size_t bytes = relaxTensorSize(first);
  if (first->rank == RELAX_MAX_RANK)
    return relaxFail(error, "a batch exceeds rank %d", (int)RELAX_MAX_RANK);
  joined.dims[0] = (int64_t)numLanes;
  memcpy(joined.dims + 1, first->dims, (size_t)first->rank * sizeof(int64_t));
  ++joined.rank;
  if (areNeighbours(lanes, numLanes, input, bytes)) {
    joined.storage = relaxStorageRetain(relaxStorageOwner(first->storage));
    *out = joined;
    return true;
  }
  if (!relaxTensorCreateIn(machine->pool, joined.dtype, joined.rank,
                           joined.dims, out, error))
    return false;
  for (size_t i = 0; i < numLanes; ++i)
    memcpy((char *)out->data + i * bytes, lanes[i]->inputs[input].data, bytes);
  machine->last.bytesGathered += numLanes * bytes;
  return true;
}

/// The arguments of the function; false with none of them.
static bool joinInputs(RelaxMachine *machine, const RelaxFunction *function,
                       bool batched, Lane *const *lanes, size_t numLanes,
                       Value *arguments, RelaxError *error) {
  for (uint32_t i = 0; i < function->numParams; ++i) {
    RelaxTensor tensor;
    bool good = true;
    for (size_t k = 0; k < numLanes; ++k) {
      RelaxTensor *input = &lanes[k]->inputs[i];
      input->data = input->data ? input->data : input->storage->data;
      good &= input->data != NULL;
    }
    if (!good)
      relaxFail(error, "an argument of a batch was not computed");
    else if (batched)
      good = joinInput(machine, lanes, numLanes, i, &tensor, error);
    else
      tensor = relaxTensorShare(&lanes[0]->inputs[i]);
    if (!good) {
      while (i > 0)
        valueRelease(&arguments[--i]);
      return false;
    }
    arguments[i] = (Value){.tag = VALUE_TENSOR, .tensor = tensor};
  }
  return true;
}

/// Gives each lane its part of a result.
static bool splitResult(const RelaxFunction *function, bool batched,
                        Lane *const *lanes, size_t numLanes, uint32_t result,
                        const Value *value, RelaxError *error) {
  const RelaxTensor *tensor = &value->tensor;
  size_t bytes = relaxTensorSize(&lanes[0]->outputs[result]);
  for (size_t i = 0; i < numLanes; ++i) {
    RelaxTensor *output = &lanes[i]->outputs[result], part = *tensor;
    bool good = value->tag == VALUE_TENSOR && tensor->data;
    if (good && batched) {
      good = tensor->rank > 0 && tensor->dims[0] == (int64_t)numLanes;
      part.rank -= 1;
      memmove(part.dims, part.dims + 1, (RELAX_MAX_RANK - 1) * sizeof(int64_t));
    }
    if (!good || !hasShape(&part, output) || output->storage->data)
      return relaxFail(error,
                       "result %" PRIu32 " of '%.*s' is not what was announced",
                       result, (int)function->name.length, function->name.data);
    relaxStorageFill(output->storage, (char *)tensor->data + i * bytes,
                     tensor->storage);
  }
  return true;
}

bool machineLaunch(RelaxMachine *machine, uint32_t function, bool batched,
                   Lane *const *lanes, size_t numLanes, RelaxError *error) {
  const RelaxFunction *callee = &machine->program->functions[function];
  Fiber *fiber = &machine->launching;
  Value *arguments =
      calloc(callee->numParams ? callee->numParams : 1, sizeof *arguments);
  ++machine->last.launches;
  bool good =
      (arguments || relaxFail(error, "out of memory")) &&
      joinInputs(machine, callee, batched, lanes, numLanes, arguments, error) &&
      fiberStart(fiber, callee, arguments, error);
  free(arguments);
  if (!good)
    return false;
  machine->isLaunching = true;
  good = fiberRun(machine, fiber, UINT64_MAX, error);
  machine->isLaunching = false;
  bool ran = good;
  for (uint32_t i = 0; ran && i < callee->numResults; ++i) {
    good = good && splitResult(callee, batched, lanes, numLanes, i,
                               &machine->results[i], error);
    valueRelease(&machine->results[i]);
  }
  return good;
}
