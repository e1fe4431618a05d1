//===- Det.c - determinants -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Det.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <math.h>

/// By elimination, the largest element of a column first; destroys `a`.
static double determinant(double *a, int64_t n) {
  double result = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
        best = i;
    double pivot = a[best * n + k];
    result *= best == k ? pivot : -pivot;
    if (pivot == 0)
      return 0;
    for (int64_t j = k; j < n; ++j) {
      double moved = a[best * n + j];
      a[best * n + j] = a[k * n + j];
      a[k * n + j] = moved;
    }
    for (int64_t i = k + 1; i < n; ++i)
      for (int64_t j = n; j-- > k;)
        a[i * n + j] -= a[i * n + k] / pivot * a[k * n + j];
  }
  return result;
}

static bool det(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  RelaxTensor values = {0};
  if (!relaxDTypeIsFloat(input->dtype))
    return evalRefuseElements(step, input->dtype);
  if (input->rank < 2 ||
      input->dims[input->rank - 1] != input->dims[input->rank - 2])
    return relaxFail(step->error, "expected square matrices");
  int64_t n = input->dims[input->rank - 1];
  if (!evalCreate(step, input->dtype, input->rank - 2, input->dims) ||
      !evalToFloats(step, input, &values))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i)
    relaxStoreFloat(input->dtype, step->results[0].data, i,
                    determinant((double *)values.data + i * n * n, n));
  relaxTensorRelease(&values);
  return true;
}

const EvalEntry evalDet[] = {{"relax.det", det, NULL}, {NULL, NULL, NULL}};
