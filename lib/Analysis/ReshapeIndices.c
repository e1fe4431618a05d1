//===- ReshapeIndices.c - where a reshape reads its elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Divisions cost and hide structure, so that they stand only where dimensions
// really merge or split: dimensions of extent 1 are left out, and both shapes
// are cut into the smallest groups with equal products. `[n, 1, 12, 64]` and
// `[n, 768]` have the groups n | n and 12, 64 | 768. Within a group, what is a
// whole multiple stays one: of `[32, h, w]` and `[8, 4 * h * w]` the channel is
// `4 * i + j floordiv (h * w)`, and back the group is `c floordiv 4`.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ReshapeIndices.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

/// The dimensions that are no literal 1, by position.
typedef struct Shape {
  intptr_t count;
  intptr_t *position;
  SymExpr *extent;
} Shape;

/// Dimensions [from, to) of the input and of the result that belong together.
typedef struct Group {
  intptr_t inputFrom, inputTo, resultFrom, resultTo;
} Group;

static Shape shapeOf(RelaxDims *dims, const SymExpr *extents, intptr_t rank) {
  Shape shape = {0, ARENA_ARRAY(dims->arena, intptr_t, rank),
                 ARENA_ARRAY(dims->arena, SymExpr, rank)};
  for (intptr_t i = 0; i < rank; ++i) {
    if (symExprIs(extents[i], 1))
      continue;
    shape.position[shape.count] = i;
    shape.extent[shape.count++] = extents[i];
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

/// Row-major positions within a group: iterator j of the result moves by
/// `stride[j]`, and all behind it by less.
typedef struct Places {
  RelaxDims *dims;
  intptr_t count;
  SymExpr *iterator, *stride;
} Places;

static Places placesOf(RelaxDims *dims, const Shape *result, Group group) {
  Places places = {.dims = dims, .count = group.resultTo - group.resultFrom};
  places.iterator = ARENA_ARRAY(dims->arena, SymExpr, places.count);
  places.stride = ARENA_ARRAY(dims->arena, SymExpr, places.count);
  for (intptr_t j = 0; j < places.count; ++j) {
    intptr_t d = group.resultFrom + j;
    places.iterator[j] = symOperandExpr(dims->arena, result->position[d]);
    places.stride[j] = product(dims, result, d + 1, group.resultTo);
  }
  return places;
}

/// What iterators [from, to) make up, in units of `unit`, which divides their
/// strides.
static SymExpr sumOf(const Places *p, intptr_t from, intptr_t to,
                     SymExpr unit) {
  RelaxDims *dims = p->dims;
  SymExpr sum = relaxDimsConst(dims, 0), times = sum;
  for (intptr_t j = from; j < to; ++j) {
    symExprQuotient(dims->arena, p->stride[j], unit, &times);
    sum = relaxDimsAdd(dims, sum, relaxDimsMul(dims, p->iterator[j], times));
  }
  return sum;
}

/// From `from` on, the first iterator whose stride is a multiple of `unit`, or
/// with `divides` a divisor of it; and the quotient. The number of all: none.
static intptr_t find(const Places *p, intptr_t from, SymExpr unit, bool divides,
                     SymExpr *quotient) {
  Arena *arena = p->dims->arena;
  while (from < p->count &&
         !(divides ? symExprQuotient(arena, unit, p->stride[from], quotient)
                   : symExprQuotient(arena, p->stride[from], unit, quotient)))
    ++from;
  return from;
}

/// How many iterators from the first on have strides that `unit` divides.
static intptr_t countWhole(const Places *p, SymExpr unit) {
  SymExpr unused;
  intptr_t count = 0;
  while (count < p->count && find(p, count, unit, false, &unused) == count)
    ++count;
  return count;
}

/// The places of iterators [from, ...) by `unit`, rounded down: what one of
/// them and those before it make up, then the rest, which is less than that.
static SymExpr quotientOf(const Places *p, intptr_t from, SymExpr unit) {
  RelaxDims *dims = p->dims;
  intptr_t whole = countWhole(p, unit);
  SymExpr sum = sumOf(p, from, whole, unit), steps;
  if (whole == p->count ||
      (whole > 0 && symExprEqual(p->stride[whole - 1], unit)))
    return sum;
  intptr_t last = find(p, whole, unit, true, &steps); // 1 divides all
  SymExpr rest = sumOf(p, whole, last + 1, p->stride[last]);
  return relaxDimsAdd(dims, sum, relaxDimsFloorDiv(dims, rest, steps));
}

/// The index at a dimension of the input with this stride and extent. What is
/// a multiple of both does not change it.
static SymExpr indexAt(const Places *p, SymExpr stride, SymExpr extent) {
  RelaxDims *dims = p->dims;
  SymExpr around = relaxDimsMul(dims, stride, extent), steps, times;
  intptr_t from = countWhole(p, around), whole = countWhole(p, stride);
  if (from > 0 && symExprEqual(p->stride[from - 1], around))
    return quotientOf(p, from, stride);
  intptr_t last = find(p, from, around, true, &steps);
  if (last >= whole ||
      !symExprQuotient(dims->arena, p->stride[last], stride, &times))
    return relaxDimsMod(dims, quotientOf(p, from, stride), extent);
  SymExpr outer = sumOf(p, from, last + 1, p->stride[last]);
  return relaxDimsAdd(
      dims, relaxDimsMul(dims, relaxDimsMod(dims, outer, steps), times),
      quotientOf(p, last + 1, stride));
}

/// Row-major position within the group, taken apart by the input's extents.
static void indexGroup(RelaxDims *dims, const Shape *input, const Shape *result,
                       Group group, SymExpr *from) {
  Places places = placesOf(dims, result, group);
  for (intptr_t i = group.inputFrom; i < group.inputTo; ++i) {
    SymExpr stride = product(dims, input, i + 1, group.inputTo);
    from[input->position[i]] = i == group.inputFrom
                                   ? quotientOf(&places, 0, stride)
                                   : indexAt(&places, stride, input->extent[i]);
  }
}

/// No element is read, and 0 is no divisor.
static bool isEmpty(const Shape *shape) {
  for (intptr_t i = 0; i < shape->count; ++i)
    if (symExprIs(shape->extent[i], 0))
      return true;
  return false;
}

void reshapeIndices(RelaxDims *dims, const SymExpr *inputDims,
                    intptr_t inputRank, const SymExpr *resultDims,
                    intptr_t resultRank, SymExpr *from) {
  Shape input = shapeOf(dims, inputDims, inputRank);
  Shape result = shapeOf(dims, resultDims, resultRank);
  for (intptr_t i = 0; i < inputRank; ++i)
    from[i] = relaxDimsConst(dims, 0);
  Group group = {0, 0, 0, 0};
  while (!isEmpty(&input) &&
         (group.inputTo < input.count || group.resultTo < result.count)) {
    group = nextGroup(dims, &input, &result, group.inputTo, group.resultTo);
    indexGroup(dims, &input, &result, group, from);
  }
}
