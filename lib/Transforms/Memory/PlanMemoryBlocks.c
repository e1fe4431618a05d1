//===- PlanMemoryBlocks.c - which tensors share a block -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// First fit in the order of the program, best fit among the free blocks. Sizes
// are compared before they are rounded up: `4 * n <= 8 * n` is easier to see
// than the same of their roundings, and implies it.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanMemory.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// How well a free block suits a tensor; smaller is better.
typedef enum Fit {
  FIT_EXACT,  // the same formula
  FIT_WITHIN, // provably large enough
  FIT_GROW,   // provably too small or equal: grows to the tensor's size
  FIT_NONE,   // neither is known
} Fit;

/// Different tensors often have one size.
static uint64_t numberOf(Plan *plan, SymExpr bytes) {
  size_t count = arrlenu(plan->sizes);
  for (size_t i = 0; i < count; ++i)
    if (symExprEqual(plan->sizes[i], bytes))
      return i;
  arrput(plan->sizes, bytes);
  return count;
}

/// Blocks times tensors questions, of which few are different.
static bool isAtMost(Plan *plan, uint64_t a, uint64_t b) {
  uint64_t key = (a << 32) + b;
  ptrdiff_t found = mapFind(plan->order, key);
  if (found >= 0)
    return plan->order[found].value;
  bool answer = factsAtMost(plan->facts, plan->sizes[a], plan->sizes[b]);
  hmput(plan->order, key, answer);
  return answer;
}

void planForget(Plan *plan) {
  arrfree(plan->sizes);
  hmfree(plan->order);
}

static Fit fitOf(Plan *plan, const PlannedBlock *block, TensorSize size,
                 uint64_t number) {
  if (symExprEqual(block->size.size, size.size))
    return FIT_EXACT;
  if (isAtMost(plan, number, block->number))
    return FIT_WITHIN;
  if (isAtMost(plan, block->number, number))
    return FIT_GROW;
  return FIT_NONE;
}

/// Between two blocks of the same fit: the one that leaves or adds less.
static bool isCloser(const Plan *plan, Fit fit, const PlannedBlock *block,
                     const PlannedBlock *best) {
  if (fit == FIT_WITHIN)
    return factsLess(plan->facts, block->size.bytes, best->size.bytes);
  return fit == FIT_GROW &&
         factsLess(plan->facts, best->size.bytes, block->size.bytes);
}

intptr_t planBlock(Plan *plan, TensorSize size, intptr_t begin, intptr_t end) {
  uint64_t number = numberOf(plan, size.bytes);
  intptr_t best = plan->numBlocks;
  Fit bestFit = FIT_NONE;
  for (intptr_t i = 0; i < plan->numBlocks && bestFit != FIT_EXACT; ++i) {
    PlannedBlock *block = &plan->blocks[i];
    // A kernel may not write what it reads: a block is free only a step later.
    if (block->busyUntil >= begin)
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
  plan->blocks[best].busyUntil = end;
  return best;
}

SymStatus planLayOut(Plan *plan, SymExpr *total) {
  Arena *arena = plan->facts->arena;
  SymStatus status = SYM_OK;
  *total = symExprConst(arena, 0);
  for (intptr_t i = 0; i < plan->numBlocks && status == SYM_OK; ++i) {
    plan->blocks[i].offset = *total;
    status = symExprAdd(arena, *total, plan->blocks[i].size.size, total);
  }
  return status;
}
