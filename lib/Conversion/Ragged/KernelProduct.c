//===- KernelProduct.c - products of instances, block by block ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rows of an instance do not lie where a vector expects them. So a block of
// each operand is copied, and blocks of one known size are multiplied, which
// the rules cut into tiles. Memory is four blocks, whatever the lengths are.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/KernelProduct.h"
#include "lib/Support/Template.h"

#include <limits.h>

enum { BLOCK = 64 };

static const char begin[] =
    "    tir.for \"rows\" (%u) in [($rows) ceildiv $b] {\n"
    "    tir.for \"columns\" (%v) in [($columns) ceildiv $b] {\n"
    "    %A = tir.alloc \"A\" local : $block\n"
    "    %B = tir.alloc \"B\" local : $block\n"
    "    %P = tir.alloc \"P\" local : $block\n"
    "    %O = tir.alloc \"O\" local : $block\n"
    "    tir.compute \"clear\" (%r, %c) in [$r, $c] {\n"
    "      %zero = arith.constant $zero : $e\n"
    "      tir.store %zero, %O[%r, %c] : $block\n    }\n"
    "    tir.for \"sums\" (%w) in [($sums) ceildiv $b] {\n";
static const char inside[] =
    "    tir.for \"lefts\" (%r) in [$ofr] {\n"
    "    tir.compute \"left\" (%k) in [$s] {\n"
    "      %x = tir.load %X0[$left] : $X0\n"
    "      tir.store %x, %A[%r - $b * %u, %k] : $block\n    }\n    }\n"
    "    tir.for \"rights\" (%k) in [$ofs] {\n"
    "    tir.compute \"right\" (%c) in [$c] {\n"
    "      %x = tir.load %X1[$right] : $X1\n"
    "      tir.store %x, %B[%k - $b * %w, %c] : $block\n    }\n    }\n"
    "    tir.compute \"product\" (%r, %c, reduce %k) in [$r, $c, $s] {\n"
    "      %a = tir.load %A[%r, %k] : $block\n"
    "      %b = tir.load %B[%k, %c] : $block\n"
    "      %p = $multiply %a, %b : $e\n"
    "      tir.reduce @$sum(%p) into (%P[%r, %c]) : $block\n    }\n"
    "    tir.compute \"add\" (%r, %c) in [$r, $c] {\n"
    "      %o = tir.load %O[%r, %c] : $block\n"
    "      %p = tir.load %P[%r, %c] : $block\n"
    "      %n = $add %o, %p : $e\n"
    "      tir.store %n, %O[%r, %c] : $block\n    }\n    }\n";
static const char end[] = "    tir.for \"stores\" (%r) in [$ofr] {\n"
                          "    tir.compute \"store\" (%c) in [$c] {\n"
                          "      %o = tir.load %O[%r - $b * %u, %c] : $block\n"
                          "      tir.store %o, %Y0[$y] : $Y0\n    }\n    }\n"
                          "    }\n    }\n";

static void setRef(Template *t, const char *name, StrRef text) {
  templateSet(t, name, "%.*s", SPREAD(text));
}

/// Of a literal extent every block has the same size, which the rules tile by,
/// if there is one block or no rest; else 0.
static long blockSize(StrRef extent) {
  long size = 0;
  for (size_t i = 0; i < extent.length; ++i) {
    if (extent.data[i] < '0' || extent.data[i] > '9' || size > LONG_MAX / 16)
      return 0;
    size = 10 * size + (extent.data[i] - '0');
  }
  return size % BLOCK == 0 ? BLOCK : size < BLOCK ? size : 0;
}

/// So many are left for the block at `iterator`, and which they are.
static void setLeft(Template *t, const char *name, StrRef extent,
                    const char *iterator) {
  if (blockSize(extent))
    templateSet(t, name, "%ld", blockSize(extent));
  else
    templateSet(t, name, "min(%d, %.*s - %d * %s)", BLOCK, SPREAD(extent),
                BLOCK, iterator);
  templateSet(t, arenaFormat(t->arena, "of%s", name).data,
              "%d * %s to min(%.*s, %d * %s + %d)", BLOCK, iterator,
              SPREAD(extent), BLOCK, iterator, BLOCK);
}

/// Addresses of the blocks; the dimensions before rows and columns are those of
/// the result.
static void setAddresses(Template *t, Kernel *kernel, const KernelBuffer *a,
                         const KernelBuffer *b, const KernelBuffer *y) {
  StrRef left[KERNEL_MOST_DIMS], right[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  StrRef row = strRefFromC("%r");
  StrRef column = kernelText(kernel, "%d * %%v + %%c", BLOCK);
  for (intptr_t d = 0; d < y->rank; ++d)
    to[d] = kernelIterator(kernel, d);
  kernelBroadcast(kernel, a, y->rank, left);
  kernelBroadcast(kernel, b, y->rank, right);
  left[a->rank - 2] = to[y->rank - 2] = row;
  right[b->rank - 1] = to[y->rank - 1] = column;
  left[a->rank - 1] = kernelText(kernel, "%d * %%w + %%k", BLOCK);
  right[b->rank - 2] = strRefFromC("%k");
  setRef(t, "left", kernelAddress(kernel, a, left));
  setRef(t, "right", kernelAddress(kernel, b, right));
  setRef(t, "y", kernelAddress(kernel, y, to));
}

void kernelProduct(Kernel *kernel, const KernelBuffer *a, const KernelBuffer *b,
                   const KernelBuffer *y, MlirType element) {
  Template t = {.arena = kernel->pack->arena, .out = &kernel->body};
  StrRef rows = y->dims[y->rank - 2], columns = y->dims[y->rank - 1];
  StrRef sums = a->dims[a->rank - 1], type = kernelElement(kernel, element);
  bool floats = mlirTypeIsAFloat(element);
  setRef(&t, "rows", rows);
  setRef(&t, "columns", columns);
  setRef(&t, "sums", sums);
  setLeft(&t, "r", rows, "%u");
  setLeft(&t, "c", columns, "%v");
  setLeft(&t, "s", sums, "%w");
  setRef(&t, "e", type);
  setRef(&t, "X0", a->text);
  setRef(&t, "X1", b->text);
  setRef(&t, "Y0", y->text);
  setRef(&t, "sum", kernelMonoid(kernel, strRefFromC("sum"), element));
  templateSet(&t, "b", "%d", BLOCK);
  templateSet(&t, "block", "!tir.buffer<[%d, %d], %.*s>", BLOCK, BLOCK,
              SPREAD(type));
  templateSet(&t, "zero", floats ? "0.0" : "0");
  templateSet(&t, "multiply", floats ? "arith.mulf" : "arith.muli");
  templateSet(&t, "add", floats ? "arith.addf" : "arith.addi");
  setAddresses(&t, kernel, a, b, y);
  for (intptr_t d = 0; d + 2 < y->rank; ++d)
    strBufAppendFormat(&kernel->body,
                       "    tir.for \"d%ld\" (%%d%ld) in [%.*s] {\n", (long)d,
                       (long)d, SPREAD(y->dims[d]));
  templateAppend(&t, begin);
  templateAppend(&t, inside);
  templateAppend(&t, end);
  for (intptr_t d = 0; d + 2 < y->rank; ++d)
    strBufAppendC(&kernel->body, "    }\n");
}
