//===- Budget.c - memory with an upper bound ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Budget.h"

#include <assert.h>
#include <stdlib.h>

/// Stands before every block; keeps the alignment that malloc gives.
typedef union Header {
  size_t size;
  max_align_t align;
} Header;

static void *allocate(void *state, size_t size) {
  OnnxBudget *budget = state;
  if (size > budget->limit - budget->used) {
    budget->exceeded = true;
    return NULL;
  }
  Header *header = malloc(sizeof(Header) + size);
  if (!header) {
    budget->exceeded = true;
    return NULL;
  }
  header->size = size;
  budget->used += size;
  return header + 1;
}

static void release(void *state, void *block) {
  if (!block)
    return;
  OnnxBudget *budget = state;
  Header *header = (Header *)block - 1;
  assert(header->size <= budget->used);
  budget->used -= header->size;
  free(header);
}

ProtobufCAllocator onnxBudgetAllocator(OnnxBudget *budget) {
  return (ProtobufCAllocator){
      .alloc = allocate, .free = release, .allocator_data = budget};
}
