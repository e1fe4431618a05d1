//===- MachineRows.c - arguments of many calls, each where it lies -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel whose argument may be scattered gets the front of the first row in
// memory, and a table that says how many elements behind it each row begins.
// One that all lanes share has the same number everywhere. Nothing is copied.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Stack.h"

/// Where row `index` of a lane's argument begins, `bytes` bytes.
static char *rowAt(const LaneValue *value, int64_t index, size_t bytes) {
  int64_t count;
  return value->data ? (char *)value->data + (size_t)index * bytes
                     : relaxStackRowData(
                           &relaxStackRows(value->storage, &count)[index]);
}

/// The lowest address of a row: rows count from there.
static char *lowest(const LaneShapes *shapes, Lane *const *lanes,
                    size_t numLanes, uint32_t input) {
  char *front = NULL;
  for (size_t i = 0; i < numLanes; ++i) {
    const LaneValue *value = &lanes[i]->values[input];
    int64_t count = value->data ? 1 : machineLaneRows(shapes, lanes[i], input);
    for (int64_t k = 0; k < count; ++k) {
      char *at = rowAt(value, k, 0);
      if (!front || (uintptr_t)at < (uintptr_t)front)
        front = at;
    }
  }
  return front;
}

bool machineScatter(const LaneShapes *shapes, const RelaxTensor *joined,
                    Lane *const *lanes, size_t numLanes, uint32_t input,
                    RelaxTensor *out, RelaxError *error) {
  size_t numRows = (size_t)joined->dims[0], size = relaxTensorSize(joined);
  RelaxStorage *table = relaxStorageCreate(numRows * sizeof(int64_t));
  if (!table)
    return relaxFail(error, "out of memory");
  int64_t *words = table->data, bytes = (int64_t)relaxDTypeBytes(joined->dtype);
  size_t width = numRows ? size / numRows : 0;
  char *front = lowest(shapes, lanes, numLanes, input);
  for (size_t i = 0; i < numLanes; ++i)
    for (int64_t k = 0, e = machineLaneRows(shapes, lanes[i], input); k < e;
         ++k)
      *words++ =
          (int64_t)((uintptr_t)rowAt(&lanes[i]->values[input], k, width) -
                    (uintptr_t)front) /
          bytes;
  *out = *joined;
  out->data = front;
  out->storage = relaxStorageCreateRows(front, size, table);
  return out->storage || relaxFail(error, "out of memory");
}

/// Of rows that lie behind each other.
static bool makeTable(const Exec *exec, const RelaxTensor *tensor,
                      RelaxTensor *out) {
  int64_t width = 1;
  if (!relaxTensorCreateIn(exec->machine->pool, RELAX_I64, 1, tensor->dims, out,
                           exec->error))
    return false;
  for (int32_t d = 1; d < tensor->rank; ++d)
    width *= tensor->dims[d];
  int64_t *rows = out->data;
  for (int64_t i = 0; i < tensor->dims[0]; ++i)
    rows[i] = i * width;
  return true;
}

bool execRows(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *tensor, table = {.dtype = RELAX_I64, .rank = 1};
  if (!execGetRows(exec, inst->operands[1].value, &tensor))
    return false;
  if (tensor->rank == 0)
    return execMalformed(exec, "a tensor has no rows");
  RelaxStorage *rows = relaxStorageRows(tensor->storage);
  if (!rows) {
    if (!makeTable(exec, tensor, &table))
      return false;
  } else {
    if ((uint64_t)tensor->dims[0] * sizeof(int64_t) != rows->bytes)
      return execMalformed(exec, "rows that lie apart have other extents");
    table.dims[0] = tensor->dims[0];
    table.data = rows->data;
    table.storage = relaxStorageRetain(rows);
  }
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_TENSOR, .tensor = table});
  return true;
}
