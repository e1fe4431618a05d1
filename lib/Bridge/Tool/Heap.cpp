//===- Heap.cpp - where a tool keeps its many small pieces ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Heap.hpp"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

static constexpr int usualPad = 32 << 20;

/// Many small pieces live until the end: they are not sorted while the tool
/// runs, and the system is asked for more at once.
void bridge::tuneHeap() {
  mallopt(M_MXFAST, 0);
  mallopt(M_TOP_PAD, usualPad);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

/// Operations, locations and names of a text take twenty times its bytes, and
/// tables that grow leave holes. Page by page the system takes 7 % of the time
/// of parsing and printing to hand them out.
void bridge::growHeapFor(size_t textSize) {
  constexpr size_t large = 1 << 20, most = 1 << 30, page = 2 << 20;
  if (textSize < large)
    return;
  size_t size = std::min(48 * textSize, most);
  mallopt(M_MMAP_THRESHOLD, usualPad);
  mallopt(M_TOP_PAD, (int)size);
  void *volatile first = malloc(mallinfo2().keepcost + 1); // more than is left
  auto begin = ((uintptr_t)first + page - 1) / page * page;
  auto end = (uintptr_t)sbrk(0);
  if (end > begin) // elsewhere only slower
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
  free(first);
  mallopt(M_TOP_PAD, usualPad);
}
