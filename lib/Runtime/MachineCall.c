//===- MachineCall.c - calls from outside ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Machine.h"
#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Signature.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Zeroes the counters but keeps the array of arms.
static void resetCounters(RelaxCounters *counters) {
  uint64_t *arms = counters->arms;
  size_t numArms = counters->numArms;
  memset(arms, 0, numArms * sizeof *arms);
  *counters = (RelaxCounters){.arms = arms, .numArms = numArms};
}

static void addCounters(RelaxCounters *total, const RelaxCounters *call) {
  total->kernelsRun += call->kernelsRun;
  total->libraryCalls += call->libraryCalls;
  total->regionsRun += call->regionsRun;
  total->regionsLeft += call->regionsLeft;
  total->arenaBytes += call->arenaBytes;
  total->arenaAllocations += call->arenaAllocations;
  total->resultBytes += call->resultBytes;
  total->resultAllocations += call->resultAllocations;
  total->activationBytes += call->activationBytes;
  total->bytesCopied += call->bytesCopied;
  total->instructions += call->instructions;
  total->evictions += call->evictions;
  total->bytesWrittenOut += call->bytesWrittenOut;
  total->bytesReadBack += call->bytesReadBack;
  total->kernelsRepeated += call->kernelsRepeated;
  if (call->peakBytes > total->peakBytes)
    total->peakBytes = call->peakBytes;
  total->deferred += call->deferred;
  total->batches += call->batches;
  total->launches += call->launches;
  total->bytesGathered += call->bytesGathered;
  for (size_t i = 0; i < call->numArms; ++i)
    total->arms[i] += call->arms[i];
}

/// One input as a register value; the tensor stays the caller's.
static bool convertInput(const RelaxValueType *type, const RelaxTensor *input,
                         Value *out, RelaxError *error) {
  int length = (int)type->name.length;
  const char *name = type->name.data;
  if (!input->storage)
    return relaxFail(error, "input '%.*s' is missing", length, name);
  if ((uintptr_t)input->data % relaxDTypeAlignment(input->dtype) != 0)
    return relaxFail(error, "input '%.*s' is not aligned to its elements",
                     length, name);
  if (type->kind == RELAX_VALUE_TENSOR) {
    *out = (Value){.tag = VALUE_TENSOR, .tensor = *input};
    return true;
  }
  if (input->dtype != RELAX_I64 || input->rank != 0)
    return relaxFail(error,
                     "input '%.*s': expected i64 tensor of rank 0, got %s "
                     "tensor of rank %" PRId32,
                     length, name, relaxDTypeName(input->dtype), input->rank);
  *out = (Value){.tag = VALUE_EXTENT,
                 .extent = relaxLoadInt(RELAX_I64, input->data, 0)};
  if (out->extent < 0)
    return relaxFail(error,
                     "input '%.*s': expected an extent >= 0, got %" PRId64,
                     length, name, out->extent);
  return true;
}

/// The references that a call works with: its own, but for what is donated.
static void takeInputs(const RelaxFunction *function, Value *arguments,
                       RelaxTensor *donations) {
  for (uint32_t i = 0; i < function->numParams; ++i) {
    if (donations && function->params[i].donated)
      donations[i] = (RelaxTensor){0};
    else
      arguments[i] = valueShare(&arguments[i]);
  }
}

/// Begins the call of a function on a fiber. `donations` are the inputs once
/// more where donated ones are taken, or NULL.
static bool startFunction(RelaxMachine *machine, Fiber *fiber,
                          const RelaxFunction *function,
                          const RelaxTensor *inputs, RelaxTensor *donations,
                          RelaxError *error) {
  Value *arguments =
      calloc(function->numParams ? function->numParams : 1, sizeof *arguments);
  bool ok = arguments || relaxFail(error, "out of memory");
  for (uint32_t i = 0; ok && i < function->numParams; ++i)
    ok = convertInput(&function->params[i], &inputs[i], &arguments[i], error);
  ok = ok && relaxDataInputsCheck(machine->program, function, inputs, error);
  if (ok)
    takeInputs(function, arguments, donations);
  for (uint32_t i = 0; !ok && donations && i < function->numParams; ++i)
    if (function->params[i].donated)
      relaxTensorRelease(&donations[i]);
  ok = ok && fiberStart(machine, fiber, function, arguments, error);
  free(arguments);
  return ok;
}

const RelaxFunction *machineStartCall(RelaxMachine *machine, Fiber *fiber,
                                      const RelaxCall *call, bool donating,
                                      RelaxError *error) {
  for (size_t i = 0; i < call->numOutputs; ++i)
    call->outputs[i] = (RelaxTensor){0};
  const RelaxFunction *function =
      relaxEntryFind(machine->program, call->entry, error);
  if (!function)
    return NULL;
  int length = (int)function->name.length;
  bool ok = true;
  if (call->numInputs != function->numParams)
    ok =
        relaxFail(error, "'%.*s': expected %" PRIu32 " inputs, got %zu", length,
                  function->name.data, function->numParams, call->numInputs);
  else if (call->numOutputs != function->numResults)
    ok = relaxFail(
        error, "'%.*s': expected room for %" PRIu32 " outputs, got %zu", length,
        function->name.data, function->numResults, call->numOutputs);
  ok = ok && startFunction(machine, fiber, function, call->inputs,
                           donating ? call->inputs : NULL, error);
  return ok ? function : NULL;
}

void machineBeginCalls(RelaxMachine *machine) {
  resetCounters(&machine->last);
  machine->memoryBefore = relaxPoolLive();
  if (machine->options.setThreads && machine->options.threads > 0)
    machine->options.setThreads(machine->options.threads);
}

void machineEndCalls(RelaxMachine *machine) {
  machineFreeArenas(machine);
  addCounters(&machine->total, &machine->last);
}

static bool callAlone(RelaxMachine *machine, const RelaxCall *call,
                      bool donating, RelaxError *error) {
  Fiber *fiber = &machine->alone;
  machineBeginCalls(machine);
  machine->rehearse = machineRehearse;
  const RelaxFunction *function =
      machineStartCall(machine, fiber, call, donating, error);
  if (!function)
    return false;
  bool ok = machineMemoryBegin(machine, error) &&
            machineRehearse(machine, fiber, error);
  while (!ok && fiber->numFrames > 0)
    machinePopFrame(machine, fiber);
  ok = ok && fiberRun(machine, fiber, UINT64_MAX, error) &&
       machineResolveResults(machine, function) &&
       machineEndCall(machine, function, call, error);
  machineMemoryEnd(machine);
  machineEndCalls(machine);
  return ok;
}

bool relaxMachineCall(RelaxMachine *machine, StrRef entry,
                      const RelaxTensor *inputs, size_t numInputs,
                      RelaxTensor *outputs, size_t numOutputs,
                      RelaxError *error) {
  // Without donations inputs are only read.
  RelaxCall call = {.entry = entry,
                    .inputs = (RelaxTensor *)inputs,
                    .numInputs = numInputs,
                    .outputs = outputs,
                    .numOutputs = numOutputs};
  return callAlone(machine, &call, false, error);
}

bool relaxMachineCallDonating(RelaxMachine *machine, StrRef entry,
                              RelaxTensor *inputs, size_t numInputs,
                              RelaxTensor *outputs, size_t numOutputs,
                              RelaxError *error) {
  RelaxCall call = {.entry = entry,
                    .inputs = inputs,
                    .numInputs = numInputs,
                    .outputs = outputs,
                    .numOutputs = numOutputs};
  return callAlone(machine, &call, true, error);
}
