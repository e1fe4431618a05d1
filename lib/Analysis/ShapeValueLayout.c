//===- ShapeValueLayout.c - elements at other places ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Analysis/ShapeValueRules.h"

/// Along dimension `i` of the result the operand is read at `first`, `first +
/// step`, ... of its dimension `axis`.
typedef struct Walk {
  intptr_t axis;
  int64_t first, step;
} Walk;

static int64_t extentOf(RelaxTensorInfo info, intptr_t axis) {
  int64_t extent = 0; // static, or the operand were not followed
  (void)symAttributeIsConst(info.dims[axis], &extent);
  return extent;
}

/// The element of the operand that result element `index` is; -1: outside.
static int64_t placeOf(RelaxTensorInfo from, RelaxTensorInfo to,
                       const Walk *walks, intptr_t index) {
  int64_t place = 0;
  for (intptr_t i = to.rank; i-- > 0;) {
    const Walk *walk = &walks[i];
    int64_t extent = extentOf(to, i);
    int64_t along = walk->first + index % extent * walk->step;
    index /= extent;
    if (along < 0 || along >= extentOf(from, walk->axis))
      return -1;
    for (intptr_t k = walk->axis + 1; k < from.rank; ++k)
      along *= extentOf(from, k);
    place += along;
  }
  return place;
}

static bool gather(ShapeRule *rule, const Walk *walks) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  RelaxTensorInfo from =
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(rule->op, 0));
  for (intptr_t i = 0; i < rule->count; ++i) {
    int64_t place = placeOf(from, to, walks, i);
    if (place < 0)
      return false;
    rule->elements[i] = input->elements[place];
  }
  return true;
}

bool shapeRulePermute(ShapeRule *rule) {
  MlirAttribute axes = relaxPermuteDimsGetAxes(rule->op);
  if (!shapeRuleOperand(rule, 0))
    return false;
  intptr_t rank = mlirDenseArrayGetNumElements(axes);
  Walk *walks = ARENA_ARRAY(rule->arena, Walk, rank);
  for (intptr_t i = 0; i < rank; ++i)
    walks[i] = (Walk){(intptr_t)mlirDenseI64ArrayGetElement(axes, i), 0, 1};
  return gather(rule, walks);
}

/// The first index of an ONNX slice of `extent` elements.
static int64_t firstIndex(int64_t begin, int64_t step, int64_t extent) {
  begin = begin < 0 ? begin + extent : begin;
  int64_t last = step < 0 ? extent - 1 : extent;
  return begin < 0 ? 0 : begin > last ? last : begin;
}

bool shapeRuleSlice(ShapeRule *rule) {
  MlirAttribute axes = relaxStridedSliceGetAxes(rule->op);
  if (!shapeRuleOperand(rule, 0))
    return false;
  RelaxTensorInfo from =
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(rule->op, 0));
  Walk *walks = ARENA_ARRAY(rule->arena, Walk, from.rank);
  for (intptr_t i = 0; i < from.rank; ++i)
    walks[i] = (Walk){i, 0, 1};
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(axes); ++i) {
    Walk *walk = &walks[mlirDenseI64ArrayGetElement(axes, i)];
    int64_t step =
        mlirDenseI64ArrayGetElement(relaxStridedSliceGetSteps(rule->op), i);
    walk->first = firstIndex(
        mlirDenseI64ArrayGetElement(relaxStridedSliceGetBegins(rule->op), i),
        step, extentOf(from, walk->axis));
    // A single element has no next one, however far that would be.
    walk->step = extentOf(to, walk->axis) > 1 ? step : 0;
  }
  return gather(rule, walks);
}

bool shapeRuleTile(ShapeRule *rule) {
  const ShapeTensor *input = shapeRuleOperand(rule, 0);
  if (!input)
    return false;
  RelaxTensorInfo from =
      relaxTensorInfoOf(mlirOperationGetOperand(rule->op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(rule->op, 0));
  for (intptr_t i = 0; i < rule->count; ++i) {
    int64_t place = 0, stride = 1, index = i;
    for (intptr_t d = to.rank; d-- > 0;) {
      place += index % extentOf(to, d) % extentOf(from, d) * stride;
      index /= extentOf(to, d);
      stride *= extentOf(from, d);
    }
    rule->elements[i] = input->elements[place];
  }
  return true;
}
