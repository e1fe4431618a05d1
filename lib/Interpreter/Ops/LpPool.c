//===- LpPool.c - norms of windows and channels ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX LpPool and GlobalLpPool, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "lib/Interpreter/Ops/Window.h"

#include <math.h>

static double normOf(const EvalWindow *window, const RelaxTensor *input,
                     int64_t plane, const int64_t *output, double p) {
  double sum = 0;
  for (int64_t w = 0, offset;
       evalWindowNext(window, input->dims + 2, output, &w, &offset);)
    sum +=
        pow(fabs(relaxLoadFloat(input->dtype, input->data, plane + offset)), p);
  return pow(sum, 1 / p);
}

static bool normAll(EvalStep *step, const EvalWindow *window,
                    const int64_t *dims, int64_t p) {
  const RelaxTensor *input = step->operands[0];
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  RelaxTensor *result = &step->results[0];
  int64_t size = evalProduct(window->spatial, input->dims + 2);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t index[RELAX_MAX_RANK];
    evalIndexOf(i, result->rank, result->dims, index);
    relaxStoreFloat(input->dtype, result->data, i,
                    normOf(window, input,
                           (index[0] * input->dims[1] + index[1]) * size,
                           index + 2, (double)p));
  }
  return true;
}

static bool lpPool(EvalStep *step) {
  EvalWindow window;
  int64_t dims[RELAX_MAX_RANK];
  RelaxDType dtype = step->operands[0]->dtype;
  if (!relaxDTypeIsFloat(dtype))
    return evalRefuseElements(step, dtype);
  return evalPoolRead(step, &window, dims) &&
         normAll(step, &window, dims, relaxLpPoolGetP(step->op));
}

/// One window, of all extents.
static bool globalLpPool(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  EvalWindow window = {.spatial = input->rank - 2};
  int64_t dims[RELAX_MAX_RANK] = {0};
  if (!relaxDTypeIsFloat(input->dtype))
    return evalRefuseElements(step, input->dtype);
  if (input->rank < 2)
    return relaxFail(step->error, "expected rank at least 2, got %d",
                     (int)input->rank);
  for (int32_t i = 0; i < input->rank; ++i)
    dims[i] = i < 2 ? input->dims[i] : 1;
  for (int32_t i = 0; i < window.spatial; ++i) {
    window.sizes[i] = input->dims[2 + i];
    window.strides[i] = window.dilations[i] = 1;
  }
  return normAll(step, &window, dims, relaxGlobalLpPoolGetP(step->op));
}

const EvalEntry evalLpPool[] = {{"relax.lp_pool", lpPool, NULL},
                                {"relax.global_lp_pool", globalLpPool, NULL},
                                {NULL, NULL, NULL}};
