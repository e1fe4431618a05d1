//===- ShapeValueRules.h - one rule per kind of operation -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to the analysis of ShapeValues.h.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SHAPEVALUERULES_H
#define RELAX_ANALYSIS_SHAPEVALUERULES_H

#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ShapeValues.h"

/// An operation whose `count` result elements a rule fills in. False: the
/// result is not followed.
typedef struct ShapeRule ShapeRule;
typedef SymStatus ShapeMath(ShapeRule *rule, SymExpr a, SymExpr b,
                            SymExpr *out);
struct ShapeRule {
  const ShapeValues *values;
  const Facts *facts;
  Arena *arena;
  MlirOperation op;
  ShapeMath *math; // of two elements: binary operations and reductions
  intptr_t result; // of the operation
  unsigned width;  // bits of a result element
  intptr_t count;
  ShapeElement *elements;
};

/// Of known values; those of truth values are `?`, 0 or 1.
ShapeMath shapeAdd, shapeSubtract, shapeMultiply, shapeDivide, shapeRemainder,
    shapeMaximum, shapeMinimum, shapeEqual, shapeLess, shapeLessEqual,
    shapeGreater, shapeGreaterEqual;

bool shapeRuleConstant(ShapeRule *rule);
bool shapeRuleShapeToTensor(ShapeRule *rule);
/// The same elements in the same order: cast, reshape, match_cast.
bool shapeRuleSame(ShapeRule *rule);
bool shapeRuleRepeat(ShapeRule *rule);
bool shapeRuleConcat(ShapeRule *rule);
bool shapeRuleSlice(ShapeRule *rule);
bool shapeRulePermute(ShapeRule *rule);
bool shapeRuleTile(ShapeRule *rule);
bool shapeRuleTake(ShapeRule *rule);
bool shapeRuleSplit(ShapeRule *rule);
bool shapeRuleIota(ShapeRule *rule);
bool shapeRuleNegative(ShapeRule *rule);
bool shapeRuleLogical(ShapeRule *rule);
bool shapeRuleReduction(ShapeRule *rule);
bool shapeRuleBinary(ShapeRule *rule);
bool shapeRuleWhere(ShapeRule *rule);

const Facts *shapeValuesFacts(const ShapeValues *values);
void shapeValuesSet(ShapeValues *values, MlirValue value, ShapeTensor tensor);

/// The elements of an operand, or NULL.
const ShapeTensor *shapeRuleOperand(const ShapeRule *rule, intptr_t index);
/// `element` as a value of the result's width: one that does not fit is
/// unknown, one that may not fit gets conditions.
ShapeElement shapeRuleFit(ShapeRule *rule, ShapeElement element);
/// The conditions of both lists.
const ShapeCondition *shapeRuleJoin(ShapeRule *rule, const ShapeCondition *a,
                                    const ShapeCondition *b);
ShapeElement shapeRuleUnknown(ShapeRule *rule);

#endif // RELAX_ANALYSIS_SHAPEVALUERULES_H
