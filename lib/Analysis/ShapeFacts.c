//===- ShapeFacts.c - what operations say of their extents ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ShapeFacts.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"

#include <stb/stb_ds.h>

/// The product of the extents, `?` where the type leaves one open.
static SymExpr typeCount(ShapeFacts *state, MlirType type) {
  RelaxTensorInfo info;
  SymExpr count = symExprConst(state->arena, 1);
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return symExprUnknown(state->arena);
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symExprMul(state->arena, count, symExprOf(state->arena, info.dims[i]),
                   &count) != SYM_OK)
      return symExprUnknown(state->arena);
  return count;
}

static SymExpr valueCount(ShapeFacts *state, MlirValue value) {
  ptrdiff_t known = hmgeti(state->counts, value.ptr);
  return known >= 0 ? state->counts[known].value
                    : typeCount(state, mlirValueGetType(value));
}

static void addEqual(Facts *facts, SymExpr a, SymExpr b) {
  if (!symExprIsUnknown(a) && !symExprIsUnknown(b) && !symExprEqual(a, b))
    factsAdd(facts, factEqual(a, b));
}

/// As many elements behind as before; noted where the type does not say it.
static void keepsCount(ShapeFacts *state, MlirOperation op, Facts *facts) {
  MlirValue result = mlirOperationGetResult(op, 0);
  SymExpr before = valueCount(state, mlirOperationGetOperand(op, 0));
  SymExpr after = typeCount(state, mlirValueGetType(result));
  addEqual(facts, before, after);
  if (symExprIsUnknown(after) && !symExprIsUnknown(before))
    hmput(state->counts, result.ptr, before);
}

static void keepsDims(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo from = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  for (intptr_t i = 0; from.ranked && to.ranked && i < to.rank; ++i)
    addEqual(facts, symExprOf(state->arena, from.dims[i]),
             symExprOf(state->arena, to.dims[i]));
}

/// One operand, and the family's rule gives its type to the result.
static bool isUnaryElementwise(MlirOperation op) {
  MlirType type;
  MlirLogicalResult outcome;
  return mlirOperationGetNumOperands(op) == 1 &&
         mlirOperationGetNumResults(op) == 1 &&
         relaxElementwiseFamilyInferTypes(op, &type, &outcome) &&
         mlirTypeEqual(type, mlirValueGetType(mlirOperationGetOperand(op, 0)));
}

void shapeFactsVisit(ShapeFacts *state, MlirOperation op, Facts *facts) {
  if (relaxIsMatchCast(op))
    keepsDims(state, op, facts);
  if (relaxIsMatchCast(op) || relaxIsReshape(op) || relaxIsCast(op) ||
      relaxIsPermuteDims(op) || isUnaryElementwise(op))
    keepsCount(state, op, facts);
}

void shapeFactsFree(ShapeFacts *state) { hmfree(state->counts); }
