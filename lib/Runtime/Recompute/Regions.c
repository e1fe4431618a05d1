//===- Regions.c - evicted relatives, kept up to date --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The sets of e* in both directions (the paper's section 4.1), changed where
// something is evicted or comes back, not where an operator is announced.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

void recomputeRegionCreate(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeRegion *regions = calloc(RECOMPUTE_DIRECTIONS, sizeof *regions);
  if (!regions)
    outOfMemory();
  recompute->storages[storage].regions = regions;
}

static void clear(RecomputeRegion *region) {
  indexSetFree(&region->inside);
  indexSetFree(&region->edge);
  region->cost = 0;
}

void recomputeRegionDestroy(RecomputeStorage *storage) {
  for (int i = 0; storage->regions && i < RECOMPUTE_DIRECTIONS; ++i)
    clear(&storage->regions[i]);
  free(storage->regions);
}

/// `gone`, of which `region` is what it reached, lay on the edge of the region
/// of `owner` and is evicted.
static void absorb(RelaxRecompute *recompute, uint32_t owner, int direction,
                   uint32_t gone, const RecomputeRegion *region) {
  RecomputeRegion *into = &recompute->storages[owner].regions[direction];
  if (!indexSetRemove(&into->edge, gone))
    return;
  INDEX_SET_EACH(&region->edge, index) {
    if (index != owner)
      indexSetAdd(&into->edge, index);
  }
  INDEX_SET_EACH(&region->inside, index) {
    if (indexSetAdd(&into->inside, index))
      into->cost += recompute->storages[index].cost;
  }
  into->cost += recompute->storages[gone].cost;
  indexSetAdd(&into->inside, gone);
}

void recomputeRegionEvict(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeRegion *regions = recompute->storages[storage].regions;
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction)
    INDEX_SET_EACH(&regions[!direction].edge, owner) {
      absorb(recompute, owner, direction, storage, &regions[direction]);
    }
  clear(&regions[RECOMPUTE_CHILDREN]);
  clear(&regions[RECOMPUTE_PARENTS]);
}

/// Walks from `base` through what is evicted.
static void rebuild(RelaxRecompute *recompute, uint32_t base, int direction) {
  RecomputeRegion *region = &recompute->storages[base].regions[direction];
  clear(region);
  arrsetlen(recompute->work, 0);
  arrput(recompute->work, base);
  while (arrlen(recompute->work)) {
    uint32_t from = arrpop(recompute->work);
    const uint32_t *list = recompute->storages[from].neighbours[direction];
    for (ptrdiff_t i = 0; i < arrlen(list); ++i) {
      const RecomputeStorage *other = &recompute->storages[list[i]];
      if (list[i] == base || other->freed)
        continue;
      if (other->material) {
        indexSetAdd(&region->edge, list[i]);
      } else if (indexSetAdd(&region->inside, list[i])) {
        region->cost += other->cost;
        arrput(recompute->work, list[i]);
      }
    }
  }
}

void recomputeRegionRestore(RelaxRecompute *recompute, const uint32_t *storages,
                            size_t count) {
  IndexSet owners[RECOMPUTE_DIRECTIONS] = {0};
  for (size_t i = 0; i < count; ++i)
    for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
      rebuild(recompute, storages[i], direction);
      const RecomputeRegion *region =
          &recompute->storages[storages[i]].regions[direction];
      INDEX_SET_EACH(&region->edge, owner) {
        indexSetAdd(&owners[!direction], owner);
      }
    }
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    INDEX_SET_EACH(&owners[direction], owner) {
      rebuild(recompute, owner, direction);
    }
    indexSetFree(&owners[direction]);
  }
}

/// Who reaches it has to look again, as if it were not there.
void recomputeRegionFree(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  RecomputeRegion regions[RECOMPUTE_DIRECTIONS];
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    rebuild(recompute, storage, direction);
    regions[direction] = of->regions[direction];
    of->regions[direction] = (RecomputeRegion){0};
  }
  of->freed = true;
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    INDEX_SET_EACH(&regions[!direction].edge, owner) {
      rebuild(recompute, owner, direction);
    }
  }
  clear(&regions[RECOMPUTE_CHILDREN]);
  clear(&regions[RECOMPUTE_PARENTS]);
}
