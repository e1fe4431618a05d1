//===- ScheduleSample.h - random well-formed loop-level programs ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A chain of computes: each reads what the ones before it wrote, or an
// argument, and writes a buffer of its own, the last one the result. Values are
// small whole numbers, so that results are exact in any order.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_SCHEDULESAMPLE_H
#define RELAX_TEST_UNIT_SCHEDULESAMPLE_H

#include "lib/Support/StringRef.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIMS = 3, BUFFERS = 9, STATES = 3, FIRST_LOCAL = 3 };

/// A buffer: X, V and the weight W are arguments.
typedef struct Buffer {
  char name[8];
  int rank;
  char dims[DIMS][16];
  const char *type;
} Buffer;

typedef struct Iterator {
  char name[8], extent[16];
  const char *kind; // "", "reduce " or "scan "
  bool loop;        // a tir.for around the compute
} Iterator;

typedef struct Sample {
  Buffer buffers[BUFFERS];
  int numBuffers, numComputes;
  const char *type;
  bool isFloat, added, multiplied;
  StrBuf allocs, body;
} Sample;

static uint64_t seed = 1;

static inline int below(int limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((seed >> 33) % (uint64_t)limit);
}

static inline const char *pick(const char *const *names, int count) {
  return names[below(count)];
}

static inline void randomExtent(char *out) {
  static const char *const extents[] = {"n", "m", "n + 1",    "2 * n",
                                        "m", "n", "min(n, 9)"};
  if (below(2))
    snprintf(out, 16, "%d", below(4) ? 1 + below(20) : 33);
  else
    snprintf(out, 16, "%s", pick(extents, 7));
}

static inline void printType(const Buffer *buffer, const char *kind,
                             StrBuf *out) {
  strBufAppendFormat(out, "!%s<[", kind);
  for (int d = 0; d < buffer->rank; ++d)
    strBufAppendFormat(out, "%s%s", d ? ", " : "", buffer->dims[d]);
  strBufAppendFormat(out, "], %s>", buffer->type);
}

//===----------------------------------------------------------------------===//
// Iterators of a compute
//===----------------------------------------------------------------------===//

/// One for each dimension of `from`, or fewer and a new one; a window.
static inline int randomIterators(const Sample *s, const Buffer *from,
                                  Iterator *its) {
  int count = 0;
  for (int d = 0; d < from->rank; ++d) {
    Iterator *it = &its[count];
    snprintf(it->name, sizeof it->name, "c%d%c", s->numComputes, 'i' + count);
    snprintf(it->extent, sizeof it->extent, "%s", from->dims[d]);
    it->kind = below(5) < 2 ? "reduce " : "";
    it->loop = false;
    ++count;
  }
  if (count < DIMS && below(4) == 0) {
    Iterator *it = &its[count];
    snprintf(it->name, sizeof it->name, "c%d%c", s->numComputes, 'i' + count);
    randomExtent(it->extent);
    it->kind = below(2) ? "reduce " : "";
    it->loop = false;
    ++count;
  }
  return count;
}

static inline bool hasKind(const Iterator *its, int count, const char *kind) {
  for (int i = 0; i < count; ++i)
    if (its[i].kind[0] == kind[0])
      return true;
  return false;
}

/// Spatial ones in front, most of the time: `tir.loops` names these first.
static inline void shuffle(Iterator *its, int count) {
  for (int i = count; i-- > 1;) {
    int other = below(i + 1);
    Iterator kept = its[i];
    its[i] = its[other];
    its[other] = kept;
  }
  if (below(5))
    for (int i = 0, front = 0; i < count; ++i)
      if (!its[i].kind[0]) {
        Iterator kept = its[i];
        its[i] = its[front];
        its[front++] = kept;
      }
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static inline const char *iteratorOf(const Iterator *its, int count,
                                     const char *extent) {
  int first = below(count);
  for (int i = 0; i < count; ++i) {
    const Iterator *it = &its[(first + i) % count];
    if (strcmp(it->extent, extent) == 0)
      return it->name;
  }
  return NULL;
}

/// An index of a dimension; false: it may lie outside.
static inline bool printIndex(const char *extent, const Iterator *its,
                              int count, bool plain, StrBuf *out) {
  const char *name = iteratorOf(its, count, extent);
  if (!name) {
    strBufAppendFormat(out, "%%%s", its[below(count)].name);
    return false;
  }
  switch (plain ? 9 : below(12)) {
  case 0:
    strBufAppendFormat(out, "%%%s %c %d", name, below(2) ? '+' : '-',
                       1 + below(3));
    return false;
  case 1:
    strBufAppendFormat(out, "%s - 1 - %%%s", extent, name);
    return true;
  case 2:
    strBufAppendFormat(out, "%%%s floordiv %d", name, 1 + below(4));
    return true;
  case 3:
    strBufAppendFormat(out, "%%%s + %%%s - 1", name, its[below(count)].name);
    return false;
  case 4:
    strBufAppendFormat(out, "%%%s mod %d", name, 1 + below(5));
    return false;
  default:
    strBufAppendFormat(out, "%%%s", name);
    return true;
  }
}

static inline void printLoad(Sample *s, const char *result,
                             const Buffer *buffer, const Iterator *its,
                             int count, bool plain) {
  bool inside = true;
  strBufAppendFormat(&s->body, "%%%s = tir.load %%%s[", result, buffer->name);
  for (int d = 0; d < buffer->rank; ++d) {
    strBufAppendC(&s->body, d ? ", " : "");
    inside &= printIndex(buffer->dims[d], its, count, plain, &s->body);
  }
  strBufAppendFormat(&s->body, "]%s : ", inside ? "" : " pad %fill");
  printType(buffer, "tir.buffer", &s->body);
  strBufAppendC(&s->body, "\n");
}

/// %v from %v and %w, or from indices.
static inline void printCombine(Sample *s, const Iterator *its, int count) {
  const char *t = s->type, *f = s->isFloat ? "f" : "i";
  int choice = below(6);
  if (choice == 0 && s->multiplied)
    choice = 1;
  switch (choice) {
  case 0:
    s->multiplied = true;
    strBufAppendFormat(&s->body, "%%r = arith.mul%s %%v, %%w : %s\n", f, t);
    return;
  case 1:
    strBufAppendFormat(&s->body, "%%r = arith.sub%s %%v, %%w : %s\n", f, t);
    return;
  case 2:
    strBufAppendFormat(&s->body,
                       "%%e = tir.extent (%%%s - %%%s) : index\n"
                       "%%o = arith.constant %d : index\n"
                       "%%g = arith.cmpi sge, %%e, %%o : index\n"
                       "%%r = arith.select %%g, %%v, %%w : %s\n",
                       its[below(count)].name, its[below(count)].name,
                       below(5) - 2, t);
    return;
  default:
    strBufAppendFormat(&s->body, "%%r = arith.%s %%v, %%w : %s\n",
                       s->isFloat ? "maximumf" : "maxsi", t);
  }
}

#endif // RELAX_TEST_UNIT_SCHEDULESAMPLE_H
