//===- Heap.hpp - where a tool keeps its many small pieces ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>

namespace bridge {
/// For a process that ends when its text is printed.
void tuneHeap();

/// What a large text takes when it is read and printed is asked for at once,
/// in large pages.
void growHeapFor(size_t textSize);
} // namespace bridge
