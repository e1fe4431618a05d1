//===- Reshape.c - the same elements under another shape ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Divisions cost and hide structure, so that they stand only where dimensions
// really merge or split: dimensions of extent 1 are left out, and both shapes
// are cut into the smallest groups with equal products. `[n, 1, 12, 64]` and
// `[n, 768]` have the groups n | n and 12, 64 | 768.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// The dimensions of a buffer that are no literal 1, by position.
typedef struct Shape {
  intptr_t count;
  intptr_t *position;
  SymExpr *extent;
} Shape;

/// Dimensions [from, to) of the input and of the result that belong together.
typedef struct Group {
  intptr_t inputFrom, inputTo, resultFrom, resultTo;
} Group;

static Shape shapeOf(TirBuilder *b, intptr_t buffer) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, buffer, &dims);
  Shape shape = {0, ARENA_ARRAY(b->dims.arena, intptr_t, rank),
                 ARENA_ARRAY(b->dims.arena, SymExpr, rank)};
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t extent;
    if (symAttributeIsConst(dims[i], &extent) && extent == 1)
      continue;
    shape.position[shape.count] = i;
    shape.extent[shape.count++] = relaxDimsOf(&b->dims, dims[i]);
  }
  return shape;
}

/// The product of dimensions [from, to).
static SymExpr product(RelaxDims *dims, const Shape *shape, intptr_t from,
                       intptr_t to) {
  SymExpr result = relaxDimsConst(dims, 1);
  for (intptr_t i = from; i < to; ++i)
    result = relaxDimsMul(dims, result, shape->extent[i]);
  return result;
}

/// The smallest group that starts at the given dimensions; all that is left if
/// products do not say (then facts do).
static Group nextGroup(RelaxDims *dims, const Shape *input, const Shape *result,
                       intptr_t inputFrom, intptr_t resultFrom) {
  Group all = {inputFrom, input->count, resultFrom, result->count};
  if (inputFrom == input->count || resultFrom == result->count)
    return all;
  for (intptr_t size = 2;
       size <= input->count - inputFrom + result->count - resultFrom; ++size)
    for (intptr_t left = 1; left < size; ++left) {
      intptr_t inputTo = inputFrom + left;
      intptr_t resultTo = resultFrom + size - left;
      if (inputTo > input->count || resultTo > result->count)
        continue;
      if (symExprEqual(product(dims, input, inputFrom, inputTo),
                       product(dims, result, resultFrom, resultTo)))
        return (Group){inputFrom, inputTo, resultFrom, resultTo};
    }
  return all;
}

static SymExpr modulo(RelaxDims *dims, SymExpr a, SymExpr b) {
  SymExpr result = a;
  SymStatus status = symExprMod(dims->arena, a, b, &result);
  if (status != SYM_OK && dims->status == SYM_OK)
    dims->status = status;
  return result;
}

/// Row-major position within the group, taken apart by the input's extents.
static void indexGroup(TirBuilder *b, const Shape *input, const Shape *result,
                       Group group, SymExpr *from) {
  RelaxDims *dims = &b->dims;
  SymExpr linear = relaxDimsConst(dims, 0);
  for (intptr_t i = group.resultFrom; i < group.resultTo; ++i)
    linear = relaxDimsAdd(dims, relaxDimsMul(dims, linear, result->extent[i]),
                          tirIterator(b, result->position[i]));
  SymExpr stride = relaxDimsConst(dims, 1);
  for (intptr_t i = group.inputTo - 1; i >= group.inputFrom; --i) {
    SymExpr index = relaxDimsFloorDiv(dims, linear, stride);
    if (i > group.inputFrom)
      index = modulo(dims, index, input->extent[i]);
    from[input->position[i]] = index;
    stride = relaxDimsMul(dims, stride, input->extent[i]);
  }
}

/// No element is read, and 0 is no divisor.
static bool isEmpty(const Shape *shape) {
  for (intptr_t i = 0; i < shape->count; ++i)
    if (symExprIs(shape->extent[i], 0))
      return true;
  return false;
}

MlirLogicalResult relaxBuildReshape(TirBuilder *b, MlirOperation op) {
  (void)op;
  const MlirAttribute *unused;
  intptr_t rank = tirBufferDims(b, 0, &unused);
  Shape input = shapeOf(b, 0), result = shapeOf(b, 1);
  tirBuildComputeOver(b, "reshape", 1);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    from[i] = relaxDimsConst(&b->dims, 0);
  Group group = {0, 0, 0, 0};
  while (!isEmpty(&input) &&
         (group.inputTo < input.count || group.resultTo < result.count)) {
    group = nextGroup(&b->dims, &input, &result, group.inputTo, group.resultTo);
    indexGroup(b, &input, &result, group, from);
  }
  tirBuildStoreResult(b, tirBuildLoad(b, 0, from, (MlirValue){NULL}));
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}
