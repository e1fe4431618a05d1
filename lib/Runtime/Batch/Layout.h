//===- Layout.h - where the results of batches lie ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All results of a graph in one order in memory, such that kernels read and
// write slices where that can be (Alignment.h). Batches are taken in their
// order: all lists of a batch, if they can be had; of those that cannot, in a
// second round, the result alone, then each operand with it. What is left is
// gathered, and counted.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_LAYOUT_H
#define RELAX_RUNTIME_BATCH_LAYOUT_H

#include "lib/Runtime/Batch/Policy.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a batch gets at an operand, or at its results; what can be said of
/// several goes by the first.
typedef enum BatchAccess {
  BATCH_SHARED,   // the same for all lanes
  BATCH_SLICE,    // consecutive, in the order of the lanes
  BATCH_GATHERED, // lane by lane; also where only some lanes have it
} BatchAccess;

typedef struct BatchPlaced {
  int32_t type;
  int32_t firstNode, numNodes;       // in `nodes`: lanes in their order
  BatchAccess results;               // not BATCH_SHARED
  int32_t firstOperand, numOperands; // in `operands`
} BatchPlaced;

/// Zero-initialise; stb_ds arrays.
typedef struct BatchLayout {
  int32_t *places; // by node: its place in memory, from 0
  BatchPlaced *batches;
  int32_t *nodes;
  BatchAccess *operands;
} BatchLayout;

/// Only fills `batches` and `nodes`, up to the end of an order that has been
/// started.
void batchLayoutSteps(const BatchPolicy *policy, BatchOrder *order,
                      BatchLayout *layout);
/// Plans the batches of an order that has been started with the graph, up to
/// its end. Where that would take too long, later batches are not planned, and
/// mostly gathered.
void batchLayoutPlan(const BatchGraph *graph, const BatchPolicy *policy,
                     BatchOrder *order, BatchLayout *layout);
/// Operands of a batch that are gathered; 1 more if its results are scattered.
int32_t batchLayoutGathers(const BatchLayout *layout, int32_t batch);
void batchLayoutFree(BatchLayout *layout);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BATCH_LAYOUT_H
