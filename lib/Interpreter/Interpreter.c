//===- Interpreter.c - a module as the interpreter sees it ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Module.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Signature.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The table of operations
//===----------------------------------------------------------------------===//

static int compareEntries(const void *a, const void *b) {
  const EvalEntry *const *x = a, *const *y = b;
  return strcmp((*x)->name, (*y)->name);
}

static const EvalEntry *const families[] = {EVAL_TABLES(EVAL_ADDRESS)};

enum { NUM_FAMILIES = sizeof(families) / sizeof(*families) };

bool relaxInterpreterHasRule(StrRef operation) {
  for (size_t i = 0; i < NUM_FAMILIES; ++i)
    for (const EvalEntry *entry = families[i]; entry->name; ++entry)
      if (strRefEqual(operation, strRefFromC(entry->name)))
        return true;
  return false;
}

/// All families' entries, sorted by name.
static void collectEntries(RelaxInterpreter *interpreter) {
  size_t count = 0;
  for (size_t i = 0; i < NUM_FAMILIES; ++i)
    for (const EvalEntry *entry = families[i]; entry->name; ++entry)
      ++count;
  interpreter->entries =
      ARENA_ARRAY(interpreter->arena, const EvalEntry *, count);
  for (size_t i = 0; i < NUM_FAMILIES; ++i)
    for (const EvalEntry *entry = families[i]; entry->name; ++entry)
      interpreter->entries[interpreter->numEntries++] = entry;
  qsort(interpreter->entries, count, sizeof(*interpreter->entries),
        compareEntries);
}

//===----------------------------------------------------------------------===//
// Functions, signatures and weights
//===----------------------------------------------------------------------===//

static bool collectModule(RelaxInterpreter *interpreter, MlirOperation module,
                          RelaxError *error) {
  MlirBlock body = bridgeBody(module);
  size_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ++count;
  interpreter->functions =
      ARENA_ARRAY(interpreter->arena, MlirOperation, count);
  interpreter->weights = ARENA_ARRAY(interpreter->arena, EvalWeight, count);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsFunc(op) || vmIsFunc(op)) {
      if (!evalAddSignature(interpreter, op, error))
        return false;
    } else if (relaxIsWeight(op)) {
      EvalWeight *weight = &interpreter->weights[interpreter->numWeights++];
      weight->name = relaxWeightGetSymName(op);
      weight->op = op;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The public face
//===----------------------------------------------------------------------===//

RelaxInterpreter *relaxInterpreterCreate(MlirOperation module,
                                         const RelaxInterpreterOptions *options,
                                         RelaxError *error) {
  Arena *arena = arenaCreate();
  RelaxInterpreter *interpreter = ARENA_NEW(arena, RelaxInterpreter);
  interpreter->arena = arena;
  interpreter->module = module;
  interpreter->signatures = relaxProgramCreate();
  interpreter->stepsLeft = INT64_MAX;
  if (options) {
    interpreter->observer = options->observer;
    interpreter->memoryLevel = options->memoryLevel;
    interpreter->maxMemory = options->maxMemory;
    interpreter->trustsFacts = options->trustsFacts;
  }
  interpreter->numWeightDirs = options ? options->numWeightDirs : 0;
  interpreter->weightDirs =
      ARENA_ARRAY(arena, const char *, interpreter->numWeightDirs);
  for (size_t i = 0; i < interpreter->numWeightDirs; ++i)
    interpreter->weightDirs[i] =
        arenaCopyString(arena, strRefFromC(options->weightDirs[i])).data;
  interpreter->weightFiles = relaxWeightFilesCreate();
  collectEntries(interpreter);
  if (collectModule(interpreter, module, error))
    return interpreter;
  relaxInterpreterDestroy(interpreter);
  return NULL;
}

void relaxInterpreterDestroy(RelaxInterpreter *interpreter) {
  if (!interpreter)
    return;
  for (size_t i = 0; i < interpreter->numWeights; ++i)
    relaxTensorRelease(&interpreter->weights[i].value);
  relaxWeightFilesDestroy(interpreter->weightFiles);
  relaxProgramDestroy(interpreter->signatures);
  hmfree(interpreter->visited);
  arenaDestroy(interpreter->arena);
}

void relaxInterpreterWatch(RelaxInterpreter *interpreter, RelaxValueHook hook,
                           void *user) {
  interpreter->watch = hook;
  interpreter->watcher = user;
}

void relaxInterpreterWatchRegions(RelaxInterpreter *interpreter,
                                  RelaxRegionHook hook, void *user) {
  interpreter->watchRegions = hook;
  interpreter->regionWatcher = user;
}

const RelaxProgram *
relaxInterpreterSignatures(const RelaxInterpreter *interpreter) {
  return interpreter->signatures;
}

bool relaxInterpreterCall(RelaxInterpreter *interpreter, StrRef entry,
                          const RelaxTensor *inputs, size_t numInputs,
                          RelaxTensor *outputs, size_t numOutputs,
                          RelaxError *error) {
  for (size_t i = 0; i < numOutputs; ++i)
    outputs[i] = (RelaxTensor){0};
  const RelaxFunction *function =
      relaxEntryFind(interpreter->signatures, entry, error);
  if (!function)
    return false;
  if (function->numParams != numInputs || function->numResults != numOutputs)
    return relaxFail(
        error, "'%.*s': expected %u inputs and %u outputs, got %zu and %zu",
        (int)function->name.length, function->name.data, function->numParams,
        function->numResults, numInputs, numOutputs);
  if (interpreter->maxMemory == 0)
    interpreter->maxMemory = relaxPoolDefaultLimit();
  interpreter->memoryBefore = relaxPoolLive();
  bool good =
      relaxDataInputsCheck(interpreter->signatures, function, inputs, error) &&
      evalCallFields(interpreter,
                     evalFindFunction(interpreter, function->name, error),
                     inputs, outputs, error);
  bool made = good;
  for (size_t i = 0; good && i < numOutputs; ++i)
    good = function->results[i].dtype != RELAX_DATA ||
           relaxDataResultCheck(interpreter->signatures, &function->results[i],
                                &outputs[i], error);
  for (size_t i = 0; made && !good && i < numOutputs; ++i)
    relaxTensorRelease(&outputs[i]);
  relaxPlacesEnd(&interpreter->refs);
  return good;
}

bool relaxInterpret(MlirOperation module, StrRef entry,
                    const RelaxTensor *inputs, size_t numInputs,
                    const RelaxInterpreterOptions *options,
                    RelaxTensor *outputs, size_t numOutputs,
                    RelaxError *error) {
  for (size_t i = 0; i < numOutputs; ++i)
    outputs[i] = (RelaxTensor){0};
  RelaxInterpreter *interpreter =
      relaxInterpreterCreate(module, options, error);
  if (!interpreter)
    return false;
  bool good = relaxInterpreterCall(interpreter, entry, inputs, numInputs,
                                   outputs, numOutputs, error);
  relaxInterpreterDestroy(interpreter);
  return good;
}
