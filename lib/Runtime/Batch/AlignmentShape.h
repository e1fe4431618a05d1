//===- AlignmentShape.h - the tree of one list ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Batch: the part of a PQ-tree that has a list, with
// lanes in place of variables, so that lists of a batch can be compared. Sets
// of lanes are compared by a sum of 64-bit numbers drawn for each lane; what
// comes out in the end is checked literally (batchListsHold).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_ALIGNMENTSHAPE_H
#define RELAX_RUNTIME_BATCH_ALIGNMENTSHAPE_H

#include "lib/Runtime/Batch/Alignment.h"
#include "lib/Runtime/Batch/PqTree.h"

typedef struct ShapeChild {
  int32_t node;       // of the tree
  int32_t begin, end; // in the shape's lanes
  uint64_t hash;      // of the set of lanes
} ShapeChild;

/// A node of the tree with at least two children that are in the list.
typedef struct ShapeNode {
  ShapeChild all;
  PqKind kind;
  int32_t firstChild, numChildren; // in the shape's children
} ShapeNode;

typedef struct ShapeEntry {
  uint64_t key;
  int32_t value;
} ShapeEntry;

/// Zero-initialise; stb_ds arrays and a map.
typedef struct Shape {
  ShapeNode *nodes;
  ShapeChild *children;
  int32_t *lanes;
  ShapeEntry *byHash; // the nodes
} Shape;

/// Fills the shape of a list; `laneOf` has room for a number per variable.
/// False if the list is not consecutive in all orders of the tree.
bool shapeOf(PqTree *tree, const int32_t *list, int32_t numLanes,
             int32_t *laneOf, Shape *shape);
/// The node of the other shape with the lanes of `node`; NULL if there is none.
const ShapeNode *shapeMatch(const Shape *shape, const ShapeNode *node);
/// Do the children of two Q-nodes have the same lanes? 1: in the same order,
/// -1: in the opposite order, 0: neither.
int shapeDirection(const Shape *a, const ShapeNode *inA, const Shape *b,
                   const ShapeNode *inB);
void shapeFree(Shape *shape);

#endif // RELAX_RUNTIME_BATCH_ALIGNMENTSHAPE_H
