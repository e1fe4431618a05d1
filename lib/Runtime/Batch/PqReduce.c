//===- PqReduce.c - one more set is consecutive ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// With the leaves of the set below it, a node is empty (none), full (all) or
// partial. Below the lowest node that has the whole set, the empty and the full
// parts of a partial node can only stand beside each other, with at most one
// partial one between: `line` makes a Q-node of it that goes from empty to
// full. At that lowest node there may be two, which turn their full ends to
// each other.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/PqTree.h"

#include <stddef.h>

/// Takes the full children away from a P-node and makes one node of them; -1 if
/// there are none. At most two are partial: they are taken away, too; else
/// false.
static bool takeTouched(PqTree *tree, int32_t node, int32_t *full,
                        int32_t *partial, int32_t mostPartial) {
  int32_t numFull = tree->marks[node].touched, numPartial = 0;
  for (int32_t child = tree->marks[node].firstTouched; child >= 0;
       child = tree->marks[child].nextTouched)
    if (!pqFull(tree, child)) {
      if (numPartial == mostPartial)
        return false;
      partial[numPartial++] = child;
    }
  numFull -= numPartial;
  int32_t group =
      numFull < 2 ? -1 : pqAddNode(tree, numFull == 2 ? PQ_Q : PQ_P);
  *full = group;
  for (int32_t child = tree->marks[node].firstTouched, next; child >= 0;
       child = next) {
    next = tree->marks[child].nextTouched;
    bool whole = pqFull(tree, child);
    pqUnlink(tree, child);
    if (whole && group >= 0)
      pqAppend(tree, group, child);
    else if (whole)
      *full = child;
  }
  return true;
}

/// What is left of a P-node that lost children: itself, its only child, -1.
static int32_t leftOver(PqTree *tree, int32_t node) {
  int32_t count = tree->nodes[node].numChildren, only = tree->nodes[node].first;
  if (count == 0)
    return -1;
  if (count == 1) {
    pqUnlink(tree, only);
    return only;
  }
  if (count == 2)
    pqEdit(tree, node)->kind = PQ_Q;
  return node;
}

static int32_t line(PqTree *tree, int32_t node);

/// Appends a partial node, without a parent, to a Q-node, which ends with its
/// full part, or with its empty part.
static bool appendPartial(PqTree *tree, int32_t parent, int32_t node,
                          bool fullLast) {
  pqAppend(tree, parent, node);
  int32_t made = line(tree, node);
  if (made < 0)
    return false;
  if (!fullLast)
    pqReverse(tree, made);
  pqAbsorb(tree, made);
  return true;
}

static int32_t lineOfP(PqTree *tree, int32_t node) {
  int32_t full, partial[1] = {-1};
  if (!takeTouched(tree, node, &full, partial, 1))
    return -1;
  int32_t made = pqAddNode(tree, PQ_Q);
  pqReplace(tree, node, made);
  int32_t empty = leftOver(tree, node);
  if (empty >= 0)
    pqAppend(tree, made, empty);
  if (partial[0] >= 0 && !appendPartial(tree, made, partial[0], true))
    return -1;
  if (full >= 0)
    pqAppend(tree, made, full);
  return made;
}

/// Are all children between the two full?
static bool allFull(const PqTree *tree, int32_t first, int32_t last) {
  for (int32_t child = first;; child = tree->nodes[child].next) {
    if (!pqFull(tree, child))
      return false;
    if (child == last)
      return true;
  }
}

static int32_t lineOfQ(PqTree *tree, int32_t node) {
  int32_t first, last;
  if (!pqRun(tree, node, &first, &last))
    return -1;
  const PqNode *nodes = tree->nodes;
  bool right = last == nodes[node].last &&
               (first == last || allFull(tree, nodes[first].next, last));
  bool left = first == nodes[node].first &&
              (first == last || allFull(tree, first, nodes[last].prev));
  if (!right && !left)
    return -1;
  int32_t inner = right ? first : last;
  if (!right)
    pqReverse(tree, node);
  if (!pqFull(tree, inner)) {
    int32_t made = line(tree, inner);
    if (made < 0)
      return -1;
    pqAbsorb(tree, made);
  }
  return node;
}

/// Makes a Q-node of a partial node, in its place, that goes from its empty to
/// its full part; -1 if the set cannot be consecutive.
static int32_t line(PqTree *tree, int32_t node) {
  return tree->nodes[node].kind == PQ_P ? lineOfP(tree, node)
                                        : lineOfQ(tree, node);
}

static bool reduceRootP(PqTree *tree, int32_t root) {
  int32_t full, partial[2] = {-1, -1};
  if (!takeTouched(tree, root, &full, partial, 2))
    return false;
  int32_t made = full;
  if (partial[0] >= 0) {
    made = pqAddNode(tree, PQ_Q);
    if (!appendPartial(tree, made, partial[0], true))
      return false;
    if (full >= 0)
      pqAppend(tree, made, full);
    if (partial[1] >= 0 && !appendPartial(tree, made, partial[1], false))
      return false;
  }
  if (tree->nodes[root].numChildren == 0) {
    pqReplace(tree, root, made);
    return true;
  }
  pqAppend(tree, root, made);
  leftOver(tree, root);
  return true;
}

static bool reduceRootQ(PqTree *tree, int32_t root) {
  int32_t first, last;
  if (!pqRun(tree, root, &first, &last))
    return false;
  const PqNode *nodes = tree->nodes;
  if (nodes[first].next != last &&
      !allFull(tree, nodes[first].next, nodes[last].prev))
    return false;
  if (!pqFull(tree, first)) {
    int32_t made = line(tree, first);
    if (made < 0)
      return false;
    pqAbsorb(tree, made);
  }
  if (!pqFull(tree, last)) {
    int32_t made = line(tree, last);
    if (made < 0)
      return false;
    pqReverse(tree, made);
    pqAbsorb(tree, made);
  }
  return true;
}

bool pqReduce(PqTree *tree, const int32_t *set, int32_t count) {
  if (count < 2)
    return true;
  int32_t root = pqMark(tree, set, count);
  if (pqFull(tree, root))
    return true;
  return tree->nodes[root].kind == PQ_P ? reduceRootP(tree, root)
                                        : reduceRootQ(tree, root);
}
