//===- Budget.h - memory with an upper bound ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A few bytes of a protobuf file can ask for a hundred times as much memory
// (an empty message is two bytes there and a structure here), so protobuf-c
// allocates through a budget that refuses instead.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_BUDGET_H
#define RELAX_FRONTEND_ONNX_MODEL_BUDGET_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

/// Not thread safe. Must outlive the allocator made from it.
typedef struct OnnxBudget {
  size_t limit; // bytes alive at a time, without bookkeeping
  size_t used;
  bool exceeded; // something was refused
} OnnxBudget;

/// Allocates 16-byte aligned memory from the budget; NULL when it would be
/// exceeded or the system has none.
ProtobufCAllocator onnxBudgetAllocator(OnnxBudget *budget);

#endif // RELAX_FRONTEND_ONNX_MODEL_BUDGET_H
