//===- RehearsalConditions.c - conditions that something else decides -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `i < n` ends a loop, whatever `and` puts beside it: the kernel runs with all
// that can lie in the place of what is not known. Those are both truths of
// each bool, and of one number the points between and at those that it is
// compared with: nothing else about it matters.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/RehearsalKernels.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

enum { MOST_BOOLS = 8, MOST_COMPARED = 16 };

typedef struct Point {
  int64_t integer;
  double number;
} Point;

/// An element that is not known.
typedef struct Unknown {
  uint32_t buffer;
  uint64_t element;
} Unknown;

typedef struct Condition {
  const RehearsedKernel *call;
  const RelaxKernelBuffer *buffers;
  uint32_t result;
  Unknown bools[MOST_BOOLS], number;
  uint32_t numBools;
  bool hasNumber;
  Point *compared, *points; // stb_ds arrays
} Condition;

/// The only place is one bool, and all is small.
static bool findResult(Condition *c) {
  const RehearsedKernel *call = c->call;
  uint64_t all = 0;
  c->result = call->count;
  for (uint32_t i = 0; i < call->count; ++i) {
    if (rehearsedIsUnread(call, i))
      continue;
    if ((all += call->bytes[i]) > SMALL_KERNEL)
      return false;
    if (rehearsedAt(call, i).now != WRITTEN_NOT_YET)
      continue;
    if (c->result < call->count || c->buffers[i].dtype != RELAX_BOOL ||
        call->bytes[i] != 1)
      return false;
    c->result = i;
  }
  return c->result < call->count;
}

static bool addUnknown(Condition *c, uint32_t buffer, uint64_t element) {
  Unknown unknown = {buffer, element};
  bool isBool = c->buffers[buffer].dtype == RELAX_BOOL;
  if (isBool ? c->numBools == MOST_BOOLS
             : c->hasNumber || rehearsedReads(c->call, buffer) != 'c')
    return false;
  if (isBool)
    c->bools[c->numBools++] = unknown;
  else
    c->number = unknown;
  c->hasNumber |= !isBool;
  return true;
}

static void addCompared(Condition *c, uint32_t buffer, int64_t element) {
  RelaxDType dtype = c->buffers[buffer].dtype;
  const void *data = c->call->data[buffer];
  Point point = {0};
  if (relaxDTypeIsFloat(dtype))
    point.number = relaxLoadFloat(dtype, data, element);
  else
    point.integer = relaxLoadInt(dtype, data, element);
  arrput(c->compared, point);
}

/// False: more than can be tried.
static bool collect(Condition *c) {
  for (uint32_t i = 0; i < c->call->count; ++i) {
    if (i == c->result || rehearsedIsUnread(c->call, i))
      continue;
    uint64_t count = c->call->bytes[i] / relaxDTypeBytes(c->buffers[i].dtype);
    bool known = rehearsedAt(c->call, i).now != WRITTEN_UNKNOWN;
    for (uint64_t k = 0; k < count; ++k)
      if (known && arrlen(c->compared) <= MOST_COMPARED)
        addCompared(c, i, (int64_t)k);
      else if (!known && !addUnknown(c, i, k))
        return false;
  }
  return true;
}

/// The numbers behind the letters.
static void addConstants(Condition *c) {
  const char *text = c->call->note->reads + c->call->count;
  for (;;) {
    char *end;
    Point point = {.number = strtod(text, &end)};
    if (end == text)
      return;
    point.integer = strtoll(text, NULL, 10);
    arrput(c->compared, point);
    text = end;
  }
}

static void addPoint(Condition *c, int64_t integer, double number) {
  Point point = {integer, number};
  arrput(c->points, point);
}

static bool collectPoints(Condition *c) {
  addPoint(c, 0, NAN);
  if (!c->hasNumber)
    return true;
  addConstants(c);
  if (arrlen(c->compared) > MOST_COMPARED)
    return false;
  for (ptrdiff_t i = 0; i < arrlen(c->compared); ++i) {
    Point p = c->compared[i];
    uint64_t integer = (uint64_t)p.integer;
    addPoint(c, p.integer, p.number);
    addPoint(c, (int64_t)(integer - 1), p.number - fabs(p.number) - 1);
    addPoint(c, (int64_t)(integer + 1), p.number + fabs(p.number) + 1);
    for (ptrdiff_t k = 0; k < i; ++k)
      addPoint(c, p.integer, p.number / 2 + c->compared[k].number / 2);
  }
  return true;
}

static void storeNumber(const Condition *c, Point point) {
  RelaxDType dtype = c->buffers[c->number.buffer].dtype;
  void *data = c->call->data[c->number.buffer];
  int64_t element = (int64_t)c->number.element;
  if (relaxDTypeIsFloat(dtype))
    relaxStoreFloat(dtype, data, element, point.number);
  else
    relaxStoreInt(dtype, data, element, point.integer);
}

/// It is the same with all of them.
static bool isTheSame(const Condition *c) {
  const RehearsedKernel *call = c->call;
  RelaxKernel kernel = call->machine->kernels[call->index];
  const bool *result = call->data[c->result];
  bool first = false;
  for (ptrdiff_t p = 0; p < arrlen(c->points); ++p) {
    if (c->hasNumber)
      storeNumber(c, c->points[p]);
    for (uint32_t truths = 0; truths < 1u << c->numBools; ++truths) {
      for (uint32_t b = 0; b < c->numBools; ++b)
        relaxStoreInt(RELAX_BOOL, call->data[c->bools[b].buffer],
                      (int64_t)c->bools[b].element, truths >> b & 1);
      if (kernel(call->data, call->symbols) != RELAX_KERNEL_OK)
        return false;
      first = p + truths == 0 ? *result : first;
      if (*result != first)
        return false;
    }
  }
  return true;
}

bool rehearsalDecides(const RehearsedKernel *call) {
  Condition c = {.call = call,
                 .buffers =
                     call->machine->program->kernels[call->index].buffers};
  bool decided =
      findResult(&c) && collect(&c) && collectPoints(&c) && isTheSame(&c);
  arrfree(c.compared);
  arrfree(c.points);
  return decided;
}
