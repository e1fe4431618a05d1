//===- PlanMemoryBlocks.c - which tensors share a block -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In the order of the program or by size, best fit among the free blocks. Sizes
// are compared before they are rounded up: `4 * n <= 8 * n` is easier to see
// than the same of their roundings, and implies it.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanMemory.h"

/// How well a free block suits a tensor; smaller is better.
typedef enum Fit {
  FIT_EXACT,  // the same formula
  FIT_WITHIN, // provably large enough
  FIT_GROW,   // provably too small or equal: grows to the tensor's size
  FIT_NONE,   // neither is known
} Fit;

static Fit fitOf(Plan *plan, const PlannedBlock *block, TensorSize size,
                 uint64_t number) {
  if (symExprEqual(block->size.size, size.size))
    return FIT_EXACT;
  if (planSizeAtMost(plan->sizes, number, block->number))
    return FIT_WITHIN;
  if (planSizeAtMost(plan->sizes, block->number, number))
    return FIT_GROW;
  return FIT_NONE;
}

/// Between two blocks of the same fit: the one that leaves or adds less. Of
/// images at several scales little more is provable than that both suit.
static bool isCloser(Plan *plan, Fit fit, const PlannedBlock *block,
                     const PlannedBlock *best) {
  if (fit == FIT_WITHIN)
    return planSizeSmaller(plan->sizes, block->number, best->number);
  return fit == FIT_GROW &&
         planSizeSmaller(plan->sizes, best->number, block->number);
}

/// A kernel may not write what it reads: a block is free only a step later.
static bool isFree(const PlannedBlock *block, intptr_t begin, intptr_t end) {
  const PlannedLife *life = block->lives;
  while (life && (life->end < begin || end < life->begin))
    life = life->next;
  return !life;
}

static void addLife(const Plan *plan, intptr_t block, intptr_t begin,
                    intptr_t end) {
  PlannedLife *life = ARENA_NEW(plan->sizes->facts->arena, PlannedLife);
  *life = (PlannedLife){plan->blocks[block].lives, begin, end};
  plan->blocks[block].lives = life;
}

//===----------------------------------------------------------------------===//
// Blocks by the probe
//===----------------------------------------------------------------------===//

static int64_t excess(int64_t a, int64_t b) { return a > b ? a - b : 0; }

/// The free block that grows least, then the one that is least too large.
static intptr_t freeBlock(const Plan *plan, int64_t bytes, intptr_t begin,
                          intptr_t end) {
  intptr_t best = plan->numBlocks;
  for (intptr_t i = 0; i < plan->numBlocks; ++i) {
    const PlannedBlock *block = &plan->blocks[i];
    if (!isFree(block, begin, end))
      continue;
    const PlannedBlock *other = &plan->blocks[best];
    if (best == plan->numBlocks ||
        excess(bytes, block->atProbe) < excess(bytes, other->atProbe) ||
        (excess(bytes, block->atProbe) == excess(bytes, other->atProbe) &&
         excess(block->atProbe, bytes) < excess(other->atProbe, bytes)))
      best = i;
  }
  return best;
}

/// The block is as large as the larger of the two, whichever that is.
static bool merge(Plan *plan, PlannedBlock *block, TensorSize size,
                  uint64_t number) {
  Arena *arena = plan->sizes->facts->arena;
  if (number < 64 && (block->merged >> number & 1))
    return true;
  if (number >= 64)
    return false;
  TensorSize both = block->size;
  if (!planSizeAtMost(plan->sizes, number, block->number)) {
    if (planSizeAtMost(plan->sizes, block->number, number))
      both = size;
    else if (symExprMax(arena, both.bytes, size.bytes, &both.bytes) != SYM_OK ||
             symExprMax(arena, both.size, size.size, &both.size) != SYM_OK)
      return false;
    block->size = both;
    block->number = planSizeNumber(plan->sizes, both.bytes);
  }
  block->merged |= UINT64_C(1) << number; // only now it is large enough
  return true;
}

/// Sizes that nothing is known of may share a block, too. -1: none is free, or
/// the sum is no formula.
static intptr_t blockByProbe(Plan *plan, TensorSize size, uint64_t number,
                             intptr_t begin, intptr_t end) {
  int64_t bytes;
  if (!probeEvaluate(plan->sizes->usual, size.size, &bytes))
    return -1;
  intptr_t best = freeBlock(plan, bytes, begin, end);
  if (best == plan->numBlocks) {
    plan->blocks[plan->numBlocks++] =
        (PlannedBlock){.size = size,
                       .number = number,
                       .merged = number < 64 ? UINT64_C(1) << number : 0};
  } else if (!merge(plan, &plan->blocks[best], size, number)) {
    return -1;
  }
  PlannedBlock *block = &plan->blocks[best];
  addLife(plan, best, begin, end);
  if (bytes > block->atProbe)
    block->atProbe = bytes;
  return best;
}

intptr_t planBlock(Plan *plan, TensorSize size, intptr_t begin, intptr_t end) {
  uint64_t number = planSizeNumber(plan->sizes, size.bytes);
  intptr_t found = plan->rules & PLAN_SHARE_UNKNOWN
                       ? blockByProbe(plan, size, number, begin, end)
                       : -1;
  if (found >= 0)
    return found;
  intptr_t best = plan->numBlocks;
  Fit bestFit = FIT_NONE;
  for (intptr_t i = 0; i < plan->numBlocks && bestFit != FIT_EXACT; ++i) {
    PlannedBlock *block = &plan->blocks[i];
    if (!isFree(block, begin, end))
      continue;
    Fit fit = fitOf(plan, block, size, number);
    if (fit < bestFit || (fit == bestFit && fit != FIT_NONE &&
                          isCloser(plan, fit, block, &plan->blocks[best]))) {
      best = i;
      bestFit = fit;
    }
  }
  if (bestFit == FIT_NONE)
    plan->blocks[plan->numBlocks++] =
        (PlannedBlock){.size = size, .number = number};
  if (bestFit == FIT_GROW) {
    plan->blocks[best].size = size;
    plan->blocks[best].number = number;
  }
  addLife(plan, best, begin, end);
  return best;
}

SymStatus planLayOut(Plan *plan, SymExpr *total) {
  Arena *arena = plan->sizes->facts->arena;
  SymStatus status = SYM_OK;
  *total = symExprConst(arena, 0);
  for (intptr_t i = 0; i < plan->numBlocks && status == SYM_OK; ++i) {
    plan->blocks[i].offset = *total;
    status = symExprAdd(arena, *total, plan->blocks[i].size.size, total);
  }
  return status;
}
