//===- AlignmentOrder.h - which way the nodes of a tree go ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Batch: step 3 of Alignment.h. Q-nodes that go the same
// way or opposite ways are a class; so are children of P-nodes that have the
// same place among their siblings.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_ALIGNMENTORDER_H
#define RELAX_RUNTIME_BATCH_ALIGNMENTORDER_H

#include "lib/Runtime/Batch/AlignmentShape.h"

/// Zero-initialise; stb_ds arrays, by node of the tree.
typedef struct AlignmentOrder {
  int32_t *above;    // in its class of Q-nodes: a node nearer to the root
  bool *opposite;    // to that one
  int32_t *sameRank; // in its class of children: likewise
  int32_t *seen;     // class of a child: the P-node that has one of it
  int32_t *lowest;   // leaf below a node, in the end of its class
} AlignmentOrder;

/// Begins with all nodes free.
void alignmentOrderStart(AlignmentOrder *order, const PqTree *tree);
/// Two lists go together. False if that contradicts what is there.
bool alignmentOrderJoin(AlignmentOrder *order, const Shape *a, const Shape *b);
/// False if two children of a P-node of the shape would have to have one place.
bool alignmentOrderCheck(AlignmentOrder *order, const Shape *shape);
/// Reads the places of the leaves off: where it is free, low numbers first.
void alignmentOrderPlaces(AlignmentOrder *order, const PqTree *tree,
                          int32_t *places);
void alignmentOrderFree(AlignmentOrder *order);

#endif // RELAX_RUNTIME_BATCH_ALIGNMENTORDER_H
