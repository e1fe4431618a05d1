//===- MachineFits.c - buffers that are as large as a kernel takes them ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Kernels get pointers and symbols; their accesses are proved for buffers of
// the extents that they declare. Most sizes are sums of products of symbols,
// which takes some nanoseconds.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <stdlib.h>

/// A sum of products of symbols; false if it is something else or too large.
static bool evalProducts(const RelaxExprEntry *entry, const int64_t *symbols,
                         int64_t *out) {
  const int64_t *code = entry->expr.code;
  int64_t sum = 0;
  for (int64_t terms = *code++; terms > 0; --terms) {
    int64_t product = *code++;
    for (int64_t factors = *code++; factors > 0; --factors) {
      if (*code++ != SYM_ATOM_SYMBOL ||
          __builtin_mul_overflow(product, symbols[entry->registers[*code++]],
                                 &product))
        return false;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return false;
  }
  *out = sum;
  return true;
}

static bool evalBytes(const RelaxExprEntry *entry, const int64_t *symbols,
                      int64_t *out) {
  size_t count = entry->expr.numSymbols;
  if (evalProducts(entry, symbols, out))
    return true;
  int64_t *values = calloc(count ? count : 1, sizeof *values);
  if (!values)
    return false;
  for (size_t i = 0; i < count; ++i)
    values[i] = symbols[entry->registers[i]];
  bool good = symExprEval(entry->expr, values, out) == SYM_OK;
  free(values);
  return good;
}

/// Bytes that the kernel takes a buffer to have.
static inline bool wantedBytes(const RelaxMachine *machine,
                               const RelaxKernelEntry *entry, uint32_t buffer,
                               const int64_t *symbols, int64_t *out,
                               RelaxError *error) {
  *out = entry->fixedBytes[buffer];
  return *out >= 0 ||
         evalBytes(&machine->program->exprs[entry->buffers[buffer].bytes],
                   symbols, out) ||
         relaxFail(error, "kernel '%s': buffer %" PRIu32 " has no size",
                   entry->name.data, buffer);
}

bool machineFits(const RelaxMachine *machine, uint32_t kernel, uint32_t buffer,
                 const RelaxTensor *tensor, const int64_t *symbols,
                 RelaxError *error) {
  const RelaxKernelEntry *entry = &machine->program->kernels[kernel];
  int64_t wanted;
  size_t given = relaxTensorSize(tensor);
  if (!wantedBytes(machine, entry, buffer, symbols, &wanted, error))
    return false;
  if (wanted > 0 && (size_t)wanted > given)
    return relaxFail(error,
                     "kernel '%s': buffer %" PRIu32 " has %zu bytes, expected "
                     "%" PRId64,
                     entry->name.data, buffer, given, wanted);
  return entry->buffers[buffer].rows != RELAX_NO_ROWS ||
         !relaxStorageRows(tensor->storage) ||
         relaxFail(error,
                   "kernel '%s': the rows of buffer %" PRIu32 " lie apart, "
                   "which it takes to lie behind each other",
                   entry->name.data, buffer);
}

/// Do rows of `width` elements begin where the table says and end within the
/// tensor?
static bool rowsLieWithin(const RelaxTensor *tensor, const RelaxTensor *table,
                          int64_t numRows, int64_t width) {
  const int64_t *rows = table->data;
  int64_t most = relaxTensorCount(tensor) - width;
  bool within = true;
  for (int64_t i = 0; i < numRows && within; ++i)
    within = rows[i] >= 0 && rows[i] <= most;
  return within;
}

static bool overlap(const RelaxTensor *a, const RelaxTensor *b) {
  if (relaxStorageRows(a->storage))
    return false; // what it spans is not all its own
  uintptr_t first = (uintptr_t)a->data, second = (uintptr_t)b->data;
  return first < second + relaxTensorSize(b) &&
         second < first + relaxTensorSize(a);
}

bool machineRowsFit(const RelaxMachine *machine, uint32_t kernel,
                    uint32_t buffer, const RelaxTensor *const *tensors,
                    const int64_t *symbols, RelaxError *error) {
  const RelaxKernelEntry *entry = &machine->program->kernels[kernel];
  uint32_t at = entry->buffers[buffer].rows;
  const RelaxTensor *tensor = tensors[buffer], *table = tensors[at];
  const RelaxStorage *apart = relaxStorageRows(tensor->storage);
  int64_t bytes, tableBytes;
  if (!wantedBytes(machine, entry, buffer, symbols, &bytes, error) ||
      !wantedBytes(machine, entry, at, symbols, &tableBytes, error))
    return false;
  int64_t numRows = tableBytes / (int64_t)sizeof(int64_t),
          width = numRows > 0 ? bytes / numRows : 0;
  bool good = table->dtype == RELAX_I64 && relaxDTypeIsNumber(tensor->dtype);
  for (uint32_t i = 0; i < entry->numBuffers && good; ++i)
    good = i == at || !overlap(tensors[i], table);
  if (good && apart) // its own table, for rows as wide as they are
    good = table->data == apart->data && tableBytes <= (int64_t)apart->bytes &&
           (numRows == 0 || width <= (int64_t)(tensor->storage->bytes *
                                               sizeof(int64_t) / apart->bytes));
  else if (good)
    good = rowsLieWithin(tensor, table, numRows,
                         width / (int64_t)relaxDTypeBytes(tensor->dtype));
  return good || relaxFail(error,
                           "kernel '%s': buffer %" PRIu32 " does not say where "
                           "the rows of buffer %" PRIu32 " begin",
                           entry->name.data, at, buffer);
}
