//===- Engine.c - the ways to run a module --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Engine.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/ProgramFile.h"
#include "lib/Runtime/Weights.h"
#include "lib/Target/JIT.h"
#include "lib/Target/Program/Encode.h"
#include "mlir-c/Diagnostics.h"
#include "tools/run/Call.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

struct RunEngine {
  RunMode mode;
  MlirOperation module; // as it was read; null if there was none
  // compiled
  MlirOperation lowered;
  RelaxJit *jit;
  RelaxProgram *program;
  RelaxMachine *machine;
  // reference
  RelaxInterpreter *interpreter;
};

static RelaxKernel findKernel(void *user, const char *name) {
  return relaxJitFind(user, name);
}

static bool createMachine(RunEngine *engine, const RunEngineOptions *options,
                          RelaxError *error) {
  RelaxMachineOptions machine = {
      .findKernel = findKernel,
      .kernelUser = engine->jit,
      .weightDirs = options->weightDirs,
      .numWeightDirs = options->numWeightDirs,
      .threads = options->threads,
      .setThreads = options->threads ? omp_set_num_threads : NULL,
      .poison = options->poison,
      .verifyFacts = options->verifyFacts,
      .trace = options->trace,
      .traceUser = options->traceUser,
      .observer = options->observer};
  engine->machine = relaxMachineCreate(engine->program, &machine, error);
  return engine->machine != NULL;
}

static MlirOperation findFunction(MlirOperation module, StrRef name) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (op.ptr &&
         !(relaxIsFunc(op) && strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                                              relaxFuncGetSymName(op))),
                                          name)))
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
        findFunction(module, strRefFromC(options->entries[i]));
    if (!entry.ptr || relaxFuncGetSymVisibility(entry).ptr)
      return;
  }
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       options->numEntries && op.ptr; op = mlirOperationGetNextInBlock(op)) {
    bool named = false;
    for (size_t i = 0; i < options->numEntries; ++i)
      named |= mlirOperationEqual(
          op, findFunction(module, strRefFromC(options->entries[i])));
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

static bool createCompiled(RunEngine *engine, MlirOperation module,
                           const RunEngineOptions *options, RelaxError *error) {
  engine->lowered = mlirOperationClone(module);
  hideOthers(engine->lowered, options);
  if (!bridgeRunStages(engine->lowered, options->target))
    return false;
  engine->program = relaxEncodeModule(engine->lowered);
  if (!engine->program || !relaxProgramCheckHost(engine->program, error) ||
      !findWeightFiles(engine->program, options, error))
    return false;
  RelaxJitOptions jit = {0};
  if (options->noOptimize)
    jit.machine.level = RELAX_TARGET_O0;
  StrBuf message = {0};
  engine->jit = relaxJitCreate(engine->lowered, &jit, &message);
  if (!engine->jit)
    relaxFail(error, "%s", strBufText(&message));
  strBufFree(&message);
  if (!engine->jit)
    return false;
  return createMachine(engine, options, error);
}

RunEngine *runEngineCreate(RunMode mode, MlirOperation module,
                           const RunEngineOptions *options, RelaxError *error) {
  RunEngine *engine = calloc(1, sizeof(*engine));
  if (!engine) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  engine->mode = mode;
  engine->module = module;
  bool good;
  if (mode == RUN_REFERENCE) {
    RelaxInterpreterOptions interpreter = {
        options->weightDirs, options->numWeightDirs, options->observer};
    engine->interpreter = relaxInterpreterCreate(module, &interpreter, error);
    good = engine->interpreter != NULL;
    if (good &&
        relaxInterpreterSignatures(engine->interpreter)->numFunctions == 0)
      good = relaxFail(error, "reference mode executes 'relax.func' only: the "
                              "module has none");
  } else {
    good = createCompiled(engine, module, options, error);
  }
  if (good)
    return engine;
  runEngineDestroy(engine);
  return NULL;
}

/// Links the kernels that the program names.
static bool loadKernels(RunEngine *engine, const char *path,
                        RelaxError *error) {
  StrBuf object = {0}, message = {0};
  bool good = relaxFileRead(path, &object, error);
  uint32_t count = engine->program->numKernels;
  StrRef *names = calloc(count + 1, sizeof(*names));
  for (uint32_t i = 0; good && names && i < count; ++i)
    names[i] = engine->program->kernels[i].name;
  if (good && names) {
    engine->jit = relaxJitLoad((StrRef){object.data, object.length}, names,
                               count, &message);
    good = engine->jit != NULL;
    if (!good)
      relaxFail(error, "'%s': %s", path, strBufText(&message));
  }
  free(names);
  strBufFree(&object);
  strBufFree(&message);
  return good;
}

RunEngine *runEngineLoad(StrRef compact, const char *kernels,
                         const RunEngineOptions *options, RelaxError *error) {
  RunEngine *engine = calloc(1, sizeof(*engine));
  if (!engine) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  engine->mode = RUN_COMPILED;
  engine->program = relaxProgramDecode(compact, error);
  if (engine->program && loadKernels(engine, kernels, error) &&
      createMachine(engine, options, error))
    return engine;
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
  return engine->module;
}

bool runFailInModule(MlirOperation module, const RelaxError *error) {
  MlirOperation weight = {NULL};
  StrRef name = {error->weight.data, error->weight.length};
  if (module.ptr && name.length)
    weight = bridgeLookupNearestSymbol(module, name);
  if (!weight.ptr)
    return runFail("%s", relaxErrorText(error));
  mlirEmitError(mlirOperationGetLocation(weight), relaxErrorText(error));
  return false;
}

bool runEngineFacts(const RunEngine *engine, StrRef entry, Arena *arena,
                    SymFact **facts, size_t *count) {
  MlirOperation function = {NULL};
  if (engine->module.ptr)
    function = findFunction(engine->module, entry);
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
  return engine->mode == RUN_REFERENCE
             ? relaxInterpreterSignatures(engine->interpreter)
             : engine->program;
}

bool runEngineCall(RunEngine *engine, StrRef entry, const RelaxTensor *inputs,
                   size_t numInputs, RelaxTensor *outputs, size_t numOutputs,
                   RelaxError *error) {
  if (engine->mode == RUN_REFERENCE)
    return relaxInterpreterCall(engine->interpreter, entry, inputs, numInputs,
                                outputs, numOutputs, error);
  return relaxMachineCall(engine->machine, entry, inputs, numInputs, outputs,
                          numOutputs, error);
}

bool runEngineCallDonating(RunEngine *engine, StrRef entry, RelaxTensor *inputs,
                           size_t numInputs, RelaxTensor *outputs,
                           size_t numOutputs, RelaxError *error) {
  if (engine->mode == RUN_REFERENCE)
    return runEngineCall(engine, entry, inputs, numInputs, outputs, numOutputs,
                         error);
  return relaxMachineCallDonating(engine->machine, entry, inputs, numInputs,
                                  outputs, numOutputs, error);
}

uint64_t runEngineKernelsCompiled(const RunEngine *engine) {
  return engine->jit ? relaxJitNumKernels(engine->jit) : 0;
}

uint64_t runEngineWeightBytes(const RunEngine *engine) {
  return engine->machine ? relaxMachineWeightBytes(engine->machine) : 0;
}

const RelaxCounters *runEngineCounters(const RunEngine *engine) {
  return engine->machine ? relaxMachineLastCounters(engine->machine) : NULL;
}
