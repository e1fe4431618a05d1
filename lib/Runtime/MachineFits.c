//===- MachineFits.c - buffers that are as large as a kernel takes them ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Kernels get pointers and symbols; their accesses are proved for buffers of
// the element types and extents that they declare. These are compared one by
// one, so that no size has to be multiplied: a tensor has memory for its own.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <stdlib.h>

/// An extent over the symbols of the kernel, most of which are a number or a
/// symbol.
static bool evalDim(const RelaxExprEntry *entry, const int64_t *symbols,
                    int64_t *out) {
  const int64_t *code = entry->expr.code;
  if (entry->isNumber) {
    *out = entry->number;
    return true;
  }
  if (code[0] == 1 && code[1] == 1 && code[2] == 1 &&
      code[3] == SYM_ATOM_SYMBOL) {
    *out = symbols[entry->registers[0]];
    return true;
  }
  enum { FEW = 16 };
  int64_t few[FEW], *values = few;
  size_t count = entry->expr.numSymbols;
  if (count > FEW && !(values = malloc(count * sizeof *values)))
    return false;
  for (size_t i = 0; i < count; ++i)
    values[i] = symbols[entry->registers[i]];
  bool good = symExprEval(entry->expr, values, out) == SYM_OK;
  if (values != few)
    free(values);
  return good;
}

bool machineKernelDim(const RelaxMachine *machine, uint32_t expr,
                      const int64_t *symbols, int64_t *out) {
  return evalDim(&machine->program->exprs[expr], symbols, out);
}

/// The extent of the tensor as kernels see it: blocks are rows of bytes.
static int64_t storedDim(const RelaxTensor *tensor, const BlockFormat *block,
                         uint32_t d) {
  uint32_t last = (uint32_t)tensor->rank;
  if (!block || d + 1 < last)
    return tensor->dims[d];
  return d == last ? (int64_t)block->bytes
                   : tensor->dims[d] / (int64_t)block->elements;
}

static void printTensor(RelaxDType dtype, const int64_t *dims, uint32_t rank,
                        StrBuf *out) {
  strBufAppendC(out, "[");
  for (uint32_t d = 0; d < rank; ++d)
    strBufAppendFormat(out, "%s%" PRId64, d ? ", " : "", dims[d]);
  strBufAppendFormat(out, "] of %s", relaxDTypeName(dtype));
}

static bool misfit(const RelaxMachine *machine, const RelaxKernelEntry *entry,
                   uint32_t buffer, const RelaxTensor *tensor,
                   const int64_t *symbols, RelaxError *error) {
  const RelaxKernelBuffer *taken = &entry->buffers[buffer];
  int64_t dims[RELAX_MAX_RANK];
  StrBuf given = {0}, wanted = {0};
  for (uint32_t d = 0; d < taken->rank; ++d)
    if (!evalDim(&machine->program->exprs[taken->dims[d]], symbols, &dims[d]))
      return relaxFail(error, "kernel '%s': buffer %" PRIu32 " has no size",
                       entry->name.data, buffer);
  printTensor(tensor->dtype, tensor->dims, (uint32_t)tensor->rank, &given);
  printTensor(taken->dtype, dims, taken->rank, &wanted);
  relaxFail(error, "kernel '%s': buffer %" PRIu32 " is %s, expected %s",
            entry->name.data, buffer, strBufText(&given), strBufText(&wanted));
  strBufFree(&given);
  strBufFree(&wanted);
  return false;
}

bool machineFits(const RelaxMachine *machine, uint32_t kernel, uint32_t buffer,
                 const RelaxTensor *tensor, const int64_t *symbols,
                 RelaxError *error) {
  const RelaxKernelEntry *entry = &machine->program->kernels[kernel];
  const RelaxKernelBuffer *taken = &entry->buffers[buffer];
  const BlockFormat *block = relaxDTypeBlock(tensor->dtype);
  uint32_t rank = (uint32_t)tensor->rank + (block != NULL);
  bool good = relaxDTypeStoredAs(tensor->dtype) == taken->dtype &&
              relaxDTypeIsStored(tensor->dtype) && rank == taken->rank;
  for (uint32_t d = 0; d < rank && good; ++d) {
    int64_t wanted;
    good =
        evalDim(&machine->program->exprs[taken->dims[d]], symbols, &wanted) &&
        wanted == storedDim(tensor, block, d);
  }
  if (!good)
    return misfit(machine, entry, buffer, tensor, symbols, error);
  return taken->rows != RELAX_NO_ROWS || !relaxStorageRows(tensor->storage) ||
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

/// The buffer says where rows of another one begin: nobody writes it.
static bool isTable(const RelaxKernelEntry *entry, uint32_t buffer) {
  bool found = false;
  for (uint32_t i = 0; i < entry->numBuffers && !found; ++i)
    found = entry->buffers[i].rows == buffer;
  return found;
}

bool machineRowsFit(const RelaxMachine *machine, uint32_t kernel,
                    uint32_t buffer, const RelaxTensor *const *tensors,
                    RelaxError *error) {
  const RelaxKernelEntry *entry = &machine->program->kernels[kernel];
  uint32_t at = entry->buffers[buffer].rows;
  const RelaxTensor *tensor = tensors[buffer], *table = tensors[at];
  const RelaxStorage *apart = relaxStorageRows(tensor->storage);
  int64_t tableBytes = (int64_t)relaxTensorSize(table),
          numRows = tableBytes / (int64_t)sizeof(int64_t),
          width = numRows > 0 ? (int64_t)relaxTensorSize(tensor) / numRows : 0;
  bool good = table->dtype == RELAX_I64 && relaxDTypeIsNumber(tensor->dtype);
  for (uint32_t i = 0; i < entry->numBuffers && good; ++i)
    good = !overlap(tensors[i], table) || isTable(entry, i);
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
