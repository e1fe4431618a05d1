//===- Index.c - symbols and index operands -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "lib/Conversion/TIRToSCF/IndexExpr.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

void tirInsertInPrologue(TirLowering *l, MlirOperation op) {
  mlirBlockInsertOwnedOperationAfter(l->entry, l->prologueEnd,
                                     op); // or in front
  l->prologueEnd = op;
}

MlirValue tirSymbolValue(TirLowering *l, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(l->symbols); ++i)
    if (strRefEqual(l->symbols[i].name, name))
      return l->symbols[i].value;
  TirExtentArgs args = {.expr = symSymbolAttribute(l->context, name),
                        .resultType = mlirIndexTypeGet(l->context)};
  MlirOperation op = tirExtentCreate(mlirOperationGetLocation(l->func), &args);
  tirInsertInPrologue(l, op);
  LoweredValue symbol = {.name = arenaCopyString(l->arena, name),
                         .value = mlirOperationGetResult(op, 0)};
  arrput(l->symbols, symbol);
  return symbol.value;
}

static MlirValue symbolOf(void *state, StrRef name) {
  return tirSymbolValue(state, name);
}

/// In front of all, once: a kernel that goes through a hundred operands adds
/// their extents up in every loop otherwise, which LLVM takes seconds for.
static MlirValue sumOf(void *state, MlirValue lhs, MlirValue rhs) {
  TirLowering *l = state;
  for (ptrdiff_t i = 0; i < arrlen(l->sums); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(l->sums[i], 0), lhs) &&
        mlirValueEqual(mlirOperationGetOperand(l->sums[i], 1), rhs))
      return mlirOperationGetResult(l->sums[i], 0);
  MlirOperation last = l->prologueEnd;
  OpBuilder b = {mlirOperationGetLocation(l->func), l->entry,
                 mlirOperationGetNextInBlock(last)};
  MlirValue sum = buildBinary(&b, "arith.addi", lhs, rhs);
  l->prologueEnd = mlirOpResultGetOwner(sum);
  arrput(l->sums, l->prologueEnd);
  return sum;
}

MlirValue tirBuildExpr(TirLowering *l, OpBuilder *b, MlirAttribute expr,
                       const MlirValue *indices) {
  IndexScope scope = {symbolOf, l, l->order, l->numOrder, indices, sumOf};
  return buildIndexExpr(b, l->arena, expr, &scope);
}

MlirValue *tirBuildExprs(TirLowering *l, OpBuilder *b, MlirAttribute exprs,
                         const MlirValue *indices) {
  intptr_t count = mlirArrayAttrGetNumElements(exprs);
  MlirValue *values = ARENA_ARRAY(l->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i) {
    values[i] = tirBuildExpr(l, b, mlirArrayAttrGetElement(exprs, i), indices);
    if (!values[i].ptr)
      return NULL;
  }
  return values;
}

MlirValue *tirIndexOperands(TirLowering *l, MlirOperation op, intptr_t *count) {
  return tirIndexValues(op, l->arena, count);
}

MlirLogicalResult tirLowerExtent(TirLowering *l, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  intptr_t count;
  MlirValue *indices = tirIndexOperands(l, op, &count);
  MlirValue value = tirBuildExpr(l, &b, tirExtentGetExpr(op), indices);
  if (!value.ptr)
    return mlirLogicalResultFailure();
  bridgeReplace(op, value);
  return mlirLogicalResultSuccess();
}

bool tirExprIsNonNegative(TirLowering *l, MlirAttribute expr,
                          const MlirValue *indices) {
  return indexExprIsNonNegative(symExprOf(l->arena, expr), indices);
}
