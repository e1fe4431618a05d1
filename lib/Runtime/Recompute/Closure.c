//===- Closure.c - evicted relatives, walked anew ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <stb/stb_ds.h>

int64_t recomputeClosureCost(RelaxRecompute *recompute, uint32_t storage,
                             int64_t *newest) {
  IndexSet seen[RECOMPUTE_DIRECTIONS] = {0};
  int64_t cost = 0;
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    arrsetlen(recompute->work, 0);
    arrput(recompute->work, storage);
    while (arrlen(recompute->work)) {
      uint32_t from = arrpop(recompute->work);
      const uint32_t *list = recompute->storages[from].neighbours[direction];
      for (ptrdiff_t i = 0; i < arrlen(list); ++i) {
        const RecomputeStorage *other = &recompute->storages[list[i]];
        if (list[i] == storage || other->material ||
            !indexSetAdd(&seen[direction], list[i]))
          continue;
        arrput(recompute->work, list[i]);
        if (indexSetHas(&seen[!direction], list[i]))
          continue;
        cost += other->cost;
        *newest = other->lastAccess > *newest ? other->lastAccess : *newest;
      }
    }
  }
  indexSetFree(&seen[RECOMPUTE_CHILDREN]);
  indexSetFree(&seen[RECOMPUTE_PARENTS]);
  return cost;
}
