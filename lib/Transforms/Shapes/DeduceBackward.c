//===- DeduceBackward.c - what operations need of their operands ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// On request: an unknown extent of an operand that has to be that of another
// one becomes it, by a relax.match_cast in front; where nobody knows it the
// first one gets a name. The check fails exactly where the operation would have
// failed. Operands that broadcast need not be equal: their unknown extents get
// names, and relax.broadcast_shape says what they have in common.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Transforms/Shapes/Agreements.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

/// The operation whose operands are refined.
typedef struct Backward {
  Deduction *deduction;
  MlirOperation op;
  bool names; // what nobody knows gets a name
} Backward;

static RelaxTensorInfo infoOf(const Backward *backward, intptr_t index) {
  return relaxTensorInfoOf(mlirOperationGetOperand(backward->op, index));
}

/// Null: there is no such dimension.
static MlirAttribute dimOf(const Backward *backward, intptr_t index,
                           intptr_t axis) {
  RelaxTensorInfo info = infoOf(backward, index);
  return info.ranked && axis >= 0 && axis < info.rank ? info.dims[axis]
                                                      : (MlirAttribute){NULL};
}

static bool isKnown(MlirAttribute dim) {
  return dim.ptr && !symAttributeIsUnknown(dim);
}

/// Operand `index` with `dim` in the place of extent `axis`, which `binds` (may
/// be null) names.
static void cast(Backward *backward, intptr_t index, intptr_t axis,
                 MlirAttribute dim, MlirAttribute binds) {
  Deduction *deduction = backward->deduction;
  MlirValue value = mlirOperationGetOperand(backward->op, index);
  RelaxTensorInfo info = infoOf(backward, index);
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i == axis ? dim : info.dims[i];
  MlirType type = relaxTensorTypeLike(info, info.rank, dims);
  MlirValue checked = checkedCastInsert(backward->op, value, type, binds,
                                        (MlirAttribute){NULL});
  if (!checked.ptr)
    return;
  ++deduction->counters[COUNT_CHECKS_ADDED];
  mlirOperationSetOperand(backward->op, index, checked);
}

/// The extent is known to be `dim`.
static void refine(Backward *backward, intptr_t index, intptr_t axis,
                   MlirAttribute dim) {
  MlirAttribute old = dimOf(backward, index, axis);
  if (old.ptr && !isKnown(old) && isKnown(dim))
    cast(backward, index, axis, dim, (MlirAttribute){NULL});
}

static void name(Backward *backward, intptr_t index, intptr_t axis) {
  Deduction *deduction = backward->deduction;
  StrRef fresh = deductionFreshName(deduction, strRefFromC("k"));
  MlirAttribute bound =
      mlirStringAttrGet(deduction->context, strRefToMlir(fresh));
  cast(backward, index, axis, symSymbolAttribute(deduction->context, fresh),
       mlirArrayAttrGet(deduction->context, 1, &bound));
}

/// Both extents have to be equal.
static void equate(Backward *backward, intptr_t i, intptr_t a, intptr_t k,
                   intptr_t b) {
  MlirAttribute x = dimOf(backward, i, a), y = dimOf(backward, k, b);
  if (!x.ptr || !y.ptr)
    return;
  if (backward->names && !isKnown(x) && !isKnown(y))
    name(backward, i, a);
  refine(backward, i, a, dimOf(backward, k, b));
  refine(backward, k, b, dimOf(backward, i, a));
}

//===----------------------------------------------------------------------===//
// By operation
//===----------------------------------------------------------------------===//

static void equateVisited(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                          void *userData) {
  equate(userData, i, a, k, b);
}

static void refineAgreements(Backward *backward) {
  agreementsVisit(backward->op, equateVisited, backward);
}

/// Input channels are the weight's, for each group.
static void refineConv(Backward *backward) {
  Deduction *deduction = backward->deduction;
  const RelaxAgreement *row = agreementsScaled(backward->op);
  if (!row)
    return;
  SymExpr groups = symExprConst(deduction->arena, row->attribute(backward->op));
  SymExpr value;
  MlirAttribute input = dimOf(backward, 0, 1);
  MlirAttribute weight = dimOf(backward, row->second, row->b);
  if (!input.ptr || !weight.ptr)
    return;
  if (isKnown(weight) &&
      symExprMul(deduction->arena, deductionDim(deduction, weight), groups,
                 &value) == SYM_OK)
    refine(backward, 0, 1, symExprToAttribute(deduction->context, value));
  else if (isKnown(input) &&
           exactQuotient(deduction->arena, deductionDim(deduction, input),
                         groups, &value))
    refine(backward, row->second, row->b,
           symExprToAttribute(deduction->context, value));
}

/// As many elements as the result: one unknown extent is what is left of them.
static void refineReshape(Backward *backward) {
  Deduction *deduction = backward->deduction;
  RelaxTensorInfo from = infoOf(backward, 0);
  RelaxTensorInfo to =
      relaxTensorInfoOf(mlirOperationGetResult(backward->op, 0));
  SymExpr known = symExprConst(deduction->arena, 1), total = known, rest;
  intptr_t open = -1;
  if (mlirOperationGetNumOperands(backward->op) > 1 || !from.ranked ||
      !to.ranked)
    return;
  for (intptr_t d = 0; d < from.rank; ++d) {
    if (!isKnown(from.dims[d]) && open >= 0)
      return;
    if (!isKnown(from.dims[d]))
      open = d;
    else if (symExprMul(deduction->arena, known,
                        deductionDim(deduction, from.dims[d]),
                        &known) != SYM_OK)
      return;
  }
  for (intptr_t d = 0; d < to.rank; ++d)
    if (symExprMul(deduction->arena, total, deductionDim(deduction, to.dims[d]),
                   &total) != SYM_OK)
      return;
  // Where the others are 0 any extent will do.
  if (open >= 0 && !symExprIsUnknown(total) &&
      factsLess(&deduction->facts, symExprConst(deduction->arena, 0), known) &&
      exactQuotient(deduction->arena, total, known, &rest))
    refine(backward, 0, open, symExprToAttribute(deduction->context, rest));
}

/// An unknown extent that meets another one gets a name.
static void nameBroadcast(Backward *backward) {
  intptr_t count = mlirOperationGetNumOperands(backward->op);
  for (intptr_t i = 0; i < count; ++i) {
    intptr_t rank = infoOf(backward, i).rank;
    for (intptr_t d = 0; d < rank; ++d) {
      bool meets = false;
      for (intptr_t k = 0; k < count; ++k)
        meets |= k != i && infoOf(backward, k).rank >= rank - d;
      if (meets && !isKnown(dimOf(backward, i, d)))
        name(backward, i, d);
    }
  }
}

void deduceBackward(Deduction *deduction, MlirOperation op) {
  // What some operand knows first, then names for the rest.
  for (int names = 0; names < 2; ++names) {
    Backward backward = {deduction, op, names};
    refineAgreements(&backward);
    refineConv(&backward);
    if (relaxIsReshape(op))
      refineReshape(&backward);
    if (names && relaxBroadcasts(op))
      nameBroadcast(&backward);
  }
}
