//===- Library.c - library calls of the reference interpreter -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Simple and slow, and without the op library of the runtime, which is compared
// with this.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <math.h>

/// `a` stands behind `b` in ascending order, NaN last.
static bool isBehind(const RelaxTensor *t, int64_t a, int64_t b) {
  if (relaxDTypeIsFloat(t->dtype)) {
    double x = relaxLoadFloat(t->dtype, t->data, a);
    double y = relaxLoadFloat(t->dtype, t->data, b);
    return isnan(x) ? !isnan(y) : x > y;
  }
  int64_t x = relaxLoadInt(t->dtype, t->data, a);
  int64_t y = relaxLoadInt(t->dtype, t->data, b);
  return t->dtype == RELAX_U64 ? (uint64_t)x > (uint64_t)y : x > y;
}

static void swap(RelaxTensor *t, int64_t a, int64_t b) {
  if (relaxDTypeIsFloat(t->dtype)) {
    double x = relaxLoadFloat(t->dtype, t->data, a);
    relaxStoreFloat(t->dtype, t->data, a, relaxLoadFloat(t->dtype, t->data, b));
    relaxStoreFloat(t->dtype, t->data, b, x);
    return;
  }
  int64_t x = relaxLoadInt(t->dtype, t->data, a);
  relaxStoreInt(t->dtype, t->data, a, relaxLoadInt(t->dtype, t->data, b));
  relaxStoreInt(t->dtype, t->data, b, x);
}

/// Insertion sort of every line of the last dimension.
static bool sort(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  RelaxTensor *result = &step->results[0];
  if (input->rank == 0)
    return relaxFail(step->error,
                     "library function 'relax.sort': expected at least one "
                     "dimension, got a scalar");
  if (!relaxTensorClone(input, result, step->error))
    return false;
  int64_t length = input->dims[input->rank - 1];
  for (int64_t first = 0, e = relaxTensorCount(input); first < e;
       first += length)
    for (int64_t i = 1; i < length; ++i)
      for (int64_t k = first + i; k > first && isBehind(result, k - 1, k); --k)
        swap(result, k - 1, k);
  return true;
}

bool evalSort(EvalStep *step, intptr_t numInputs) {
  if (numInputs == 1 && step->numResults == 1)
    return sort(step);
  return relaxFail(step->error,
                   "library function 'relax.sort': expected 1 input and 1 "
                   "result, got %ld and %ld",
                   (long)numInputs, (long)step->numResults);
}
