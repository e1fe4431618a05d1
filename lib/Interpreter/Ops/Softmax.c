//===- Softmax.c - powers as shares of their sum --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Reduction.gen.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <math.h>

/// One line of `count` elements, `stride` apart, from element `first` on.
static void softmaxLine(const RelaxTensor *input, void *out, int64_t first,
                        int64_t count, int64_t stride) {
  RelaxDType dtype = input->dtype;
  double largest = -INFINITY, sum = 0;
  // A NaN comes through the sum.
  for (int64_t i = 0; i < count; ++i)
    largest =
        fmax(largest, relaxLoadFloat(dtype, input->data, first + i * stride));
  for (int64_t i = 0; i < count; ++i)
    sum +=
        exp(relaxLoadFloat(dtype, input->data, first + i * stride) - largest);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = first + i * stride;
    double x = relaxLoadFloat(dtype, input->data, at);
    relaxStoreFloat(dtype, out, at, exp(x - largest) / sum);
  }
}

static bool softmax(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t axis = relaxSoftmaxGetAxis(step->op);
  if (!relaxDTypeIsFloat(input->dtype))
    return evalRefuseElements(step, input->dtype);
  EvalAxis lines;
  if (!evalAxisLines(step, axis, &lines) ||
      !evalCreate(step, input->dtype, input->rank, input->dims))
    return false;
  for (int64_t line = 0; lines.count > 0 && line < lines.number; ++line)
    softmaxLine(input, step->results[0].data, evalAxisFirst(&lines, line),
                lines.count, lines.stride);
  return true;
}

const EvalEntry evalSoftmax[] = {{"relax.softmax", softmax, NULL},
                                 {NULL, NULL, NULL}};
