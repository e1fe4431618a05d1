//===- Operands.c - expressions over registers ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"
#include "lib/Support/Map.h"
#include "lib/Sym/Operand.h"

#include <assert.h>
#include <stb/stb_ds.h>

static MlirValue lookup(VmLowering *lowering, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(lowering->symbols); ++i)
    if (strRefEqual(lowering->symbols[i].name, name))
      return lowering->symbols[i].value;
  return (MlirValue){NULL};
}

bool vmIsBound(VmLowering *lowering, StrRef name) {
  return lookup(lowering, name).ptr != NULL;
}

bool vmExprIsBound(VmLowering *lowering, MlirAttribute expr) {
  SymExpr view = symExprOf(lowering->arena, expr);
  for (size_t i = 0; i < view.numSymbols; ++i)
    if (!vmIsBound(lowering, view.symbols[i]))
      return false;
  return true;
}

/// The symbol "%k" for a register, which becomes the k-th operand.
static SymExpr operandSymbol(VmOperands *operands, StrRef name) {
  Arena *arena = operands->lowering->arena;
  MlirValue value = lookup(operands->lowering, name);
  assert(value.ptr && "symbol is not bound; the verifier has checked that");
  intptr_t index = 0;
  while (index < operands->count &&
         !mlirValueEqual(operands->values[index], value))
    ++index;
  if (index == operands->count) {
    operands->values =
        arenaGrow(arena, operands->values, (size_t)operands->count,
                  &operands->capacity, sizeof *operands->values);
    operands->values[operands->count++] = value;
  }
  return symOperandExpr(arena, index);
}

/// Values for all symbols of an expression. New operands come in the order in
/// which symbols are bound, whatever they are called.
static SymExpr *operandSymbols(VmOperands *operands, SymExpr expr) {
  SymExpr *values =
      ARENA_ARRAY(operands->lowering->arena, SymExpr, expr.numSymbols);
  const VmSymbol *bound = operands->lowering->symbols;
  for (ptrdiff_t k = 0; k < arrlen(bound); ++k)
    for (size_t i = 0; i < expr.numSymbols; ++i)
      if (strRefEqual(expr.symbols[i], bound[k].name))
        values[i] = operandSymbol(operands, expr.symbols[i]);
  return values;
}

static SymExpr overOperands(VmOperands *operands, SymExpr expr) {
  SymExpr result = expr;
  SymStatus status = symExprSubstitute(
      operands->lowering->arena, expr, expr.symbols,
      operandSymbols(operands, expr), expr.numSymbols, &result);
  assert(status == SYM_OK && "renaming keeps the size");
  (void)status;
  return result;
}

MlirAttribute vmOperandExpr(VmOperands *operands, MlirAttribute expr) {
  SymExpr view = symExprOf(operands->lowering->arena, expr);
  return symExprToAttribute(operands->lowering->context,
                            overOperands(operands, view));
}

MlirAttribute vmOperandFact(VmOperands *operands, MlirAttribute fact) {
  SymFact view = symFactOf(operands->lowering->arena, fact);
  view.lhs = overOperands(operands, view.lhs);
  if (view.kind != SYM_FACT_IN)
    view.rhs = overOperands(operands, view.rhs);
  return symFactToAttribute(operands->lowering->context, view);
}

MlirAttribute vmOperandExprs(VmOperands *operands, MlirAttribute list) {
  VmLowering *lowering = operands->lowering;
  intptr_t count = bridgeLength(list);
  MlirAttribute *exprs = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    exprs[i] = vmOperandExpr(operands, mlirArrayAttrGetElement(list, i));
  return mlirArrayAttrGet(lowering->context, count, exprs);
}

MlirAttribute vmOperandDims(VmOperands *operands, MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  MlirAttribute *list =
      ARENA_ARRAY(operands->lowering->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    list[i] = vmOperandExpr(operands, dims[i]);
  return mlirArrayAttrGet(operands->lowering->context, rank, list);
}

MlirValue vmLoweringAppend(VmLowering *lowering, MlirOperation op) {
  mlirBlockAppendOwnedOperation(lowering->block, op);
  return mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0)
                                        : (MlirValue){NULL};
}

MlirValue vmLoweringValue(VmLowering *lowering, MlirValue value) {
  ptrdiff_t index = mapFind(lowering->values, (void *)value.ptr);
  assert(index >= 0 && "operand was not lowered");
  return lowering->values[index].value;
}

void vmLoweringMap(VmLowering *lowering, MlirValue from, MlirValue to) {
  struct VmValue entry = {(void *)from.ptr, to};
  hmputs(lowering->values, entry);
}

MlirLogicalResult vmLoweringGive(VmLowering *lowering, MlirOperation op,
                                 MlirOperation lowered) {
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0),
                vmLoweringAppend(lowering, lowered));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLoweringDo(VmLowering *lowering, MlirOperation op) {
  vmLoweringAppend(lowering, op);
  return mlirLogicalResultSuccess();
}

MlirValue *vmLoweringValues(VmLowering *lowering, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = vmLoweringValue(lowering, mlirOperationGetOperand(op, i));
  return values;
}
