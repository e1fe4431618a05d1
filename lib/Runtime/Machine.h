//===- Machine.h - runs a program -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A machine holds what one program needs to run: its weights, its kernels and
// a stack of frames on the heap (a CALL never recurses in C). Whatever a
// program file may contain, the machine answers with an error, never with a
// crash; it trusts the kernels alone. Threads: one machine, one thread at a
// time; kernels may use threads inside.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINE_H
#define RELAX_RUNTIME_MACHINE_H

#include "lib/Runtime/Cache/Store.h"
#include "lib/Runtime/Counters.h"
#include "lib/Runtime/KernelABI.h"
#include "lib/Runtime/Observer.h"
#include "lib/Runtime/Offload.h"
#include "lib/Runtime/Program.h"
#include "lib/Runtime/Recompute/Recompute.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxMachine RelaxMachine;

/// A kernel that ran, or a call of the op library.
typedef struct RelaxTraceEvent {
  const char *name;
  bool library;
  const int64_t *symbols; // of a kernel, as it got them
  uint32_t numSymbols;
  const RelaxTensor *const *buffers; // of a kernel
  uint32_t numBuffers;
  uint64_t bytes;     // of a library call: its inputs and results
  int64_t begin, end; // CLOCK_MONOTONIC, ns
} RelaxTraceEvent;

/// The event is borrowed.
typedef void (*RelaxTraceHook)(void *user, const RelaxTraceEvent *event);

/// Zero-initialised: no kernels, no weights, no checks beyond the boundary.
typedef struct RelaxMachineOptions {
  /// Asked once for every kernel when the machine is created; NULL: not there.
  RelaxKernel (*findKernel)(void *user, const char *name);
  void *kernelUser;
  /// What the checks of a kernel say (KernelABI.h), asked for when one has
  /// failed; NULL: nothing is known of them. With `kernelUser`.
  const char *(*findChecks)(void *user, const char *name);
  /// Does a kernel ask for a workspace (KernelABI.h)? Asked for when a call
  /// under a limit is rehearsed; NULL: none does. With `kernelUser`.
  bool (*takesWorkspace)(void *user, const char *name);
  /// How a kernel reads its buffers (KernelABI.h), asked for at the same time;
  /// NULL, or no text: nobody knows.
  const char *(*readsOf)(void *user, const char *name);
  /// Folders for weights, in order; only read during creation.
  const char *const *weightDirs;
  size_t numWeightDirs;
  /// Where prepared weights are kept for a next machine, under a key of program
  /// and kernels; NULL: nowhere. Both are only used during creation.
  RelaxCache *cache;
  const RelaxCacheKey *programKey;
  /// `setThreads(threads)` is called before every call if both are set; give
  /// omp_set_num_threads (the library itself does not link OpenMP).
  int threads;
  void (*setThreads)(int threads);
  /// Fills new storage, and parts of arenas when they die, with 0xFF (NaN).
  bool poison;
  /// Fills the same with zeros, so that a program sees nothing of what was in
  /// memory before; `poison` goes first.
  bool clear;
  /// Also runs the checks that are not at a public boundary.
  bool verifyFacts;
  /// Instructions per call before it is stopped with an error; 0: no limit.
  uint64_t maxInstructions;
  /// Bytes that a call may have at once beside weights and its inputs: arenas,
  /// values, what kernels and the library take for themselves meanwhile. 0: no
  /// limit; at most INT64_MAX.
  uint64_t memoryLimit;
  /// The plan of memory that functions with several take: 1 + its number; 0:
  /// the first that fits below the limit.
  uint32_t memoryLevel;
  /// The folder where plans of memory write out what they read back later, in
  /// files without names (SecondMemory.h); NULL: such plans are not taken. The
  /// bytes that these may have at once; 0: no limit.
  const char *reloadDir;
  uint64_t reloadLimit;
  /// Values outside of arenas are evicted by it and computed again
  /// (Recompute.h); NULL: they stay.
  const RelaxRecomputeHeuristic *recompute;
  RelaxRecomputePolicy recomputePolicy;
  /// Told of each kernel that runs then, and runs again: the number of those
  /// that the call ran for the first time before it. Or NULL.
  void (*recomputed)(void *user, uint32_t number, const char *kernel);
  void *recomputedUser;
  /// Bytes that the frames of a call and the values that calls under way made
  /// may take, before it ends with an error; 0: half of this machine's memory.
  uint64_t maxMemory;
  /// Called behind every kernel and every call of the op library.
  RelaxTraceHook trace;
  void *traceUser;
  RelaxObserver observer;
  /// Back ends of regions; its number of threads is that of the machine.
  RelaxOffloadOptions offload;
} RelaxMachineOptions;

/// Verifies the program, finds the kernels, reads the weights and runs the
/// prepare function. `program` must outlive the machine. NULL with a message on
/// failure.
RelaxMachine *relaxMachineCreate(const RelaxProgram *program,
                                 const RelaxMachineOptions *options,
                                 RelaxError *error);
void relaxMachineDestroy(RelaxMachine *machine);

/// Calls a public function. `inputs` are borrowed; `outputs` (one per result)
/// are overwritten and then belong to the caller; after a failure they are no
/// tensors. An output may share the storage of an input or a weight. An extent
/// is passed and returned as a rank-0 i64 tensor. The machine can be used after
/// a failure.
bool relaxMachineCall(RelaxMachine *machine, StrRef entry,
                      const RelaxTensor *inputs, size_t numInputs,
                      RelaxTensor *outputs, size_t numOutputs,
                      RelaxError *error);

/// The same, but inputs of donated parameters are taken: they are no tensors
/// afterwards, also after a failure, and what they held may be overwritten.
/// With `relaxMachineCall` the caller keeps its references, so nothing is.
bool relaxMachineCallDonating(RelaxMachine *machine, StrRef entry,
                              RelaxTensor *inputs, size_t numInputs,
                              RelaxTensor *outputs, size_t numOutputs,
                              RelaxError *error);

/// One of several calls. `inputs`: those of donated parameters are taken, as by
/// `relaxMachineCallDonating`. `outputs` as there.
typedef struct RelaxCall {
  StrRef entry;
  RelaxTensor *inputs;
  size_t numInputs;
  RelaxTensor *outputs;
  size_t numOutputs;
  /// Set by a call that fails; free it with `relaxErrorFree`.
  RelaxError error;
} RelaxCall;

struct BatchGraph;

/// Zero-initialised: one call behind the other.
typedef struct RelaxTogether {
  /// Behind every instruction another call goes on, drawn by `seed`.
  bool interleave;
  uint64_t seed;
  /// What was deferred waits until no call can go on, and runs in batches that
  /// the policy chooses; NULL: nothing waits. `table`: where it needs one.
  const struct BatchPolicy *policy;
  const struct BatchTable *table;
  /// Lanes of a batch come in the order in which those behind it find their
  /// operands one behind the other, where one order serves them (Layout.h).
  bool layout;
  /// Shown every graph before it is taken apart; NULL: nobody asks. Borrowed.
  void (*graph)(void *user, const struct BatchGraph *graph);
  void *graphUser;
} RelaxTogether;

/// Calls that share nothing but the machine, under way at the same time in one
/// thread: a call that fails fails alone. The counters of the last call are
/// those of all of them. False without memory, and of a machine with a memory
/// limit or a heuristic, with a message and no results.
bool relaxMachineCallTogether(RelaxMachine *machine, RelaxCall *calls,
                              size_t numCalls, const RelaxTogether *how,
                              RelaxError *error);
/// Which of them runs, for an observer; 0 in a call by itself.
size_t relaxMachineRunningCall(const RelaxMachine *machine);

/// Changes options between calls (threads and switches of running).
void relaxMachineSetThreads(RelaxMachine *machine, int threads);
void relaxMachineSetTrace(RelaxMachine *machine, RelaxTraceHook trace,
                          void *user);

void relaxMachineSetMemoryLimit(RelaxMachine *machine, uint64_t bytes);

/// Of the last call (also one that failed), of all calls, and of the prepare
/// function.
const RelaxCounters *relaxMachineLastCounters(const RelaxMachine *machine);
const RelaxCounters *relaxMachineTotalCounters(const RelaxMachine *machine);
const RelaxCounters *relaxMachinePrepareCounters(const RelaxMachine *machine);
/// Bytes that weights take in memory for as long as the machine lives.
uint64_t relaxMachineWeightBytes(const RelaxMachine *machine);
const RelaxProgram *relaxMachineProgram(const RelaxMachine *machine);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_MACHINE_H
