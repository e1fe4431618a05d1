//===- ScheduleText.h - a random program, its schedule and its caller -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_SCHEDULETEXT_H
#define RELAX_TEST_UNIT_SCHEDULETEXT_H

#include "test/unit/ScheduleProgram.h"

/// A text in the making: what stands in front of the schedule's primitives.
typedef struct Text {
  StrBuf head; // up to `tir.schedule @s {`
  int numResults;
} Text;

#define TARGET(cpu, bytes)                                                     \
  "relax.target @cpu \"x86_64\" cpu \"" cpu "\" vector_bytes " bytes           \
  " registers 16 line_bytes 64 cache_bytes 65536\n"

/// The weight's elements are small whole numbers that follow from their place.
static inline void printWeight(const Sample *s, StrBuf *out) {
  const Buffer *w = &s->buffers[2];
  strBufAppendC(out, "relax.weight @w : ");
  printType(w, "relax.tensor", out);
  strBufAppendC(out, " prepared by @make\nrelax.func private @make() -> (");
  printType(w, "relax.tensor", out);
  strBufAppendC(
      out, " {relax.prepares = @w}) {\n%w = relax.call_tir @values() : () -> ");
  printType(w, "relax.tensor", out);
  strBufAppendC(out, "\nrelax.return %w : ");
  printType(w, "relax.tensor", out);
  strBufAppendC(out, "\n}\ntir.func private @values(%W: ");
  printType(w, "tir.buffer", out);
  strBufAppendFormat(out,
                     ") {\ntir.compute \"values\" (%%i, %%j) in [%s, %s] {\n"
                     "%%at = tir.extent ((3 * %%i + 5 * %%j) mod 7 - 3) : "
                     "index\n%%n = arith.index_cast %%at : index to i64\n",
                     w->dims[0], w->dims[1]);
  if (s->isFloat)
    strBufAppendFormat(out, "%%w = arith.sitofp %%n : i64 to %s\n", s->type);
  else if (strcmp(s->type, "i64"))
    strBufAppendFormat(out, "%%w = arith.trunci %%n : i64 to %s\n", s->type);
  strBufAppendFormat(out, "tir.store %%%s, %%W[%%i, %%j] : ",
                     strcmp(s->type, "i64") ? "w" : "n");
  printType(w, "tir.buffer", out);
  strBufAppendC(out, "\n}\ntir.return\n}\n");
}

static inline void printTypes(const Sample *s, int from, int to, StrBuf *out) {
  for (int i = from; i < to; ++i) {
    strBufAppendC(out, i > from ? ", " : "");
    printType(&s->buffers[i], "relax.tensor", out);
  }
}

static inline void printMain(const Sample *s, int result, const char *facts,
                             StrBuf *out) {
  int results = s->numBuffers - result;
  strBufAppendC(out, "relax.func @main(%x: ");
  printType(&s->buffers[0], "relax.tensor", out);
  strBufAppendC(out, ", %v: ");
  printType(&s->buffers[1], "relax.tensor", out);
  strBufAppendC(out, ") -> (");
  printTypes(s, result, s->numBuffers, out);
  strBufAppendFormat(out, ")%s {\n%%w = relax.get_weight @w : ", facts);
  printType(&s->buffers[2], "relax.tensor", out);
  strBufAppendFormat(out, "\n%%r:%d = relax.call_tir @f(%%x, %%v, %%w) : (",
                     results);
  printTypes(s, 0, FIRST_LOCAL, out);
  strBufAppendC(out, ") -> (");
  printTypes(s, result, s->numBuffers, out);
  strBufAppendC(out, ")\nrelax.return ");
  for (int i = 0; i < results; ++i)
    strBufAppendFormat(out, "%s%%r#%d", i ? ", " : "", i);
  strBufAppendC(out, " : ");
  printTypes(s, result, s->numBuffers, out);
  strBufAppendC(out, "\n}\n");
}

static inline void printLocals(const Sample *s, int result, bool bounded,
                               StrBuf *out) {
  for (int i = FIRST_LOCAL; i < result; ++i) {
    const Buffer *b = &s->buffers[i];
    bool local = bounded && b->rank < 3 && below(2);
    strBufAppendFormat(out, "%%%s = tir.alloc \"%s\" %s : ", b->name, b->name,
                       local ? "local" : "workspace");
    printType(b, "tir.buffer", out);
    strBufAppendC(out, "\n");
  }
}

/// The results are the buffers from `result` on.
static inline Text textOf(Sample *s, int result) {
  static const char *const facts[] = {"", " where (n <= 33, m <= 33)",
                                      " where (1 <= m, 1 <= n <= 33)"};
  Text text = {.numResults = s->numBuffers - result};
  int bound = below(3);
  StrBuf *out = &text.head;
  strBufAppendC(out,
                below(2) ? TARGET("x86-64", "16") : TARGET("x86-64-v3", "32"));
  printMonoids(s->type, s->isFloat, out);
  printWeight(s, out);
  printMain(s, result, facts[bound], out);
  strBufAppendC(out, "tir.func private @f(");
  for (int i = 0; i < s->numBuffers; ++i)
    if (i < FIRST_LOCAL || i >= result) {
      strBufAppendFormat(out, "%s%%%s: ", i ? ", " : "", s->buffers[i].name);
      printType(&s->buffers[i], "tir.buffer", out);
    }
  strBufAppendFormat(out,
                     ")%s schedule @s {\n%%fill = arith.constant %s : "
                     "%s\n",
                     facts[bound], s->isFloat ? "0.0" : "0", s->type);
  printLocals(s, result, bound == 1, out);
  strBufAppend(out, (StrRef){strBufText(&s->body), s->body.length});
  strBufAppendC(out, "tir.return\n}\ntir.schedule @s {\n");
  return text;
}

#endif // RELAX_TEST_UNIT_SCHEDULETEXT_H
