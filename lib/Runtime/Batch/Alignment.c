//===- Alignment.c - an order in which batches need not be gathered -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/AlignmentOrder.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// Lanes that are looked at in all, before everything else is refused: some
/// seconds.
static const int64_t mostWork = (int64_t)1 << 27;

struct BatchAlignment {
  PqTree tree;
  AlignmentOrder order;
  BatchLists *batches; // stb_ds arrays
  int32_t *laneOf;     // by variable
  int32_t *set;
  Shape *shapes; // of the lists of a batch
  int64_t work;
};

BatchAlignment *batchAlignmentCreate(int32_t numVars) {
  BatchAlignment *alignment = calloc(1, sizeof *alignment);
  if (!alignment)
    outOfMemory();
  pqCreate(&alignment->tree, numVars);
  arrsetlen(alignment->laneOf, (size_t)numVars);
  return alignment;
}

void batchAlignmentDestroy(BatchAlignment *alignment) {
  pqFree(&alignment->tree);
  alignmentOrderFree(&alignment->order);
  for (ptrdiff_t i = 0; i < arrlen(alignment->shapes); ++i)
    shapeFree(&alignment->shapes[i]);
  arrfree(alignment->shapes);
  arrfree(alignment->batches);
  arrfree(alignment->laneOf);
  arrfree(alignment->set);
  free(alignment);
}

static const int32_t *listOf(const BatchLists *lists, int32_t index) {
  return lists->vars + (size_t)index * (size_t)lists->numLanes;
}

/// The shapes of all lists; false if one is not consecutive.
static bool findShapes(BatchAlignment *alignment, const BatchLists *lists) {
  while (arrlen(alignment->shapes) < lists->numLists)
    arrput(alignment->shapes, ((Shape){0}));
  alignment->work += (int64_t)lists->numLists * lists->numLanes;
  for (int32_t i = 0; i < lists->numLists; ++i)
    if (!shapeOf(&alignment->tree, listOf(lists, i), lists->numLanes,
                 alignment->laneOf, &alignment->shapes[i]))
      return false;
  return true;
}

/// The variables of a list at some lanes are consecutive.
static bool reduceLanes(BatchAlignment *alignment, const int32_t *list,
                        const Shape *from, int32_t begin, int32_t end) {
  arrsetlen(alignment->set, 0);
  for (int32_t i = begin; i < end; ++i)
    arrput(alignment->set, list[from->lanes[i]]);
  return pqReduce(&alignment->tree, alignment->set, end - begin);
}

/// What is consecutive in the list of one shape becomes so in another list,
/// unless that has it already.
static bool carryOver(BatchAlignment *alignment, const Shape *from,
                      const Shape *to, const int32_t *list) {
  for (ptrdiff_t i = 0; i < arrlen(from->nodes); ++i) {
    const ShapeNode *node = &from->nodes[i], *there = shapeMatch(to, node);
    if (there &&
        (node->kind == PQ_P || shapeDirection(from, node, to, there) != 0))
      continue;
    if (node->kind == PQ_P || node->numChildren == 2) {
      if (!reduceLanes(alignment, list, from, node->all.begin, node->all.end))
        return false;
      continue;
    }
    const ShapeChild *children = from->children + node->firstChild;
    for (int32_t k = 0; k + 1 < node->numChildren; ++k)
      if (!reduceLanes(alignment, list, from, children[k].begin,
                       children[k + 1].end))
        return false;
  }
  return true;
}

/// Makes the trees of the lists of a batch equal. `*changed` is set if they
/// were not.
static bool settleBatch(BatchAlignment *alignment, const BatchLists *lists,
                        bool *changed) {
  do {
    alignment->tree.changed = false;
    if (!findShapes(alignment, lists))
      return false;
    const Shape *shapes = alignment->shapes;
    for (int32_t i = 1; i < lists->numLists; ++i)
      if (!carryOver(alignment, &shapes[0], &shapes[i], listOf(lists, i)) ||
          !carryOver(alignment, &shapes[i], &shapes[0], lists->vars))
        return false;
    *changed |= alignment->tree.changed;
  } while (alignment->tree.changed);
  return true;
}

/// Step 2, the last batch first.
static bool settle(BatchAlignment *alignment) {
  bool changed;
  do {
    changed = false;
    for (ptrdiff_t i = arrlen(alignment->batches) - 1; i >= 0; --i)
      if (alignment->work >= mostWork ||
          !settleBatch(alignment, &alignment->batches[i], &changed))
        return false;
  } while (changed);
  return true;
}

/// Step 3.
static bool findOrder(BatchAlignment *alignment) {
  AlignmentOrder *order = &alignment->order;
  const Shape *shapes = alignment->shapes;
  alignmentOrderStart(order, &alignment->tree);
  for (int pass = 0; pass < 2; ++pass)
    for (ptrdiff_t i = 0; i < arrlen(alignment->batches); ++i) {
      const BatchLists *lists = &alignment->batches[i];
      if (!findShapes(alignment, lists))
        return false;
      shapes = alignment->shapes;
      for (int32_t k = pass == 0; k < lists->numLists; ++k)
        if (!(pass == 0 ? alignmentOrderJoin(order, &shapes[0], &shapes[k])
                        : alignmentOrderCheck(order, &shapes[k])))
          return false;
    }
  return true;
}

bool batchAlignmentAdd(BatchAlignment *alignment, const BatchLists *batches,
                       int32_t numBatches) {
  size_t before = arrlenu(alignment->batches);
  bool good = alignment->work < mostWork;
  pqCheckpoint(&alignment->tree);
  for (int32_t i = 0; i < numBatches; ++i) {
    for (int32_t k = 0; k < batches[i].numLists && good; ++k)
      good = pqReduce(&alignment->tree, listOf(&batches[i], k),
                      batches[i].numLanes);
    if (batches[i].numLanes > 1)
      arrput(alignment->batches, batches[i]);
  }
  good = good && settle(alignment) && findOrder(alignment);
  if (!good) {
    arrsetlen(alignment->batches, before);
    pqRollBack(&alignment->tree);
  }
  return good;
}

void batchAlignmentPlaces(BatchAlignment *alignment, int32_t *places) {
  if (alignment->tree.numLeaves == 0)
    return;
  findOrder(alignment); // that of a batch that was refused may be there
  alignmentOrderPlaces(&alignment->order, &alignment->tree, places);
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

typedef struct PlacedLane {
  int32_t place, lane;
} PlacedLane;

static int comparePlaces(const void *a, const void *b) {
  const PlacedLane *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

bool batchListsHold(const BatchLists *lists, const int32_t *places,
                    int32_t *lanes) {
  PlacedLane *sorted = NULL;
  bool good = true;
  for (int32_t lane = 0; lane < lists->numLanes; ++lane)
    arrput(sorted, ((PlacedLane){places[lists->vars[lane]], lane}));
  qsort(sorted, arrlenu(sorted), sizeof *sorted, comparePlaces);
  for (int32_t i = 0; i < lists->numLanes; ++i)
    lanes[i] = sorted[i].lane;
  for (int32_t k = 0; k < lists->numLists; ++k)
    for (int32_t i = 0; i < lists->numLanes && good; ++i) {
      const int32_t *list = listOf(lists, k);
      good = places[list[lanes[i]]] == places[list[lanes[0]]] + i;
    }
  arrfree(sorted);
  return good;
}
