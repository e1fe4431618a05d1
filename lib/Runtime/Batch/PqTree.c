//===- PqTree.c - all orders in which some sets are consecutive -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/PqTree.h"

#include <stb/stb_ds.h>

int32_t pqAddNode(PqTree *tree, PqKind kind) {
  arrput(tree->nodes, ((PqNode){.kind = kind,
                                .parent = -1,
                                .first = -1,
                                .last = -1,
                                .prev = -1,
                                .next = -1,
                                .numLeaves = kind == PQ_LEAF,
                                .saved = tree->checkpoint}));
  arrput(tree->marks, ((PqMark){0}));
  return (int32_t)arrlen(tree->nodes) - 1;
}

void pqCreate(PqTree *tree, int32_t numLeaves) {
  *tree = (PqTree){.numLeaves = numLeaves};
  for (int32_t leaf = 0; leaf < numLeaves; ++leaf)
    pqAddNode(tree, PQ_LEAF);
  if (numLeaves > 1) {
    tree->root = pqAddNode(tree, numLeaves == 2 ? PQ_Q : PQ_P);
    for (int32_t leaf = 0; leaf < numLeaves; ++leaf)
      pqAppend(tree, tree->root, leaf);
  }
  pqCheckpoint(tree);
}

void pqFree(PqTree *tree) {
  arrfree(tree->nodes);
  arrfree(tree->marks);
  arrfree(tree->journal);
  arrfree(tree->queue);
}

//===----------------------------------------------------------------------===//
// Changes, and taking them back
//===----------------------------------------------------------------------===//

void pqCheckpoint(PqTree *tree) {
  arrsetlen(tree->journal, 0);
  ++tree->checkpoint;
  tree->savedRoot = tree->root;
  tree->savedCount = (int32_t)arrlen(tree->nodes);
}

void pqRollBack(PqTree *tree) {
  while (arrlen(tree->journal) > 0) {
    PqSaved saved = arrpop(tree->journal);
    tree->nodes[saved.node] = saved.value;
  }
  arrsetlen(tree->nodes, (size_t)tree->savedCount);
  arrsetlen(tree->marks, (size_t)tree->savedCount);
  tree->root = tree->savedRoot;
  pqCheckpoint(tree);
}

PqNode *pqEdit(PqTree *tree, int32_t node) {
  tree->changed = true;
  if (tree->nodes[node].saved != tree->checkpoint) {
    arrput(tree->journal, ((PqSaved){node, tree->nodes[node]}));
    tree->nodes[node].saved = tree->checkpoint;
  }
  return &tree->nodes[node];
}

void pqUnlink(PqTree *tree, int32_t child) {
  PqNode *node = pqEdit(tree, child), *parent = pqEdit(tree, node->parent);
  *(node->prev < 0 ? &parent->first : &pqEdit(tree, node->prev)->next) =
      node->next;
  *(node->next < 0 ? &parent->last : &pqEdit(tree, node->next)->prev) =
      node->prev;
  --parent->numChildren;
  parent->numLeaves -= node->numLeaves;
  node->parent = node->prev = node->next = -1;
}

void pqAppend(PqTree *tree, int32_t parentAt, int32_t child) {
  PqNode *parent = pqEdit(tree, parentAt), *node = pqEdit(tree, child);
  node->parent = parentAt;
  node->prev = parent->last;
  *(parent->last < 0 ? &parent->first : &pqEdit(tree, parent->last)->next) =
      child;
  parent->last = child;
  ++parent->numChildren;
  parent->numLeaves += node->numLeaves;
}

void pqReplace(PqTree *tree, int32_t nodeAt, int32_t byAt) {
  PqNode *node = pqEdit(tree, nodeAt), *by = pqEdit(tree, byAt);
  by->parent = node->parent;
  by->prev = node->prev;
  by->next = node->next;
  if (node->parent < 0)
    tree->root = byAt;
  if (node->prev >= 0)
    pqEdit(tree, node->prev)->next = byAt;
  else if (node->parent >= 0)
    pqEdit(tree, node->parent)->first = byAt;
  if (node->next >= 0)
    pqEdit(tree, node->next)->prev = byAt;
  else if (node->parent >= 0)
    pqEdit(tree, node->parent)->last = byAt;
  node->parent = node->prev = node->next = -1;
}

void pqReverse(PqTree *tree, int32_t nodeAt) {
  PqNode *node = pqEdit(tree, nodeAt);
  for (int32_t child = node->first, next; child >= 0; child = next) {
    PqNode *at = pqEdit(tree, child);
    next = at->next;
    at->next = at->prev;
    at->prev = next;
  }
  int32_t first = node->first;
  node->first = node->last;
  node->last = first;
}

void pqAbsorb(PqTree *tree, int32_t nodeAt) {
  PqNode *node = pqEdit(tree, nodeAt), *parent = pqEdit(tree, node->parent);
  for (int32_t child = node->first; child >= 0; child = tree->nodes[child].next)
    pqEdit(tree, child)->parent = node->parent;
  pqEdit(tree, node->first)->prev = node->prev;
  pqEdit(tree, node->last)->next = node->next;
  *(node->prev < 0 ? &parent->first : &pqEdit(tree, node->prev)->next) =
      node->first;
  *(node->next < 0 ? &parent->last : &pqEdit(tree, node->next)->prev) =
      node->last;
  parent->numChildren += node->numChildren - 1;
}

//===----------------------------------------------------------------------===//
// Finding a set
//===----------------------------------------------------------------------===//

static bool pqTouched(const PqTree *tree, int32_t node) {
  return tree->marks[node].stamp == tree->stamp;
}

bool pqFull(const PqTree *tree, int32_t node) {
  return pqTouched(tree, node) &&
         tree->marks[node].full == tree->nodes[node].numLeaves;
}

static void begin(PqTree *tree, int32_t node, int32_t waiting) {
  tree->marks[node] =
      (PqMark){.stamp = tree->stamp, .waiting = waiting, .firstTouched = -1};
}

int32_t pqMark(PqTree *tree, const int32_t *set, int32_t count) {
  ++tree->stamp;
  arrsetlen(tree->queue, 0);
  for (int32_t i = 0; i < count; ++i) {
    begin(tree, set[i], 0);
    tree->marks[set[i]].full = 1;
    arrput(tree->queue, set[i]);
    int32_t node = tree->nodes[set[i]].parent;
    for (; node >= 0 && !pqTouched(tree, node); node = tree->nodes[node].parent)
      begin(tree, node, 1);
    if (node >= 0)
      ++tree->marks[node].waiting;
  }
  // A node is done when all of its children that count are.
  for (ptrdiff_t at = 0;; ++at) {
    int32_t node = tree->queue[at], parent = tree->nodes[node].parent;
    PqMark *mark = &tree->marks[node];
    if (mark->full == count)
      return node;
    PqMark *above = &tree->marks[parent];
    above->full += mark->full;
    ++above->touched;
    mark->nextTouched = above->firstTouched;
    above->firstTouched = node;
    if (--above->waiting == 0)
      arrput(tree->queue, parent);
  }
}

bool pqRun(const PqTree *tree, int32_t node, int32_t *first, int32_t *last) {
  int32_t count = 1, at = tree->marks[node].firstTouched, next;
  *first = *last = at;
  for (; (next = tree->nodes[*first].prev) >= 0 && pqTouched(tree, next);
       *first = next)
    ++count;
  for (; (next = tree->nodes[*last].next) >= 0 && pqTouched(tree, next);
       *last = next)
    ++count;
  return count == tree->marks[node].touched;
}

bool pqFind(PqTree *tree, const int32_t *set, int32_t count, PqPlace *place) {
  place->node = pqMark(tree, set, count);
  place->first = place->last = -1;
  if (pqFull(tree, place->node))
    return true;
  if (tree->nodes[place->node].kind != PQ_Q ||
      !pqRun(tree, place->node, &place->first, &place->last))
    return false;
  for (int32_t child = place->first;; child = tree->nodes[child].next) {
    if (!pqFull(tree, child))
      return false;
    if (child == place->last)
      return true;
  }
}
