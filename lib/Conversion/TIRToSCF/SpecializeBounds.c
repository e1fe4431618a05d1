//===- SpecializeBounds.c - what is constant where an arm is taken --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Sym/Operand.h"

/// What has a constant value in a copy.
typedef struct Known {
  TirLowering *l;
  SymExpr expr; // "%k" is operands[k]
  MlirValue *operands;
  intptr_t numOperands;
  int64_t value;
} Known;

static Known knownOf(TirLowering *l, MlirOperation specialize, int64_t value) {
  Known known = {.l = l,
                 .expr = symExprOf(l->arena, tirSpecializeGetExpr(specialize)),
                 .value = value};
  known.operands = tirIndexOperands(l, specialize, &known.numOperands);
  return known;
}

/// The known expression in the operand numbers of `op`; false if it has not all
/// of the operands.
static bool renumber(Known *known, MlirOperation op, SymExpr *out) {
  Arena *arena = known->l->arena;
  intptr_t count;
  MlirValue *own = tirIndexOperands(known->l, op, &count);
  StrRef *names = ARENA_ARRAY(arena, StrRef, known->numOperands);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, known->numOperands);
  for (intptr_t k = 0; k < known->numOperands; ++k) {
    intptr_t i = 0;
    while (i < count && !mlirValueEqual(own[i], known->operands[k]))
      ++i;
    if (i == count)
      return false;
    names[k] = symOperandName(arena, k);
    values[k] = symOperandExpr(arena, i);
  }
  return symExprSubstitute(arena, known->expr, names, values,
                           (size_t)known->numOperands, out) == SYM_OK;
}

/// Where the value is put in: `expr` is the known one by its operands there.
typedef struct Place {
  const Known *known;
  SymExpr expr;
} Place;

static MlirAttribute replace(MlirAttribute in, void *userData) {
  const Place *place = userData;
  const Known *known = place->known;
  int64_t difference, sum;
  SymExpr rest;
  if (symExprSub(known->l->arena, symExprOf(known->l->arena, in), place->expr,
                 &rest) != SYM_OK ||
      !symExprIsConst(rest, &difference) ||
      __builtin_add_overflow(known->value, difference, &sum))
    return in;
  return symConstAttribute(known->l->context, sum);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Place place = {.known = userData};
  if (renumber(userData, op, &place.expr))
    tirMapExprs(op, place.known->l->arena, replace, &place);
  return MlirWalkResultAdvance;
}

/// Bounds of a loop, or of a choice inside, as they are where the expression of
/// `op` is 1.
static bool putInBounds(TirLowering *l, MlirOperation op, MlirOperation inner,
                        MlirAttribute bounds[2]) {
  Known known = knownOf(l, op, 1);
  Place place = {.known = &known};
  bool changed = false;
  if (!tirIsFor(inner) && !tirIsSpecialize(inner))
    return false;
  bounds[0] =
      tirIsFor(inner) ? tirForGetLower(inner) : tirSpecializeGetExpr(inner);
  bounds[1] = tirIsFor(inner) ? tirForGetUpper(inner) : bounds[0];
  if (!renumber(&known, inner, &place.expr))
    return false;
  for (int i = 0; i < 2; ++i) {
    MlirAttribute now = tirMapExprsIn(bounds[i], l->arena, replace, &place);
    changed |= !mlirAttributeEqual(now, bounds[i]);
    bounds[i] = now;
  }
  return changed;
}

bool tirChoosesBounds(TirLowering *l, MlirOperation op, MlirOperation inner) {
  MlirAttribute bounds[2];
  return putInBounds(l, op, inner, bounds);
}

bool tirIsItsExtent(TirLowering *l, MlirOperation op, MlirOperation loop) {
  MlirAttribute bounds[2];
  int64_t low, high;
  return putInBounds(l, op, loop, bounds) &&
         symAttributeIsConst(mlirArrayAttrGetElement(bounds[0], 0), &low) &&
         symAttributeIsConst(mlirArrayAttrGetElement(bounds[1], 0), &high) &&
         low == 0 && high == 1 &&
         mlirAttributeEqual(bounds[0], tirForGetLower(loop));
}

void tirPutIn(TirLowering *l, MlirOperation specialize, MlirOperation op,
              int64_t value) {
  Known known = knownOf(l, specialize, value);
  mlirOperationWalk(op, visit, &known, MlirWalkPreOrder);
}
