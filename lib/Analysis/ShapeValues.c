//===- ShapeValues.c - integer tensors that carry shapes ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Analysis/ShapeValueRules.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Signed integers of 8 to 64 bits, and i1. Unsigned ones carry no shapes.
static bool isFollowed(MlirType element) {
  if (!mlirTypeIsAInteger(element) || mlirIntegerTypeIsUnsigned(element))
    return false;
  unsigned width = mlirIntegerTypeGetWidth(element);
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

typedef bool (*Rule)(ShapeRule *rule);

static Rule findRule(MlirOperation op) {
  static const struct {
    bool (*matches)(MlirOperation op);
    Rule rule;
  } rules[] = {
      {relaxIsConstant, shapeRuleConstant},
      {relaxIsShapeToTensor, shapeRuleShapeToTensor},
      {relaxIsCast, shapeRuleSame},
      {relaxIsReshape, shapeRuleSame},
      {relaxIsMatchCast, shapeRuleSame},
      {relaxIsBroadcastTo, shapeRuleRepeat},
      {relaxIsConcat, shapeRuleConcat},
      {relaxIsStridedSlice, shapeRuleSlice},
      {relaxIsPermuteDims, shapeRulePermute},
      {relaxIsAdd, shapeRuleBinary},
      {relaxIsSubtract, shapeRuleBinary},
      {relaxIsMultiply, shapeRuleBinary},
      {relaxIsDivide, shapeRuleBinary},
      {relaxIsMaximum, shapeRuleBinary},
      {relaxIsMinimum, shapeRuleBinary},
      {relaxIsMod, shapeRuleBinary},
      {relaxIsFmod, shapeRuleBinary},
      {relaxIsLessEqual, shapeRuleBinary},
      {relaxIsGreaterEqual, shapeRuleBinary},
      {relaxIsBitwiseAnd, shapeRuleLogical},
      {relaxIsBitwiseOr, shapeRuleLogical},
      {relaxIsBitwiseNot, shapeRuleLogical},
      {relaxIsNegative, shapeRuleNegative},
      {relaxIsTake, shapeRuleTake},
      {relaxIsTile, shapeRuleTile},
      {relaxIsSplit, shapeRuleSplit},
      {relaxIsIota, shapeRuleIota},
      {relaxIsProd, shapeRuleReduction},
      {relaxIsSum, shapeRuleReduction},
      {relaxIsMax, shapeRuleReduction},
      {relaxIsMin, shapeRuleReduction},
      {relaxIsEqual, shapeRuleBinary},
      {relaxIsLess, shapeRuleBinary},
      {relaxIsGreater, shapeRuleBinary},
      {relaxIsWhere, shapeRuleWhere},
  };
  for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i)
    if (rules[i].matches(op))
      return rules[i].rule;
  return NULL;
}

static void visitResult(ShapeValues *values, MlirOperation op, Rule find,
                        intptr_t index) {
  MlirValue result = mlirOperationGetResult(op, index);
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(result), &info) ||
      !isFollowed(info.elementType))
    return;
  intptr_t count = shapeStaticCount(mlirValueGetType(result), SHAPE_VALUES_MAX);
  if (count < 0)
    return;
  const Facts *facts = shapeValuesFacts(values);
  Arena *arena = facts->arena;
  ShapeRule rule = {.values = values,
                    .facts = facts,
                    .arena = arena,
                    .op = op,
                    .result = index,
                    .width = mlirIntegerTypeGetWidth(info.elementType),
                    .count = count,
                    .elements = ARENA_ARRAY(arena, ShapeElement, count)};
  if (!find(&rule))
    return;
  ShapeTensor tensor = {count, rule.elements};
  shapeValuesSet(values, result, tensor);
}

void shapeValuesVisit(ShapeValues *values, MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  Rule find = count ? findRule(op) : NULL;
  for (intptr_t i = 0; find && i < count; ++i)
    visitResult(values, op, find, i);
}
