//===- Sort.c - sorted lines of a tensor
//------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

#include <math.h>
#include <stdlib.h>

/// A line as numbers that compare exactly: f64 holds every float of ours.
typedef union Number {
  double floating;
  int64_t whole;
  uint64_t natural;
} Number;

static int compareFloats(const void *a, const void *b) {
  double x = ((const Number *)a)->floating, y = ((const Number *)b)->floating;
  if (isnan(x) || isnan(y))
    return (isnan(x) != 0) - (isnan(y) != 0);
  return (x > y) - (x < y);
}

static int compareWholes(const void *a, const void *b) {
  int64_t x = ((const Number *)a)->whole, y = ((const Number *)b)->whole;
  return (x > y) - (x < y);
}

static int compareNaturals(const void *a, const void *b) {
  uint64_t x = ((const Number *)a)->natural, y = ((const Number *)b)->natural;
  return (x > y) - (x < y);
}

static void sortLine(const RelaxTensor *input, RelaxTensor *output,
                     int64_t first, int64_t length, Number *line) {
  RelaxDType dtype = input->dtype;
  bool isFloat = relaxDTypeIsFloat(dtype);
  for (int64_t i = 0; i < length; ++i)
    if (isFloat)
      line[i].floating = relaxLoadFloat(dtype, input->data, first + i);
    else
      line[i].whole = relaxLoadInt(dtype, input->data, first + i);
  qsort(line, (size_t)length, sizeof *line,
        isFloat              ? compareFloats
        : dtype == RELAX_U64 ? compareNaturals
                             : compareWholes);
  for (int64_t i = 0; i < length; ++i)
    if (isFloat)
      relaxStoreFloat(dtype, output->data, first + i, line[i].floating);
    else
      relaxStoreInt(dtype, output->data, first + i, line[i].whole);
}

bool relaxLibrarySort(const RelaxTensor *inputs, RelaxTensor *outputs,
                      RelaxError *error) {
  const RelaxTensor *input = &inputs[0];
  if (input->rank == 0)
    return relaxFail(error, "expected at least one dimension, got a scalar");
  int64_t length = input->dims[input->rank - 1];
  int64_t count = relaxTensorCount(input);
  if (!relaxTensorCreate(input->dtype, input->rank, input->dims, &outputs[0],
                         error))
    return false;
  // No line is longer than the tensor; an empty one may be of any length.
  Number *line = count ? calloc((size_t)length, sizeof *line) : NULL;
  if (count && !line) {
    relaxTensorRelease(&outputs[0]);
    return relaxFail(error, "out of memory");
  }
  for (int64_t first = 0; first < count; first += length)
    sortLine(input, &outputs[0], first, length, line);
  free(line);
  return true;
}
