//===- PlanMemoryChain.c - a chain of tensors from both ends --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where each tensor has ended when the next but one begins, they lie in turns
// at the front and at the back of an arena which is as large as the largest two
// neighbours: no order of blocks needs less. Blocks that are shared may need
// more: a large tensor that comes when a small one lies where it would fit.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanMemory.h"

typedef struct Chain {
  Planner *planner;
  intptr_t *buffers; // those in a block
  SymExpr *sizes;    // of their parts of the arena
  intptr_t count;
} Chain;

static bool read(Chain *c) {
  const Planner *planner = c->planner;
  const Buffer *buffers = planner->liveness.buffers;
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i) {
    TensorSize size;
    bool bounded;
    MlirType type = mlirValueGetType(buffers[i].value);
    if (planner->places[i].kind != PLACE_BLOCK)
      continue;
    if (tensorSizeOf(&planner->bounds.facts, type, &size) != TENSOR_SIZE_OK ||
        !tensorSizeAtMost(&planner->bounds, type, &size, &bounded))
      return false;
    if (c->count >= 2 &&
        buffers[c->buffers[c->count - 2]].end >= buffers[i].begin)
      return false;
    c->sizes[c->count] = size.size;
    c->buffers[c->count++] = i;
  }
  return c->count > 2;
}

/// The largest sum of two neighbours, if the formula stays short.
static bool largestPair(const Chain *c, SymExpr *most) {
  enum { MAX_UNDECIDED = 3 };
  int undecided = 0;
  const Facts *facts = &c->planner->bounds.facts;
  *most = symExprConst(facts->arena, 0);
  for (intptr_t i = 1; i < c->count; ++i) {
    SymExpr pair;
    if (symExprAdd(facts->arena, c->sizes[i - 1], c->sizes[i], &pair) != SYM_OK)
      return false;
    if (factsAtMost(facts, *most, pair))
      *most = pair;
    else if (!factsAtMost(facts, pair, *most) &&
             (undecided++ == MAX_UNDECIDED ||
              symExprMax(facts->arena, *most, pair, most) != SYM_OK))
      return false;
  }
  return true;
}

SymStatus planChain(Planner *planner, SymExpr *total) {
  Arena *arena = planner->bounds.facts.arena;
  intptr_t count = planner->liveness.numBuffers;
  Chain c = {.planner = planner,
             .buffers = ARENA_ARRAY(arena, intptr_t, count),
             .sizes = ARENA_ARRAY(arena, SymExpr, count)};
  SymExpr most;
  const Facts *facts = &planner->bounds.facts;
  if (!read(&c) || !largestPair(&c, &most) ||
      !factsAtMost(facts, most, *total) || factsAtMost(facts, *total, most))
    return SYM_OK;
  *total = most;
  planner->plan.numBlocks = c.count;
  for (intptr_t i = 0; i < c.count; ++i) {
    PlannedBlock *block = &planner->plan.blocks[i];
    planner->places[c.buffers[i]].block = i;
    *block = (PlannedBlock){.offset = symExprConst(arena, 0)};
    SymStatus status =
        i % 2 ? symExprSub(arena, most, c.sizes[i], &block->offset) : SYM_OK;
    if (status != SYM_OK)
      return status;
  }
  return SYM_OK;
}
