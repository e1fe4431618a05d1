//===- EngineCompile.c - from text, or a cache, to a machine ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/Weights.h"
#include "lib/Target/Cache/Kernels.h"
#include "lib/Target/Cache/Key.h"
#include "lib/Target/Program/Encode.h"
#include "tools/run/EngineState.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

/// Of all threads.
static double workSeconds(void) {
  return engineSeconds(CLOCK_PROCESS_CPUTIME_ID);
}

static RelaxKernel findKernel(void *user, const char *name) {
  return relaxJitFind(user, name);
}

static const char *findChecks(void *user, const char *name) {
  return relaxJitNote(user, RELAX_CHECKS_PREFIX, name);
}

static bool takesWorkspace(void *user, const char *name) {
  return relaxJitNote(user, RELAX_WORKSPACE_PREFIX, name) != NULL;
}

static const char *readsOf(void *user, const char *name) {
  return relaxJitNote(user, RELAX_READS_PREFIX, name);
}

bool engineCreateMachine(RunEngine *engine, const RunEngineOptions *options,
                         const RelaxCacheKey *key, RelaxError *error) {
  RelaxMachineOptions machine = {
      .findKernel = findKernel,
      .findChecks = findChecks,
      .takesWorkspace = takesWorkspace,
      .readsOf = readsOf,
      .kernelUser = engine->jit,
      .weightDirs = options->weightDirs,
      .numWeightDirs = options->numWeightDirs,
      // A profile shows what packs them.
      .cache = options->profile ? NULL : options->cache,
      .programKey = key,
      .threads = options->threads,
      .maxMemory = options->maxMemory,
      .maxInstructions = options->maxInstructions,
      .setThreads = options->threads ? omp_set_num_threads : NULL,
      .poison = options->poison,
      .clear = options->clear,
      .verifyFacts = options->verifyFacts,
      .memoryLimit = options->memoryLimit,
      .memoryLevel = options->memoryLevel,
      .reloadDir = options->reloadDir,
      .reloadLimit = options->reloadLimit,
      .recompute = options->recompute,
      .recomputePolicy = options->recomputePolicy,
      .recomputed = options->recomputed,
      .recomputedUser = options->recomputedUser,
      .trace = options->trace,
      .traceUser = options->traceUser,
      .observer = options->observer,
      .offload = options->offload};
  double begin = workSeconds();
  engine->machine = relaxMachineCreate(engine->program, &machine, error);
  engine->times.load = workSeconds() - begin;
  return engine->machine != NULL;
}

RelaxTargetOptions runEngineTarget(const RunEngineOptions *options) {
  return (RelaxTargetOptions){
      .level = options->noOptimize ? RELAX_TARGET_O0 : RELAX_TARGET_DEFAULT,
      .debugInfo = options->debugInfo};
}

MlirOperation engineFindFunction(MlirOperation module, StrRef name) {
  MlirBlock body = bridgeBody(module);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (op.ptr &&
         !(relaxIsFunc(op) && strRefEqual(relaxFuncGetSymName(op), name)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// Public functions that no call names become private: the pipeline drops what
/// nothing needs any more. If a call names no public one, all stay, for the
/// message.
static void hideOthers(MlirOperation module, const RunEngineOptions *options) {
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute hidden =
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("private"));
  for (size_t i = 0; i < options->numEntries; ++i) {
    MlirOperation entry =
        engineFindFunction(module, strRefFromC(options->entries[i]));
    if (!entry.ptr || relaxFuncGetSymVisibility(entry).ptr)
      return;
  }
  MlirBlock body = bridgeBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       options->numEntries && op.ptr; op = mlirOperationGetNextInBlock(op)) {
    bool named = false;
    for (size_t i = 0; i < options->numEntries; ++i)
      named |= mlirOperationEqual(
          op, engineFindFunction(module, strRefFromC(options->entries[i])));
    if (relaxIsFunc(op) && !named)
      relaxFuncSetSymVisibility(op, hidden);
  }
}

static bool fileExists(const RelaxWeight *weight,
                       const RunEngineOptions *options) {
  RelaxError reason = {0};
  bool found = false, allowed = relaxWeightPathIsAllowed(weight->path, &reason);
  relaxErrorFree(&reason);
  for (size_t i = 0; allowed && i < options->numWeightDirs && !found; ++i) {
    int file = relaxFileOpenBelow(options->weightDirs[i], weight->path, &reason,
                                  &found);
    found |= file >= 0;
    if (file >= 0)
      close(file);
    relaxErrorFree(&reason);
  }
  return found;
}

/// A weight without a file, or with a path that is refused, is named before the
/// kernels are compiled.
static bool findWeightFiles(const RelaxProgram *program,
                            const RunEngineOptions *options,
                            RelaxError *error) {
  bool good = true;
  RelaxWeightFiles *files = relaxWeightFilesCreate();
  for (uint32_t i = 0; good && i < program->numWeights; ++i) {
    const RelaxWeight *weight = &program->weights[i];
    RelaxTensor unread;
    if (weight->kind == RELAX_WEIGHT_FILE && !fileExists(weight, options))
      good = relaxWeightRead(files, weight, options->weightDirs,
                             options->numWeightDirs, &unread, error);
  }
  relaxWeightFilesDestroy(files);
  return good;
}

static bool createJit(RunEngine *engine, const RunEngineOptions *options,
                      RelaxError *error) {
  RelaxJitOptions jit = {.machine = runEngineTarget(options),
                         .threads = omp_get_num_procs(),
                         .cache = options->cache,
                         .environment = options->environment};
  StrBuf message = {0};
  engine->jit = relaxJitCreate(engine->lowered, &jit, &message);
  if (!engine->jit)
    relaxFail(error, "%s", strBufText(&message));
  strBufFree(&message);
  return engine->jit != NULL;
}

/// As many plans of memory as relax-plan-recompute makes.
enum { NUM_LEVELS = 6 };

static bool hasLevels(const RunEngineOptions *options) {
  return options->recompute ? options->recomputePlans
                            : options->memoryLimit || options->memoryLevel;
}

/// Of the stages.
static const char *arenaOf(const RunEngineOptions *options) {
  return !options->recompute       ? "true"
         : options->recomputePlans ? "plans"
                                   : "false";
}

static MlirWalkResult findLimit(MlirOperation op, void *found) {
  *(bool *)found |= relaxIsMemoryLimit(op);
  return MlirWalkResultAdvance;
}

/// The text, which is part of every key, may say a limit, too.
static bool wantsLevels(MlirOperation module, const RunEngineOptions *options) {
  bool limited = false;
  mlirOperationWalk(module, findLimit, &limited, MlirWalkPreOrder);
  return hasLevels(options) || (limited && !options->recompute);
}

/// The rest of the pipeline, on a copy; functions side by side.
static bool lowerModule(RunEngine *engine, MlirOperation module,
                        const RunEngineOptions *options) {
  double begin = workSeconds();
  engine->lowered = mlirOperationClone(module);
  hideOthers(engine->lowered, options);
  MlirContext context = mlirOperationGetContext(module);
  mlirContextEnableMultithreading(context, omp_get_num_procs() > 1);
  BridgeStages how = {.target = options->target,
                      .arena = arenaOf(options),
                      .batch = options->batch,
                      .levels = wantsLevels(module, options) ? NUM_LEVELS : 0,
                      .reload = options->reloadDir != NULL,
                      .versions = options->versions};
  bool good = bridgeRunStages(engine->lowered, &how);
  mlirContextEnableMultithreading(context, false);
  if (!good)
    return false;
  engine->program = relaxEncodeModule(engine->lowered);
  engine->times.pipeline = workSeconds() - begin;
  return engine->program != NULL;
}

/// For a next time.
static void storeProgram(const RunEngine *engine,
                         const RunEngineOptions *options,
                         const RelaxCacheKey *key) {
  uint32_t count = engine->program->numKernels;
  RelaxCacheKey *keys = calloc(count + 1, sizeof(*keys));
  bool known = keys != NULL;
  for (uint32_t i = 0; known && i < count; ++i) {
    const RelaxCacheKey *kernel =
        relaxJitKey(engine->jit, engine->program->kernels[i].name.data);
    known = kernel != NULL;
    if (known)
      keys[i] = *kernel;
  }
  if (known)
    relaxCachePutProgram(options->cache, key, engine->program, keys);
  free(keys);
}

/// A program with all of its kernels, or nothing.
static bool recall(RunEngine *engine, const RunEngineOptions *options,
                   const RelaxCacheKey *key) {
  RelaxCacheKey *kernels = NULL;
  StrBuf unlinked = {0};
  engine->program = relaxCacheGetProgram(options->cache, key, &kernels);
  if (!engine->program)
    return false;
  engine->jit =
      relaxJitRecall(options->cache, engine->program, kernels, &unlinked);
  if (!engine->jit) {
    relaxProgramDestroy(engine->program);
    engine->program = NULL;
  }
  strBufFree(&unlinked);
  free(kernels);
  return engine->jit != NULL;
}

bool engineCompile(RunEngine *engine, const RunEngineOptions *options,
                   RelaxError *error) {
  RelaxCacheKey key;
  if (options->cache) {
    StrBuf target = {0};
    strBufAppendFormat(&target, "%s arena=%s%s%s%s%s",
                       options->target ? options->target : "", arenaOf(options),
                       hasLevels(options) ? " levels" : "",
                       options->reloadDir ? " reload" : "",
                       options->versions ? " versions=" : "",
                       options->versions ? options->versions : "");
    key = relaxProgramKey(
        options->environment, (StrRef){target.data, target.length},
        options->entries, options->numEntries, engine->source->text);
    strBufFree(&target);
    if (!options->profile && recall(engine, options, &key))
      return findWeightFiles(engine->program, options, error) &&
             engineCreateMachine(engine, options, &key, error);
  }
  const RunSource *source = engine->source;
  MlirOperation module = source->parse(source->user);
  if (!module.ptr || !lowerModule(engine, module, options) ||
      !relaxProgramCheckHost(engine->program, error) ||
      !findWeightFiles(engine->program, options, error) ||
      !createJit(engine, options, error))
    return false;
  if (options->cache)
    storeProgram(engine, options, &key);
  return engineCreateMachine(engine, options, options->cache ? &key : NULL,
                             error);
}
