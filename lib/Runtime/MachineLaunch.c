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
} Batch;

/// An argument or result of all lanes: each has as many rows of it as
/// `machineLaneRows` says.
typedef struct Joined {
  RelaxTensor tensor;
  size_t bytes; // of a row
} Joined;

static int64_t numRows(const Batch *batch, size_t lane, size_t value) {
  return machineLaneRows(batch->shapes, batch->lanes[lane], value);
}

/// The shape of an argument or result of the function.
static bool joinedShape(const Batch *batch, size_t value, Joined *out,
                        RelaxError *error) {
  const RelaxTensor *shape = &batch->shapes->tensors[value];
  int32_t joined = machineJoined(batch->shapes, value, shape->rank);
  RelaxTensor tensor = {.dtype = shape->dtype,
                        .rank = shape->rank - joined + 1};
  size_t bytes;
  if (tensor.rank > RELAX_MAX_RANK)
    return relaxFail(error, "a batch exceeds rank %d", (int)RELAX_MAX_RANK);
  tensor.dims[0] = 1;
  memcpy(tensor.dims + 1, shape->dims + joined,
         (size_t)(shape->rank - joined) * sizeof(int64_t));
  out->bytes = relaxTensorSize(&tensor);
  tensor.dims[0] = 0;
  for (size_t i = 0; i < batch->numLanes; ++i)
    if (__builtin_add_overflow(tensor.dims[0], numRows(batch, i, value),
                               &tensor.dims[0]))
      return relaxFail(error, "out of memory");
  out->tensor = tensor;
  return relaxTensorBytes(tensor.dtype, tensor.rank, tensor.dims, &bytes) ||
         relaxFail(error, "out of memory");
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
         machineJoined(batch->shapes, input,
                       batch->shapes->tensors[input].rank) == 1;
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
    at += (size_t)numRows(batch, i, input) * joined->bytes;
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
    size_t bytes = (size_t)numRows(batch, i, input) * joined->bytes;
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
  if (!joinedShape(batch, input, &joined, error))
    return false;
  if (first->data && areNeighbours(batch, &joined, input)) {
    *out = joined.tensor;
    out->data = first->data;
    out->storage = relaxStorageRetain(relaxStorageOwner(first->storage));
    return true;
  }
  if (isScattered(batch, input))
    return machineScatter(batch->shapes, &joined.tensor, batch->lanes,
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

static int64_t numberOf(const Batch *batch, size_t lane, uint32_t number) {
  return machineLaneNumbers(batch->shapes, batch->lanes[lane])[number];
}

/// What an extent is in each lane, or where rows begin and the last ones end.
static void fillTable(const Batch *batch, uint32_t number, int64_t *words) {
  bool starts = number >= batch->shapes->numExtents;
  uint64_t at = 0;
  for (size_t i = 0; i < batch->numLanes; ++i) {
    int64_t own = numberOf(batch, i, number);
    words[i] = starts ? (int64_t)at : own;
    at += (uint64_t)own;
  }
  if (starts)
    words[batch->numLanes] = (int64_t)at;
}

/// All rows of each kind.
static void fillSums(const Batch *batch, int64_t *words) {
  for (uint32_t k = 0; k < batch->shapes->numRows; ++k) {
    uint64_t sum = 0;
    for (size_t i = 0; i < batch->numLanes; ++i)
      sum += (uint64_t)numberOf(batch, i, batch->shapes->numExtents + k);
    words[k] = (int64_t)sum;
  }
}

/// A parameter behind the inputs.
static bool makeTable(const Batch *batch, uint32_t table, RelaxTensor *out,
                      RelaxError *error) {
  uint32_t extents = batch->shapes->numExtents, rows = batch->shapes->numRows;
  bool sums = table == extents + rows;
  int64_t count =
      sums ? rows : (int64_t)batch->numLanes + (table >= extents ? 1 : 0);
  if (!relaxTensorCreateIn(batch->machine->pool, RELAX_I64, 1, &count, out,
                           error))
    return false;
  if (sums)
    fillSums(batch, out->data);
  else
    fillTable(batch, table, out->data);
  rehearsalWrite(batch->machine, out, true);
  return true;
}

/// The arguments of the function; false with none of them.
static bool makeInputs(const Batch *batch, Value *arguments,
                       RelaxError *error) {
  uint32_t inputs = batch->shapes->numInputs;
  for (uint32_t i = 0, e = batch->shapes->function->numParams; i < e; ++i) {
    RelaxTensor tensor;
    if (!(i < inputs ? makeInput(batch, i, &tensor, error)
                     : makeTable(batch, i - inputs, &tensor, error))) {
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
  uint32_t at = batch->shapes->numInputs + result;
  Joined joined = {.tensor = batch->shapes->tensors[at]};
  bool good =
      value->tag == VALUE_TENSOR && value->tensor.data &&
      !relaxStorageRows(value->tensor.storage) &&
      (!batch->shapes->batched || joinedShape(batch, at, &joined, error)) &&
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
    data += (size_t)numRows(batch, i, at) * joined.bytes;
  }
  return good || relaxErrorIsSet(error) ||
         relaxFail(error,
                   "result %" PRIu32 " of '%.*s' is not what was announced",
                   result, (int)function->name.length, function->name.data);
}

bool machineLaunch(RelaxMachine *machine, const LaneShapes *shapes,
                   Lane *const *lanes, size_t numLanes, RelaxError *error) {
  const RelaxFunction *callee = shapes->function;
  Batch batch = {machine, shapes, lanes, numLanes};
  Fiber *fiber = &machine->launching;
  Value *arguments =
      calloc(callee->numParams ? callee->numParams : 1, sizeof *arguments);
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
