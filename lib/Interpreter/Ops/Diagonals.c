//===- Diagonals.c - matrices by their diagonals --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Diagonals.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <string.h>

/// True where `column - row` is at least (at most, with `lower`) the diagonal.
static bool isKept(bool lower, int64_t row, int64_t column, int64_t k) {
  return lower ? column - row <= k : column - row >= k;
}

static bool needsMatrix(EvalStep *step) {
  return step->operands[0]->rank >= 2 ||
         relaxFail(step->error, "expected rank 2 or more, got %d",
                   (int)step->operands[0]->rank);
}

static bool triangle(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  bool lower = relaxIsTril(step->op);
  const RelaxTensor *diagonal = step->operands[1];
  if (relaxTensorCount(diagonal) != 1)
    return relaxFail(step->error, "diagonal: expected one element");
  int64_t k = relaxLoadInt(RELAX_I64, diagonal->data, 0);
  if (!needsMatrix(step) ||
      !evalCreate(step, input->dtype, input->rank, input->dims))
    return false;
  int64_t rows = input->dims[input->rank - 2];
  int64_t columns = input->dims[input->rank - 1];
  size_t size = relaxDTypeBytes(input->dtype);
  char *out = step->results[0].data;
  const char *in = input->data;
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i)
    if (isKept(lower, i / columns % rows, i % columns, k))
      memcpy(out + (size_t)i * size, in + (size_t)i * size, size);
    else if (input->dtype == RELAX_STRING)
      ((StrRef *)step->results[0].data)[i] = strRefFromC("");
    else
      memset(out + (size_t)i * size, 0, size);
  return true;
}

static bool eyeLike(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  RelaxDType dtype;
  int64_t k = relaxEyeLikeGetK(step->op);
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(step->op, 0)).elementType;
  if (!relaxElementDType(element, &dtype))
    return evalRefuseType(element, step->error);
  if (!needsMatrix(step) || !evalCreate(step, dtype, input->rank, input->dims))
    return false;
  int64_t rows = input->dims[input->rank - 2];
  int64_t columns = input->dims[input->rank - 1];
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    bool one = i % columns - i / columns % rows == k;
    if (relaxDTypeIsFloat(dtype))
      relaxStoreFloat(dtype, step->results[0].data, i, one);
    else
      relaxStoreInt(dtype, step->results[0].data, i, one);
  }
  return true;
}

const EvalEntry evalDiagonals[] = {{"relax.tril", triangle, NULL},
                                   {"relax.triu", triangle, NULL},
                                   {"relax.eye_like", eyeLike, NULL},
                                   {NULL, NULL, NULL}};
