//===- Engine.c - the ways to run a module --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/ProgramFile.h"
#include "lib/Target/Cache/Key.h"
#include "lib/Target/Object.h"
#include "mlir-c/Diagnostics.h"
#include "tools/run/Call.h"
#include "tools/run/EngineState.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static bool createReference(RunEngine *engine, const RunEngineOptions *options,
                            RelaxError *error) {
  RelaxInterpreterOptions interpreter = {
      .weightDirs = options->weightDirs,
      .numWeightDirs = options->numWeightDirs,
      .memoryLevel = options->memoryLevel,
      .maxMemory = options->maxMemory,
      .trustsFacts = engine->mode == RUN_EITHER,
      .observer = options->observer};
  MlirOperation module = runEngineModule(engine);
  if (!module.ptr)
    return false;
  engine->interpreter = relaxInterpreterCreate(module, &interpreter, error);
  return engine->interpreter &&
         (relaxInterpreterSignatures(engine->interpreter)->numFunctions != 0 ||
          relaxFail(error, "the module has no function to run"));
}

/// What the operations of a module ask of the interpreter.
typedef struct Needs {
  bool graph; // graph operations alone, and some
  bool all;   // all are executed
} Needs;

static MlirWalkResult findNeeds(MlirOperation op, void *userData) {
  Needs *needs = userData;
  StrRef name = bridgeOpName(op);
  if (tirIsSchedule(op))
    return MlirWalkResultSkip;
  if (tirIsFunc(op) || relaxIsCallTir(op) || vmIsFunc(op))
    needs->graph = false;
  bool isCode = bridgeIsTerminator(op) || relaxIsFunc(op) || tirIsFunc(op) ||
                vmIsFunc(op);
  needs->all &= isCode || relaxInterpreterHasRule(name) ||
                relaxInterpreterHasProgramRule(name);
  return needs->all ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static Needs needsOf(const RunEngine *engine) {
  MlirOperation module = runEngineModule(engine);
  Needs needs = {.graph = true, .all = module.ptr != NULL};
  if (!module.ptr)
    return needs;
  MlirBlock body = bridgeBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && needs.all;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op) || tirIsFunc(op) || vmIsFunc(op))
      mlirOperationWalk(op, findNeeds, &needs, MlirWalkPreOrder);
  return needs;
}

/// Graph operations are executed as a whole; of all others so many take about
/// as long as compiling a small program does.
enum { EITHER_STEPS = 1 << 21 };

/// The reference where it executes the module: from then on until a call takes
/// too long, or for good.
static RunMode modeOf(const RunEngine *engine) {
  Needs needs = needsOf(engine);
  return !needs.all ? RUN_COMPILED : needs.graph ? RUN_REFERENCE : RUN_EITHER;
}

RunEngine *runEngineCreate(RunMode mode, const RunSource *source,
                           const RunEngineOptions *options, RelaxError *error) {
  RunEngine *engine = calloc(1, sizeof(*engine));
  if (!engine) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  double begin = engineSeconds(CLOCK_MONOTONIC);
  engine->source = source;
  if (mode == RUN_EITHER)
    mode = modeOf(engine);
  engine->mode = mode;
  engine->options = *options;
  bool good = mode == RUN_COMPILED ? engineCompile(engine, options, error)
                                   : createReference(engine, options, error);
  engine->times.wall = engineSeconds(CLOCK_MONOTONIC) - begin;
  if (good)
    return engine;
  runEngineDestroy(engine);
  return NULL;
}

/// Does the object have kernels that take what the program gives, made from the
/// same text?
static bool belongsTo(const RelaxProgram *program, const RelaxJit *jit,
                      const char *path, RelaxError *error) {
  for (uint32_t i = 0; i < program->numKernels; ++i) {
    StrBuf name = {0};
    targetSignatureName(program, i, &name);
    bool there = relaxJitHas(jit, strBufText(&name));
    strBufFree(&name);
    if (!there)
      return relaxFail(error,
                       "'%s' does not belong to the program: kernel '%s' "
                       "takes other buffers, computes something else or is "
                       "made for another target",
                       path, program->kernels[i].name.data);
  }
  return true;
}

/// Links the kernels that the program names.
static bool loadKernels(RunEngine *engine, const char *path, StrRef object,
                        bool debug, RelaxError *error) {
  StrBuf message = {0};
  uint32_t count = engine->program->numKernels;
  StrRef *names = calloc(count + 1, sizeof(*names));
  bool good = true;
  for (uint32_t i = 0; names && i < count; ++i)
    names[i] = engine->program->kernels[i].name;
  if (names) {
    engine->jit = relaxJitLoad(object, names, count, debug, &message);
    good = engine->jit != NULL;
    if (!good)
      relaxFail(error, "'%s': %s", path, strBufText(&message));
    good = good && belongsTo(engine->program, engine->jit, path, error);
  }
  free(names);
  strBufFree(&message);
  return good;
}

/// What prepared weights depend on where nothing is compiled.
static RelaxCacheKey keyOfFiles(const RunEngineOptions *options, StrRef compact,
                                StrRef object) {
  StrBuf both = {0};
  strBufAppendFormat(&both, "compact %zu\n", compact.length);
  strBufAppend(&both, compact);
  strBufAppend(&both, object);
  RelaxCacheKey key =
      relaxProgramKey(options->environment, (StrRef){NULL, 0}, NULL, 0,
                      (StrRef){both.data, both.length});
  strBufFree(&both);
  return key;
}

/// The program with its kernels. There is machine code already: the cache keeps
/// what the weights become at load.
static bool loadFiles(RunEngine *engine, StrRef compact, const char *kernels,
                      const RunEngineOptions *options, RelaxError *error) {
  StrBuf file = {0};
  RelaxCacheKey key;
  engine->program = relaxProgramDecode(compact, error);
  bool good = engine->program && relaxFileRead(kernels, &file, error);
  StrRef object = {file.data, file.length};
  good =
      good && loadKernels(engine, kernels, object, options->debugInfo, error);
  if (good && options->cache)
    key = keyOfFiles(options, compact, object);
  good = good && engineCreateMachine(engine, options,
                                     options->cache ? &key : NULL, error);
  strBufFree(&file);
  return good;
}

RunEngine *runEngineLoad(StrRef compact, const char *kernels,
                         const RunEngineOptions *options, RelaxError *error) {
  RunEngine *engine = calloc(1, sizeof(*engine));
  if (!engine) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  double begin = engineSeconds(CLOCK_MONOTONIC);
  engine->mode = RUN_COMPILED;
  if (loadFiles(engine, compact, kernels, options, error)) {
    engine->times.wall = engineSeconds(CLOCK_MONOTONIC) - begin;
    return engine;
  }
  runEngineDestroy(engine);
  return NULL;
}

void runEngineDestroy(RunEngine *engine) {
  if (!engine)
    return;
  if (engine->interpreter)
    relaxInterpreterDestroy(engine->interpreter);
  if (engine->machine)
    relaxMachineDestroy(engine->machine);
  if (engine->jit)
    relaxJitDestroy(engine->jit);
  if (engine->program)
    relaxProgramDestroy(engine->program);
  if (engine->lowered.ptr)
    mlirOperationDestroy(engine->lowered);
  free(engine);
}

MlirOperation runEngineModule(const RunEngine *engine) {
  MlirOperation none = {NULL};
  return engine->source ? engine->source->parse(engine->source->user) : none;
}

bool runFailInModule(MlirOperation module, const RelaxError *error) {
  MlirOperation weight = {NULL};
  StrRef name = {error->weight.data, error->weight.length};
  if (module.ptr && name.length)
    weight = bridgeLookupNearestSymbol(module, name);
  if (!weight.ptr)
    return runFail("%s", relaxErrorText(error));
  fflush(stdout);
  mlirEmitError(mlirOperationGetLocation(weight), relaxErrorText(error));
  return false;
}

bool runEngineFacts(const RunEngine *engine, StrRef entry, Arena *arena,
                    SymFact **facts, size_t *count) {
  MlirOperation module = runEngineModule(engine), function = {NULL};
  if (module.ptr)
    function = engineFindFunction(module, entry);
  if (!function.ptr)
    return false;
  MlirAttribute list = relaxFuncGetFacts(function);
  *count = list.ptr ? (size_t)mlirArrayAttrGetNumElements(list) : 0;
  *facts = ARENA_ARRAY(arena, SymFact, *count);
  for (size_t i = 0; i < *count; ++i)
    (*facts)[i] = symFactOf(arena, mlirArrayAttrGetElement(list, (intptr_t)i));
  return true;
}

const RelaxProgram *runEngineSignatures(const RunEngine *engine) {
  // Who has them keeps them when the engine compiles.
  return engine->interpreter ? relaxInterpreterSignatures(engine->interpreter)
                             : engine->program;
}

/// Of RUN_EITHER: false where the engine is another one now.
static bool callReference(RunEngine *engine, StrRef entry,
                          const RelaxTensor *inputs, size_t numInputs,
                          RelaxTensor *outputs, size_t numOutputs, bool *good,
                          RelaxError *error) {
  if (engine->mode == RUN_EITHER)
    relaxInterpreterLimit(engine->interpreter, EITHER_STEPS);
  *good = relaxInterpreterCall(engine->interpreter, entry, inputs, numInputs,
                               outputs, numOutputs, error);
  if (engine->mode == RUN_REFERENCE ||
      !relaxInterpreterWasLimited(engine->interpreter))
    return true;
  relaxErrorFree(error);
  *error = (RelaxError){0};
  engine->mode = RUN_COMPILED;
  *good = engineCompile(engine, &engine->options, error);
  return !*good;
}

void runEngineSetMemoryLimit(RunEngine *engine, uint64_t bytes) {
  engine->options.memoryLimit = bytes;
  if (engine->machine)
    relaxMachineSetMemoryLimit(engine->machine, bytes);
}

bool runEngineCall(RunEngine *engine, StrRef entry, const RelaxTensor *inputs,
                   size_t numInputs, RelaxTensor *outputs, size_t numOutputs,
                   RelaxError *error) {
  bool good;
  if (engine->mode != RUN_COMPILED &&
      callReference(engine, entry, inputs, numInputs, outputs, numOutputs,
                    &good, error))
    return good;
  return relaxMachineCall(engine->machine, entry, inputs, numInputs, outputs,
                          numOutputs, error);
}

bool runEngineIsReference(const RunEngine *engine) {
  return engine->mode != RUN_COMPILED;
}

void runEngineCoverage(const RunEngine *engine, size_t *ran, size_t *all) {
  *ran = *all = 0;
  if (engine->mode != RUN_COMPILED)
    relaxInterpreterCoverage(engine->interpreter, ran, all);
}

void runEngineWatch(RunEngine *engine,
                    void (*hook)(void *user, StrRef name, MlirOperation writer,
                                 const RelaxTensor *value),
                    void *user) {
  relaxInterpreterWatch(engine->interpreter, hook, user);
}

void runEngineWatchRegions(RunEngine *engine,
                           bool (*hook)(void *user, MlirOperation function,
                                        const RelaxTensor *const *inputs,
                                        size_t numInputs,
                                        const RelaxTensor *results,
                                        size_t numResults, RelaxError *error),
                           void *user) {
  relaxInterpreterWatchRegions(engine->interpreter, hook, user);
}

void runEngineDisturb(RunEngine *engine, uint64_t seed) {
  if (engine->mode != RUN_COMPILED)
    relaxInterpreterDisturb(engine->interpreter, seed);
}

bool runEngineCallDonating(RunEngine *engine, StrRef entry, RelaxTensor *inputs,
                           size_t numInputs, RelaxTensor *outputs,
                           size_t numOutputs, RelaxError *error) {
  if (engine->mode != RUN_COMPILED)
    return runEngineCall(engine, entry, inputs, numInputs, outputs, numOutputs,
                         error);
  return relaxMachineCallDonating(engine->machine, entry, inputs, numInputs,
                                  outputs, numOutputs, error);
}

bool runEngineCallTogether(RunEngine *engine, RelaxCall *calls, size_t numCalls,
                           const RelaxTogether *how, RelaxError *error) {
  assert(engine->mode == RUN_COMPILED && "options are checked");
  return relaxMachineCallTogether(engine->machine, calls, numCalls, how, error);
}

size_t runEngineRunningCall(const RunEngine *engine) {
  return relaxMachineRunningCall(engine->machine);
}
