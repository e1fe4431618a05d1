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

#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Runtime/Stack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

uint32_t machineLaneInputs(const LaneShapes *shapes) {
  return shapes->function->numParams - (shapes->ragged ? 2 : 0);
}

size_t machineLaneValues(const LaneShapes *shapes) {
  return (size_t)machineLaneInputs(shapes) + shapes->function->numResults;
}

bool machineHasRows(const LaneShapes *shapes, size_t value, int32_t rank) {
  uint32_t inputs = machineLaneInputs(shapes);
  return shapes->ragged &&
         rank == (value < inputs
                      ? shapes->function->params[value].rank
                      : shapes->function->results[value - inputs].rank);
}

size_t machineLaneBytes(const LaneShapes *shapes) {
  return sizeof(Lane) + machineLaneValues(shapes) * sizeof(LaneValue);
}

void machineLaneFill(Lane *lane, const LaneShapes *shapes,
                     RelaxTensor *const *tensors, size_t call) {
  *lane = (Lane){.call = call, .rows = 1};
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i) {
    if (machineHasRows(shapes, i, tensors[i]->rank))
      lane->rows = tensors[i]->dims[0];
    lane->values[i] =
        (LaneValue){relaxStorageRetain(tensors[i]->storage), tensors[i]->data};
  }
}

void machineLaneDrop(const LaneShapes *shapes, Lane *lane) {
  for (size_t i = 0, e = machineLaneValues(shapes); i < e; ++i)
    relaxStorageRelease(lane->values[i].storage);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Lanes and their storages lie anywhere: what is looked at in so many steps is
/// on its way.
enum { AHEAD = 8 };

/// Lanes that run at once.
typedef struct Batch {
  RelaxMachine *machine;
  const LaneShapes *shapes;
  Lane *const *lanes;
  size_t numLanes;
  int64_t numRows; // of all of them
} Batch;

/// An argument or result of all lanes: each has so many parts of it.
typedef struct Joined {
  RelaxTensor tensor;
  size_t bytes; // of a part
  bool rows;    // a part is a row, of which lanes have some; else one each
} Joined;

static int64_t numParts(const Joined *joined, const Lane *lane) {
  return joined->rows ? lane->rows : 1;
}

/// The shape of an argument or result of the function; false beyond the rank.
static bool joinedShape(const Batch *batch, size_t value, Joined *out) {
  const RelaxTensor *shape = &batch->shapes->tensors[value];
  bool rows = machineHasRows(batch->shapes, value, shape->rank);
  RelaxTensor tensor = {.dtype = shape->dtype, .rank = shape->rank + !rows};
  if (tensor.rank > RELAX_MAX_RANK)
    return false;
  tensor.dims[0] = 1;
  memcpy(tensor.dims + 1, shape->dims + rows,
         (size_t)(shape->rank - rows) * sizeof(int64_t));
  *out = (Joined){.bytes = relaxTensorSize(&tensor), .rows = rows};
  tensor.dims[0] = rows ? batch->numRows : (int64_t)batch->numLanes;
  out->tensor = tensor;
  return true;
}

/// Kernels alone read the argument, each row where it lies.
static bool isScattered(const Batch *batch, uint32_t input) {
  return batch->shapes->batched &&
         batch->shapes->function->params[input].scattered &&
         relaxDTypeIsNumber(batch->shapes->tensors[input].dtype);
}

/// And a row is one of the lane's, not all of them.
static bool readsRows(const Batch *batch, uint32_t input) {
  return isScattered(batch, input) &&
         machineHasRows(batch->shapes, input,
                        batch->shapes->tensors[input].rank);
}

/// Where a lane's argument begins. A stack (Stack.h) that is read row by row
/// may stay as it is, others become one piece.
static bool settleValue(const Batch *batch, uint32_t input, LaneValue *value,
                        RelaxError *error) {
  RelaxStorage *storage = value->storage;
  if (value->data || (value->data = storage->data))
    return true;
  if (!relaxStorageParts(storage) || !relaxStackIsThere(storage))
    return relaxFail(error, "an argument of a batch was not computed");
  if (readsRows(batch, input))
    return relaxStackSettle(storage, error);
  batch->machine->last.bytesGathered += storage->bytes;
  if (!relaxStackJoin(storage, error))
    return false;
  value->data = storage->data;
  return true;
}

/// Says where the argument of each lane is; false if it was not computed.
static bool settle(const Batch *batch, uint32_t input, RelaxError *error) {
  bool good = true;
  for (size_t i = 0; i < batch->numLanes && good; ++i) {
    if (i + AHEAD < batch->numLanes)
      __builtin_prefetch(batch->lanes[i + AHEAD]->values[input].storage, 1);
    good = settleValue(batch, input, &batch->lanes[i]->values[input], error);
  }
  return good;
}

/// The tensors are parts of one memory, one behind the other.
static bool areNeighbours(const Batch *batch, const Joined *joined,
                          uint32_t input) {
  const LaneValue *first = &batch->lanes[0]->values[input];
  const RelaxStorage *owner = relaxStorageOwner(first->storage);
  const char *at = first->data;
  for (size_t i = 0; i < batch->numLanes; ++i) {
    const LaneValue *value = &batch->lanes[i]->values[input];
    if ((const char *)value->data != at ||
        relaxStorageOwner(value->storage) != owner)
      return false;
    at += (size_t)numParts(joined, batch->lanes[i]) * joined->bytes;
  }
  return true;
}

static bool copyTogether(const Batch *batch, const Joined *joined,
                         uint32_t input, RelaxTensor *out, RelaxError *error) {
  if (!relaxTensorCreateIn(batch->machine->pool, joined->tensor.dtype,
                           joined->tensor.rank, joined->tensor.dims, out,
                           error))
    return false;
  char *at = out->data;
  for (size_t i = 0; i < batch->numLanes; ++i) {
    size_t bytes = (size_t)numParts(joined, batch->lanes[i]) * joined->bytes;
    memcpy(at, batch->lanes[i]->values[input].data, bytes);
    at += bytes;
  }
  batch->machine->last.bytesGathered += (size_t)(at - (char *)out->data);
  return true;
}

/// One argument of all lanes.
static bool joinInput(const Batch *batch, uint32_t input, RelaxTensor *out,
                      RelaxError *error) {
  Joined joined;
  const LaneValue *first = &batch->lanes[0]->values[input];
  if (!joinedShape(batch, input, &joined))
    return relaxFail(error, "a batch exceeds rank %d", (int)RELAX_MAX_RANK);
  if (first->data && areNeighbours(batch, &joined, input)) {
    *out = joined.tensor;
    out->data = first->data;
    out->storage = relaxStorageRetain(relaxStorageOwner(first->storage));
    return true;
  }
  if (isScattered(batch, input))
    return machineScatter(&joined.tensor, joined.rows, batch->lanes,
                          batch->numLanes, input, out, error);
  return copyTogether(batch, &joined, input, out, error);
}

/// One argument of the function.
static bool makeInput(const Batch *batch, uint32_t input, RelaxTensor *out,
                      RelaxError *error) {
  if (!settle(batch, input, error))
    return false;
  if (batch->shapes->batched)
    return joinInput(batch, input, out, error);
  *out = batch->shapes->tensors[input];
  out->data = batch->lanes[0]->values[input].data;
  out->storage = relaxStorageRetain(batch->lanes[0]->values[input].storage);
  return true;
}

/// How many rows each lane has, or where they begin and the last ones end.
static bool makeTable(const Batch *batch, bool starts, RelaxTensor *out,
                      RelaxError *error) {
  int64_t count = (int64_t)batch->numLanes + starts, at = 0;
  if (!relaxTensorCreateIn(batch->machine->pool, RELAX_I64, 1, &count, out,
                           error))
    return false;
  int64_t *words = out->data;
  for (size_t i = 0; i < batch->numLanes; ++i) {
    words[i] = starts ? at : batch->lanes[i]->rows;
    at += batch->lanes[i]->rows;
  }
  if (starts)
    words[batch->numLanes] = at;
  rehearsalWrite(batch->machine, out, true);
  return true;
}

/// The arguments of the function; false with none of them.
static bool makeInputs(const Batch *batch, Value *arguments,
                       RelaxError *error) {
  uint32_t inputs = machineLaneInputs(batch->shapes);
  for (uint32_t i = 0, e = batch->shapes->function->numParams; i < e; ++i) {
    RelaxTensor tensor;
    if (!(i < inputs ? makeInput(batch, i, &tensor, error)
                     : makeTable(batch, i > inputs, &tensor, error))) {
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

/// Gives each lane its part of a result, which has to be what was announced.
static bool splitResult(const Batch *batch, uint32_t result, const Value *value,
                        RelaxError *error) {
  const RelaxFunction *function = batch->shapes->function;
  uint32_t at = machineLaneInputs(batch->shapes) + result;
  Joined joined = {.tensor = batch->shapes->tensors[at]};
  bool good = value->tag == VALUE_TENSOR && value->tensor.data &&
              !relaxStorageRows(value->tensor.storage) &&
              (!batch->shapes->batched || joinedShape(batch, at, &joined)) &&
              joined.tensor.dtype == value->tensor.dtype &&
              relaxTensorSameShape(&joined.tensor, &value->tensor);
  char *data = value->tensor.data;
  for (size_t i = 0; good && i < batch->numLanes; ++i) {
    if (i + AHEAD < batch->numLanes)
      __builtin_prefetch(batch->lanes[i + AHEAD]->values[at].storage, 1);
    RelaxStorage *storage = batch->lanes[i]->values[at].storage;
    good = !storage->data;
    if (good)
      relaxStorageFill(storage, data, value->tensor.storage);
    data += (size_t)numParts(&joined, batch->lanes[i]) * joined.bytes;
  }
  return good ||
         relaxFail(error,
                   "result %" PRIu32 " of '%.*s' is not what was announced",
                   result, (int)function->name.length, function->name.data);
}

bool machineLaunch(RelaxMachine *machine, const LaneShapes *shapes,
                   Lane *const *lanes, size_t numLanes, RelaxError *error) {
  const RelaxFunction *callee = shapes->function;
  Batch batch = {machine, shapes, lanes, numLanes, 0};
  Fiber *fiber = &machine->launching;
  Value *arguments =
      calloc(callee->numParams ? callee->numParams : 1, sizeof *arguments);
  for (size_t i = 0; i < numLanes; ++i)
    batch.numRows += lanes[i]->rows;
  ++machine->last.launches;
  bool good = (arguments || relaxFail(error, "out of memory")) &&
              makeInputs(&batch, arguments, error) &&
              fiberStart(machine, fiber, callee, arguments, error);
  free(arguments);
  if (!good)
    return false;
  machine->isLaunching = true;
  good = fiberRun(machine, fiber, UINT64_MAX, error);
  machine->isLaunching = false;
  bool ran = good;
  for (uint32_t i = 0; ran && i < callee->numResults; ++i) {
    good = good && splitResult(&batch, i, &machine->results[i], error);
    valueRelease(&machine->results[i]);
  }
  return good;
}
