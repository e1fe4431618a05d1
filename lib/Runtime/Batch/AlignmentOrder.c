//===- AlignmentOrder.c - which way the nodes of a tree go ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/AlignmentOrder.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

void alignmentOrderStart(AlignmentOrder *order, const PqTree *tree) {
  ptrdiff_t count = arrlen(tree->nodes);
  arrsetlen(order->above, (size_t)count);
  arrsetlen(order->opposite, (size_t)count);
  arrsetlen(order->sameRank, (size_t)count);
  arrsetlen(order->seen, (size_t)count);
  for (int32_t node = 0; node < (int32_t)count; ++node) {
    order->above[node] = order->sameRank[node] = node;
    order->opposite[node] = false;
    order->seen[node] = -1;
  }
}

/// The root of a class of Q-nodes, and whether `node` goes opposite to it.
static int32_t rootOf(AlignmentOrder *order, int32_t node, bool *opposite) {
  bool turned = false;
  int32_t root = node;
  for (; order->above[root] != root; root = order->above[root])
    turned ^= order->opposite[root];
  *opposite = turned;
  while (order->above[node] != root && node != root) { // shorten the path
    int32_t next = order->above[node];
    bool own = order->opposite[node];
    order->above[node] = root;
    order->opposite[node] = turned;
    turned ^= own;
    node = next;
  }
  return root;
}

static bool joinDirections(AlignmentOrder *order, int32_t a, int32_t b,
                           bool opposite) {
  bool turnedA, turnedB;
  int32_t rootA = rootOf(order, a, &turnedA);
  int32_t rootB = rootOf(order, b, &turnedB);
  if (rootA == rootB)
    return (turnedA != turnedB) == opposite;
  order->above[rootB] = rootA;
  order->opposite[rootB] = turnedA ^ turnedB ^ opposite;
  return true;
}

static int32_t rankOf(AlignmentOrder *order, int32_t child) {
  int32_t *above = order->sameRank;
  for (; above[child] != child; child = above[child])
    above[child] = above[above[child]];
  return child;
}

static int compareHashes(const void *a, const void *b) {
  const ShapeChild *x = a, *y = b;
  return (x->hash > y->hash) - (x->hash < y->hash);
}

static ShapeChild *sortedChildren(const Shape *shape, const ShapeNode *node) {
  ShapeChild *children = NULL;
  arrsetlen(children, (size_t)node->numChildren);
  memcpy(children, shape->children + node->firstChild,
         (size_t)node->numChildren * sizeof *children);
  qsort(children, (size_t)node->numChildren, sizeof *children, compareHashes);
  return children;
}

/// Children with the same lanes have the same place.
static bool joinRanks(AlignmentOrder *order, const Shape *a,
                      const ShapeNode *inA, const Shape *b,
                      const ShapeNode *inB) {
  if (inA->numChildren != inB->numChildren || inB->kind != PQ_P)
    return false;
  ShapeChild *x = sortedChildren(a, inA), *y = sortedChildren(b, inB);
  bool good = true;
  for (int32_t i = 0; i < inA->numChildren && good; ++i) {
    good = x[i].hash == y[i].hash;
    order->sameRank[rankOf(order, y[i].node)] = rankOf(order, x[i].node);
  }
  arrfree(x);
  arrfree(y);
  return good;
}

bool alignmentOrderJoin(AlignmentOrder *order, const Shape *a, const Shape *b) {
  for (ptrdiff_t i = 0; i < arrlen(a->nodes); ++i) {
    const ShapeNode *node = &a->nodes[i], *other = shapeMatch(b, node);
    if (!other)
      return false;
    if (node->kind == PQ_P) {
      if (!joinRanks(order, a, node, b, other))
        return false;
      continue;
    }
    int direction = shapeDirection(a, node, b, other);
    if (direction == 0 ||
        !joinDirections(order, node->all.node, other->all.node, direction < 0))
      return false;
  }
  return true;
}

bool alignmentOrderCheck(AlignmentOrder *order, const Shape *shape) {
  for (ptrdiff_t i = 0; i < arrlen(shape->nodes); ++i) {
    const ShapeNode *node = &shape->nodes[i];
    if (node->kind != PQ_P)
      continue;
    // Lists that share a P-node mark its children again and again.
    for (int32_t k = 0; k < node->numChildren; ++k)
      order->seen[rankOf(order, shape->children[node->firstChild + k].node)] =
          -1;
    for (int32_t k = 0; k < node->numChildren; ++k) {
      int32_t *seen = &order->seen[rankOf(
          order, shape->children[node->firstChild + k].node)];
      if (*seen == node->all.node)
        return false;
      *seen = node->all.node;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The lowest leaf below each node.
static int32_t findLowest(AlignmentOrder *order, const PqTree *tree,
                          int32_t node) {
  int32_t lowest = node < tree->numLeaves ? node : INT32_MAX;
  for (int32_t child = tree->nodes[node].first; child >= 0;
       child = tree->nodes[child].next) {
    int32_t below = findLowest(order, tree, child);
    lowest = below < lowest ? below : lowest;
  }
  return order->lowest[node] = lowest;
}

typedef struct RankedChild {
  int32_t lowest, rank, node;
} RankedChild;

static int compareRanks(const void *a, const void *b) {
  const RankedChild *x = a, *y = b;
  return x->lowest != y->lowest
             ? (x->lowest > y->lowest) - (x->lowest < y->lowest)
             : (x->rank > y->rank) - (x->rank < y->rank);
}

static void place(AlignmentOrder *order, const PqTree *tree, int32_t node,
                  int32_t *next, int32_t *places);

static void placeRanked(AlignmentOrder *order, const PqTree *tree, int32_t node,
                        int32_t *next, int32_t *places) {
  RankedChild *children = NULL;
  for (int32_t child = tree->nodes[node].first; child >= 0;
       child = tree->nodes[child].next) {
    int32_t rank = rankOf(order, child);
    arrput(children, ((RankedChild){order->lowest[rank], rank, child}));
  }
  qsort(children, arrlenu(children), sizeof *children, compareRanks);
  for (ptrdiff_t i = 0; i < arrlen(children); ++i)
    place(order, tree, children[i].node, next, places);
  arrfree(children);
}

static void place(AlignmentOrder *order, const PqTree *tree, int32_t node,
                  int32_t *next, int32_t *places) {
  const PqNode *at = &tree->nodes[node];
  bool opposite;
  if (at->kind == PQ_LEAF) {
    places[node] = (*next)++;
  } else if (at->kind == PQ_P) {
    placeRanked(order, tree, node, next, places);
  } else {
    const PqNode *root = &tree->nodes[rootOf(order, node, &opposite)];
    opposite ^= order->lowest[root->first] > order->lowest[root->last];
    for (int32_t child = opposite ? at->last : at->first; child >= 0;
         child = opposite ? tree->nodes[child].prev : tree->nodes[child].next)
      place(order, tree, child, next, places);
  }
}

void alignmentOrderPlaces(AlignmentOrder *order, const PqTree *tree,
                          int32_t *places) {
  int32_t next = 0;
  arrsetlen(order->lowest, arrlenu(tree->nodes));
  for (ptrdiff_t i = 0; i < arrlen(order->lowest); ++i)
    order->lowest[i] = INT32_MAX;
  findLowest(order, tree, tree->root);
  place(order, tree, tree->root, &next, places);
}

void alignmentOrderFree(AlignmentOrder *order) {
  arrfree(order->above);
  arrfree(order->opposite);
  arrfree(order->sameRank);
  arrfree(order->seen);
  arrfree(order->lowest);
}
