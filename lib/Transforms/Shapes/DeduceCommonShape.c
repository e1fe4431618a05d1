//===- DeduceCommonShape.c - shapes that two operands broadcast to --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Importers write relax.broadcast_shape where they know nothing of two extents.
// Where the facts say which one is the result's, the shape says it; what is
// still open gets a symbol. An operand that has the shape already is taken as
// it is.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/Deduction.h"

/// The extent of the result, or null.
static MlirAttribute commonDim(Deduction *deduction, MlirAttribute a,
                               MlirAttribute b) {
  MlirAttribute joined = a;
  SymExpr one = symExprConst(deduction->arena, 1);
  SymExpr x = deductionDim(deduction, a), y = deductionDim(deduction, b);
  if (symExprIsUnknown(x) || symExprIsUnknown(y))
    return mlirAttributeGetNull();
  if (relaxJoinBroadcastDim(&joined, b))
    return joined;
  // Of equal extents either one; one that is not 1 is the result's.
  if (factsEqual(&deduction->facts, x, y) ||
      factsDifferent(&deduction->facts, x, one))
    return a;
  return factsDifferent(&deduction->facts, y, one) ? b : mlirAttributeGetNull();
}

/// `binds` with one name more.
static MlirAttribute withName(Deduction *deduction, MlirAttribute binds,
                              StrRef name) {
  intptr_t count = bridgeLength(binds);
  MlirAttribute *names = bridgeElements(deduction->arena, binds, 1);
  names[count] = mlirStringAttrGet(deduction->context, strRefToMlir(name));
  return mlirArrayAttrGet(deduction->context, count + 1, names);
}

void deduceBroadcastShape(Deduction *deduction, MlirOperation op) {
  RelaxTensorInfo a = relaxTensorInfoOf(relaxBroadcastShapeGetLhs(op));
  RelaxTensorInfo b = relaxTensorInfoOf(relaxBroadcastShapeGetRhs(op));
  MlirValue result = mlirOperationGetResult(op, 0);
  const MlirAttribute *declared;
  intptr_t numDeclared =
      relaxShapeTypeGetDims(mlirValueGetType(result), &declared);
  bool ranked = relaxShapeTypeGetRanked(mlirValueGetType(result));
  intptr_t rank = a.rank > b.rank ? a.rank : b.rank;
  if (!a.ranked || !b.ranked || (ranked && numDeclared != rank))
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, rank);
  for (intptr_t back = 1; back <= rank; ++back) {
    MlirAttribute *dim = &dims[rank - back];
    *dim = ranked ? declared[rank - back]
                  : symUnknownAttribute(deduction->context);
    if (!symAttributeIsUnknown(*dim))
      continue;
    MlirAttribute found = back > a.rank ? b.dims[b.rank - back]
                          : back > b.rank
                              ? a.dims[a.rank - back]
                              : commonDim(deduction, a.dims[a.rank - back],
                                          b.dims[b.rank - back]);
    if (found.ptr && !symAttributeIsUnknown(found)) {
      *dim = found;
      continue;
    }
    StrRef name = deductionFreshName(deduction, strRefFromC("b"));
    *dim = symSymbolAttribute(deduction->context, name);
    relaxBroadcastShapeSetBinds(
        op, withName(deduction, relaxBroadcastShapeGetBinds(op), name));
  }
  deductionSetType(deduction, result,
                   relaxShapeTypeGet(deduction->context, true, rank, dims));
}

bool deduceBroadcastToShape(Deduction *deduction, MlirOperation op) {
  MlirValue input = relaxBroadcastToGetInput(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType shape = mlirValueGetType(relaxBroadcastToGetTarget(op));
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
  if (!relaxShapeTypeGetRanked(shape))
    return false;
  MlirType type =
      relaxTensorTypeOf(relaxTensorInfoOf(result).elementType, rank, dims);
  deductionSetType(deduction, result,
                   deductionFill(deduction, type, mlirValueGetType(result)));
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  if (!mlirTypeEqual(mlirValueGetType(input), mlirValueGetType(result)))
    return false;
  mlirValueReplaceAllUsesOfWith(result, input);
  shapeValuesForget(deduction->values, op);
  mlirOperationDestroy(op);
  return true;
}
