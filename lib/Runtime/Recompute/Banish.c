//===- Banish.c - freeing for good ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <stb/stb_ds.h>

bool recomputeTryFree(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  unsigned keep = recompute->options.heuristic->keep;
  if (of->freed || of->refs || of->waiting)
    return of->freed;
  if (of->material) {
    of->locks = 0;
    recomputeEvict(recompute, storage);
  }
  for (uint32_t t = of->firstTensor; t != RECOMPUTE_NONE;
       t = recompute->tensors[t].next) {
    const RecomputeOperator *op =
        &recompute->operators[recompute->tensors[t].producer];
    for (uint32_t s = 0; s < op->numSources; ++s)
      recomputeWaitNoMore(recompute, t, op->sources[s]);
  }
  // Nothing waits, so all of them are material.
  for (ptrdiff_t i = 0; i < arrlen(of->neighbours[RECOMPUTE_CHILDREN]); ++i)
    recomputePin(recompute, of->neighbours[RECOMPUTE_CHILDREN][i]);
  if (keep & RECOMPUTE_KEEP_REGIONS)
    recomputeRegionFree(recompute, storage);
  if (keep & RECOMPUTE_KEEP_COMPONENTS)
    recomputeComponentLeave(recompute, storage);
  of->freed = true;
  recomputeDisconnect(recompute, storage);
  return true;
}
