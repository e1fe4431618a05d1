//===- DeduceDeclared.c - result types that no rule infers ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The result type of a reshape or a broadcast_to is the program's word, and the
// verifier compares it with the operand's in normal form. Where the facts made
// extents of the operand simpler, the same extents of the result become so.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Transforms/Shapes/Deduction.h"

/// The product of all extents; `?` where one is not known.
static SymExpr countOf(Deduction *deduction, RelaxTensorInfo info) {
  SymExpr count = symExprConst(deduction->arena, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symExprMul(deduction->arena, count,
                   deductionDim(deduction, info.dims[i]), &count) != SYM_OK)
      return symExprUnknown(deduction->arena);
  return count;
}

static bool countsDiffer(Deduction *deduction, RelaxTensorInfo a,
                         RelaxTensorInfo b) {
  SymExpr x = countOf(deduction, a), y = countOf(deduction, b);
  return !symExprIsUnknown(x) && !symExprIsUnknown(y) && !symExprEqual(x, y);
}

/// The extent of `of` that the facts say is `dim`; else `dim`.
static MlirAttribute sameExtent(Deduction *deduction, RelaxTensorInfo of,
                                MlirAttribute dim) {
  SymExpr extent = deductionDim(deduction, dim);
  for (intptr_t i = 0; i < of.rank; ++i)
    if (factsEqual(&deduction->facts, extent,
                   deductionDim(deduction, of.dims[i])))
      return of.dims[i];
  return dim;
}

void deduceDeclaredReshape(Deduction *deduction, MlirOperation op) {
  MlirValue input = relaxReshapeGetInput(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo from = relaxTensorInfoOf(input);
  RelaxTensorInfo to = relaxTensorInfoOf(result);
  if (!from.ranked || !to.ranked || !countsDiffer(deduction, from, to))
    return;
  RelaxTensorInfo fitting = to;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, to.rank);
  fitting.dims = dims;
  for (intptr_t i = 0; i < to.rank; ++i)
    dims[i] = sameExtent(deduction, from, to.dims[i]);
  if (countsDiffer(deduction, from, fitting))
    for (intptr_t i = 0; i < to.rank; ++i)
      dims[i] = symExprToAttribute(
          deduction->context,
          simplifyExpr(&deduction->facts, deductionDim(deduction, to.dims[i])));
  if (!countsDiffer(deduction, from, fitting))
    deductionSetType(deduction, result, relaxTensorTypeLike(to, to.rank, dims));
}

void deduceDeclaredBroadcast(Deduction *deduction, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo from = relaxTensorInfoOf(relaxBroadcastToGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(result);
  if (!from.ranked || !to.ranked || from.rank > to.rank)
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, to.rank);
  for (intptr_t i = 0; i < to.rank; ++i)
    dims[i] = to.dims[i];
  for (intptr_t back = 1; back <= from.rank; ++back) {
    MlirAttribute *dim = &dims[to.rank - back];
    if (factsEqual(&deduction->facts,
                   deductionDim(deduction, from.dims[from.rank - back]),
                   deductionDim(deduction, *dim)))
      *dim = from.dims[from.rank - back];
  }
  deductionSetType(deduction, result, relaxTensorTypeLike(to, to.rank, dims));
}
