//===- ShapeValueParts.c - chosen and combined elements -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Analysis/ShapeValueRules.h"

/// Extents of the operand in front of, along and behind an axis.
static bool readStrides(MlirOperation op, int64_t axis, intptr_t *along,
                        intptr_t *behind) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  *along = 1;
  *behind = 1;
  for (intptr_t i = axis; i < info.rank; ++i) {
    int64_t extent;
    if (!symAttributeIsConst(info.dims[i], &extent))
      return false;
    *(i == axis ? along : behind) *= (intptr_t)extent;
  }
  return info.rank > axis;
}

/// Known indices choose elements.
bool shapeRuleTake(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  const ShapeTensor *indices = shapeRuleOperand(rule, 1);
  int64_t axis = relaxTakeGetAxis(rule->op);
  intptr_t along, behind;
  if (!input || !indices || !readStrides(rule->op, axis, &along, &behind))
    return false;
  intptr_t perSlice = indices->count * behind;
  for (intptr_t i = 0; i < rule->count; ++i) {
    intptr_t outer = i / perSlice, chosen = i % perSlice / behind;
    const ShapeElement *index = &indices->elements[chosen];
    int64_t place;
    rule->elements[i] = shapeRuleUnknown(rule);
    if (!symExprIsConst(index->value, &place))
      continue;
    place += place < 0 ? along : 0;
    if (place < 0 || place >= along)
      return false; // an error when the program runs
    rule->elements[i] =
        input->elements[(outer * along + place) * behind + i % behind];
    rule->elements[i].conditions =
        shapeRuleJoin(rule, rule->elements[i].conditions, index->conditions);
  }
  return true;
}

/// Parts of a vector.
bool shapeRuleSplit(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  MlirAttribute sizes = relaxSplitGetSizes(rule->op);
  if (!input ||
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0)).rank != 1)
    return false;
  intptr_t begin = 0;
  for (intptr_t i = 0; i < rule->result; ++i)
    begin += sizes.ptr ? (intptr_t)mlirDenseI64ArrayGetElement(sizes, i)
                       : rule->count;
  for (intptr_t i = 0; i < rule->count; ++i)
    rule->elements[i] = begin + i < input->count ? input->elements[begin + i]
                                                 : shapeRuleUnknown(rule);
  return true;
}

bool shapeRuleIota(ShapeRule *rule) {
  SymExpr begin = symExprOf(rule->arena, relaxIotaGetBegin(rule->op));
  SymExpr step = symExprOf(rule->arena, relaxIotaGetStep(rule->op));
  for (intptr_t i = 0; i < rule->count; ++i) {
    SymExpr moved;
    ShapeElement *z = &rule->elements[i];
    *z = shapeRuleUnknown(rule);
    if (symExprMul(rule->arena, step, symExprConst(rule->arena, i), &moved) ==
        SYM_OK)
      symExprAdd(rule->arena, begin, moved, &z->value);
    *z = shapeRuleFit(rule, *z);
  }
  return true;
}

/// All elements of a vector into one.
bool shapeRuleReduction(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  bool neutral = rule->math == shapeMultiply || rule->math == shapeAdd;
  if (!input || rule->count != 1 || rule->width == 1 ||
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0)).rank > 1 ||
      (input->count == 0 && !neutral))
    return false;
  ShapeElement all = {symExprConst(rule->arena, rule->math == shapeMultiply),
                      NULL};
  for (intptr_t i = 0; i < input->count; ++i) {
    const ShapeElement *next = &input->elements[i];
    if (i == 0)
      all = *next;
    else if (rule->math(rule, all.value, next->value, &all.value) != SYM_OK)
      return false;
    else
      all.conditions = shapeRuleJoin(rule, all.conditions, next->conditions);
    // Narrow elements wrap at each step.
    all = shapeRuleFit(rule, all);
  }
  rule->elements[0] = all;
  return true;
}
