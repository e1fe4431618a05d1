//===- ScheduleProgram.h - random loop-level programs as text -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_SCHEDULEPROGRAM_H
#define RELAX_TEST_UNIT_SCHEDULEPROGRAM_H

#include "test/unit/ScheduleSample.h"

/// A monoid: what becomes of each state, of old %aK and new %bK.
typedef struct Monoid {
  const char *name;
  int states;
  bool sums; // of which too many would not be exact
} Monoid;

static const Monoid monoids[] = {{"add", 1, true},      {"max", 1, false},
                                 {"first", 1, false},   {"add_max", 2, true},
                                 {"arg_max", 2, false}, {"three", 3, true}};
enum { MONOIDS = sizeof monoids / sizeof *monoids };

/// All monoids for elements of a type. `first` does not commute.
static inline void printMonoids(const char *t, bool isFloat, StrBuf *out) {
  const char *zero = isFloat ? "0.0" : "0", *low = isFloat ? "-9.0" : "-9";
  const char *add = isFloat ? "addf" : "addi",
             *max = isFloat ? "maximumf" : "maxsi";
  const char *ne = isFloat ? "cmpf une" : "cmpi ne",
             *lt = isFloat ? "cmpf olt" : "cmpi slt";
  strBufAppendFormat(out,
                     "tir.monoid @add (%s) identity (%s) {\n^c(%%a: %s, %%b: "
                     "%s):\n%%c = arith.%s %%a, %%b : %s\ntir.yield %%c : "
                     "%s\n}\n",
                     t, zero, t, t, add, t, t);
  strBufAppendFormat(out,
                     "tir.monoid @max (%s) identity (%s) {\n^c(%%a: %s, %%b: "
                     "%s):\n%%c = arith.%s %%a, %%b : %s\ntir.yield %%c : "
                     "%s\n}\n",
                     t, low, t, t, max, t, t);
  strBufAppendFormat(out,
                     "tir.monoid @first (%s) identity (%s) {\n^c(%%a: %s, "
                     "%%b: %s):\n%%z = arith.constant %s : %s\n%%p = arith.%s, "
                     "%%a, %%z : %s\n%%c = arith.select %%p, %%a, %%b : %s\n"
                     "tir.yield %%c : %s\n}\n",
                     t, zero, t, t, zero, t, ne, t, t, t);
  strBufAppendFormat(out,
                     "tir.monoid @add_max (%s, %s) identity (%s, %s) {\n"
                     "^c(%%a: %s, %%m: %s, %%b: %s, %%x: %s):\n%%c = arith.%s "
                     "%%a, %%b : %s\n%%d = arith.%s %%m, %%x : %s\ntir.yield "
                     "%%c, %%d : %s, %s\n}\n",
                     t, t, zero, low, t, t, t, t, add, t, max, t, t, t);
  strBufAppendFormat(out,
                     "tir.monoid @arg_max (%s, i64) identity (%s, -1) {\n"
                     "^c(%%a: %s, %%i: i64, %%b: %s, %%j: i64):\n%%l = "
                     "arith.%s, %%a, %%b : %s\n%%c = arith.select %%l, %%b, "
                     "%%a : %s\n%%k = arith.select %%l, %%j, %%i : i64\n"
                     "tir.yield %%c, %%k : %s, i64\n}\n",
                     t, low, t, t, lt, t, t, t);
  strBufAppendFormat(out,
                     "tir.monoid @three (%s, %s, i64) identity (%s, %s, 0) {\n"
                     "^c(%%a: %s, %%m: %s, %%i: i64, %%b: %s, %%x: %s, %%j: "
                     "i64):\n%%c = arith.%s %%a, %%b : %s\n%%d = arith.%s "
                     "%%m, %%x : %s\n%%k = arith.addi %%i, %%j : i64\n"
                     "tir.yield %%c, %%d, %%k : %s, %s, i64\n}\n",
                     t, t, zero, low, t, t, t, t, add, t, max, t, t, t);
}

/// A buffer with the spatial iterators' extents, or (%k of an arg_max) of i64.
static inline Buffer *makeTarget(Sample *s, const Iterator *its, int count,
                                 const char *type) {
  Buffer *buffer = &s->buffers[s->numBuffers++];
  *buffer = (Buffer){.type = type};
  snprintf(buffer->name, sizeof buffer->name, "T%d", s->numBuffers);
  for (int i = 0; i < count; ++i)
    if (its[i].kind[0] != 'r')
      snprintf(buffer->dims[buffer->rank++], 16, "%s", its[i].extent);
  if (buffer->rank == 2 && below(3) == 0) {
    char kept[16];
    memcpy(kept, buffer->dims[0], 16);
    memcpy(buffer->dims[0], buffer->dims[1], 16);
    memcpy(buffer->dims[1], kept, 16);
  }
  return buffer;
}

/// Each spatial iterator once, where its extent is: `at` names them.
static inline void printTarget(const Buffer *buffer, const Iterator *its,
                               int count, const char *scanned, StrBuf *out) {
  bool used[DIMS] = {false};
  strBufAppendFormat(out, "%%%s[", buffer->name);
  for (int d = 0; d < buffer->rank; ++d)
    for (int i = 0; i < count; ++i)
      if (!used[i] && its[i].kind[0] != 'r' &&
          strcmp(its[i].extent, buffer->dims[d]) == 0) {
        used[i] = true;
        strBufAppendFormat(out, "%s%%%s%s", d ? ", " : "", its[i].name,
                           scanned && its[i].kind[0] == 's' ? scanned : "");
        break;
      }
  strBufAppendC(out, "]");
}

static inline void printTargets(const Sample *s, Buffer *const *targets,
                                int numTargets, const Iterator *its, int count,
                                StrBuf *out) {
  strBufAppendC(out, "(");
  for (int i = 0; i < numTargets; ++i)
    strBufAppendFormat(out, "%s%%%c", i ? ", " : "",
                       strcmp(targets[i]->type, s->type) ? 'y' : 'r');
  strBufAppendC(out, ") into (");
  for (int i = 0; i < numTargets; ++i) {
    strBufAppendC(out, i ? ", " : "");
    printTarget(targets[i], its, count, NULL, out);
  }
  strBufAppendC(out, ") : ");
  for (int i = 0; i < numTargets; ++i) {
    strBufAppendC(out, i ? ", " : "");
    printType(targets[i], "tir.buffer", out);
  }
}

static inline void printReduce(Sample *s, const Iterator *its, int count) {
  const Monoid *monoid = &monoids[below(MONOIDS)];
  Buffer *targets[STATES];
  if (monoid->sums && s->added && s->isFloat)
    monoid = &monoids[1];
  s->added |= monoid->sums;
  bool guarded = below(4) == 0;
  if (monoid->states > 1)
    strBufAppendFormat(&s->body,
                       "%%x = tir.extent (%%%s) : index\n%%y = "
                       "arith.index_cast %%x : index to i64\n",
                       its[below(count)].name);
  for (int i = 0; i < monoid->states; ++i) {
    bool isIndex = i == 2 || (i == 1 && monoid->name[1] == 'r');
    targets[i] = makeTarget(s, its, count, isIndex ? "i64" : s->type);
    memcpy(targets[i]->dims, targets[0]->dims, sizeof targets[0]->dims);
  }
  if (guarded)
    strBufAppendFormat(&s->body,
                       "%%u = arith.cmp%s %%r, %%v : %s\nscf.if %%u {\n",
                       s->isFloat ? "f oge," : "i sge,", s->type);
  strBufAppendFormat(&s->body, "tir.reduce @%s", monoid->name);
  printTargets(s, targets, monoid->states, its, count, &s->body);
  strBufAppendC(&s->body, guarded ? "\n}\n" : "\n");
}

/// Of a scan: what was stored in the round before takes part.
static inline void printStore(Sample *s, const Iterator *its, int count) {
  Buffer *target = makeTarget(s, its, count, s->type);
  const char *stored = "r";
  if (hasKind(its, count, "scan ")) {
    bool sums = !s->isFloat || !s->added;
    s->added = true;
    strBufAppendC(&s->body, "%q = tir.load ");
    printTarget(target, its, count, " - 1", &s->body);
    strBufAppendC(&s->body, " pad %fill : ");
    printType(target, "tir.buffer", &s->body);
    strBufAppendFormat(&s->body, "\n%%t = arith.%s %%q, %%r : %s\n",
                       sums         ? s->isFloat ? "addf" : "addi"
                       : s->isFloat ? "maximumf"
                                    : "maxsi",
                       s->type);
    stored = "t";
  }
  strBufAppendFormat(&s->body, "tir.store %%%s, ", stored);
  printTarget(target, its, count, NULL, &s->body);
  strBufAppendC(&s->body, " : ");
  printType(target, "tir.buffer", &s->body);
  strBufAppendC(&s->body, "\n");
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// Some outer loops, below which a sum may be of a triangle, and the domain.
static inline int printHead(Sample *s, Iterator *its, int count) {
  int loops = 0, rest = 0;
  while (loops < count - 1 && !its[loops].kind[0] && below(7) == 0) {
    Iterator *it = &its[loops++];
    it->loop = true;
    strBufAppendFormat(&s->body, "tir.for \"%s\" (%%%s) in [%s] {\n", it->name,
                       it->name, it->extent);
  }
  strBufAppendFormat(&s->body, "tir.compute \"c%d\" (", s->numComputes);
  for (int i = loops; i < count; ++i)
    strBufAppendFormat(&s->body, "%s%s%%%s", rest++ ? ", " : "", its[i].kind,
                       its[i].name);
  strBufAppendC(&s->body, ") in [");
  for (int i = loops; i < count; ++i) {
    bool triangle = loops && its[i].kind[0] == 'r' && below(2) &&
                    strcmp(its[i].extent, its[0].extent) == 0;
    strBufAppendC(&s->body, i > loops ? ", " : "");
    if (triangle)
      strBufAppendFormat(&s->body, "%%%s + 1", its[0].name);
    else
      strBufAppendC(&s->body, its[i].extent);
  }
  strBufAppendC(&s->body, "] {\n");
  return loops;
}

/// A buffer with elements of the type, later ones first.
static inline const Buffer *randomSource(const Sample *s, bool ranked) {
  for (;;) {
    const Buffer *b =
        &s->buffers[below(2) ? s->numBuffers - 1 : below(s->numBuffers)];
    if (below(3) == 0 && s->numBuffers > FIRST_LOCAL)
      b = &s->buffers[FIRST_LOCAL + below(s->numBuffers - FIRST_LOCAL)];
    if (strcmp(b->type, s->type) == 0 && (!ranked || b->rank > 0))
      return b;
  }
}

/// Returns the number of the first of its targets.
static inline int printCompute(Sample *s) {
  Iterator its[DIMS + 1];
  const Buffer *a = below(3) ? randomSource(s, true) : &s->buffers[below(3)];
  const Buffer *b = below(2) ? a : randomSource(s, false);
  int count = randomIterators(s, a, its), target = s->numBuffers;
  bool turned = a->rank == 2 && below(5) == 0; // a plain transposition
  if (turned) {
    b = a;
    count = 2;
    its[0].kind = its[1].kind = "";
  }
  if (!turned && !hasKind(its, count, "reduce ") && below(4) == 0)
    its[below(count)].kind = "scan ";
  if (!turned || below(2))
    shuffle(its, count);
  int loops = printHead(s, its, count);
  bool plain = turned || below(3);
  printLoad(s, "v", a, its, count, plain);
  printLoad(s, "w", b, its, count, plain);
  printCombine(s, its, count);
  if (hasKind(its, count, "reduce "))
    printReduce(s, its, count);
  else
    printStore(s, its, count);
  for (int i = 0; i <= loops; ++i)
    strBufAppendC(&s->body, "}\n");
  ++s->numComputes;
  return target;
}

/// X, V and W, and one to four computes; returns the first result.
static inline int randomSample(Sample *s) {
  static const char *const types[] = {"f32", "f32", "f32", "f64",
                                      "i32", "i64", "i8"};
  *s = (Sample){.type = pick(types, 7), .numBuffers = FIRST_LOCAL};
  s->isFloat = s->type[0] == 'f';
  s->buffers[0] = (Buffer){"X", 2, {"n", "m"}, s->type};
  s->buffers[1] = (Buffer){.name = "V", .rank = 1 + below(2), .type = s->type};
  s->buffers[2] = (Buffer){.name = "W", .rank = 2, .type = s->type};
  for (int d = 0; d < 2; ++d)
    snprintf(s->buffers[2].dims[d], 16, "%d", 1 + below(40));
  for (int d = 0; d < 2; ++d)
    if (below(2))
      randomExtent(s->buffers[1].dims[d]);
    else
      snprintf(s->buffers[1].dims[d], 16, "%s",
               s->buffers[2 * below(2)].dims[below(2)]);
  int result = FIRST_LOCAL, computes = 1 + below(3);
  while (computes-- > 0 && s->numBuffers + STATES <= BUFFERS)
    result = printCompute(s);
  return result;
}

#endif // RELAX_TEST_UNIT_SCHEDULEPROGRAM_H
