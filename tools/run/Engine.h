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

#include "lib/Runtime/Machine.h"
#include "lib/Sym/Sym.h"
#include "mlir-c/IR.h"

typedef enum RunMode { RUN_COMPILED, RUN_REFERENCE } RunMode;

typedef struct RunEngine RunEngine;

typedef struct RunEngineOptions {
  const char *const *weightDirs;
  size_t numWeightDirs;
  // Functions that are called by these names only: no others are compiled.
  // None: all of the module.
  const char *const *entries;
  size_t numEntries;
  int threads;        // 0: as many as OpenMP chooses
  const char *target; // as `--target=` names it; NULL: that of the module
  bool noOptimize;    // LLVM's passes do not run
  bool poison, verifyFacts;
  void (*trace)(void *user, const char *kernel, int64_t begin, int64_t end);
  void *traceUser;
  RelaxObserver observer;
} RunEngineOptions;

/// NULL after diagnostics or with a message. The module is not changed and must
/// outlive the engine.
RunEngine *runEngineCreate(RunMode mode, MlirOperation module,
                           const RunEngineOptions *options, RelaxError *error);
/// From a compact file and the object with its kernels (`kernels` is a path),
/// as relax-translate writes them: no pipeline and no code generator runs.
RunEngine *runEngineLoad(StrRef compact, const char *kernels,
                         const RunEngineOptions *options, RelaxError *error);
void runEngineDestroy(RunEngine *engine);
/// One message on stderr; what is about a weight of the module (null: there is
/// none) stands at the weight's place. Returns false.
bool runFailInModule(MlirOperation module, const RelaxError *error);
/// The module that it was made of; null if there was none.
MlirOperation runEngineModule(const RunEngine *engine);
/// Names, parameters and results of the functions.
const RelaxProgram *runEngineSignatures(const RunEngine *engine);
/// What the relax.func `entry` of the module says of its extents, in the arena.
/// False: the module has no such function any more (or there is no module).
bool runEngineFacts(const RunEngine *engine, StrRef entry, Arena *arena,
                    SymFact **facts, size_t *count);
bool runEngineCall(RunEngine *engine, StrRef entry, const RelaxTensor *inputs,
                   size_t numInputs, RelaxTensor *outputs, size_t numOutputs,
                   RelaxError *error);
/// The same; inputs of donated parameters are taken where something is made of
/// them (Machine.h).
bool runEngineCallDonating(RunEngine *engine, StrRef entry, RelaxTensor *inputs,
                           size_t numInputs, RelaxTensor *outputs,
                           size_t numOutputs, RelaxError *error);
/// Kernels compiled so far; 0 for the reference.
uint64_t runEngineKernelsCompiled(const RunEngine *engine);
/// Bytes of the weights in memory; 0 for the reference.
uint64_t runEngineWeightBytes(const RunEngine *engine);
/// Counters of the last call; NULL for the reference.
const RelaxCounters *runEngineCounters(const RunEngine *engine);

#endif // RELAX_TOOLS_RUN_ENGINE_H
