//===- Selection.c - results whose extents depend on values ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An element and its place. Floats are compared as doubles, a NaN above all
/// numbers and equal to NaN; u64 by a sign bit that is flipped.
typedef struct Item {
  bool isFloat;
  double number;
  int64_t integer;
  int64_t place;
} Item;

static Item itemAt(const RelaxTensor *tensor, int64_t index, int64_t place) {
  Item item = {.isFloat = relaxDTypeIsFloat(tensor->dtype), .place = place};
  if (item.isFloat)
    item.number = relaxLoadFloat(tensor->dtype, tensor->data, index);
  else
    item.integer = relaxLoadInt(tensor->dtype, tensor->data, index);
  if (tensor->dtype == RELAX_U64)
    item.integer = (int64_t)((uint64_t)item.integer ^ (UINT64_C(1) << 63));
  return item;
}

static int compareValues(const Item *a, const Item *b) {
  if (!a->isFloat)
    return (a->integer > b->integer) - (a->integer < b->integer);
  if (isnan(a->number) || isnan(b->number))
    return isnan(a->number) - isnan(b->number);
  return (a->number > b->number) - (a->number < b->number);
}

static int comparePlaces(const Item *a, const Item *b) {
  return (a->place > b->place) - (a->place < b->place);
}

static int ascending(const void *x, const void *y) {
  int order = compareValues(x, y);
  return order ? order : comparePlaces(x, y);
}

static int descending(const void *x, const void *y) {
  int order = compareValues(y, x);
  return order ? order : comparePlaces(x, y);
}

//===----------------------------------------------------------------------===//
// unique
//===----------------------------------------------------------------------===//

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
static int64_t findGroups(const Item *items, int64_t count, Group *groups,
                          int64_t *groupOf) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || compareValues(&items[i - 1], &items[i]) != 0) {
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

static bool unique(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t count = relaxTensorCount(input);
  Arena *arena = arenaCreate();
  Item *items = ARENA_ARRAY(arena, Item, count);
  Group *groups = ARENA_ARRAY(arena, Group, count);
  int64_t *groupOf = ARENA_ARRAY(arena, int64_t, count);
  int64_t *position = ARENA_ARRAY(arena, int64_t, count);
  for (int64_t i = 0; i < count; ++i)
    items[i] = itemAt(input, i, i);
  if (count)
    qsort(items, (size_t)count, sizeof(Item), ascending);
  int64_t found = findGroups(items, count, groups, groupOf);
  if (relaxUniqueGetUnsorted(step->op).ptr && found)
    qsort(groups, (size_t)found, sizeof(Group), byFirst);
  bool good = createUnique(step, found, count);
  size_t size = relaxDTypeBytes(input->dtype);
  for (int64_t g = 0; good && g < found; ++g) {
    position[groups[g].number] = g;
    memcpy((char *)step->results[0].data + (size_t)g * size,
           (const char *)input->data + (size_t)groups[g].first * size, size);
    if (step->numResults > 1)
      ((int64_t *)step->results[1].data)[g] = groups[g].first;
    if (step->numResults > 3)
      ((int64_t *)step->results[3].data)[g] = groups[g].count;
  }
  for (int64_t i = 0; good && step->numResults > 2 && i < count; ++i)
    ((int64_t *)step->results[2].data)[i] = position[groupOf[i]];
  arenaDestroy(arena);
  return good;
}

//===----------------------------------------------------------------------===//
// nonzero
//===----------------------------------------------------------------------===//

static bool isZero(const RelaxTensor *tensor, int64_t index) {
  return relaxDTypeIsFloat(tensor->dtype)
             ? relaxLoadFloat(tensor->dtype, tensor->data, index) == 0
             : relaxLoadInt(tensor->dtype, tensor->data, index) == 0;
}

static bool nonzero(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t count = relaxTensorCount(input), dims[2] = {input->rank, 0}, k = 0;
  for (int64_t i = 0; i < count; ++i)
    dims[1] += !isZero(input, i);
  if (!evalCreate(step, RELAX_I64, 2, dims))
    return false;
  int64_t *out = step->results[0].data, strides[RELAX_MAX_RANK];
  evalStrides(input->rank, input->dims, strides);
  for (int64_t i = 0; i < count; ++i) {
    if (isZero(input, i))
      continue;
    for (int32_t axis = 0; axis < input->rank; ++axis)
      out[axis * dims[1] + k] = i / strides[axis] % input->dims[axis];
    ++k;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

static bool topK(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t axis = mlirIntegerAttrGetValueInt(relaxTopKGetAxis(step->op)), k;
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK];
  if (axis >= input->rank)
    return relaxFail(step->error,
                     "axis %" PRId64 " is out of range for rank %" PRId32, axis,
                     input->rank);
  if (!evalIntegerOperand(step, 1, 1, &k))
    return false;
  int64_t extent = input->dims[axis];
  if (k < 0 || k > extent)
    return relaxFail(step->error,
                     "k: expected 0 to %" PRId64 ", the extent, got %" PRId64,
                     extent, k);
  memcpy(dims, input->dims, sizeof(dims));
  dims[axis] = k;
  if (!evalCreateResult(step, 0, input->dtype, input->rank, dims) ||
      !evalCreateResult(step, 1, RELAX_I64, input->rank, dims))
    return false;
  evalStrides(input->rank, input->dims, strides);
  int64_t stride = strides[axis], total = relaxTensorCount(input);
  size_t size = relaxDTypeBytes(input->dtype);
  bool smallest = relaxTopKGetSmallest(step->op).ptr != NULL;
  Arena *arena = arenaCreate();
  Item *items = ARENA_ARRAY(arena, Item, extent);
  for (int64_t first = 0; k > 0 && first < total; ++first) {
    if (first / stride % extent != 0)
      continue;
    for (int64_t i = 0; i < extent; ++i)
      items[i] = itemAt(input, first + i * stride, i);
    qsort(items, (size_t)extent, sizeof(Item),
          smallest ? ascending : descending);
    int64_t line = first / (stride * extent) * (stride * k) + first % stride;
    for (int64_t i = 0; i < k; ++i) {
      int64_t to = line + i * stride, from = first + items[i].place * stride;
      memcpy((char *)step->results[0].data + (size_t)to * size,
             (const char *)input->data + (size_t)from * size, size);
      ((int64_t *)step->results[1].data)[to] = items[i].place;
    }
  }
  arenaDestroy(arena);
  return true;
}

//===----------------------------------------------------------------------===//
// non_max_suppression
//===----------------------------------------------------------------------===//

typedef struct Box {
  double top, left, bottom, right;
} Box;

static Box readBox(const float *at, bool centers) {
  double a = (double)at[0], b = (double)at[1], c = (double)at[2],
         d = (double)at[3];
  if (centers)
    return (Box){b - d / 2, a - c / 2, b + d / 2, a + c / 2};
  return (Box){fmin(a, c), fmin(b, d), fmax(a, c), fmax(b, d)};
}

static double area(Box box) {
  return fmax(box.bottom - box.top, 0) * fmax(box.right - box.left, 0);
}

/// Intersection over union; 0 for boxes without an area.
static double overlap(Box a, Box b) {
  Box common = {fmax(a.top, b.top), fmax(a.left, b.left),
                fmin(a.bottom, b.bottom), fmin(a.right, b.right)};
  double both = area(common), any = area(a) + area(b) - both;
  return both > 0 && any > 0 ? both / any : 0;
}

typedef struct Suppression {
  const float *boxes; // of the batch
  bool centers;
  int64_t count, limit;
  double mostOverlap, threshold;
} Suppression;

/// Appends places of the boxes that are kept for one class; their number.
static int64_t suppress(const Suppression *s, const RelaxTensor *scores,
                        int64_t first, Item *items, int64_t *kept) {
  int64_t numItems = 0, numKept = 0;
  for (int64_t i = 0; i < s->count; ++i) {
    Item item = itemAt(scores, first + i, i);
    if (item.number > s->threshold)
      items[numItems++] = item;
  }
  if (numItems)
    qsort(items, (size_t)numItems, sizeof(Item), descending);
  for (int64_t i = 0; i < numItems && numKept < s->limit; ++i) {
    Box box = readBox(s->boxes + 4 * items[i].place, s->centers);
    bool covered = false;
    for (int64_t k = 0; !covered && k < numKept; ++k)
      covered = overlap(box, readBox(s->boxes + 4 * kept[k], s->centers)) >
                s->mostOverlap;
    if (!covered)
      kept[numKept++] = items[i].place;
  }
  return numKept;
}

static bool mismatch(EvalStep *step) {
  StrBuf boxes = {0}, scores = {0};
  relaxDimsPrint(3, step->operands[0]->dims, &boxes);
  relaxDimsPrint(3, step->operands[1]->dims, &scores);
  relaxFail(step->error, "boxes of %s and scores of %s do not match",
            strBufText(&boxes), strBufText(&scores));
  strBufFree(&boxes);
  strBufFree(&scores);
  return false;
}

static bool nonMaxSuppression(EvalStep *step) {
  const RelaxTensor *boxes = step->operands[0], *scores = step->operands[1];
  if (boxes->rank != 3 || scores->rank != 3)
    return relaxFail(step->error,
                     "expected boxes and scores of rank 3, got %" PRId32
                     " and %" PRId32,
                     boxes->rank, scores->rank);
  int64_t batch = boxes->dims[0], count = boxes->dims[1];
  int64_t classes = scores->dims[1], found = 0;
  if (scores->dims[0] != batch || scores->dims[2] != count ||
      boxes->dims[2] != 4)
    return mismatch(step);
  for (int i = 2; i < 5; ++i)
    if (relaxTensorCount(step->operands[i]) != 1)
      return relaxFail(step->error,
                       "operand %d: expected one element, got %" PRId64, i,
                       relaxTensorCount(step->operands[i]));
  Suppression s = {
      .centers = relaxNonMaxSuppressionGetCenters(step->op).ptr != NULL,
      .count = count,
      .limit = relaxLoadInt(RELAX_I64, step->operands[2]->data, 0),
      .mostOverlap = relaxLoadFloat(RELAX_F32, step->operands[3]->data, 0),
      .threshold = relaxLoadFloat(RELAX_F32, step->operands[4]->data, 0)};
  Arena *arena = arenaCreate();
  int64_t total = relaxTensorCount(scores);
  Item *items = ARENA_ARRAY(arena, Item, count);
  int64_t *kept = ARENA_ARRAY(arena, int64_t, count);
  int64_t *rows = ARENA_ARRAY(arena, int64_t, 3 * total);
  for (int64_t b = 0; count > 0 && b < batch; ++b)
    for (int64_t c = 0; c < classes; ++c) {
      s.boxes = (const float *)boxes->data + b * count * 4;
      int64_t more =
          suppress(&s, scores, (b * classes + c) * count, items, kept);
      for (int64_t i = 0; i < more; ++i, ++found)
        memcpy(rows + 3 * found, (int64_t[]){b, c, kept[i]},
               3 * sizeof(int64_t));
    }
  bool good = evalCreate(step, RELAX_I64, 2, (int64_t[]){found, 3});
  if (good && found)
    memcpy(step->results[0].data, rows, (size_t)(3 * found) * sizeof(int64_t));
  arenaDestroy(arena);
  return good;
}

const EvalEntry evalSelection[] = {
    {"relax.unique", unique, NULL},
    {"relax.nonzero", nonzero, NULL},
    {"relax.top_k", topK, NULL},
    {"relax.non_max_suppression", nonMaxSuppression, NULL},
    {NULL, NULL, NULL}};
