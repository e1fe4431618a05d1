//===- Heuristics.c - what is worth least --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A score is what it costs to have a storage again, over how long nobody read
// it and over its bytes (the paper's section 4.1); the ablations leave out
// parts of that. To add one: a row of the table.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

/// How long ago the storage was read.
static uint64_t stalenessOf(const RelaxRecompute *recompute,
                            int64_t lastAccess) {
  return lastAccess == RECOMPUTE_NEVER
             ? INT64_MAX
             : (uint64_t)(recompute->clock - lastAccess);
}

static int64_t costOwn(RelaxRecompute *recompute, uint32_t storage) {
  return recompute->storages[storage].cost;
}

static int64_t costNone(RelaxRecompute *recompute, uint32_t storage) {
  (void)recompute;
  (void)storage;
  return 1;
}

static int64_t costComponents(RelaxRecompute *recompute, uint32_t storage) {
  return recompute->storages[storage].cost +
         recomputeComponentCost(recompute, storage);
}

static int64_t costRelatives(RelaxRecompute *recompute, uint32_t storage) {
  const RecomputeStorage *of = &recompute->storages[storage];
  return of->cost + of->regions[RECOMPUTE_CHILDREN].cost +
         of->regions[RECOMPUTE_PARENTS].cost;
}

static int64_t costAncestors(RelaxRecompute *recompute, uint32_t storage) {
  const RecomputeStorage *of = &recompute->storages[storage];
  return of->cost + of->regions[RECOMPUTE_PARENTS].cost;
}

static double scoreQuotient(RelaxRecompute *recompute, uint32_t storage) {
  const RelaxRecomputeHeuristic *heuristic = recompute->options.heuristic;
  const RecomputeStorage *of = &recompute->storages[storage];
  return recomputeQuotient(
      heuristic->cost(recompute, storage), heuristic->size ? of->bytes : 1,
      heuristic->staleness ? stalenessOf(recompute, of->lastAccess) : 1);
}

static double scoreLastAccess(RelaxRecompute *recompute, uint32_t storage) {
  return (double)recompute->storages[storage].lastAccess;
}

/// As old as the newest of all that would have to come back with it.
static double scoreFull(RelaxRecompute *recompute, uint32_t storage) {
  const RecomputeStorage *of = &recompute->storages[storage];
  int64_t newest = of->lastAccess;
  int64_t cost = of->cost + recomputeClosureCost(recompute, storage, &newest);
  return recomputeQuotient(cost, of->bytes, stalenessOf(recompute, newest));
}

static double scoreCount(RelaxRecompute *recompute, uint32_t storage) {
  const RecomputeRegion *regions = recompute->storages[storage].regions;
  return (double)regions[RECOMPUTE_CHILDREN].inside.count +
         (double)regions[RECOMPUTE_PARENTS].inside.count;
}

/// A generator of 64 bits (SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
static double scoreRandom(RelaxRecompute *recompute, uint32_t storage) {
  (void)storage;
  uint64_t x = recompute->random += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return (double)((x ^ x >> 31) >> 11) + 1; // never 0: that ends the search
}

#define QUOTIENT(NAME, STALENESS, SIZE, COST, KEEP)                            \
  {.name = NAME,                                                               \
   .score = scoreQuotient,                                                     \
   .keep = (KEEP),                                                             \
   .cost = (COST),                                                             \
   .staleness = (STALENESS),                                                   \
   .size = (SIZE)}
#define RELATIVES costRelatives, RECOMPUTE_KEEP_REGIONS
#define COMPONENTS costComponents, RECOMPUTE_KEEP_COMPONENTS
#define QUOTIENT_OF(...) QUOTIENT(__VA_ARGS__)

static const RelaxRecomputeHeuristic heuristics[] = {
    QUOTIENT_OF("h_DTR", true, true, RELATIVES),
    QUOTIENT_OF("h_DTR_eq", true, true, COMPONENTS),
    QUOTIENT("h_DTR_local", true, true, costOwn, 0),
    {.name = "h_DTR_full", .score = scoreFull},
    {.name = "h_LRU", .score = scoreLastAccess},
    QUOTIENT("h_size", false, true, costNone, 0),
    QUOTIENT("h_MSPS", false, true, costAncestors, RECOMPUTE_KEEP_REGIONS),
    {.name = "h_e*", .score = scoreCount, .keep = RECOMPUTE_KEEP_REGIONS},
    {.name = "h_rand", .score = scoreRandom},
    QUOTIENT_OF("abl_00e", false, false, RELATIVES),
    QUOTIENT_OF("abl_01e", false, true, RELATIVES),
    QUOTIENT_OF("abl_10e", true, false, RELATIVES),
    QUOTIENT_OF("abl_11e", true, true, RELATIVES),
    QUOTIENT_OF("abl_00q", false, false, COMPONENTS),
    QUOTIENT_OF("abl_01q", false, true, COMPONENTS),
    QUOTIENT_OF("abl_10q", true, false, COMPONENTS),
    QUOTIENT_OF("abl_11q", true, true, COMPONENTS),
    QUOTIENT("abl_00l", false, false, costOwn, 0),
    QUOTIENT("abl_01l", false, true, costOwn, 0),
    QUOTIENT("abl_10l", true, false, costOwn, 0),
    QUOTIENT("abl_11l", true, true, costOwn, 0),
    {.name = "abl_00n", .score = scoreRandom},
    QUOTIENT("abl_01n", false, true, costNone, 0),
    QUOTIENT("abl_10n", true, false, costNone, 0),
    QUOTIENT("abl_11n", true, true, costNone, 0),
};

enum { NUM_HEURISTICS = sizeof heuristics / sizeof *heuristics };

const RelaxRecomputeHeuristic *relaxRecomputeFindHeuristic(StrRef name) {
  for (size_t i = 0; i < NUM_HEURISTICS; ++i)
    if (strRefEqual(name, strRefFromC(heuristics[i].name)))
      return &heuristics[i];
  return NULL;
}

const char *relaxRecomputeHeuristicName(size_t index) {
  return index < NUM_HEURISTICS ? heuristics[index].name : NULL;
}
