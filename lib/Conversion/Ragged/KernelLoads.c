//===- KernelLoads.c - what a round over instances begins with ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Lengths and places of the instance, read once, and checks that it lies within
// the buffers: with these everything inside is proved to.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/Kernel.h"

#include <stb/stb_ds.h>

static void appendTables(const Kernel *kernel, StrBuf *out) {
  StrRef b = kernel->batchName;
  for (ptrdiff_t i = 0; i < arrlen(kernel->lengths); ++i)
    strBufAppendFormat(
        out,
        "    %%m%d = tir.load %%L%d[%%i] : !tir.buffer<[%.*s], i64>\n"
        "    %%n%d = arith.index_cast %%m%d : i64 to index\n",
        (int)i, (int)i, SPREAD(b), (int)i, (int)i);
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i)
    strBufAppendFormat(
        out,
        "    %%q%d = tir.load %%A%d[%%i] : !tir.buffer<[%.*s + 1], i64>\n"
        "    %%p%d = arith.index_cast %%q%d : i64 to index\n",
        (int)i, (int)i, SPREAD(b), (int)i, (int)i);
}

/// The check that `%name` is not below zero, which stops the program.
static void appendCheck(StrBuf *out, const char *name, int i) {
  strBufAppendFormat(
      out,
      "    %%ok_%s%d = arith.cmpi sge, %%%s%d, %%nil : index\n"
      "    tir.check %%ok_%s%d stops else \"index out of bounds\"\n",
      name, i, name, i, name, i);
}

/// That an instance ends within its buffers: then nothing inside has to be
/// looked at.
static void appendEnds(const KernelBuffer *buffers, const char *letter,
                       StrBuf *out) {
  for (ptrdiff_t i = 0; i < arrlen(buffers); ++i) {
    const KernelBuffer *b = &buffers[i];
    if (b->base.length == 0)
      continue;
    strBufAppendFormat(out, "    %%%s%d = tir.extent (%.*s - (%.*s) - 1",
                       letter, (int)i, SPREAD(b->extent), SPREAD(b->base));
    for (intptr_t d = 0; d < b->joined; ++d)
      strBufAppendFormat(out, " * (%.*s)", SPREAD(b->room[d]));
    strBufAppendC(out, ") : index\n");
    appendCheck(out, letter, (int)i);
  }
}

/// What the prelude has summed is what the lengths say.
static void appendSizes(const Kernel *kernel, StrBuf *out) {
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i) {
    const KernelStarts *starts = &kernel->starts[i];
    if (!starts->size.length)
      continue;
    strBufAppendFormat(out,
                       "    %%left_S%d = tir.extent (%%n%d - (%.*s)) : index\n",
                       (int)i, starts->factors[0], SPREAD(starts->size));
    appendCheck(out, "left_S", (int)i);
  }
}

static bool isOfRows(const Kernel *kernel, ptrdiff_t length) {
  bool found = false;
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i) {
    const int *factors = kernel->starts[i].factors;
    for (int f = 0; f < kernel->starts[i].numFactors; ++f)
      found |= factors[f] == length;
  }
  return found;
}

/// The instance of the tables lies within the buffers.
static void appendChecks(const Kernel *kernel, StrBuf *out) {
  strBufAppendC(out, "    %nil = arith.constant 0 : index\n");
  for (ptrdiff_t i = 0; i < arrlen(kernel->lengths); ++i)
    if (!isOfRows(kernel, i))
      appendCheck(out, "n", (int)i);
  appendSizes(kernel, out);
  appendEnds(kernel->inputs, "left_X", out);
  appendEnds(kernel->outputs, "left_Y", out);
}

/// Begins ascend by the sizes of the instances, so that no two share an
/// element.
void kernelAppendRows(const Kernel *kernel, StrBuf *out) {
  StrRef b = kernel->batchName;
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i) {
    const KernelStarts *starts = &kernel->starts[i];
    strBufAppendFormat(out, "  %%rows%d = tir.ascends %%A%d by (", (int)i,
                       (int)i);
    for (int f = 0; f < starts->numFactors; ++f)
      strBufAppendFormat(out, "%s%%L%d", f ? ", " : "", starts->factors[f]);
    strBufAppendFormat(out, ") : !tir.buffer<[%.*s + 1], i64> by ", SPREAD(b));
    for (int f = 0; f < starts->numFactors; ++f)
      strBufAppendFormat(out, "%s!tir.buffer<[%.*s], i64>", f ? ", " : "",
                         SPREAD(b));
    strBufAppendFormat(out,
                       "\n  tir.check %%rows%d stops else \"index out of "
                       "bounds\"\n",
                       (int)i);
  }
}

void kernelAppendLoads(const Kernel *kernel, StrBuf *out) {
  appendTables(kernel, out);
  appendChecks(kernel, out);
}
