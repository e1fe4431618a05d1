//===- MachineLaunch.c - one call of a function for many -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The arguments of all lanes become one tensor with a further dimension in
// front: a view where they lie behind each other, as the results of one batch
// do; where kernels alone read it, it comes with a table of where they lie;
// else a copy. The results of the function are theirs, part by part.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

static size_t numValues(const RelaxFunction *function) {
  return (size_t)function->numParams + function->numResults;
}

static size_t laneBytes(const RelaxFunction *function) {
  return sizeof(Lane) + numValues(function) * sizeof(LaneValue);
}

Lane *machineLaneCreate(const RelaxFunction *function,
                        RelaxTensor *const *tensors, size_t call) {
  Lane *lane = relaxPoolAllocate(laneBytes(function));
  if (!lane)
    return NULL;
  lane->call = call;
  for (size_t i = 0, e = numValues(function); i < e; ++i)
    lane->values[i] =
        (LaneValue){relaxStorageRetain(tensors[i]->storage), tensors[i]->data};
  return lane;
}

void machineLaneFree(const RelaxFunction *function, Lane *lane) {
  for (size_t i = 0, e = numValues(function); i < e; ++i)
    relaxStorageRelease(lane->values[i].storage);
  relaxPoolFree(lane, laneBytes(function));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Lanes and their storages lie anywhere: what is looked at in so many steps is
/// on its way.
enum { AHEAD = 8 };

/// Says where the argument of each lane is; false if it was not computed.
static bool settle(Lane *const *lanes, size_t numLanes, uint32_t input) {
  bool good = true;
  for (size_t i = 0; i < numLanes; ++i) {
    if (i + AHEAD < numLanes)
      __builtin_prefetch(lanes[i + AHEAD]->values[input].storage, 1);
    LaneValue *value = &lanes[i]->values[input];
    if (!value->data)
      value->data = value->storage->data;
    good &= value->data != NULL;
  }
  return good;
}

/// The tensors are parts of one memory, one behind the other.
static bool areNeighbours(Lane *const *lanes, size_t numLanes, uint32_t input,
                          size_t bytes) {
  const LaneValue *first = &lanes[0]->values[input];
  const RelaxStorage *owner = relaxStorageOwner(first->storage);
  for (size_t i = 1; i < numLanes; ++i) {
    const LaneValue *value = &lanes[i]->values[input];
    if ((char *)value->data != (char *)first->data + i * bytes ||
        relaxStorageOwner(value->storage) != owner)
      return false;
  }
  return true;
}

/// One argument of all lanes.
static bool joinInput(RelaxMachine *machine, const LaneShapes *shapes,
                      Lane *const *lanes, size_t numLanes, uint32_t input,
                      RelaxTensor *out, RelaxError *error) {
  const RelaxTensor *shape = &shapes->tensors[input];
  RelaxTensor joined = {.dtype = shape->dtype, .rank = shape->rank + 1};
  size_t bytes = relaxTensorSize(shape);
  const LaneValue *first = &lanes[0]->values[input];
  if (shape->rank == RELAX_MAX_RANK)
    return relaxFail(error, "a batch exceeds rank %d", (int)RELAX_MAX_RANK);
  joined.dims[0] = (int64_t)numLanes;
  memcpy(joined.dims + 1, shape->dims, (size_t)shape->rank * sizeof(int64_t));
  if (areNeighbours(lanes, numLanes, input, bytes)) {
    joined.data = first->data;
    joined.storage = relaxStorageRetain(relaxStorageOwner(first->storage));
    *out = joined;
    return true;
  }
  const RelaxFunction *callee = &machine->program->functions[shapes->function];
  if (callee->params[input].scattered && relaxDTypeIsNumber(joined.dtype))
    return machineScatter(&joined, lanes, numLanes, input, out, error);
  if (!relaxTensorCreateIn(machine->pool, joined.dtype, joined.rank,
                           joined.dims, out, error))
    return false;
  for (size_t i = 0; i < numLanes; ++i)
    memcpy((char *)out->data + i * bytes, lanes[i]->values[input].data, bytes);
  machine->last.bytesGathered += numLanes * bytes;
  return true;
}

/// One argument of the function.
static bool makeInput(RelaxMachine *machine, const LaneShapes *shapes,
                      Lane *const *lanes, size_t numLanes, uint32_t input,
                      RelaxTensor *out, RelaxError *error) {
  if (!settle(lanes, numLanes, input))
    return relaxFail(error, "an argument of a batch was not computed");
  if (shapes->batched)
    return joinInput(machine, shapes, lanes, numLanes, input, out, error);
  *out = shapes->tensors[input];
  out->data = lanes[0]->values[input].data;
  out->storage = relaxStorageRetain(lanes[0]->values[input].storage);
  return true;
}

/// The arguments of the function; false with none of them.
static bool makeInputs(RelaxMachine *machine, const LaneShapes *shapes,
                       Lane *const *lanes, size_t numLanes, Value *arguments,
                       RelaxError *error) {
  uint32_t count = machine->program->functions[shapes->function].numParams;
  for (uint32_t i = 0; i < count; ++i) {
    RelaxTensor tensor;
    if (!makeInput(machine, shapes, lanes, numLanes, i, &tensor, error)) {
      while (i > 0)
        valueRelease(&arguments[--i]);
      return false;
    }
    arguments[i] = (Value){.tag = VALUE_TENSOR, .tensor = tensor};
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The result is what was announced, of as many lanes.
static bool fits(const LaneShapes *shapes, const RelaxTensor *shape,
                 const Value *value, size_t numLanes) {
  RelaxTensor part = value->tensor;
  if (value->tag != VALUE_TENSOR || !part.data ||
      relaxStorageRows(part.storage))
    return false;
  if (shapes->batched) {
    if (part.rank == 0 || part.dims[0] != (int64_t)numLanes)
      return false;
    --part.rank;
    memmove(part.dims, part.dims + 1, (RELAX_MAX_RANK - 1) * sizeof(int64_t));
  }
  return part.dtype == shape->dtype && relaxTensorSameShape(&part, shape);
}

/// Gives each lane its part of a result.
static bool splitResult(const RelaxFunction *function, const LaneShapes *shapes,
                        Lane *const *lanes, size_t numLanes, uint32_t result,
                        const Value *value, RelaxError *error) {
  uint32_t at = function->numParams + result;
  bool good = fits(shapes, &shapes->tensors[at], value, numLanes);
  size_t bytes = relaxTensorSize(&shapes->tensors[at]);
  for (size_t i = 0; good && i < numLanes; ++i) {
    if (i + AHEAD < numLanes)
      __builtin_prefetch(lanes[i + AHEAD]->values[at].storage, 1);
    RelaxStorage *storage = lanes[i]->values[at].storage;
    good = !storage->data;
    if (good)
      relaxStorageFill(storage, (char *)value->tensor.data + i * bytes,
                       value->tensor.storage);
  }
  return good ||
         relaxFail(error,
                   "result %" PRIu32 " of '%.*s' is not what was announced",
                   result, (int)function->name.length, function->name.data);
}

bool machineLaunch(RelaxMachine *machine, const LaneShapes *shapes,
                   Lane *const *lanes, size_t numLanes, RelaxError *error) {
  const RelaxFunction *callee = &machine->program->functions[shapes->function];
  Fiber *fiber = &machine->launching;
  Value *arguments =
      calloc(callee->numParams ? callee->numParams : 1, sizeof *arguments);
  ++machine->last.launches;
  bool good = (arguments || relaxFail(error, "out of memory")) &&
              makeInputs(machine, shapes, lanes, numLanes, arguments, error) &&
              fiberStart(machine, fiber, callee, arguments, error);
  free(arguments);
  if (!good)
    return false;
  machine->isLaunching = true;
  good = fiberRun(machine, fiber, UINT64_MAX, error);
  machine->isLaunching = false;
  bool ran = good;
  for (uint32_t i = 0; ran && i < callee->numResults; ++i) {
    good = good && splitResult(callee, shapes, lanes, numLanes, i,
                               &machine->results[i], error);
    valueRelease(&machine->results[i]);
  }
  return good;
}
