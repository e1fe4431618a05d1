//===- Selection.c - results whose extents depend on values ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Order.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// nonzero
//===----------------------------------------------------------------------===//

static bool isZero(const RelaxTensor *tensor, int64_t index) {
  if (tensor->dtype == RELAX_STRING)
    return relaxStrings(tensor)[index].length == 0;
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
  int64_t axis = relaxTopKGetAxis(step->op), k;
  int64_t dims[RELAX_MAX_RANK];
  EvalAxis lines;
  if (!evalAxisLines(step, axis, &lines) || !evalIntegerOperand(step, 1, 1, &k))
    return false;
  int64_t extent = lines.count, stride = lines.stride;
  if (k < 0 || k > extent)
    return relaxFail(step->error,
                     "k: expected 0 to %" PRId64 ", the extent, got %" PRId64,
                     extent, k);
  memcpy(dims, input->dims, sizeof(dims));
  dims[axis] = k;
  if (!evalCreateResult(step, 0, input->dtype, input->rank, dims) ||
      !evalCreateResult(step, 1, RELAX_I64, input->rank, dims))
    return false;
  bool smallest = relaxTopKGetSmallest(step->op);
  EvalItem *items = ARENA_ARRAY(step->arena, EvalItem, extent);
  EvalAxis kept = {lines.number, k, stride};
  for (int64_t line = 0; k > 0 && line < lines.number; ++line) {
    int64_t first = evalAxisFirst(&lines, line);
    for (int64_t i = 0; i < extent; ++i)
      items[i] = evalItemAt(input, first + i * stride, i);
    qsort(items, (size_t)extent, sizeof(EvalItem),
          smallest ? evalAscending : evalDescending);
    for (int64_t i = 0; i < k; ++i) {
      int64_t to = evalAxisFirst(&kept, line) + i * stride;
      int64_t from = first + items[i].place * stride;
      evalCopyElement(input, from, &step->results[0], to);
      ((int64_t *)step->results[1].data)[to] = items[i].place;
    }
  }
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
                        int64_t first, EvalItem *items, int64_t *kept) {
  int64_t numItems = 0, numKept = 0;
  for (int64_t i = 0; i < s->count; ++i) {
    EvalItem item = evalItemAt(scores, first + i, i);
    if (item.number > s->threshold)
      items[numItems++] = item;
  }
  if (numItems)
    qsort(items, (size_t)numItems, sizeof(EvalItem), evalDescending);
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
      .centers = relaxNonMaxSuppressionGetCenters(step->op),
      .count = count,
      .limit = relaxLoadInt(RELAX_I64, step->operands[2]->data, 0),
      .mostOverlap = relaxLoadFloat(RELAX_F32, step->operands[3]->data, 0),
      .threshold = relaxLoadFloat(RELAX_F32, step->operands[4]->data, 0)};
  int64_t total = relaxTensorCount(scores);
  EvalItem *items = ARENA_ARRAY(step->arena, EvalItem, count);
  int64_t *kept = ARENA_ARRAY(step->arena, int64_t, count);
  int64_t *rows = ARENA_ARRAY(step->arena, int64_t, 3 * total);
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
  return good;
}

const EvalEntry evalSelection[] = {
    {"relax.nonzero", nonzero, NULL},
    {"relax.top_k", topK, NULL},
    {"relax.non_max_suppression", nonMaxSuppression, NULL},
    {NULL, NULL, NULL}};
