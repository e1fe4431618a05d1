//===- Machine.c - making a machine and asking it -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Machine.h"
#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Pool.h"

#include <stdlib.h>
#include <string.h>

/// An array that is never NULL for lack of elements.
static void *newArray(size_t count, size_t size) {
  return calloc(count ? count : 1, size);
}

static bool createCounters(const RelaxProgram *program,
                           RelaxCounters *counters) {
  counters->numArms = program->numArms;
  counters->arms = newArray(program->numArms, sizeof *counters->arms);
  return counters->arms != NULL;
}

/// Scratch that holds the operands of any instruction of the program.
static bool createArrays(RelaxMachine *machine) {
  const RelaxProgram *program = machine->program;
  size_t words = 1, params = 1;
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    if (program->functions[i].codeSize > words)
      words = program->functions[i].codeSize;
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    if (program->functions[i].numParams > params)
      params = program->functions[i].numParams;
  for (uint32_t i = 0; i < program->numExprs; ++i)
    if (program->exprs[i].expr.numSymbols > machine->maxSymbols)
      machine->maxSymbols = program->exprs[i].expr.numSymbols;
  machine->buffers = newArray(words, sizeof *machine->buffers);
  machine->tensors = newArray(words, sizeof *machine->tensors);
  machine->symbols =
      newArray(machine->maxSymbols + words, sizeof *machine->symbols);
  // Also of arguments, which may be captured by a function, not by the code.
  machine->results = newArray(words + params, sizeof *machine->results);
  machine->kernels = newArray(program->numKernels, sizeof *machine->kernels);
  machine->kernelNotes =
      newArray(program->numKernels, sizeof *machine->kernelNotes);
  machine->weights = newArray(program->numWeights, sizeof *machine->weights);
  machine->onlyPrepared = newArray(program->numWeights, sizeof(bool));
  machine->arenas = newArray(program->numFunctions, sizeof *machine->arenas);
  return machineDecode(machine) && machineFindTails(machine) &&
         machine->buffers && machine->tensors && machine->symbols &&
         machine->results && machine->kernels && machine->kernelNotes &&
         machine->weights && machine->onlyPrepared && machine->arenas &&
         createCounters(program, &machine->last) &&
         createCounters(program, &machine->total) &&
         createCounters(program, &machine->prepare);
}

static bool findKernels(RelaxMachine *machine, RelaxError *error) {
  const RelaxMachineOptions *options = &machine->options;
  for (uint32_t i = 0; i < machine->program->numKernels; ++i) {
    const char *name = machine->program->kernels[i].name.data;
    if (options->findKernel)
      machine->kernels[i] = options->findKernel(options->kernelUser, name);
    if (!machine->kernels[i])
      return relaxFail(error, "kernel '%s' is not available", name);
  }
  return true;
}

RelaxMachine *relaxMachineCreate(const RelaxProgram *program,
                                 const RelaxMachineOptions *options,
                                 RelaxError *error) {
  if (!relaxProgramVerify(program, error) ||
      !relaxProgramCheckHost(program, error))
    return NULL;
  RelaxMachine *machine = calloc(1, sizeof *machine);
  if (!machine) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  machine->program = program;
  machine->options = *options;
  machine->second = (RelaxSecondMemory){.folder = options->reloadDir,
                                        .limit = options->reloadLimit};
  if (machine->options.maxMemory == 0)
    machine->options.maxMemory = relaxPoolDefaultLimit();
  machine->pool = relaxStoragePoolCreate();
  machine->options.offload.threads = options->threads;
  machine->offload = relaxOffloadCreate(&machine->options.offload);
  bool ok = (machine->pool && machine->offload && createArrays(machine)) ||
            relaxFail(error, "out of memory");
  if (ok && findKernels(machine, error) && machineLoadWeights(machine, error)) {
    // These belong to the caller and are not needed any more.
    machine->options.cache = NULL;
    machine->options.programKey = NULL;
    machine->options.weightDirs = NULL;
    machine->options.numWeightDirs = 0;
    return machine;
  }
  relaxMachineDestroy(machine);
  return NULL;
}

void relaxMachineDestroy(RelaxMachine *machine) {
  if (!machine)
    return;
  for (uint32_t i = 0; machine->weights && i < machine->program->numWeights;
       ++i)
    relaxTensorRelease(&machine->weights[i]);
  free(machine->weights);
  free(machine->onlyPrepared);
  relaxOffloadDestroy(machine->offload);
  relaxWeightFilesDestroy(machine->files);
  free(machine->kernels);
  free(machine->kernelNotes);
  free(machine->buffers);
  free(machine->tensors);
  free(machine->symbols);
  free(machine->results);
  machineFreeCode(machine);
  if (machine->arenas)
    machineFreeArenas(machine);
  free(machine->arenas);
  free(machine->tails);
  free(machine->tailWords);
  fiberFree(&machine->alone);
  fiberFree(&machine->launching);
  while (machine->numSpare)
    fiberFree(&machine->spare[--machine->numSpare]);
  free(machine->spare);
  free(machine->last.arms);
  free(machine->total.arms);
  free(machine->prepare.arms);
  relaxStoragePoolClose(machine->pool);
  free(machine);
}

void relaxMachineSetThreads(RelaxMachine *machine, int threads) {
  machine->options.threads = threads;
}

void relaxMachineSetTrace(RelaxMachine *machine, RelaxTraceHook trace,
                          void *user) {
  machine->options.trace = trace;
  machine->options.traceUser = user;
}

void relaxMachineSetMemoryLimit(RelaxMachine *machine, uint64_t bytes) {
  machine->options.memoryLimit = bytes;
}

const RelaxCounters *relaxMachineLastCounters(const RelaxMachine *machine) {
  return &machine->last;
}

const RelaxCounters *relaxMachineTotalCounters(const RelaxMachine *machine) {
  return &machine->total;
}

const RelaxCounters *relaxMachinePrepareCounters(const RelaxMachine *machine) {
  return &machine->prepare;
}

uint64_t relaxMachineWeightBytes(const RelaxMachine *machine) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < machine->program->numWeights; ++i)
    if (machine->weights[i].storage)
      bytes += relaxTensorSize(&machine->weights[i]);
  return bytes;
}

const RelaxProgram *relaxMachineProgram(const RelaxMachine *machine) {
  return machine->program;
}
