//===- Broadcast.c - the one broadcasting rule ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Sym/Literal.h"

bool relaxJoinBroadcastDim(MlirAttribute *joined, MlirAttribute dim) {
  int64_t value;
  if (!joined->ptr || symAttributeIs(*joined, 1)) {
    // `?` beside 1: the extent is that of `?`.
    *joined = dim;
    return true;
  }
  if (symAttributeIs(dim, 1) || relaxDimEqual(*joined, dim))
    return true;
  if (symAttributeIsUnknown(*joined)) {
    // An extent other than 1 decides: `?` must be it or 1.
    if (symAttributeIsConst(dim, &value))
      *joined = dim;
    return true;
  }
  if (!symAttributeIsUnknown(dim))
    return false;
  // A symbol may be 1 where `?` is more, so nothing is known of the result.
  if (!symAttributeIsConst(*joined, &value))
    *joined = dim;
  return true;
}

/// `; reshape [b] to [b, 1] to repeat it`, where the shorter shape stands in
/// the longer one further left.
static void suggestReshape(const RelaxTensorInfo *operands, int count,
                           StrBuf *text) {
  RelaxTensorInfo longer = operands[0], shorter = operands[count - 1];
  if (longer.rank < shorter.rank) {
    longer = operands[count - 1];
    shorter = operands[0];
  }
  if (count != 2 || shorter.rank == 0)
    return;
  for (intptr_t at = 0; at + shorter.rank < longer.rank; ++at) {
    bool fits = true;
    for (intptr_t i = 0; fits && i < shorter.rank; ++i)
      fits = relaxDimEqual(shorter.dims[i], longer.dims[at + i]);
    if (!fits)
      continue;
    strBufAppendC(text, "; to repeat ");
    relaxPrintShape(shorter, text);
    strBufAppendC(text, " along the others, reshape it to [");
    for (intptr_t i = 0; i < longer.rank - at; ++i) {
      strBufAppendC(text, i ? ", " : "");
      if (i < shorter.rank)
        symPrintAttribute(shorter.dims[i], text);
      else
        strBufAppendC(text, "1");
    }
    strBufAppendC(text, "]");
    return;
  }
}

/// `a` and `b` stand in the same dimension of the result.
static bool differ(RelaxDims *dims, const RelaxTensorInfo *operands, int count,
                   intptr_t dimension, MlirAttribute a, MlirAttribute b) {
  StrBuf shapes = {0}, extents = {0};
  symPrintAttribute(a, &extents);
  strBufAppendC(&extents, " and ");
  symPrintAttribute(b, &extents);
  for (int i = 0; i < count; ++i) {
    strBufAppendC(&shapes, i ? " and " : "");
    relaxPrintShape(operands[i], &shapes);
  }
  StrBuf hint = {0};
  suggestReshape(operands, count, &hint);
  relaxDimsError(
      dims,
      "operand shapes do not broadcast: %s differ in dimension %ld of the "
      "result (%s); if they are equal, say so with 'relax.match_cast'%s",
      strBufText(&shapes), (long)dimension, strBufText(&extents),
      strBufText(&hint));
  strBufFree(&extents);
  strBufFree(&shapes);
  strBufFree(&hint);
  return false;
}

bool relaxInferBroadcast(RelaxDims *dims, const RelaxTensorInfo *operands,
                         int count, MlirType element, MlirType *result) {
  intptr_t rank = 0;
  for (int i = 0; i < count; ++i) {
    if (!operands[i].ranked) {
      *result = relaxUnrankedTensorType(element);
      return true;
    }
    if (operands[i].rank > rank)
      rank = operands[i].rank;
  }
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, rank);
  bool outcome = true;
  for (intptr_t back = 0; back < rank; ++back)
    for (int i = 0; i < count; ++i) {
      if (back >= operands[i].rank)
        continue;
      MlirAttribute dim = operands[i].dims[operands[i].rank - 1 - back];
      if (!!outcome && !relaxJoinBroadcastDim(&out[rank - 1 - back], dim))
        outcome = differ(dims, operands, count, rank - 1 - back,
                         out[rank - 1 - back], dim);
    }
  if (outcome)
    *result = relaxTensorTypeOf(element, rank, out);
  return outcome;
}

MlirLogicalResult relaxVerifySameShape(MlirOperation op, RelaxTensorInfo a,
                                       RelaxTensorInfo b) {
  bool same = a.rank == b.rank;
  for (intptr_t i = 0; same && i < a.rank; ++i)
    same = mlirAttributeEqual(a.dims[i], b.dims[i]) ||
           symAttributeIsUnknown(a.dims[i]) || symAttributeIsUnknown(b.dims[i]);
  if (same)
    return mlirLogicalResultSuccess();
  StrBuf x = {0}, y = {0};
  relaxPrintShape(a, &x);
  relaxPrintShape(b, &y);
  bridgeEmitOpError(op, "result shape: expected %s, got %s", strBufText(&x),
                    strBufText(&y));
  strBufFree(&x);
  strBufFree(&y);
  return mlirLogicalResultFailure();
}
