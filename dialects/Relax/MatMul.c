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

#include "dialects/Relax/MatMul.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Match.h"

/// Of `op`, for messages.
typedef struct Place {
  MlirLocation loc;
  const char *op;
  MlirValue lhs;
} Place;

static MlirLogicalResult disagree(Place place, const char *what,
                                  RelaxTensorInfo a, RelaxTensorInfo b,
                                  MlirAttribute left, MlirAttribute right) {
  Arena *arena = arenaCreate();
  StrBuf x = {0}, y = {0}, text = {0};
  symPrintAttribute(left, &x);
  symPrintAttribute(right, &y);
  bool transposed = left.ptr == a.dims[a.rank - 1].ptr && b.rank > 1 &&
                    relaxDimEqual(left, b.dims[b.rank - 1]);
  strBufAppendFormat(
      &text,
      "'%s' op %s dimensions differ: %s and %s in %s and %s; if they "
      "are equal, say so with 'relax.match_cast'%s",
      place.op, what, strBufText(&x), strBufText(&y), relaxShapeText(arena, a),
      relaxShapeText(arena, b),
      transposed
          ? "; the second operand fits if 'relax.permute_dims' exchanges "
            "its last two dimensions"
          : "");
  strBufFree(&x);
  strBufFree(&y);
  arenaDestroy(arena);
  return relaxReportDims(place.loc, place.lhs, left, right, &text);
}

/// Joins the leading dimensions of both operands into `dims`.
static MlirLogicalResult joinBatch(Place place, RelaxTensorInfo a,
                                   RelaxTensorInfo b, MlirAttribute *dims,
                                   intptr_t *count) {
  intptr_t batchA = a.rank > 2 ? a.rank - 2 : 0;
  intptr_t batchB = b.rank > 2 ? b.rank - 2 : 0;
  *count = batchA > batchB ? batchA : batchB;
  for (intptr_t back = 1; back <= *count; ++back) {
    MlirAttribute *joined = &dims[*count - back];
    if (back <= batchA)
      *joined = a.dims[batchA - back];
    if (back > batchB)
      continue;
    MlirAttribute dim = b.dims[batchB - back], before = *joined;
    if (!relaxJoinBroadcastDim(joined, dim))
      return disagree(place, "batch", a, b, before, dim);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult inferRanked(Place place, RelaxTensorInfo a,
                                     RelaxTensorInfo b, MlirAttribute *dims,
                                     intptr_t *rank) {
  MlirAttribute innerA = a.dims[a.rank - 1];
  MlirAttribute innerB = b.dims[b.rank > 1 ? b.rank - 2 : 0];
  if (!relaxDimEqual(innerA, innerB) && !symAttributeIsUnknown(innerA) &&
      !symAttributeIsUnknown(innerB))
    return disagree(place, "inner", a, b, innerA, innerB);
  if (mlirLogicalResultIsFailure(joinBatch(place, a, b, dims, rank)))
    return mlirLogicalResultFailure();
  if (a.rank > 1)
    dims[(*rank)++] = a.dims[a.rank - 2];
  if (b.rank > 1)
    dims[(*rank)++] = b.dims[b.rank - 1];
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxInferMatmul(MlirLocation loc, const char *op,
                                   MlirValue lhs, RelaxTensorInfo a,
                                   RelaxTensorInfo b, MlirType element,
                                   MlirType *result) {
  if ((a.ranked && a.rank == 0) || (b.ranked && b.rank == 0))
    return bridgeEmitError(loc, "'%s' op expected operands of rank at least 1",
                           op);
  if (!a.ranked || !b.ranked) {
    *result = relaxUnrankedTensorType(element);
    return mlirLogicalResultSuccess();
  }
  Arena *arena = arenaCreate();
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, a.rank + b.rank);
  intptr_t rank;
  MlirLogicalResult outcome =
      inferRanked((Place){loc, op, lhs}, a, b, dims, &rank);
  if (mlirLogicalResultIsSuccess(outcome))
    *result = relaxTensorTypeOf(element, rank, dims);
  arenaDestroy(arena);
  return outcome;
}

MlirLogicalResult relaxMatmulInferTypes(MlirLocation loc,
                                        const RelaxMatmulArgs *args,
                                        MlirType *results) {
  RelaxTensorInfo a = relaxTensorInfoOf(args->lhs);
  RelaxTensorInfo b = relaxTensorInfoOf(args->rhs);
  if (mlirLogicalResultIsFailure(relaxSameElements(loc, "relax.matmul", a, b)))
    return mlirLogicalResultFailure();
  return relaxInferMatmul(loc, "relax.matmul", args->lhs, a, b, a.elementType,
                          results);
}
