//===- Layout.c - where the results of batches lie ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Layout.h"
#include "lib/Runtime/Batch/Alignment.h"

#include <stb/stb_ds.h>

typedef struct Planner {
  const BatchGraph *graph;
  BatchLayout *layout;
  BatchAlignment *alignment;
  BatchLists *lists; // by batch: what of it can be slices; stb_ds arrays
  bool *added;       // by batch
  int32_t **owned;   // lists of parts of batches
  int32_t *seen;     // by node: the list that has it
  int32_t numSeen;
} Planner;

/// Arguments that all nodes of a batch have, and the most that one has.
static void countOperands(const Planner *planner, const BatchPlaced *batch,
                          int32_t *all, int32_t *some) {
  *all = INT32_MAX;
  *some = 0;
  for (int32_t i = 0; i < batch->numNodes; ++i) {
    int32_t numArgs;
    batchGraphArgs(planner->graph, planner->layout->nodes[batch->firstNode + i],
                   &numArgs);
    *all = numArgs < *all ? numArgs : *all;
    *some = numArgs > *some ? numArgs : *some;
  }
}

static int32_t argOf(const Planner *planner, const BatchPlaced *batch,
                     int32_t lane, int32_t operand) {
  int32_t numArgs;
  return batchGraphArgs(planner->graph,
                        planner->layout->nodes[batch->firstNode + lane],
                        &numArgs)[operand];
}

/// Appends an operand to the lists of a batch unless a node is in it twice.
static void addOperand(Planner *planner, const BatchPlaced *batch,
                       int32_t operand, int32_t **vars) {
  ptrdiff_t begin = arrlen(*vars);
  ++planner->numSeen;
  for (int32_t lane = 0; lane < batch->numNodes; ++lane) {
    int32_t arg = argOf(planner, batch, lane, operand);
    if (planner->seen[arg] == planner->numSeen) {
      arrsetlen(*vars, (size_t)begin);
      return;
    }
    planner->seen[arg] = planner->numSeen;
    arrput(*vars, arg);
  }
}

/// The results, then the operands. One lane alone is a slice anyway.
static BatchLists listsOf(Planner *planner, const BatchPlaced *batch) {
  int32_t all, some, *vars = NULL;
  countOperands(planner, batch, &all, &some);
  for (int32_t lane = 0; lane < batch->numNodes; ++lane)
    arrput(vars, planner->layout->nodes[batch->firstNode + lane]);
  for (int32_t k = 0; k < all && batch->numNodes > 1; ++k)
    addOperand(planner, batch, k, &vars);
  return (BatchLists){batch->numNodes, (int32_t)arrlen(vars) / batch->numNodes,
                      vars};
}

/// All of the batches, if an order serves them; else the first half of them,
/// then the second. What is refused is what would be, one by one.
static void addBatches(Planner *planner, int32_t first, int32_t end) {
  int32_t middle = first + (end - first) / 2;
  if (first == end)
    return;
  if (batchAlignmentAdd(planner->alignment, planner->lists + first,
                        end - first)) {
    for (int32_t i = first; i < end; ++i)
      planner->added[i] = true;
  } else if (end - first > 1) {
    addBatches(planner, first, middle);
    addBatches(planner, middle, end);
  }
}

/// Of a batch that was refused: its results, then each operand with them.
static void addParts(Planner *planner, const BatchLists *lists) {
  BatchLists part = {lists->numLanes, 1, lists->vars};
  if (!batchAlignmentAdd(planner->alignment, &part, 1))
    return;
  for (int32_t k = 1; k < lists->numLists; ++k) {
    const int32_t *operand = lists->vars + (size_t)k * (size_t)lists->numLanes;
    int32_t *vars = NULL;
    for (int32_t lane = 0; lane < lists->numLanes; ++lane)
      arrput(vars, lists->vars[lane]);
    for (int32_t lane = 0; lane < lists->numLanes; ++lane)
      arrput(vars, operand[lane]);
    arrput(planner->owned, vars);
    part = (BatchLists){lists->numLanes, 2, vars};
    batchAlignmentAdd(planner->alignment, &part, 1);
  }
}

/// How nodes are got at that lie at these places, lane by lane.
static BatchAccess accessOf(const Planner *planner, const BatchPlaced *batch,
                            int32_t operand) {
  const int32_t *places = planner->layout->places;
  const int32_t *nodes = planner->layout->nodes + batch->firstNode;
  bool shared = batch->numNodes > 1 && operand >= 0, slice = true;
  int32_t first =
      places[operand < 0 ? nodes[0] : argOf(planner, batch, 0, operand)];
  for (int32_t lane = 0; lane < batch->numNodes; ++lane) {
    int32_t place = places[operand < 0 ? nodes[lane]
                                       : argOf(planner, batch, lane, operand)];
    shared = shared && place == first;
    slice = slice && place == first + lane;
  }
  return shared ? BATCH_SHARED : slice ? BATCH_SLICE : BATCH_GATHERED;
}

/// Puts the lanes of a batch in their order, then looks at each list as it lies
/// in memory, whatever was planned.
static void check(Planner *planner, int32_t at) {
  BatchLayout *layout = planner->layout;
  BatchPlaced *batch = &layout->batches[at];
  BatchLists results = {batch->numNodes, 1, planner->lists[at].vars};
  int32_t all, some, *lanes = NULL;
  arrsetlen(lanes, (size_t)batch->numNodes);
  batchListsHold(&results, layout->places, lanes);
  for (int32_t i = 0; i < batch->numNodes; ++i)
    layout->nodes[batch->firstNode + i] = results.vars[lanes[i]];
  arrfree(lanes);
  countOperands(planner, batch, &all, &some);
  batch->results = accessOf(planner, batch, -1);
  batch->firstOperand = (int32_t)arrlen(layout->operands);
  batch->numOperands = some;
  for (int32_t k = 0; k < some; ++k)
    arrput(layout->operands,
           k < all ? accessOf(planner, batch, k) : BATCH_GATHERED);
}

void batchLayoutSteps(const BatchPolicy *policy, BatchOrder *order,
                      BatchLayout *layout) {
  for (BatchStep step; policy->next(order, &step);) {
    int32_t first = (int32_t)arrlen(layout->nodes);
    arrput(layout->batches, ((BatchPlaced){.type = step.type,
                                           .firstNode = first,
                                           .numNodes = step.numNodes}));
    for (int32_t i = 0; i < step.numNodes; ++i)
      arrput(layout->nodes, step.nodes[i]);
  }
}

void batchLayoutPlan(const BatchGraph *graph, const BatchPolicy *policy,
                     BatchOrder *order, BatchLayout *layout) {
  int32_t numNodes = batchGraphNumNodes(graph);
  Planner planner = {.graph = graph, .layout = layout};
  batchLayoutSteps(policy, order, layout);
  arrsetlen(layout->places, (size_t)numNodes);
  for (int32_t node = 0; node < numNodes; ++node)
    arrput(planner.seen, 0);
  for (ptrdiff_t i = 0; i < arrlen(layout->batches); ++i) {
    arrput(planner.lists, listsOf(&planner, &layout->batches[i]));
    arrput(planner.added, false);
  }
  planner.alignment = batchAlignmentCreate(numNodes);
  addBatches(&planner, 0, (int32_t)arrlen(planner.lists));
  for (ptrdiff_t i = 0; i < arrlen(planner.lists); ++i)
    if (!planner.added[i])
      addParts(&planner, &planner.lists[i]);
  batchAlignmentPlaces(planner.alignment, layout->places);
  for (int32_t i = 0; i < (int32_t)arrlen(layout->batches); ++i)
    check(&planner, i);
  batchAlignmentDestroy(planner.alignment);
  for (ptrdiff_t i = 0; i < arrlen(planner.lists); ++i) {
    int32_t *vars = (int32_t *)planner.lists[i].vars;
    arrfree(vars);
  }
  for (ptrdiff_t i = 0; i < arrlen(planner.owned); ++i)
    arrfree(planner.owned[i]);
  arrfree(planner.owned);
  arrfree(planner.lists);
  arrfree(planner.added);
  arrfree(planner.seen);
}

int32_t batchLayoutGathers(const BatchLayout *layout, int32_t at) {
  const BatchPlaced *batch = &layout->batches[at];
  int32_t gathers = batch->results == BATCH_GATHERED;
  for (int32_t k = 0; k < batch->numOperands; ++k)
    gathers += layout->operands[batch->firstOperand + k] == BATCH_GATHERED;
  return gathers;
}

void batchLayoutFree(BatchLayout *layout) {
  arrfree(layout->places);
  arrfree(layout->batches);
  arrfree(layout->nodes);
  arrfree(layout->operands);
}
