//===- Shape.c - shapes as values -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Evaluate.h"

#include <string.h>

static bool shapeOf(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t rank = input->rank;
  if (!evalCreate(step, RELAX_I64, 1, &rank))
    return false;
  memcpy(step->results[0].data, input->dims, (size_t)rank * sizeof(int64_t));
  return true;
}

/// A shape is an i64 tensor already.
static bool shapeToTensor(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

const EvalEntry evalShape[] = {{"relax.shape_of", shapeOf, NULL},
                               {"relax.shape_to_tensor", shapeToTensor, NULL},
                               {NULL, NULL, NULL}};
