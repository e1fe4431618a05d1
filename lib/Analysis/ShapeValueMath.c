//===- ShapeValueMath.c - arithmetic on followed elements -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Analysis/ShapeValueRules.h"

/// `max(expr, 0) floordiv b`, of `-expr` if `negative`.
static SymStatus quotientAbove(ShapeRule *rule, SymExpr expr, bool negative,
                               SymExpr b, SymExpr *out) {
  SymExpr zero = symExprConst(rule->arena, 0);
  SymStatus status = SYM_OK;
  if (negative)
    status = symExprSub(rule->arena, zero, expr, &expr);
  if (status == SYM_OK)
    status = symExprMax(rule->arena, expr, zero, &expr);
  return status == SYM_OK ? symExprFloorDiv(rule->arena, expr, b, out) : status;
}

/// A quotient towards zero of what may be negative: `n - 1` by 8 is 0 where `n`
/// is 0.
static SymStatus divideSigned(ShapeRule *rule, SymExpr a, SymExpr b,
                              SymExpr *out) {
  SymExpr lowest, below;
  SymStatus status =
      symExprSub(rule->arena, symExprConst(rule->arena, 1), b, &lowest);
  if (status == SYM_OK)
    status = quotientAbove(rule, a, false, b, out);
  if (status != SYM_OK || factsAtMost(rule->facts, lowest, a))
    return status;
  status = quotientAbove(rule, a, true, b, &below);
  return status == SYM_OK ? symExprSub(rule->arena, *out, below, out) : status;
}

/// Integers divide towards zero, which is floordiv where nothing is negative.
SymStatus shapeDivide(ShapeRule *rule, SymExpr a, SymExpr b, SymExpr *out) {
  SymExpr zero = symExprConst(rule->arena, 0);
  int64_t x, y;
  bool constant = symExprIsConst(a, &x) && symExprIsConst(b, &y);
  if (constant && y != 0 && !(x == INT64_MIN && y == -1)) {
    *out = symExprConst(rule->arena, x / y);
    return SYM_OK;
  }
  if (constant || !factsLess(rule->facts, zero, b))
    return SYM_BAD_DIVISOR;
  if (exactQuotient(rule->arena, a, b, out)) // (b * n) / b
    return SYM_OK;
  return symExprIsNonNegative(a) || factsAtMost(rule->facts, zero, a)
             ? symExprFloorDiv(rule->arena, a, b, out)
             : divideSigned(rule, a, b, out);
}

/// Remainders are `mod` where nothing is negative, which both signs agree on;
/// a modulo has the sign of its divisor and needs no more than that.
SymStatus shapeRemainder(ShapeRule *rule, SymExpr a, SymExpr b, SymExpr *out) {
  SymExpr zero = symExprConst(rule->arena, 0);
  bool counts = symExprIsNonNegative(a) || factsAtMost(rule->facts, zero, a);
  if (!factsLess(rule->facts, zero, b) || (!counts && relaxIsFmod(rule->op)))
    return SYM_BAD_DIVISOR;
  return symExprMod(rule->arena, a, b, out);
}

#define EXPRESSION(Name, Made)                                                 \
  SymStatus shape##Name(ShapeRule *rule, SymExpr a, SymExpr b, SymExpr *out) { \
    return symExpr##Made(rule->arena, a, b, out);                              \
  }
EXPRESSION(Add, Add)
EXPRESSION(Subtract, Sub)
EXPRESSION(Multiply, Mul)
EXPRESSION(Maximum, Max)
EXPRESSION(Minimum, Min)

/// 1, 0 or `?`.
#define TRUTH(Name, yes, no)                                                   \
  SymStatus shape##Name(ShapeRule *rule, SymExpr a, SymExpr b, SymExpr *out) { \
    const Facts *facts = rule->facts;                                          \
    bool is = yes;                                                             \
    *out = is || no ? symExprConst(rule->arena, is)                            \
                    : symExprUnknown(rule->arena);                             \
    return SYM_OK;                                                             \
  }
TRUTH(Equal, factsEqual(facts, a, b), factsDifferent(facts, a, b))
TRUTH(Less, factsLess(facts, a, b), factsAtMost(facts, b, a))
TRUTH(LessEqual, factsAtMost(facts, a, b), factsLess(facts, b, a))
TRUTH(Greater, factsLess(facts, b, a), factsAtMost(facts, a, b))
TRUTH(GreaterEqual, factsAtMost(facts, b, a), factsLess(facts, a, b))

/// Element `i` of an operand with one element or as many as the result.
static ShapeElement at(const ShapeTensor *operand, intptr_t i) {
  return operand->elements[operand->count == 1 ? 0 : i];
}

/// An operand with as many elements as the result has them in the same order;
/// other broadcasts ([2, 1] and [1, 2]) are not followed.
static const ShapeTensor *operandLikeResult(const ShapeRule *rule,
                                            intptr_t index) {
  const ShapeTensor *operand = shapeRuleOperand(rule, index);
  return operand && (operand->count == 1 || operand->count == rule->count)
             ? operand
             : NULL;
}

bool shapeRuleBinary(ShapeRule *rule) {
  const ShapeTensor *a = operandLikeResult(rule, 0);
  const ShapeTensor *b = operandLikeResult(rule, 1);
  // i1 operands are truth values: their arithmetic is none of extents.
  RelaxTensorInfo info =
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0));
  if (!a || !b || mlirIntegerTypeGetWidth(info.elementType) == 1)
    return false;
  for (intptr_t i = 0; i < rule->count; ++i) {
    ShapeElement x = at(a, i), y = at(b, i), *z = &rule->elements[i];
    *z = shapeRuleUnknown(rule);
    if (symExprIsUnknown(x.value) || symExprIsUnknown(y.value) ||
        rule->math(rule, x.value, y.value, &z->value) == SYM_OK)
      z->conditions = shapeRuleJoin(rule, x.conditions, y.conditions);
    *z = shapeRuleFit(rule, *z);
  }
  return true;
}

bool shapeRuleWhere(ShapeRule *rule) {
  const ShapeTensor *condition = operandLikeResult(rule, 0);
  const ShapeTensor *onTrue = operandLikeResult(rule, 1);
  const ShapeTensor *onFalse = operandLikeResult(rule, 2);
  if (!condition || !onTrue || !onFalse)
    return false;
  for (intptr_t i = 0; i < rule->count; ++i) {
    ShapeElement which = at(condition, i), *chosen = &rule->elements[i];
    int64_t value;
    *chosen = shapeRuleUnknown(rule);
    if (!symExprIsConst(which.value, &value))
      continue;
    *chosen = at(value ? onTrue : onFalse, i);
    chosen->conditions =
        shapeRuleJoin(rule, chosen->conditions, which.conditions);
  }
  return true;
}

bool shapeRuleNegative(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  if (!input || rule->width == 1)
    return false;
  SymExpr zero = symExprConst(rule->arena, 0);
  for (intptr_t i = 0; i < rule->count; ++i) {
    ShapeElement *z = &rule->elements[i];
    *z = shapeRuleUnknown(rule);
    if (symExprSub(rule->arena, zero, input->elements[i].value, &z->value) ==
        SYM_OK)
      z->conditions = input->elements[i].conditions;
    *z = shapeRuleFit(rule, *z);
  }
  return true;
}

/// and, or, not of known truth values.
bool shapeRuleLogical(ShapeRule *rule) {
  const ShapeTensor *a = operandLikeResult(rule, 0), *b = a;
  if (!relaxIsBitwiseNot(rule->op))
    b = operandLikeResult(rule, 1);
  if (!a || !b || rule->width != 1)
    return false;
  for (intptr_t i = 0; i < rule->count; ++i) {
    ShapeElement x = at(a, i), y = at(b, i), *z = &rule->elements[i];
    int64_t left, right;
    *z = shapeRuleUnknown(rule);
    if (!symExprIsConst(x.value, &left) || !symExprIsConst(y.value, &right))
      continue;
    z->value = symExprConst(rule->arena, relaxIsBitwiseNot(rule->op) ? !left
                                         : relaxIsBitwiseAnd(rule->op)
                                             ? left && right
                                             : left || right);
    z->conditions = shapeRuleJoin(rule, x.conditions, y.conditions);
  }
  return true;
}
