//===- NonMaxSuppression.c - boxes that do not overlap --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX NonMaxSuppression: per batch and class, boxes by falling score, each
// kept unless one that was kept before covers too much of it.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"
#include "lib/Runtime/Ops/Order.h"

#include <inttypes.h>

/// [low, high] along both directions.
typedef struct Box {
  double low[2], high[2];
} Box;

typedef struct Suppression {
  const RelaxTensor *boxes, *scores;
  int64_t batches, classes, count, limit;
  double mostOverlap, threshold;
  bool centers;
  // For one class at a time:
  uint64_t *keys;
  int64_t *items, *spare;
  // Rows of batch, class and box.
  int64_t *kept, numKept, capacity;
} Suppression;

static Box boxAt(const Suppression *s, int64_t batch, int64_t index) {
  const float *from =
      (const float *)s->boxes->data + (batch * s->count + index) * 4;
  Box box;
  for (int i = 0; i < 2; ++i) {
    double a = (double)from[i], b = (double)from[i + 2];
    box.low[i] = s->centers ? a - b / 2 : a < b ? a : b;
    box.high[i] = s->centers ? a + b / 2 : a < b ? b : a;
  }
  return box;
}

static double lengthOf(double low, double high) {
  return high > low ? high - low : 0;
}

static double area(Box box) {
  return lengthOf(box.low[0], box.high[0]) * lengthOf(box.low[1], box.high[1]);
}

/// Intersection over union; 0 for boxes without an area.
static double overlap(Box a, Box b) {
  Box both;
  for (int i = 0; i < 2; ++i) {
    both.low[i] = a.low[i] > b.low[i] ? a.low[i] : b.low[i];
    both.high[i] = a.high[i] < b.high[i] ? a.high[i] : b.high[i];
  }
  double common = area(both), any = area(a) + area(b) - common;
  return common > 0 && any > 0 ? common / any : 0;
}

/// Indices of the boxes of one class whose score is high enough, best first.
static int64_t candidates(Suppression *s, int64_t batch, int64_t class) {
  int64_t first = (batch * s->classes + class) * s->count, found = 0;
  for (int64_t i = 0; i < s->count; ++i) {
    s->keys[i] = orderKey(RELAX_F32, s->scores->data, first + i);
    if (relaxLoadFloat(RELAX_F32, s->scores->data, first + i) > s->threshold)
      s->items[found++] = i;
  }
  orderSort(s->items, s->spare, found, orderDescending, s->keys);
  return found;
}

/// Room for one more row of three.
static bool reserveRow(LibraryCall *call, Suppression *s) {
  if (s->numKept < s->capacity)
    return true;
  int64_t capacity = s->capacity ? 2 * s->capacity : 64;
  int64_t *grown = libraryScratch(call, 3 * capacity, sizeof *grown);
  if (!grown)
    return false;
  for (int64_t i = 0; i < 3 * s->numKept; ++i)
    grown[i] = s->kept[i];
  s->kept = grown;
  s->capacity = capacity;
  return true;
}

static bool suppressClass(LibraryCall *call, Suppression *s, int64_t batch,
                          int64_t class) {
  int64_t numItems = candidates(s, batch, class), begin = s->numKept;
  for (int64_t i = 0; i < numItems && s->numKept - begin < s->limit; ++i) {
    Box box = boxAt(s, batch, s->items[i]);
    bool covered = false;
    for (int64_t k = begin; !covered && k < s->numKept; ++k)
      covered =
          overlap(box, boxAt(s, batch, s->kept[3 * k + 2])) > s->mostOverlap;
    if (covered)
      continue;
    if (!reserveRow(call, s))
      return false;
    int64_t *row = s->kept + 3 * s->numKept++;
    row[0] = batch;
    row[1] = class;
    row[2] = s->items[i];
  }
  return true;
}

static bool readInputs(LibraryCall *call, Suppression *s) {
  s->boxes = libraryTensor(call, 0);
  s->scores = libraryTensor(call, 1);
  if (!s->boxes || !s->scores || !libraryIntInput(call, 2, &s->limit) ||
      !libraryFloatInput(call, 3, &s->mostOverlap) ||
      !libraryFloatInput(call, 4, &s->threshold))
    return false;
  if (s->boxes->rank != 3 || s->scores->rank != 3)
    return relaxFail(call->error,
                     "expected boxes and scores of rank 3, got %" PRId32
                     " and %" PRId32,
                     s->boxes->rank, s->scores->rank);
  const int64_t *boxes = s->boxes->dims, *scores = s->scores->dims;
  s->batches = boxes[0];
  s->count = boxes[1];
  s->classes = scores[1];
  s->centers = libraryInt(call, "centers", 0) != 0;
  if (boxes[0] == scores[0] && boxes[1] == scores[2] && boxes[2] == 4 &&
      s->boxes->dtype == RELAX_F32 && s->scores->dtype == RELAX_F32)
    return true;
  return relaxFail(
      call->error,
      "boxes of [%" PRId64 ", %" PRId64 ", %" PRId64 "] and scores of [%" PRId64
      ", %" PRId64 ", %" PRId64 "] do not match",
      boxes[0], boxes[1], boxes[2], scores[0], scores[1], scores[2]);
}

bool libraryNonMaxSuppression(LibraryCall *call) {
  Suppression s = {0};
  if (!readInputs(call, &s))
    return false;
  s.keys = libraryScratch(call, s.count, sizeof *s.keys);
  s.items = libraryScratch(call, s.count, sizeof *s.items);
  s.spare = libraryScratch(call, s.count, sizeof *s.spare);
  if (!s.keys || !s.items || !s.spare)
    return false;
  for (int64_t batch = 0; s.count > 0 && batch < s.batches; ++batch)
    for (int64_t class = 0; class < s.classes; ++class)
      if (!suppressClass(call, &s, batch, class))
        return false;
  RelaxTensor *result =
      libraryOutput(call, 0, RELAX_I64, 2, (int64_t[]){s.numKept, 3});
  for (int64_t i = 0; result && i < 3 * s.numKept; ++i)
    relaxStoreInt(RELAX_I64, result->data, i, s.kept[i]);
  return result != NULL;
}
