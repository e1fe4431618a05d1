//===- RecomputeState.h - inside of the recomputing run time -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Recompute. Who may use whom, from the ground up:
// IndexSet, Quotient; Graph (who was made of what); Components, Regions,
// Closure (costs of what is evicted); Heuristics; Waiting; Evict (the pool,
// room); Banish; Drop; Compute (operators run); Recompute (what callers use).
// Replay stands on the public header.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_RECOMPUTESTATE_H
#define RELAX_RUNTIME_RECOMPUTE_RECOMPUTESTATE_H

#include "lib/Runtime/Recompute/IndexSet.h"
#include "lib/Runtime/Recompute/Recompute.h"
#include "lib/Support/Arena.h"

#define RECOMPUTE_NONE UINT32_MAX
#define RECOMPUTE_NEVER INT64_MIN // the time of what has not happened

/// Evicted storages that a storage reaches in one direction through evicted
/// ones, the sum of their costs when they came in, and the material storages
/// where that ends.
typedef struct RecomputeRegion {
  IndexSet inside, edge;
  int64_t cost;
} RecomputeRegion;

enum { RECOMPUTE_CHILDREN, RECOMPUTE_PARENTS, RECOMPUTE_DIRECTIONS };

typedef struct RecomputeStorage {
  uint64_t bytes;
  int64_t cost;       // of the distinct operators behind its tensors
  int64_t lastAccess; // or RECOMPUTE_NEVER
  uint32_t firstTensor, lastTensor; // the first is no view
  uint32_t refs, locks;             // a pin is a lock that stays
  uint32_t readers;                 // operators that are not dropped
  uint32_t waiting;                 // Waiting.c
  uint32_t place;                   // in the pool; or RECOMPUTE_NONE
  uint32_t component;               // a node; or RECOMPUTE_NONE: Components.c
  bool material, pinned, freed;
  /// Distinct other storages, stb_ds arrays: read by operators that make
  /// tensors of this one, made by operators that read such.
  uint32_t *neighbours[RECOMPUTE_DIRECTIONS];
  RecomputeRegion *regions; // of both directions; NULL where none are kept
} RecomputeStorage;

typedef struct RecomputeTensor {
  uint32_t storage, producer;
  uint32_t next; // of its storage; or RECOMPUTE_NONE
  uint32_t refs;
  bool defined;
} RecomputeTensor;

typedef struct RecomputeOperator {
  int64_t cost;
  uint64_t bytes;         // of all outputs
  const uint32_t *inputs; // tensors
  uint32_t numInputs;
  uint32_t firstOutput, numOutputs; // tensors
  uint32_t numSources;
  const uint32_t *sources; // distinct storages of the inputs
  uint8_t *waits;          // [output][source]: Waiting.c; or NULL
  bool ran, dropped;
} RecomputeOperator;

/// A node of a forest; the root has the value of the component.
typedef struct RecomputeNode {
  uint32_t parent; // itself: a root
  uint32_t users;  // storages and nodes that point here
  int64_t value;
  uint64_t seen; // stamp of the last question that counted it
} RecomputeNode;

/// A tensor that is being computed: its inputs from `next` to the end of the
/// list were not there when it began.
typedef struct RecomputeFrame {
  uint32_t tensor;
  size_t firstMissing, next, endMissing; // in `missing`
  bool gaveWay;                          // its locks are gone: it begins anew
} RecomputeFrame;

struct RelaxRecompute {
  RelaxRecomputeOptions options;
  RelaxRecomputeCounters counters;
  int64_t clock;
  unsigned waysGiven; // since the program asked for a tensor
  uint64_t sumBytes, sumCosts, random, stamp;
  Arena *arena; // what operators list
  // stb_ds arrays
  RecomputeStorage *storages;
  RecomputeTensor *tensors;
  RecomputeOperator *operators;
  RecomputeNode *nodes;
  uint32_t *freeNodes;
  uint32_t *pool; // storages that may be evicted, in order, with holes
  size_t poolHoles;
  RecomputeFrame *frames;
  uint32_t *missing;
  uint32_t *work, *list; // scratch
};

enum { // what a heuristic needs kept
  RECOMPUTE_KEEP_COMPONENTS = 1,
  RECOMPUTE_KEEP_REGIONS = 2,
};

struct RelaxRecomputeHeuristic {
  const char *name;
  /// The lowest is evicted.
  double (*score)(RelaxRecompute *recompute, uint32_t storage);
  unsigned keep;
  /// Of scores that are a cost over staleness and size.
  int64_t (*cost)(RelaxRecompute *recompute, uint32_t storage);
  bool staleness, size;
};

// Graph.c
void recomputeAddTensor(RelaxRecompute *recompute, uint32_t operator,
                        uint32_t storage);
uint32_t recomputeAddStorage(RelaxRecompute *recompute, uint64_t bytes);
/// The storages of the inputs and those of the outputs are neighbours.
void recomputeConnect(RelaxRecompute *recompute, uint32_t operator);
/// Nobody's neighbour any more. It keeps its own, as in the measured program:
/// a result that was freed for good comes back with its siblings, and its score
/// counts whom it knew.
void recomputeDisconnect(RelaxRecompute *recompute, uint32_t storage);
/// Not material, but it may come back.
static inline bool recomputeIsEvicted(const RecomputeStorage *storage) {
  return !storage->material && !storage->freed;
}

// Quotient.c
__extension__ typedef unsigned __int128 RecomputeWide;
double recomputeQuotientSlow(int64_t dividend, uint64_t a, uint64_t b);
/// dividend / (a * b), rounded once; infinity for a divisor of 0. The product
/// is below 2^127.
static inline double recomputeQuotient(int64_t dividend, uint64_t a,
                                       uint64_t b) {
  static const int64_t exact = (int64_t)1 << 53;
  RecomputeWide divisor = (RecomputeWide)a * b;
  return dividend <= exact && dividend >= -exact &&
                 divisor - 1 < (RecomputeWide)exact
             ? (double)dividend / (double)(uint64_t)divisor
             : recomputeQuotientSlow(dividend, a, b);
}

// Components.c: approximate neighbourhoods, merged and never split.
void recomputeComponentCreate(RelaxRecompute *recompute, uint32_t storage);
/// The storage was evicted.
void recomputeComponentJoin(RelaxRecompute *recompute, uint32_t storage);
/// It is material again, or freed.
void recomputeComponentLeave(RelaxRecompute *recompute, uint32_t storage);
/// The sum over the distinct components of evicted neighbours.
int64_t recomputeComponentCost(RelaxRecompute *recompute, uint32_t storage);

// Regions.c: exact neighbourhoods, kept up to date.
void recomputeRegionCreate(RelaxRecompute *recompute, uint32_t storage);
void recomputeRegionEvict(RelaxRecompute *recompute, uint32_t storage);
/// These became material.
void recomputeRegionRestore(RelaxRecompute *recompute, const uint32_t *storages,
                            size_t count);
/// This is about to be disconnected.
void recomputeRegionFree(RelaxRecompute *recompute, uint32_t storage);
void recomputeRegionDestroy(RecomputeStorage *storage);

// Closure.c
/// Cost of the evicted ancestors and descendants, each once; `*newest` becomes
/// the last access among them if that is later.
int64_t recomputeClosureCost(RelaxRecompute *recompute, uint32_t storage,
                             int64_t *newest);

// Waiting.c: storages know how many tensors may need them again.
void recomputeWaitFor(RelaxRecompute *recompute, uint32_t tensor);
void recomputeWaitNoMore(RelaxRecompute *recompute, uint32_t tensor,
                         uint32_t source);

// Evict.c
void recomputeLock(RelaxRecompute *recompute, uint32_t storage);
void recomputeUnlock(RelaxRecompute *recompute, uint32_t storage);
/// A lock that stays; further ones do nothing.
void recomputePin(RelaxRecompute *recompute, uint32_t storage);
void recomputePoolAdd(RelaxRecompute *recompute, uint32_t storage);
void recomputeEvict(RelaxRecompute *recompute, uint32_t storage);
/// Until so many bytes fit the budget.
RelaxRecomputeStatus recomputeMakeRoom(RelaxRecompute *recompute,
                                       uint64_t bytes);

// Banish.c
/// Frees a storage for good, where nothing may need it again. True if it is
/// freed.
bool recomputeTryFree(RelaxRecompute *recompute, uint32_t storage);

// Drop.c
/// An operator was announced.
void recomputeReadBy(RelaxRecompute *recompute, uint32_t operator);
/// A storage has no reference any more.
void recomputeDrop(RelaxRecompute *recompute, uint32_t storage);

// Compute.c
/// Runs the operator of an undefined tensor, and those of its inputs that are
/// not there any more.
RelaxRecomputeStatus recomputeCompute(RelaxRecompute *recompute,
                                      uint32_t tensor);

#endif // RELAX_RUNTIME_RECOMPUTE_RECOMPUTESTATE_H
