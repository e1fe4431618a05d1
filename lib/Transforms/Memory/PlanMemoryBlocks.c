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
static bool ask(const Plan *plan, SizeOrder **order, uint64_t a, uint64_t b,
                bool (*holds)(const Facts *facts, SymExpr a, SymExpr b)) {
  uint64_t key = (a << 32) + b;
  ptrdiff_t found = mapFind(*order, key);
  if (found >= 0)
    return (*order)[found].value;
  bool answer = holds(plan->facts, plan->sizes[a], plan->sizes[b]);
  hmput(*order, key, answer);
  return answer;
}

static bool isAtMost(Plan *plan, uint64_t a, uint64_t b) {
  return ask(plan, &plan->order, a, b, factsAtMost);
}

static bool isLess(Plan *plan, uint64_t a, uint64_t b) {
  return ask(plan, &plan->strict, a, b, factsLess);
}

void planForget(Plan *plan) {
  arrfree(plan->sizes);
  hmfree(plan->order);
  hmfree(plan->strict);
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
static bool isCloser(Plan *plan, Fit fit, const PlannedBlock *block,
                     const PlannedBlock *best) {
  if (fit == FIT_WITHIN)
    return isLess(plan, block->number, best->number);
  return fit == FIT_GROW && isLess(plan, best->number, block->number);
}

//===----------------------------------------------------------------------===//
// Blocks by the probe
//===----------------------------------------------------------------------===//

static int64_t excess(int64_t a, int64_t b) { return a > b ? a - b : 0; }

/// The free block that grows least, then the one that is least too large.
static intptr_t freeBlock(const Plan *plan, int64_t bytes, intptr_t begin) {
  intptr_t best = plan->numBlocks;
  for (intptr_t i = 0; i < plan->numBlocks; ++i) {
    const PlannedBlock *block = &plan->blocks[i];
    if (block->busyUntil >= begin)
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
  Arena *arena = plan->facts->arena;
  if (number < 64 && (block->merged >> number & 1))
    return true;
  if (number >= 64)
    return false;
  block->merged |= UINT64_C(1) << number;
  if (isAtMost(plan, number, block->number))
    return true;
  if (isAtMost(plan, block->number, number)) {
    block->size = size;
    block->number = number;
    return true;
  }
  TensorSize both;
  if (symExprMax(arena, block->size.bytes, size.bytes, &both.bytes) != SYM_OK ||
      symExprMax(arena, block->size.size, size.size, &both.size) != SYM_OK)
    return false;
  block->size = both;
  block->number = numberOf(plan, both.bytes);
  return true;
}

/// Sizes that nothing is known of may share a block, too. -1: none is free, or
/// the sum is no formula.
static intptr_t blockByProbe(Plan *plan, TensorSize size, uint64_t number,
                             intptr_t begin, intptr_t end) {
  int64_t bytes;
  if (!probeEvaluate(plan->probe, size.size, &bytes))
    return -1;
  intptr_t best = freeBlock(plan, bytes, begin);
  if (best == plan->numBlocks) {
    plan->blocks[plan->numBlocks++] =
        (PlannedBlock){.size = size,
                       .number = number,
                       .merged = number < 64 ? UINT64_C(1) << number : 0};
  } else if (!merge(plan, &plan->blocks[best], size, number)) {
    return -1;
  }
  PlannedBlock *block = &plan->blocks[best];
  block->busyUntil = end;
  if (bytes > block->atProbe)
    block->atProbe = bytes;
  return best;
}

intptr_t planBlock(Plan *plan, TensorSize size, intptr_t begin, intptr_t end) {
  uint64_t number = numberOf(plan, size.bytes);
  intptr_t found =
      plan->probe ? blockByProbe(plan, size, number, begin, end) : -1;
  if (found >= 0)
    return found;
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
