//===- Access.c - loads, stores and single combines -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

static MlirValue conjunction(OpBuilder *b, MlirValue all, MlirValue one) {
  return all.ptr ? buildBinary(b, "arith.andi", all, one) : one;
}

MlirValue tirBuildInBounds(TirLowering *l, OpBuilder *b, MlirOperation op,
                           const MlirValue *operands, const MlirValue *indices,
                           intptr_t sure) {
  const MlirAttribute *dims;
  MlirAttribute exprs = tirLoadGetExprs(op);
  intptr_t rank =
      tirBufferTypeGetDims(mlirValueGetType(tirLoadGetBuffer(op)), &dims);
  MlirValue all = {NULL};
  for (intptr_t i = 0; i < rank; ++i) {
    if (i == sure)
      continue;
    if (!tirExprIsNonNegative(l, mlirArrayAttrGetElement(exprs, i), operands))
      all = conjunction(
          b, all, buildCompare(b, CMPI_SGE, indices[i], buildIndex(b, 0)));
    MlirValue extent = tirBuildExpr(l, b, dims[i], NULL);
    if (!extent.ptr)
      return extent;
    all = conjunction(b, all, buildCompare(b, CMPI_SLT, indices[i], extent));
  }
  return all;
}

static MlirValue loadFrom(TirLowering *l, OpBuilder *b, MlirValue buffer,
                          const MlirValue *indices) {
  TirPlace place = tirPlaceOf(l, b, buffer, indices);
  return place.operands ? buildMemrefLoad(b, place.operands[0],
                                          place.operands + 1, place.count - 1)
                        : (MlirValue){NULL};
}

MlirLogicalResult tirLowerLoad(TirLowering *l, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  intptr_t count, rank = mlirArrayAttrGetNumElements(tirLoadGetExprs(op));
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *indices = tirBuildExprs(l, &b, tirLoadGetExprs(op), operands);
  if (!indices)
    return mlirLogicalResultFailure();
  MlirValue pad = tirLoadGetPad(op), value;
  if (pad.ptr && rank > 0) {
    MlirValue inside = tirBuildInBounds(l, &b, op, operands, indices, -1);
    if (!inside.ptr)
      return mlirLogicalResultFailure();
    MlirType type = mlirValueGetType(pad);
    MlirOperation branch = buildIf(&b, inside, &type, 1);
    OpBuilder yes = opBuilderAtEnd(bridgeBody(branch), b.location);
    MlirValue loaded = loadFrom(l, &yes, tirLoadGetBuffer(op), indices);
    if (!loaded.ptr)
      return mlirLogicalResultFailure();
    buildYield(&yes, &loaded, 1);
    OpBuilder no = opBuilderAtEnd(bridgeBlock(branch, 1), b.location);
    buildYield(&no, &pad, 1);
    value = mlirOperationGetResult(branch, 0);
  } else {
    value = loadFrom(l, &b, tirLoadGetBuffer(op), indices);
    if (!value.ptr)
      return mlirLogicalResultFailure();
  }
  bridgeReplace(op, value);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirLowerStore(TirLowering *l, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  intptr_t count, rank = mlirArrayAttrGetNumElements(tirStoreGetExprs(op));
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *indices = tirBuildExprs(l, &b, tirStoreGetExprs(op), operands);
  if (!indices)
    return mlirLogicalResultFailure();
  buildMemrefStore(&b, tirStoreGetValue(op),
                   tirMemrefOf(l, tirStoreGetBuffer(op)), indices, rank);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

MlirOperation tirMonoidOf(TirLowering *l, MlirOperation reduce) {
  MlirAttribute reference = tirReduceGetMonoid(reduce);
  for (ptrdiff_t i = 0; i < arrlen(l->monoids); ++i)
    if (mlirAttributeEqual(l->monoids[i].reference, reference))
      return l->monoids[i].monoid;
  StrRef name = bridgeRefName(reference);
  LoweredMonoid found = {reference, bridgeLookupNearestSymbol(reduce, name)};
  if (found.monoid.ptr && tirIsMonoid(found.monoid)) {
    arrput(l->monoids, found);
    return found.monoid;
  }
  bridgeEmitOpError(reduce, "'@%.*s' is no tir.monoid of the module",
                    SPREAD(name));
  return (MlirOperation){NULL};
}

void tirBuildCombine(OpBuilder *b, MlirOperation monoid, MlirValue *state,
                     const MlirValue *values) {
  // A clone of the whole, so that the shared monoid's use lists stay untouched:
  // functions are lowered concurrently.
  MlirOperation clone = mlirOperationClone(monoid);
  MlirBlock block = bridgeBody(clone);
  intptr_t count = mlirBlockGetNumArguments(block) / 2;
  for (intptr_t i = 0; i < count; ++i) {
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, i), state[i]);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, count + i),
                                  values[i]);
  }
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < count; ++i)
    state[i] = mlirOperationGetOperand(yield, i);
  mlirOperationDestroy(yield);
  for (intptr_t i = 0; i < count; ++i)
    tirAllowContraction(state[i], values[i]);
  opBuilderTakeBody(b, block);
  mlirOperationDestroy(clone);
}

MlirValue tirBuildIdentity(OpBuilder *b, MlirOperation monoid, intptr_t i) {
  return buildConstant(
      b, mlirArrayAttrGetElement(tirMonoidGetIdentity(monoid), i));
}

MlirLogicalResult tirLowerReduce(TirLowering *l, MlirOperation op) {
  MlirOperation monoid = tirMonoidOf(l, op);
  if (!monoid.ptr)
    return mlirLogicalResultFailure();
  OpBuilder b = opBuilderBefore(op);
  intptr_t count, targets = tirReduceGetNumBuffers(op);
  MlirValue *operands = tirIndexOperands(l, op, &count);
  MlirValue *state = ARENA_ARRAY(l->arena, MlirValue, targets);
  MlirValue *values = ARENA_ARRAY(l->arena, MlirValue, targets);
  MlirValue **indices = ARENA_ARRAY(l->arena, MlirValue *, targets);
  for (intptr_t i = 0; i < targets; ++i) {
    MlirAttribute exprs = mlirArrayAttrGetElement(tirReduceGetExprs(op), i);
    indices[i] = tirBuildExprs(l, &b, exprs, operands);
    if (!indices[i])
      return mlirLogicalResultFailure();
    values[i] = tirReduceGetValues(op, i);
    state[i] = buildMemrefLoad(&b, tirMemrefOf(l, tirReduceGetBuffers(op, i)),
                               indices[i], mlirArrayAttrGetNumElements(exprs));
  }
  tirBuildCombine(&b, monoid, state, values);
  for (intptr_t i = 0; i < targets; ++i)
    buildMemrefStore(&b, state[i], tirMemrefOf(l, tirReduceGetBuffers(op, i)),
                     indices[i],
                     mlirArrayAttrGetNumElements(
                         mlirArrayAttrGetElement(tirReduceGetExprs(op), i)));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
