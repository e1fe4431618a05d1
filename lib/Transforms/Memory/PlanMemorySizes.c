//===- PlanMemorySizes.c - which of two tensors is larger -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Map.h"
#include "lib/Transforms/Memory/PlanMemory.h"

#include <stb/stb_ds.h>

/// Different tensors often have one size.
uint64_t planSizeNumber(PlanSizes *sizes, SymExpr bytes) {
  size_t count = arrlenu(sizes->sizes);
  for (size_t i = 0; i < count; ++i)
    if (symExprEqual(sizes->sizes[i], bytes))
      return i;
  arrput(sizes->sizes, bytes);
  return count;
}

/// Blocks times tensors questions, of which few are different.
static bool ask(const PlanSizes *sizes, SizeOrder **order, uint64_t a,
                uint64_t b,
                bool (*holds)(const Facts *facts, SymExpr a, SymExpr b)) {
  uint64_t key = (a << 32) + b;
  ptrdiff_t found = mapFind(*order, key);
  if (found >= 0)
    return (*order)[found].value;
  bool answer = holds(sizes->facts, sizes->sizes[a], sizes->sizes[b]);
  hmput(*order, key, answer);
  return answer;
}

bool planSizeAtMost(PlanSizes *sizes, uint64_t a, uint64_t b) {
  return ask(sizes, &sizes->order, a, b, factsAtMost);
}

bool planSizeSmaller(PlanSizes *sizes, uint64_t a, uint64_t b) {
  int64_t first, second;
  if (probeEvaluate(sizes->usual, sizes->sizes[a], &first) &&
      probeEvaluate(sizes->usual, sizes->sizes[b], &second))
    return first < second;
  return ask(sizes, &sizes->strict, a, b, factsLess);
}

void planSizesForget(PlanSizes *sizes) {
  arrfree(sizes->sizes);
  hmfree(sizes->order);
  hmfree(sizes->strict);
}
