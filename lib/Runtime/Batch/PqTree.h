//===- PqTree.h - all orders in which some sets are consecutive -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Booth and Lueker, "Testing for the Consecutive Ones Property, Interval
// Graphs, and Graph Planarity Using PQ-Tree Algorithms", JCSS 1976. A tree over
// the leaves 0 .. n-1 stands for orders of them: the children of a P-node may
// come in any order, those of a Q-node as they are or the other way round.
// `pqReduce` keeps the orders in which a set is consecutive. A node with two
// children is a Q-node, so a P-node has at least three.
//
// A reduction takes time for what lies above the set's leaves, and for the
// Q-nodes that it joins. What was done since `pqCheckpoint` can be taken back.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_PQTREE_H
#define RELAX_RUNTIME_BATCH_PQTREE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum PqKind { PQ_LEAF, PQ_P, PQ_Q } PqKind;

/// -1 stands for none.
typedef struct PqNode {
  PqKind kind;
  int32_t parent, first, last; // children
  int32_t prev, next;          // siblings
  int32_t numChildren, numLeaves;
  int32_t saved; // the checkpoint since which its old value is kept
} PqNode;

/// What a reduction notes of a node on the way up from the leaves of the set.
typedef struct PqMark {
  int32_t stamp;        // of the reduction; else all of it is old
  int32_t waiting;      // children still to come
  int32_t full;         // leaves below that are in the set
  int32_t touched;      // children above leaves of the set: how many,
  int32_t firstTouched; // and which
  int32_t nextTouched;  // the next one of the parent's
} PqMark;

typedef struct PqSaved {
  int32_t node;
  PqNode value;
} PqSaved;

/// Fields are for reading. stb_ds arrays.
typedef struct PqTree {
  PqNode *nodes; // leaves first
  PqMark *marks;
  PqSaved *journal;
  int32_t *queue;
  int32_t root, numLeaves, stamp;
  int32_t checkpoint, savedRoot, savedCount;
  bool changed; // by reductions; for who asks to set to false
} PqTree;

/// All orders of `numLeaves` leaves, at least one.
void pqCreate(PqTree *tree, int32_t numLeaves);
void pqFree(PqTree *tree);
/// Keeps the orders in which the leaves of the set, which differ, stand beside
/// each other. False if there are none: then roll back.
bool pqReduce(PqTree *tree, const int32_t *set, int32_t count);

void pqCheckpoint(PqTree *tree);
/// Takes back what was done since the last checkpoint.
void pqRollBack(PqTree *tree);

/// Where the leaves of a set are that is consecutive in all orders: all below
/// `node`, and then `first` is -1; or some children of the Q-node `node`.
typedef struct PqPlace {
  int32_t node, first, last;
} PqPlace;

/// False if the set is not consecutive in all orders.
bool pqFind(PqTree *tree, const int32_t *set, int32_t count, PqPlace *place);

// For lib/Runtime/Batch/PqReduce.c.

/// A node that may be written to.
PqNode *pqEdit(PqTree *tree, int32_t node);
int32_t pqAddNode(PqTree *tree, PqKind kind);
/// Takes a child away from its parent.
void pqUnlink(PqTree *tree, int32_t child);
/// Puts a node without a parent behind the other children.
void pqAppend(PqTree *tree, int32_t parent, int32_t child);
/// `by`, without a parent, comes where `node` is. Counts of leaves stay.
void pqReplace(PqTree *tree, int32_t node, int32_t by);
void pqReverse(PqTree *tree, int32_t node);
/// The children of a Q-node come where it is among those of another one.
void pqAbsorb(PqTree *tree, int32_t node);
/// The lowest node above the whole set, after marking what lies below it.
int32_t pqMark(PqTree *tree, const int32_t *set, int32_t count);
bool pqFull(const PqTree *tree, int32_t node);
/// The children of a Q-node above leaves of the set, if they stand beside each
/// other.
bool pqRun(const PqTree *tree, int32_t node, int32_t *first, int32_t *last);

#endif // RELAX_RUNTIME_BATCH_PQTREE_H
