//===- VectorLoad.c - lanes out of memory ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Elements side by side are a vector. Windows with steps of two: the elements
// of n lanes lie in 2n - 1. Two vectors hold them, of which the second begins
// with the last element of the first, so that no memory is touched behind the
// element of the last lane.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

MlirValue vectorShuffle(OpBuilder *b, MlirValue first, MlirValue second,
                        const int64_t *lanes) {
  MlirValue operands[] = {first, second};
  MlirType type = mlirValueGetType(first);
  OpAttribute mask = {
      "mask", mlirDenseI64ArrayGet(opBuilderContext(b),
                                   mlirShapedTypeGetDimSize(type, 0), lanes)};
  OpSpec spec = {.name = "vector.shuffle",
                 .operands = operands,
                 .numOperands = 2,
                 .results = &type,
                 .numResults = 1,
                 .attributes = &mask,
                 .numAttributes = 1};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue vectorLoadLanes(Lanes *v, MlirOperation op, MlirValue buffer,
                          MlirAttribute exprs, const MlirValue *indices) {
  TirPlace at = tirPlaceOf(v->l, &v->b, buffer, indices);
  if (!at.operands)
    return (MlirValue){NULL};
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  MlirType type = mlirVectorTypeGet(1, &v->width, element);
  MlirValue mask = vectorMaskOf(v, op, buffer, exprs);
  if (mask.ptr) {
    at.operands[at.count++] = mask;
    at.operands[at.count++] = buildConstant(
        &v->b, mlirDenseElementsAttrSplatGet(
                   type, mlirTypeIsAFloat(element)
                             ? mlirFloatAttrDoubleGet(
                                   mlirTypeGetContext(element), element, 0)
                             : mlirIntegerAttrGet(element, 0)));
  }
  return buildValue(&v->b, mask.ptr ? "vector.maskedload" : "vector.load", type,
                    at.operands, at.count);
}

/// The elements side by side from `offset` on that the rounds read.
static MlirValue loadFrom(const Lanes *v, MlirOperation op,
                          const MlirValue *indices, int64_t offset) {
  MlirValue buffer = tirLoadGetBuffer(op);
  MlirAttribute exprs = tirLoadGetExprs(op);
  intptr_t rank = mlirArrayAttrGetNumElements(exprs);
  Lanes part = *v;
  part.mask = (MlirValue){NULL};
  part.active = 2 * v->active - 1 - offset;
  if (part.active > v->width)
    part.active = v->width;
  if (v->rounds.ptr)
    part.rounds =
        buildBinary(&part.b, "arith.subi",
                    buildBinary(&part.b, "arith.addi", v->rounds, v->rounds),
                    buildIndex(&part.b, 1 + offset));
  MlirValue *at = ARENA_ARRAY(v->l->arena, MlirValue, rank);
  for (intptr_t d = 0; d < rank; ++d)
    at[d] = indices[d];
  if (offset) {
    intptr_t last = tirBufferLastDim(buffer);
    at[last] = buildBinary(&part.b, "arith.addi", at[last],
                           buildIndex(&part.b, offset));
  }
  return vectorLoadLanes(&part, op, buffer, exprs, at);
}

MlirValue vectorLoadStrided(Lanes *v, MlirOperation op,
                            const MlirValue *indices) {
  int64_t n = v->width, *lanes = ARENA_ARRAY(v->l->arena, int64_t, n);
  MlirValue first = loadFrom(v, op, indices, 0);
  MlirValue second = first.ptr ? loadFrom(v, op, indices, n - 1) : first;
  if (!second.ptr)
    return second;
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = 2 * i < n ? 2 * i : 2 * i + 1;
  return vectorShuffle(&v->b, first, second, lanes);
}
