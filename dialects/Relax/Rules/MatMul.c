//===- MatMul.c - rules of matrix products --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As numpy.matmul: an operand of rank 1 is a row (left) or a column (right)
// whose added dimension leaves the result again; leading dimensions broadcast.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rules/MatMul.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Match.h"

static bool disagree(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b,
                     MlirAttribute left, MlirAttribute right) {
  StrBuf x = {0}, y = {0};
  symPrintAttribute(left, &x);
  symPrintAttribute(right, &y);
  relaxDimsError(
      dims,
      "batch dimensions differ: %s and %s in %s and %s; if they are equal, say "
      "so with 'relax.match_cast'",
      strBufText(&x), strBufText(&y), relaxShapeText(dims->arena, a),
      relaxShapeText(dims->arena, b));
  strBufFree(&x);
  strBufFree(&y);
  return false;
}

/// Joins the leading dimensions of both operands into `out`.
static bool joinBatch(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b,
                      MlirAttribute *out, intptr_t *count) {
  intptr_t batchA = a.rank > 2 ? a.rank - 2 : 0;
  intptr_t batchB = b.rank > 2 ? b.rank - 2 : 0;
  *count = batchA > batchB ? batchA : batchB;
  for (intptr_t back = 1; back <= *count; ++back) {
    MlirAttribute *joined = &out[*count - back];
    if (back <= batchA)
      *joined = a.dims[batchA - back];
    if (back > batchB)
      continue;
    MlirAttribute dim = b.dims[batchB - back], before = *joined;
    if (!relaxJoinBroadcastDim(joined, dim))
      return disagree(dims, a, b, before, dim);
  }
  return true;
}

static bool inferRanked(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b,
                        MlirAttribute *out, intptr_t *rank) {
  if (!joinBatch(dims, a, b, out, rank))
    return false;
  if (a.rank > 1)
    out[(*rank)++] = a.dims[a.rank - 2];
  if (b.rank > 1)
    out[(*rank)++] = b.dims[b.rank - 1];
  return true;
}

bool relaxInferMatmul(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b,
                      MlirType element, MlirType *result) {
  if ((a.ranked && a.rank == 0) || (b.ranked && b.rank == 0))
    return relaxDimsError(dims, "expected operands of rank at least 1");
  if (!a.ranked || !b.ranked) {
    *result = relaxUnrankedTensorType(element);
    return true;
  }
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, a.rank + b.rank);
  intptr_t rank;
  bool outcome = inferRanked(dims, a, b, out, &rank);
  if (outcome)
    *result = relaxTensorTypeOf(element, rank, out);
  return outcome;
}

bool relaxMatmulInferTypes(RelaxDims *dims, const RelaxMatmulArgs *args,
                           MlirType *results) {
  RelaxTensorInfo a = relaxTensorInfoOf(args->lhs);
  RelaxTensorInfo b = relaxTensorInfoOf(args->rhs);
  if (!relaxSameElements(dims, a, b))
    return false;
  return relaxInferMatmul(dims, a, b, a.elementType, results);
}
