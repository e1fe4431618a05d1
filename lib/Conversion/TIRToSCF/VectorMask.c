//===- VectorMask.c - lanes that are left out -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Behind the last round of a loop, and along a dimension that a load pads:
// there a mask leaves out lanes before the first element and behind the last
// one. No memory is touched for them.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

static MlirType maskType(Lanes *v) {
  MlirType bit = mlirIntegerTypeGet(opBuilderContext(&v->b), 1);
  return mlirVectorTypeGet(1, &v->width, bit);
}

/// The lanes before the end of the loop.
static MlirValue tailMask(Lanes *v) {
  MlirType type = maskType(v);
  if (v->rounds.ptr)
    return buildValue(&v->b, "vector.create_mask", type, &v->rounds, 1);
  OpAttribute sizes = {
      "mask_dim_sizes",
      mlirDenseI64ArrayGet(opBuilderContext(&v->b), 1, &v->active)};
  OpSpec spec = {.name = "vector.constant_mask",
                 .results = &type,
                 .numResults = 1,
                 .attributes = &sizes,
                 .numAttributes = 1};
  return mlirOperationGetResult(buildOp(&v->b, &spec), 0);
}

/// The first round behind the end that lanes are computed for; -1: any may be.
static int64_t wastedFrom(const Lanes *v) {
  return v->rounds.ptr ? -1 : v->start + v->active;
}

MlirValue vectorMaskOf(Lanes *v, MlirOperation op, MlirValue buffer,
                       MlirAttribute exprs) {
  if ((v->active == v->width && !v->rounds.ptr) ||
      (v->start >= 0 &&
       tirLanesFit(v->l, op, buffer, exprs, v->iterator, v->start, v->width) &&
       (tirIsLoad(op) || tirLanesAreUnseen(v->l, op, buffer, exprs, v->iterator,
                                           wastedFrom(v)))))
    return (MlirValue){NULL};
  if (!v->mask.ptr)
    v->mask = tailMask(v);
  return v->mask;
}

/// The lanes whose elements are inside along dimension `dim`, where the first
/// lane has the index `first`.
static MlirValue insideMask(Lanes *v, MlirOperation op,
                            const MlirValue *operands, MlirValue first,
                            intptr_t dim) {
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(tirLoadGetBuffer(op)), &dims);
  MlirType index = mlirValueGetType(first), type = maskType(v);
  MlirValue parts[] = {tirBuildExpr(v->l, &v->b, dims[dim], NULL), first};
  MlirValue count = buildValue(&v->b, "arith.subi", index, parts, 2);
  MlirValue mask = buildValue(&v->b, "vector.create_mask", type, &count, 1);
  MlirAttribute expr = mlirArrayAttrGetElement(tirLoadGetExprs(op), dim);
  if (tirExprIsNonNegative(v->l, expr, operands))
    return mask;
  MlirValue negated[] = {buildIndex(&v->b, 0), first};
  MlirValue before = buildValue(&v->b, "arith.subi", index, negated, 2);
  MlirValue outside = buildValue(&v->b, "vector.create_mask", type, &before, 1);
  // Lanes before the buffer that are not behind its end either.
  MlirValue both = buildBinary(&v->b, "arith.andi", mask, outside);
  return buildBinary(&v->b, "arith.xori", mask, both);
}

MlirValue vectorLoadMargin(Lanes *v, MlirOperation op,
                           const MlirValue *operands, const MlirValue *indices,
                           MlirValue pad) {
  MlirValue buffer = tirLoadGetBuffer(op);
  intptr_t dim = tirBufferLastDim(buffer);
  MlirValue mask = insideMask(v, op, operands, indices[dim], dim);
  TirPlace place = tirPlaceOf(v->l, &v->b, buffer, indices);
  if (!place.operands)
    return (MlirValue){NULL};
  place.operands[place.count++] = mask;
  place.operands[place.count++] = pad;
  return buildValue(&v->b, "vector.maskedload", mlirValueGetType(pad),
                    place.operands, place.count);
}
