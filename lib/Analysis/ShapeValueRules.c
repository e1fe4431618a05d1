//===- ShapeValueRules.c - constants, extents and moved elements ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ShapeValueRules.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"

#include <string.h>

const ShapeTensor *shapeRuleOperand(const ShapeRule *rule, intptr_t index) {
  return shapeValuesOf(rule->values, mlirOperationGetOperand(rule->op, index));
}

ShapeElement shapeRuleUnknown(ShapeRule *rule) {
  return (ShapeElement){symExprUnknown(rule->arena), NULL};
}

const ShapeCondition *shapeRuleJoin(ShapeRule *rule, const ShapeCondition *a,
                                    const ShapeCondition *b) {
  if (a == b)
    return a;
  for (; a; a = a->next) {
    ShapeCondition *copy = ARENA_NEW(rule->arena, ShapeCondition);
    *copy = (ShapeCondition){a->fact, b};
    b = copy;
  }
  return b;
}

/// Adds `fact` to the conditions unless it is known to hold.
static void require(ShapeRule *rule, ShapeElement *element, SymFact fact) {
  if (factsProve(rule->facts, fact))
    return;
  ShapeCondition *condition = ARENA_NEW(rule->arena, ShapeCondition);
  *condition = (ShapeCondition){fact, element->conditions};
  element->conditions = condition;
}

ShapeElement shapeRuleFit(ShapeRule *rule, ShapeElement element) {
  if (rule->width >= 64 || symExprIsUnknown(element.value))
    return element;
  int64_t high = rule->width == 1 ? 1 : ((int64_t)1 << (rule->width - 1)) - 1;
  int64_t low = rule->width == 1 ? 0 : -high - 1, value;
  if (symExprIsConst(element.value, &value))
    return value < low || value > high ? shapeRuleUnknown(rule) : element;
  if (!symExprIsNonNegative(element.value))
    require(rule, &element,
            factAtMost(symExprConst(rule->arena, low), element.value));
  require(rule, &element,
          factAtMost(element.value, symExprConst(rule->arena, high)));
  return element;
}

static int64_t constantElement(MlirAttribute dense, unsigned width,
                               intptr_t index) {
  switch (width) {
  case 1:
    return mlirDenseElementsAttrGetBoolValue(dense, index);
  case 8:
    return mlirDenseElementsAttrGetInt8Value(dense, index);
  case 16:
    return mlirDenseElementsAttrGetInt16Value(dense, index);
  case 32:
    return mlirDenseElementsAttrGetInt32Value(dense, index);
  default:
    return mlirDenseElementsAttrGetInt64Value(dense, index);
  }
}

bool shapeRuleConstant(ShapeRule *rule) {
  MlirAttribute dense = relaxConstantGetValue(rule->op);
  if (!mlirAttributeIsADenseElements(dense))
    return false;
  for (intptr_t i = 0; i < rule->count; ++i)
    rule->elements[i].value =
        symExprConst(rule->arena, constantElement(dense, rule->width, i));
  return true;
}

bool shapeRuleShapeToTensor(ShapeRule *rule) {
  const MlirAttribute *dims;
  MlirType shape = mlirValueGetType(relaxShapeToTensorGetShape(rule->op));
  intptr_t count = relaxShapeTypeGetDims(shape, &dims);
  if (!relaxShapeTypeGetRanked(shape) || count != rule->count)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    rule->elements[i].value = symExprOf(rule->arena, dims[i]);
  return true;
}

/// Whether an element is 0, as far as that is known.
static ShapeElement isNotZero(ShapeRule *rule, ShapeElement element) {
  SymExpr zero = symExprConst(rule->arena, 0);
  bool is = factsEqual(rule->facts, element.value, zero);
  if (!is && !factsDifferent(rule->facts, element.value, zero))
    return shapeRuleUnknown(rule);
  return (ShapeElement){symExprConst(rule->arena, !is), element.conditions};
}

bool shapeRuleSame(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(rule->op, 0));
  RelaxTensorInfo from =
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0));
  // A cast to i1 asks whether an element is 0; other casts keep the value.
  bool asks =
      rule->width == 1 && !mlirTypeEqual(from.elementType, to.elementType);
  if (!input || input->count != rule->count)
    return false;
  for (intptr_t i = 0; i < rule->count; ++i)
    rule->elements[i] = asks ? isNotZero(rule, input->elements[i])
                             : shapeRuleFit(rule, input->elements[i]);
  return true;
}

bool shapeRuleRepeat(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  if (!input || (input->count != 1 && input->count != rule->count))
    return false;
  for (intptr_t i = 0; i < rule->count; ++i)
    rule->elements[i] = input->elements[input->count == 1 ? 0 : i];
  return true;
}

/// Along axis 0 a concatenation appends in row-major order, at every rank.
bool shapeRuleConcat(ShapeRule *rule) {
  if (relaxConcatGetAxis(rule->op) != 0)
    return false;
  intptr_t filled = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(rule->op); i < e; ++i) {
    const ShapeTensor *part = shapeRuleOperand(rule, i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(rule->op, i));
    intptr_t count = shapeStaticCount(type, rule->count - filled);
    if (count < 0)
      return false;
    for (intptr_t k = 0; k < count; ++k)
      rule->elements[filled++] =
          part ? part->elements[k] : shapeRuleUnknown(rule);
  }
  return filled == rule->count;
}
