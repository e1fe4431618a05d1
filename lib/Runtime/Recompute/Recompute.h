//===- Recompute.h - values that are dropped and computed again ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Dynamic tensor rematerialization (Kirisame et al., ICLR 2021,
// arXiv:2006.09616): what operators make is kept while it fits a budget; where
// room is needed, the storage that a heuristic gives the lowest score is
// evicted, and computed again when it is read. This knows sizes, costs and who
// was made of what; the numbers themselves belong to the caller, who computes
// and frees them when it is asked to (`RelaxRecomputeHooks`). A replay of a log
// has none.
//
// A *storage* is memory with the tensors that see it: the one it was made with
// and its views. A *tensor* is lazy (announced, never computed), material or
// evicted; evicting a storage evicts all its tensors, and a view comes back by
// its own operator only. Handles are indices, given in order from 0 on.
//
// Order is part of the contract: equal calls evict equal storages in equal
// order, on every machine. Nothing recurses in C. Out of memory aborts, as in
// Arena.h. Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_RECOMPUTE_H
#define RELAX_RUNTIME_RECOMPUTE_RECOMPUTE_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxRecompute RelaxRecompute;
typedef struct RelaxRecomputeHeuristic RelaxRecomputeHeuristic;

/// What happens to a storage that no one outside refers to any more.
typedef enum RelaxRecomputePolicy {
  RELAX_RECOMPUTE_IGNORE, // nothing
  RELAX_RECOMPUTE_EAGER,  // it is evicted at once
  RELAX_RECOMPUTE_BANISH, // it is freed for good when nothing may need it again
} RelaxRecomputePolicy;

typedef enum RelaxRecomputeStatus {
  RELAX_RECOMPUTE_OK,
  RELAX_RECOMPUTE_THRASH, // computing again cost more than the limit
  RELAX_RECOMPUTE_OOM,    // nothing is left that could be evicted
  RELAX_RECOMPUTE_FAILED, // a hook said so
} RelaxRecomputeStatus;

typedef enum RelaxRecomputeState {
  RELAX_RECOMPUTE_LAZY,
  RELAX_RECOMPUTE_MATERIAL,
  RELAX_RECOMPUTE_EVICTED,
} RelaxRecomputeState;

/// All may be NULL.
typedef struct RelaxRecomputeHooks {
  /// Runs an operator whose inputs are material; there is room for all its
  /// outputs. Those that are material already stay as they are.
  bool (*compute)(void *user, uint32_t operator);
  /// A storage is material no longer.
  void (*evict)(void *user, uint32_t storage);
  /// An operator will not run again; NULL: nobody wants to know.
  void (*drop)(void *user, uint32_t operator);
  void *user;
} RelaxRecomputeHooks;

typedef struct RelaxRecomputeOptions {
  const RelaxRecomputeHeuristic *heuristic;
  RelaxRecomputePolicy policy;
  uint64_t budget;     // bytes, at most INT64_MAX
  int64_t repeatLimit; // of the cost of what is computed again; then: thrash
  uint64_t seed;       // of h_rand
  /// Where there is no room to compute an input again, those that lie ready for
  /// operators that wait for it may go, too, and come back later. (The measured
  /// program ends there.)
  bool giveWay;
  RelaxRecomputeHooks hooks;
} RelaxRecomputeOptions;

/// Of all that happened so far.
typedef struct RelaxRecomputeCounters {
  int64_t repeatedCost;
  uint64_t used, peak;  // bytes; the peak counts outputs that existed already
  uint64_t needed;      // the budget that the last request for room wanted
  uint64_t evictions;   // material to not material, for any reason
  uint64_t evaluations; // scores computed
  uint64_t repeats;     // operators that ran again
} RelaxRecomputeCounters;

/// A result of an operator. A view is of one of its inputs and takes no bytes.
typedef struct RelaxRecomputeOutput {
  uint64_t bytes;
  int32_t viewOf; // index of an input; -1: memory of its own
} RelaxRecomputeOutput;

enum {
  /// Bits of the sums of bytes and of costs times outputs.
  RELAX_RECOMPUTE_SUM_BITS = 61,
};

/// The names are those of DTR: h_DTR, h_DTR_eq, h_DTR_local, h_DTR_full, h_LRU,
/// h_size, h_MSPS, h_e*, h_rand, and abl_SMC with S, M = 0 or 1 (staleness,
/// size) and C = e, q, l, n (cost of evicted relatives, of components, own,
/// none). NULL if there is none.
const RelaxRecomputeHeuristic *relaxRecomputeFindHeuristic(StrRef name);
/// The names one after the other; NULL behind the last.
const char *relaxRecomputeHeuristicName(size_t index);

RelaxRecompute *relaxRecomputeCreate(const RelaxRecomputeOptions *options);
void relaxRecomputeDestroy(RelaxRecompute *recompute);

/// Announces an operator; its outputs are lazy and have one reference each. The
/// first output's handle is `*first`, the others follow. Inputs must not have
/// been freed for good. False where the sums of bytes or costs would exceed
/// RELAX_RECOMPUTE_SUM_BITS; nothing has changed then.
bool relaxRecomputeIssue(RelaxRecompute *recompute, const uint32_t *inputs,
                         uint32_t numInputs,
                         const RelaxRecomputeOutput *outputs,
                         uint32_t numOutputs, int64_t cost, uint32_t *first);
/// Runs the operator of a lazy tensor, as the program does where it stands.
/// After anything but RELAX_RECOMPUTE_OK only counters may be asked for.
RelaxRecomputeStatus relaxRecomputeRun(RelaxRecompute *recompute,
                                       uint32_t tensor);
/// Makes a tensor material again.
RelaxRecomputeStatus relaxRecomputeGet(RelaxRecompute *recompute,
                                       uint32_t tensor);
/// Its storage, which is material, stays so.
void relaxRecomputePin(RelaxRecompute *recompute, uint32_t tensor);
/// Between them the storage, which is material, is not evicted; locks count.
void relaxRecomputeLock(RelaxRecompute *recompute, uint32_t tensor);
void relaxRecomputeUnlock(RelaxRecompute *recompute, uint32_t tensor);
/// One reference from outside more, one less (there must be one).
void relaxRecomputeRetain(RelaxRecompute *recompute, uint32_t tensor);
void relaxRecomputeRelease(RelaxRecompute *recompute, uint32_t tensor);
/// Replaces the cost of an operator, once it is known; from then on it counts
/// so.
void relaxRecomputeSetCost(RelaxRecompute *recompute, uint32_t operator,
                           int64_t cost);
/// Before anything was computed.
void relaxRecomputeSetBudget(RelaxRecompute *recompute, uint64_t budget);
/// Makes room for so many bytes besides what is there, which the caller takes
/// for as long as until `relaxRecomputeGiveRoom`.
RelaxRecomputeStatus relaxRecomputeTakeRoom(RelaxRecompute *recompute,
                                            uint64_t bytes);
void relaxRecomputeGiveRoom(RelaxRecompute *recompute, uint64_t bytes);

RelaxRecomputeState relaxRecomputeStateOf(const RelaxRecompute *recompute,
                                          uint32_t tensor);
uint32_t relaxRecomputeStorageOf(const RelaxRecompute *recompute,
                                 uint32_t tensor);
uint32_t relaxRecomputeProducerOf(const RelaxRecompute *recompute,
                                  uint32_t tensor);
/// Bytes of all that could be evicted now.
uint64_t relaxRecomputeEvictable(const RelaxRecompute *recompute);
uint64_t relaxRecomputeBytesOf(const RelaxRecompute *recompute,
                               uint32_t storage);
/// References from outside to a tensor.
uint32_t relaxRecomputeReferences(const RelaxRecompute *recompute,
                                  uint32_t tensor);
/// Freed for good (RELAX_RECOMPUTE_BANISH).
bool relaxRecomputeIsFreed(const RelaxRecompute *recompute, uint32_t tensor);
const RelaxRecomputeCounters *
relaxRecomputeGetCounters(const RelaxRecompute *recompute);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_RECOMPUTE_RECOMPUTE_H
