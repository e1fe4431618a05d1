//===- Engine.h - the ways to run a module --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Compiled: the rest of the pipeline, the host program in a machine, kernels
// by the JIT. Reference: the interpreter on the graph as it was read.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_ENGINE_H
#define RELAX_TOOLS_RUN_ENGINE_H

#include "lib/Runtime/Cache/Store.h"
#include "lib/Runtime/Machine.h"
#include "lib/Sym/Sym.h"
#include "lib/Target/CompileTimes.h"
#include "lib/Target/Machine.h"
#include "mlir-c/IR.h"

/// Either: the reference where it executes all operations of the module.
typedef enum RunMode { RUN_COMPILED, RUN_REFERENCE, RUN_EITHER } RunMode;

typedef struct RunEngine RunEngine;

typedef struct RunEngineOptions {
  const char *const *weightDirs;
  size_t numWeightDirs;
  // Functions that are called by these names only: no others are compiled.
  // None: all of the module.
  const char *const *entries;
  size_t numEntries;
  int threads;              // 0: as many as OpenMP chooses
  uint64_t maxMemory;       // of a call; 0: as the machine chooses
  uint64_t maxInstructions; // of a call; 0: no limit
  const char *target;       // as `--target=` names it; NULL: that of the module
  const char *versions; // of programs that are taken (relax-to-vm); NULL: all
  bool noOptimize;      // LLVM's passes do not run
  bool debugInfo;       // kernels have names and lines for gdb and perf
  bool batch;           // calls of programs wait for others (relax-batch)
  bool poison, clear, verifyFacts;
  uint64_t memoryLimit;                     // 0: none (Machine.h)
  uint32_t memoryLevel;                     // 0: by the limit (Machine.h)
  const char *reloadDir;                    // NULL: none (Machine.h)
  uint64_t reloadLimit;                     // 0: none (Machine.h)
  const RelaxRecomputeHeuristic *recompute; // NULL: values stay
  RelaxRecomputePolicy recomputePolicy;
  bool recomputePlans; // only where no plan of memory fits
  void (*recomputed)(void *user, uint32_t number, const char *kernel);
  void *recomputedUser; // of Machine.h
  RelaxTraceHook trace;
  void *traceUser;
  bool profile; // the text of the kernels will be asked for
  RelaxObserver observer;
  RelaxOffloadOptions offload; // back ends of regions
  RelaxCache *cache;           // of machine code and programs; or NULL
  StrRef environment;          // of its keys (lib/Target/Cache/Key.h)
} RunEngineOptions;

/// What code is made for: goes into the keys of a cache as well.
RelaxTargetOptions runEngineTarget(const RunEngineOptions *options);

/// A module that is parsed when it is asked for.
typedef struct RunSource {
  StrRef text;
  MlirOperation (*parse)(void *user); // null after diagnostics
  void *user;
} RunSource;

/// What making an engine took: seconds of processor time of all threads, and
/// `wall`, by the clock.
typedef struct RunEngineTimes {
  double wall;
  double pipeline;           // passes of MLIR up to the vm stage
  RelaxCompileTimes compile; // from the kernels to machine code
  double load;               // weights are read and prepared
} RunEngineTimes;

/// NULL after diagnostics or with a message. The module is not changed and must
/// outlive the engine, as must the source. Where a cache has the program that
/// the text becomes, nothing is parsed and no pipeline runs.
RunEngine *runEngineCreate(RunMode mode, const RunSource *source,
                           const RunEngineOptions *options, RelaxError *error);
/// From a compact file and the object with its kernels (`kernels` is a path),
/// as relax-translate writes them: no pipeline and no code generator runs.
RunEngine *runEngineLoad(StrRef compact, const char *kernels,
                         const RunEngineOptions *options, RelaxError *error);
void runEngineDestroy(RunEngine *engine);
/// One message on stderr; what is about a weight of the module (null: there is
/// none) stands at the weight's place. Returns false.
bool runFailInModule(MlirOperation module, const RelaxError *error);
/// The module that it was made of; null if there was none. Parses it where that
/// was not needed before.
MlirOperation runEngineModule(const RunEngine *engine);
/// Names, parameters and results of the functions.
const RelaxProgram *runEngineSignatures(const RunEngine *engine);
/// What the relax.func `entry` of the module says of its extents, in the arena.
/// False: the module has no such function any more (or there is no module).
bool runEngineFacts(const RunEngine *engine, StrRef entry, Arena *arena,
                    SymFact **facts, size_t *count);
/// Of the calls that follow; 0: none. Where the engine was made without, plans
/// of memory are those of the text.
void runEngineSetMemoryLimit(RunEngine *engine, uint64_t bytes);
bool runEngineCall(RunEngine *engine, StrRef entry, const RelaxTensor *inputs,
                   size_t numInputs, RelaxTensor *outputs, size_t numOutputs,
                   RelaxError *error);
/// How many operations of the module have run, and how many there are; 0 and 0
/// where it is compiled.
void runEngineCoverage(const RunEngine *engine, size_t *ran, size_t *all);
/// The results come from the interpreter.
bool runEngineIsReference(const RunEngine *engine);
/// Of a reference: errors of rounding in all calls from now on, or (0) none
/// (Interpreter.h).
/// The values inside of its calls; of a reference only.
void runEngineWatch(RunEngine *engine,
                    void (*hook)(void *user, StrRef name, MlirOperation writer,
                                 const RelaxTensor *value),
                    void *user);
void runEngineDisturb(RunEngine *engine, uint64_t seed);
/// Regions that run in its calls (Interpreter.h); of a reference only.
void runEngineWatchRegions(RunEngine *engine,
                           bool (*hook)(void *user, MlirOperation function,
                                        const RelaxTensor *const *inputs,
                                        size_t numInputs,
                                        const RelaxTensor *results,
                                        size_t numResults, RelaxError *error),
                           void *user);
/// The same; inputs of donated parameters are taken where something is made of
/// them (Machine.h).
bool runEngineCallDonating(RunEngine *engine, StrRef entry, RelaxTensor *inputs,
                           size_t numInputs, RelaxTensor *outputs,
                           size_t numOutputs, RelaxError *error);
/// Calls that run at the same time (Machine.h); not for the reference.
bool runEngineCallTogether(RunEngine *engine, RelaxCall *calls, size_t numCalls,
                           const RelaxTogether *how, RelaxError *error);
/// Which of them runs.
size_t runEngineRunningCall(const RunEngine *engine);
/// Kernels compiled so far; 0 for the reference.
uint64_t runEngineKernelsCompiled(const RunEngine *engine);
/// Kernels whose code came from the cache.
uint64_t runEngineKernelsCached(const RunEngine *engine);
RunEngineTimes runEngineTimes(const RunEngine *engine);
/// Bytes of the weights in memory; 0 for the reference.
uint64_t runEngineWeightBytes(const RunEngine *engine);
/// The module at the stage vm, whose kernels run; null without one.
MlirOperation runEngineLowered(const RunEngine *engine);
/// Counters of the last call; NULL for the reference.
const RelaxCounters *runEngineCounters(const RunEngine *engine);

#endif // RELAX_TOOLS_RUN_ENGINE_H
