//===- ShapeFacts.c - what operations say of their extents ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ShapeFacts.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Selection.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Support/Map.h"

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
  ptrdiff_t known = mapFind(state->counts, value.ptr);
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

//===----------------------------------------------------------------------===//
// Facts by operator
//===----------------------------------------------------------------------===//

static SymExpr dimOf(ShapeFacts *state, RelaxTensorInfo info, intptr_t axis) {
  return info.ranked && axis >= 0 && axis < info.rank
             ? symExprOf(state->arena, info.dims[axis])
             : symExprUnknown(state->arena);
}

static SymExpr number(ShapeFacts *state, int64_t value) {
  return symExprConst(state->arena, value);
}

static void addAtMost(ShapeFacts *state, Facts *facts, SymExpr a, SymExpr b) {
  SymExpr rest;
  int64_t known;
  if (symExprIsUnknown(a) || symExprIsUnknown(b) ||
      symExprSub(state->arena, b, a, &rest) != SYM_OK ||
      (symExprIsConst(rest, &known) && known >= 0))
    return;
  factsAdd(facts, factAtMost(a, b));
}

/// Equal parts, or parts of these sizes.
static void splits(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxSplitGetInput(op));
  MlirAttribute sizes = relaxSplitGetSizes(op);
  SymExpr extent = dimOf(state, input, relaxSplitGetAxis(op));
  intptr_t parts = mlirOperationGetNumResults(op);
  int64_t total = 0;
  for (intptr_t i = 0; sizes.ptr && i < parts; ++i)
    total += mlirDenseI64ArrayGetElement(sizes, i);
  if (sizes.ptr)
    addEqual(facts, extent, number(state, total));
  else if (parts > 0 && symExprMod(state->arena, extent, number(state, parts),
                                   &extent) == SYM_OK)
    addEqual(facts, extent, number(state, 0));
}

/// The last index lies inside: begin + (extent - 1) * step.
static void slices(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxSliceGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxSliceGetAxes(op), begins = relaxSliceGetBegins(op);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i) {
    int64_t axis = mlirDenseI64ArrayGetElement(axes, i);
    SymExpr begin = symExprOf(state->arena, mlirArrayAttrGetElement(begins, i));
    SymExpr end;
    // Other steps take every other element, or go backwards.
    if (mlirDenseI64ArrayGetElement(relaxSliceGetSteps(op), i) == 1 &&
        symExprAdd(state->arena, begin, dimOf(state, to, axis), &end) == SYM_OK)
      addAtMost(state, facts, end, dimOf(state, from, axis));
  }
}

/// Rows that lie inside of what they replace.
static void updates(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo rows = relaxTensorInfoOf(relaxUpdateSliceGetRows(op));
  RelaxTensorInfo all = relaxTensorInfoOf(relaxUpdateSliceGetState(op));
  int64_t axis = relaxUpdateSliceGetAxis(op);
  addAtMost(state, facts, dimOf(state, rows, axis), dimOf(state, all, axis));
}

/// As many results as elements at most.
static void chooses(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  addAtMost(state, facts, dimOf(state, to, relaxIsNonzero(op) ? 1 : 0),
            valueCount(state, mlirOperationGetOperand(op, 0)));
}

/// At most every box of every class.
static void suppresses(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  addAtMost(state, facts, dimOf(state, to, 0),
            valueCount(state, relaxNonMaxSuppressionGetScores(op)));
}

/// No extent grows.
static void shrinks(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo from = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  for (intptr_t i = 0; i < to.rank; ++i)
    addAtMost(state, facts, dimOf(state, to, i), dimOf(state, from, i));
}

/// One of both extents, and the one that is not 1.
static void broadcastsDim(ShapeFacts *state, SymExpr a, SymExpr b, SymExpr to,
                          Facts *facts) {
  SymExpr one = number(state, 1), low, high;
  if (symExprIsUnknown(to))
    return;
  if (!symExprIsUnknown(a) && factsDifferent(facts, a, one))
    addEqual(facts, a, to);
  if (!symExprIsUnknown(b) && factsDifferent(facts, b, one))
    addEqual(facts, b, to);
  if (symExprIsUnknown(a) || symExprIsUnknown(b) || factsEqual(facts, a, to) ||
      factsEqual(facts, b, to) ||
      symExprMin(state->arena, a, b, &low) != SYM_OK ||
      symExprMax(state->arena, a, b, &high) != SYM_OK)
    return;
  addAtMost(state, facts, low, to);
  addAtMost(state, facts, to, high);
}

static void broadcasts(ShapeFacts *state, MlirOperation op, Facts *facts) {
  RelaxTensorInfo a = relaxTensorInfoOf(relaxBroadcastShapeGetLhs(op));
  RelaxTensorInfo b = relaxTensorInfoOf(relaxBroadcastShapeGetRhs(op));
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(
      mlirValueGetType(mlirOperationGetResult(op, 0)), &dims);
  for (intptr_t i = 0; a.ranked && b.ranked && i < rank; ++i) {
    SymExpr one = number(state, 1);
    intptr_t back = rank - i;
    broadcastsDim(state, back > a.rank ? one : dimOf(state, a, a.rank - back),
                  back > b.rank ? one : dimOf(state, b, b.rank - back),
                  symExprOf(state->arena, dims[i]), facts);
  }
}

static const struct {
  bool (*is)(MlirOperation);
  void (*visit)(ShapeFacts *, MlirOperation, Facts *);
} rules[] = {
    {relaxIsMatchCast, keepsDims},
    {relaxIsBroadcastShape, broadcasts},
    {relaxIsUnique, chooses},
    {relaxIsNonzero, chooses},
    {relaxIsNonMaxSuppression, suppresses},
    {relaxIsTopK, shrinks},
    {relaxIsDynamicSlice, shrinks},
    {relaxIsSplit, splits},
    {relaxIsSlice, slices},
    {relaxIsUpdateSlice, updates},
};

void shapeFactsAddBound(Facts *facts, MlirOperation op) {
  ShapeFacts state = {.arena = facts->arena};
  if (relaxIsUnique(op) || relaxIsNonzero(op))
    chooses(&state, op, facts);
  else if (relaxIsNonMaxSuppression(op))
    suppresses(&state, op, facts);
  else if (relaxIsDynamicSlice(op) && relaxDynamicSliceGetBinds(op).ptr)
    shrinks(&state, op, facts);
}

void shapeFactsVisit(ShapeFacts *state, MlirOperation op, Facts *facts) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (rules[i].is(op))
      rules[i].visit(state, op, facts);
  if (relaxIsMatchCast(op) || relaxIsReshape(op) || relaxIsCast(op) ||
      relaxIsPermuteDims(op) || isUnaryElementwise(op))
    keepsCount(state, op, facts);
}

void shapeFactsFree(ShapeFacts *state) { hmfree(state->counts); }
