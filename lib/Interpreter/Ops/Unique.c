//===- Unique.c - the different elements or slices of a tensor ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Interpreter/Order.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Different values: the first place of each, and how often it occurs.
typedef struct Group {
  int64_t first, count, number;
} Group;

static int byFirst(const void *x, const void *y) {
  const Group *a = x, *b = y;
  return (a->first > b->first) - (a->first < b->first);
}

/// Fills `groups` from sorted items; `groupOf[place]` is a group by its first
/// number.
static int64_t findGroups(const EvalItem *items, int64_t count, Group *groups,
                          int64_t *groupOf) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || evalCompareItems(&items[i - 1], &items[i]) != 0) {
      groups[found] = (Group){items[i].place, 0, found};
      ++found;
    }
    ++groups[found - 1].count;
    groupOf[items[i].place] = found - 1;
  }
  return found;
}

static bool createUnique(EvalStep *step, int64_t found, int64_t count) {
  const RelaxTensor *input = step->operands[0];
  for (intptr_t i = 0; i < step->numResults; ++i)
    if (!evalCreateResult(step, i, i ? RELAX_I64 : input->dtype, 1,
                          i == 2 ? &count : &found))
      return false;
  return true;
}

/// Slices along an axis: element e of slice s.
typedef struct Slices {
  const RelaxTensor *tensor;
  int64_t extent, inner, length;
} Slices;

static int64_t sliceElement(const Slices *slices, int64_t s, int64_t e) {
  return (e / slices->inner * slices->extent + s) * slices->inner +
         e % slices->inner;
}

static int compareSlices(const Slices *slices, int64_t a, int64_t b) {
  int order = 0;
  for (int64_t e = 0; order == 0 && e < slices->length; ++e) {
    EvalItem x = evalItemAt(slices->tensor, sliceElement(slices, a, e), 0);
    EvalItem y = evalItemAt(slices->tensor, sliceElement(slices, b, e), 0);
    order = evalCompareItems(&x, &y);
  }
  return order;
}

/// The groups of equal slices, evalAscending, by insertion sort.
static int64_t groupSlices(const Slices *slices, int64_t *order, Group *groups,
                           int64_t *groupOf) {
  int64_t found = 0;
  for (int64_t i = 0; i < slices->extent; ++i) {
    int64_t at = i;
    for (; at > 0 && compareSlices(slices, order[at - 1], i) > 0; --at)
      order[at] = order[at - 1];
    order[at] = i;
  }
  for (int64_t i = 0; i < slices->extent; ++i) {
    if (i == 0 || compareSlices(slices, order[i - 1], order[i]) != 0) {
      groups[found] = (Group){order[i], 0, found};
      ++found;
    }
    ++groups[found - 1].count;
    groupOf[order[i]] = found - 1;
  }
  return found;
}

static bool createUniqueSlices(EvalStep *step, int64_t axis, int64_t found,
                               int64_t extent) {
  int64_t dims[RELAX_MAX_RANK];
  const RelaxTensor *input = step->operands[0];
  memcpy(dims, input->dims, sizeof(dims));
  dims[axis] = found;
  if (!evalCreateResult(step, 0, input->dtype, input->rank, dims))
    return false;
  for (intptr_t i = 1; i < step->numResults; ++i)
    if (!evalCreateResult(step, i, RELAX_I64, 1, i == 2 ? &extent : &found))
      return false;
  return true;
}

static void fillUniqueSlices(EvalStep *step, const Slices *slices,
                             const Group *groups, int64_t found,
                             const int64_t *groupOf) {
  Slices result = *slices;
  result.extent = found;
  for (int64_t g = 0; g < found; ++g) {
    for (int64_t e = 0; e < slices->length; ++e)
      evalCopyElement(slices->tensor, sliceElement(slices, groups[g].first, e),
                      &step->results[0], sliceElement(&result, g, e));
    if (step->numResults > 1)
      relaxStoreInt(RELAX_I64, step->results[1].data, g, groups[g].first);
    if (step->numResults > 3)
      relaxStoreInt(RELAX_I64, step->results[3].data, g, groups[g].count);
    for (int64_t i = 0; step->numResults > 2 && i < slices->extent; ++i)
      if (groupOf[i] == groups[g].number)
        relaxStoreInt(RELAX_I64, step->results[2].data, i, g);
  }
}

static bool uniqueAlong(EvalStep *step, int64_t axis) {
  const RelaxTensor *input = step->operands[0];
  if (!evalCheckAxis(step, axis, input->rank))
    return false;
  Slices slices = {input, input->dims[axis], 1, 1};
  for (int32_t i = 0; i < input->rank; ++i) {
    slices.length *= i == axis ? 1 : input->dims[i];
    slices.inner *= i > axis ? input->dims[i] : 1;
  }
  Group *groups = ARENA_ARRAY(step->arena, Group, slices.extent);
  int64_t *order = ARENA_ARRAY(step->arena, int64_t, slices.extent);
  int64_t *groupOf = ARENA_ARRAY(step->arena, int64_t, slices.extent);
  int64_t found = groupSlices(&slices, order, groups, groupOf);
  if (relaxUniqueGetUnsorted(step->op) && found)
    qsort(groups, (size_t)found, sizeof(Group), byFirst);
  if (!createUniqueSlices(step, axis, found, slices.extent))
    return false;
  fillUniqueSlices(step, &slices, groups, found, groupOf);
  return true;
}

static bool unique(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirAttribute axis = relaxUniqueGetAxis(step->op);
  if (axis.ptr)
    return uniqueAlong(step, mlirIntegerAttrGetValueInt(axis));
  int64_t count = relaxTensorCount(input);
  EvalItem *items = ARENA_ARRAY(step->arena, EvalItem, count);
  Group *groups = ARENA_ARRAY(step->arena, Group, count);
  int64_t *groupOf = ARENA_ARRAY(step->arena, int64_t, count);
  int64_t *position = ARENA_ARRAY(step->arena, int64_t, count);
  for (int64_t i = 0; i < count; ++i)
    items[i] = evalItemAt(input, i, i);
  if (count)
    qsort(items, (size_t)count, sizeof(EvalItem), evalAscending);
  int64_t found = findGroups(items, count, groups, groupOf);
  if (relaxUniqueGetUnsorted(step->op) && found)
    qsort(groups, (size_t)found, sizeof(Group), byFirst);
  if (!createUnique(step, found, count))
    return false;
  for (int64_t g = 0; g < found; ++g) {
    position[groups[g].number] = g;
    evalCopyElement(input, groups[g].first, &step->results[0], g);
    if (step->numResults > 1)
      ((int64_t *)step->results[1].data)[g] = groups[g].first;
    if (step->numResults > 3)
      ((int64_t *)step->results[3].data)[g] = groups[g].count;
  }
  for (int64_t i = 0; step->numResults > 2 && i < count; ++i)
    ((int64_t *)step->results[2].data)[i] = position[groupOf[i]];
  return true;
}

//===----------------------------------------------------------------------===//
// compress
//===----------------------------------------------------------------------===//

static bool compress(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *chosen = step->operands[1];
  MlirAttribute given = relaxCompressGetAxis(step->op);
  int64_t axis = given.ptr ? mlirIntegerAttrGetValueInt(given) : 0;
  if (given.ptr && !evalCheckAxis(step, axis, input->rank))
    return false;
  Slices slices = {input, relaxTensorCount(input), 1, 1}, result;
  for (int32_t i = 0; given.ptr && i < input->rank; ++i) {
    slices.length *= i == axis ? 1 : input->dims[i];
    slices.inner *= i > axis ? input->dims[i] : 1;
    slices.extent = i == axis ? input->dims[i] : slices.extent;
  }
  int64_t dims[RELAX_MAX_RANK], found = 0, taken = 0;
  memcpy(dims, input->dims, sizeof(dims));
  for (int64_t i = 0, e = relaxTensorCount(chosen); i < e; ++i) {
    found += relaxLoadInt(RELAX_BOOL, chosen->data, i) != 0;
    if (i >= slices.extent && relaxLoadInt(RELAX_BOOL, chosen->data, i))
      return relaxFail(step->error,
                       "index %" PRId64 " is out of range for extent %" PRId64,
                       i, slices.extent);
  }
  dims[given.ptr ? axis : 0] = found;
  if (!evalCreate(step, input->dtype, given.ptr ? input->rank : 1, dims))
    return false;
  result = slices;
  result.extent = found;
  for (int64_t i = 0; taken < found; ++i) {
    if (!relaxLoadInt(RELAX_BOOL, chosen->data, i))
      continue;
    for (int64_t e = 0; e < slices.length; ++e)
      evalCopyElement(input, sliceElement(&slices, i, e), &step->results[0],
                      sliceElement(&result, taken, e));
    ++taken;
  }
  return true;
}

const EvalEntry evalUnique[] = {{"relax.unique", unique, NULL},
                                {"relax.compress", compress, NULL},
                                {NULL, NULL, NULL}};
