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

typedef struct Rule {
  bool (*matches)(MlirOperation op);
  bool (*apply)(ShapeRule *rule);
  ShapeMath *math;
} Rule;

static const Rule *findRule(MlirOperation op) {
  static const Rule rules[] = {
      {relaxIsConstant, shapeRuleConstant, NULL},
      {relaxIsShapeToTensor, shapeRuleShapeToTensor, NULL},
      {relaxIsCast, shapeRuleSame, NULL},
      {relaxIsReshape, shapeRuleSame, NULL},
      {relaxIsMatchCast, shapeRuleSame, NULL},
      {relaxIsBroadcastTo, shapeRuleRepeat, NULL},
      {relaxIsConcat, shapeRuleConcat, NULL},
      {relaxIsStridedSlice, shapeRuleSlice, NULL},
      {relaxIsPermuteDims, shapeRulePermute, NULL},
      {relaxIsAdd, shapeRuleBinary, shapeAdd},
      {relaxIsSubtract, shapeRuleBinary, shapeSubtract},
      {relaxIsMultiply, shapeRuleBinary, shapeMultiply},
      {relaxIsDivide, shapeRuleBinary, shapeDivide},
      {relaxIsMaximum, shapeRuleBinary, shapeMaximum},
      {relaxIsMinimum, shapeRuleBinary, shapeMinimum},
      {relaxIsMod, shapeRuleBinary, shapeRemainder},
      {relaxIsFmod, shapeRuleBinary, shapeRemainder},
      {relaxIsEqual, shapeRuleBinary, shapeEqual},
      {relaxIsLess, shapeRuleBinary, shapeLess},
      {relaxIsLessEqual, shapeRuleBinary, shapeLessEqual},
      {relaxIsGreater, shapeRuleBinary, shapeGreater},
      {relaxIsGreaterEqual, shapeRuleBinary, shapeGreaterEqual},
      {relaxIsBitwiseAnd, shapeRuleLogical, NULL},
      {relaxIsBitwiseOr, shapeRuleLogical, NULL},
      {relaxIsBitwiseNot, shapeRuleLogical, NULL},
      {relaxIsNegative, shapeRuleNegative, NULL},
      {relaxIsTake, shapeRuleTake, NULL},
      {relaxIsTile, shapeRuleTile, NULL},
      {relaxIsSplit, shapeRuleSplit, NULL},
      {relaxIsIota, shapeRuleIota, NULL},
      {relaxIsProd, shapeRuleReduction, shapeMultiply},
      {relaxIsSum, shapeRuleReduction, shapeAdd},
      {relaxIsMax, shapeRuleReduction, shapeMaximum},
      {relaxIsMin, shapeRuleReduction, shapeMinimum},
      {relaxIsWhere, shapeRuleWhere, NULL},
  };
  for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i)
    if (rules[i].matches(op))
      return &rules[i];
  return NULL;
}

static void visitResult(ShapeValues *values, MlirOperation op, const Rule *find,
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
                    .math = find->math,
                    .result = index,
                    .width = mlirIntegerTypeGetWidth(info.elementType),
                    .count = count,
                    .elements = ARENA_ARRAY(arena, ShapeElement, count)};
  if (!find->apply(&rule))
    return;
  ShapeTensor tensor = {count, rule.elements};
  shapeValuesSet(values, result, tensor);
}

void shapeValuesVisit(ShapeValues *values, MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  const Rule *find = count ? findRule(op) : NULL;
  for (intptr_t i = 0; find && i < count; ++i)
    visitResult(values, op, find, i);
}
