//===- AlignmentShape.c - the tree of one list ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/AlignmentShape.h"
#include "lib/Support/Map.h"

/// The finaliser of splitmix64: a number for each lane.
static uint64_t hashOfLane(int32_t lane) {
  uint64_t x = ((uint64_t)lane + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static ShapeChild visit(const PqTree *tree, const int32_t *laneOf, int32_t node,
                        Shape *shape);

/// The children `first` to `last` of a node.
static ShapeChild visitRun(const PqTree *tree, const int32_t *laneOf,
                           PqPlace place, Shape *shape) {
  ShapeChild all = {.node = place.node, .begin = (int32_t)arrlen(shape->lanes)};
  ShapeChild *children = NULL;
  for (int32_t child = place.first;; child = tree->nodes[child].next) {
    arrput(children, visit(tree, laneOf, child, shape));
    all.hash += arrlast(children).hash;
    if (child == place.last)
      break;
  }
  all.end = (int32_t)arrlen(shape->lanes);
  ShapeNode node = {all, tree->nodes[place.node].kind,
                    (int32_t)arrlen(shape->children),
                    (int32_t)arrlen(children)};
  for (ptrdiff_t i = 0; i < arrlen(children); ++i)
    arrput(shape->children, children[i]);
  arrfree(children);
  hmput(shape->byHash, all.hash, (int32_t)arrlen(shape->nodes));
  arrput(shape->nodes, node);
  return all;
}

static ShapeChild visit(const PqTree *tree, const int32_t *laneOf, int32_t node,
                        Shape *shape) {
  const PqNode *at = &tree->nodes[node];
  if (at->kind != PQ_LEAF)
    return visitRun(tree, laneOf, (PqPlace){node, at->first, at->last}, shape);
  int32_t begin = (int32_t)arrlen(shape->lanes);
  arrput(shape->lanes, laneOf[node]);
  return (ShapeChild){node, begin, begin + 1, hashOfLane(laneOf[node])};
}

bool shapeOf(PqTree *tree, const int32_t *list, int32_t numLanes,
             int32_t *laneOf, Shape *shape) {
  PqPlace place;
  if (!pqFind(tree, list, numLanes, &place))
    return false;
  arrsetlen(shape->nodes, 0);
  arrsetlen(shape->children, 0);
  arrsetlen(shape->lanes, 0);
  hmfree(shape->byHash);
  for (int32_t lane = 0; lane < numLanes; ++lane)
    laneOf[list[lane]] = lane;
  if (place.first < 0)
    visit(tree, laneOf, place.node, shape);
  else
    visitRun(tree, laneOf, place, shape);
  return true;
}

const ShapeNode *shapeMatch(const Shape *shape, const ShapeNode *node) {
  const ShapeEntry *entry = mapEntry(shape->byHash, node->all.hash);
  return entry ? &shape->nodes[entry->value] : NULL;
}

int shapeDirection(const Shape *a, const ShapeNode *inA, const Shape *b,
                   const ShapeNode *inB) {
  int32_t count = inA->numChildren;
  const ShapeChild *x = a->children + inA->firstChild,
                   *y = b->children + inB->firstChild;
  if (count != inB->numChildren || inA->kind != PQ_Q || inB->kind != PQ_Q)
    return 0;
  bool same = true, opposite = true;
  for (int32_t i = 0; i < count; ++i) {
    same = same && x[i].hash == y[i].hash;
    opposite = opposite && x[i].hash == y[count - 1 - i].hash;
  }
  return same ? 1 : opposite ? -1 : 0;
}

void shapeFree(Shape *shape) {
  arrfree(shape->nodes);
  arrfree(shape->children);
  arrfree(shape->lanes);
  hmfree(shape->byHash);
}
