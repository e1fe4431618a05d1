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

/// The one that lies first.
static char *lowest(Lane *const *lanes, size_t numLanes, uint32_t input) {
  char *front = lanes[0]->values[input].data;
  for (size_t i = 1; i < numLanes; ++i)
    if ((uintptr_t)lanes[i]->values[input].data < (uintptr_t)front)
      front = lanes[i]->values[input].data;
  return front;
}

bool machineScatter(const RelaxTensor *joined, bool rows, Lane *const *lanes,
                    size_t numLanes, uint32_t input, RelaxTensor *out,
                    RelaxError *error) {
  size_t numRows = (size_t)joined->dims[0], size = relaxTensorSize(joined);
  RelaxStorage *table = relaxStorageCreate(numRows * sizeof(int64_t));
  if (!table)
    return relaxFail(error, "out of memory");
  int64_t *words = table->data, bytes = (int64_t)relaxDTypeBytes(joined->dtype);
  int64_t width = numRows ? (int64_t)(size / numRows) / bytes : 0;
  char *front = lowest(lanes, numLanes, input);
  for (size_t i = 0; i < numLanes; ++i) {
    int64_t begin =
        (int64_t)((uintptr_t)lanes[i]->values[input].data - (uintptr_t)front) /
        bytes;
    for (int64_t k = 0, e = rows ? lanes[i]->rows : 1; k < e; ++k)
      *words++ = begin + k * width;
  }
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
