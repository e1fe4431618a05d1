//===- BoundsSample.h - random programs with a wrong number ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_BOUNDSSAMPLE_H
#define RELAX_TEST_UNIT_BOUNDSSAMPLE_H

#include "TargetTest.h"

enum { ITERATORS = 2, RANK = 2, NESTS = 3, BUFFERS = 3, LOCAL = 2 };

/// c + symbol + a * %i0 + b * %i1; symbols: 0 none, 1 n, 2 m.
typedef struct Linear {
  int c, symbol, of[ITERATORS];
} Linear;

typedef struct Nest {
  bool compute, reduces; // the second iterator
  const char *kind[ITERATORS];
  Linear lower[ITERATORS], upper[ITERATORS];
  int from, to; // buffers
  Linear load[RANK], store[RANK];
} Nest;

typedef struct Sample {
  Linear dims[BUFFERS][RANK]; // X, Y, T
  Nest nests[NESTS];
  int numNests;
} Sample;

static uint64_t seed = 1;

static inline int below(int limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)(seed >> 33) % limit;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static inline Linear constant(int c) { return (Linear){.c = c}; }

/// A bound of a loop and the extent of buffers that it goes along.
static inline Linear randomExtent(void) {
  int symbol = below(4);
  return symbol == 0 || symbol == 3 ? constant(1 + below(9))
                                    : (Linear){.symbol = symbol};
}

static inline void randomNest(Sample *s, Nest *nest) {
  static const char *const kinds[] = {
      "", "", "parallel", "vector 4", "", "vector 8 masked", "unroll"};
  *nest =
      (Nest){.compute = below(3) == 0, .from = below(3), .to = 1 + below(2)};
  nest->reduces = nest->compute && below(2);
  for (int i = 0; i < ITERATORS; ++i) {
    nest->kind[i] = kinds[below(7)];
    // Inside of what is stored, so that most programs are right at first.
    nest->upper[i] = s->dims[nest->to][i];
    nest->lower[i] = constant(below(4) == 0 ? 1 : 0);
    nest->store[i].of[i] = 1;
  }
  if (nest->reduces) {
    nest->store[1] = constant(0);
    nest->upper[1] = s->dims[nest->from][1];
  }
  for (int d = 0; d < RANK; ++d)
    if (below(3))
      nest->load[d].of[below(3) ? d : below(ITERATORS)] = 1;
}

static inline void change(Linear *linear) {
  switch (below(5)) {
  case 0:
    linear->c += 1 + below(3);
    break;
  case 1:
    linear->c -= 1 + below(3);
    break;
  case 2:
    linear->of[below(ITERATORS)] += below(2) ? 1 : -1;
    break;
  case 3:
    linear->symbol = below(3);
    break;
  default:
    linear->c += 1 << below(28);
  }
}

/// One number that is wrong.
static inline void breakOne(Sample *s) {
  Nest *nest = &s->nests[below(s->numNests)];
  int d = below(RANK);
  switch (below(4)) {
  case 0:
    change(&nest->load[d]);
    break;
  case 1:
    change(&nest->store[d]);
    if (nest->reduces)
      nest->store[d].of[1] = 0; // which no program may
    break;
  case 2:
    nest->upper[d].c += below(2) ? 1 + below(4) : -1 - below(4);
    break;
  default:
    nest->lower[d].c += below(2) ? 1 : -1 - below(2);
  }
}

static inline Sample randomSample(void) {
  Sample s = {.numNests = 1 + below(NESTS)};
  for (int b = 0; b < BUFFERS; ++b)
    for (int d = 0; d < RANK; ++d)
      s.dims[b][d] = b == LOCAL ? constant(1 + below(8)) : randomExtent();
  for (int i = 0; i < s.numNests; ++i)
    randomNest(&s, &s.nests[i]);
  if (below(4))
    breakOne(&s);
  return s;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static inline void printLinear(Linear linear, StrBuf *out) {
  static const char *const symbols[] = {"", " + n", " + m"};
  strBufAppendFormat(out, "%d%s", linear.c, symbols[linear.symbol]);
  for (int i = 0; i < ITERATORS; ++i)
    if (linear.of[i])
      strBufAppendFormat(out, " + %d * %%i%d", linear.of[i], i);
}

static inline void printList(const Linear *list, StrBuf *out) {
  strBufAppendC(out, "[");
  for (int d = 0; d < RANK; ++d) {
    strBufAppendC(out, d ? ", " : "");
    printLinear(list[d], out);
  }
  strBufAppendC(out, "]");
}

static inline void printType(const Sample *s, int buffer, StrBuf *out) {
  strBufAppendC(out, "!tir.buffer<");
  printList(s->dims[buffer], out);
  strBufAppendC(out, ", f32>");
}

static inline void printRange(const Nest *nest, int i, StrBuf *out) {
  printLinear(nest->lower[i], out);
  strBufAppendC(out, " to ");
  printLinear(nest->upper[i], out);
}

static inline void printNest(const Sample *s, const Nest *nest, int number,
                             StrBuf *out) {
  static const char names[] = "XYT";
  if (nest->compute) {
    strBufAppendFormat(out, "tir.compute \"c%d\" (%%i0, %s%%i1) in [", number,
                       nest->reduces ? "reduce " : "");
    printRange(nest, 0, out);
    strBufAppendC(out, ", ");
    printRange(nest, 1, out);
    strBufAppendC(out, "] {\n");
  }
  for (int i = 0; i < ITERATORS && !nest->compute; ++i) {
    strBufAppendFormat(out, "tir.for \"l%d%d\" (%%i%d) in [", number, i, i);
    printRange(nest, i, out);
    strBufAppendFormat(out, "] %s {\n", nest->kind[i]);
  }
  strBufAppendFormat(out, "%%x = tir.load %%%c", names[nest->from]);
  printList(nest->load, out);
  strBufAppendC(out, " : ");
  printType(s, nest->from, out);
  strBufAppendC(out, nest->reduces ? "\ntir.reduce @add(%x) into ("
                                   : "\ntir.store %x, ");
  strBufAppendFormat(out, "%%%c", names[nest->to]);
  printList(nest->store, out);
  strBufAppendC(out, nest->reduces ? ") : " : " : ");
  printType(s, nest->to, out);
  strBufAppendC(out, nest->compute ? "\n}\n" : "\n}\n}\n");
}

static inline void printSample(const Sample *s, StrBuf *out) {
  strBufAppendC(out, ADD "tir.func @f(%N: !tir.buffer<[n], f32>, %M: "
                         "!tir.buffer<[m], f32>, %X: ");
  printType(s, 0, out);
  strBufAppendC(out, ", %Y: ");
  printType(s, 1, out);
  strBufAppendC(out, ") {\n%T = tir.alloc \"T\" local : ");
  printType(s, LOCAL, out);
  strBufAppendC(out, "\n");
  for (int i = 0; i < s->numNests; ++i)
    printNest(s, &s->nests[i], i, out);
  strBufAppendC(out, "tir.return\n}\n");
}

#endif // RELAX_TEST_UNIT_BOUNDSSAMPLE_H
