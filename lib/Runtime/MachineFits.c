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

bool machineFits(const RelaxMachine *machine, uint32_t kernel, uint32_t buffer,
                 const RelaxTensor *tensor, const int64_t *symbols,
                 RelaxError *error) {
  const RelaxKernelEntry *entry = &machine->program->kernels[kernel];
  const RelaxExprEntry *bytes = &machine->program->exprs[entry->bytes[buffer]];
  int64_t wanted;
  size_t given = relaxTensorSize(tensor);
  if (!evalBytes(bytes, symbols, &wanted))
    return relaxFail(error, "kernel '%s': buffer %" PRIu32 " has no size",
                     entry->name.data, buffer);
  return wanted <= 0 || (size_t)wanted <= given ||
         relaxFail(error,
                   "kernel '%s': buffer %" PRIu32 " has %zu bytes, expected "
                   "%" PRId64,
                   entry->name.data, buffer, given, wanted);
}
