//===- MachineRehearse.c - what a call takes, before it runs --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

/// Instructions of all ways through a call: a second or less.
enum { MOST_INSTRUCTIONS = 1 << 24 };

typedef enum Result {
  RESULT_DONE,
  RESULT_LIMIT,  // it took more
  RESULT_FAILED, // as the call will
  RESULT_UNSURE,
} Result;

/// What is rehearsed.
typedef struct Call {
  Rehearsal rehearsal;
  RelaxMachine *machine;
  const Fiber *fiber; // that has not begun
  uint64_t peak;      // of all ways
  uint64_t needed;    // by one that had less
} Call;

//===----------------------------------------------------------------------===//
// One way
//===----------------------------------------------------------------------===//

/// What was donated is the call's alone, and so is what stands for it.
static bool shareArgument(const Call *call, const RelaxFunction *function,
                          uint32_t index, Value *out) {
  const Value *value = &call->fiber->registers[index];
  if (value->tag != VALUE_TENSOR || !function->params[index].donated ||
      !relaxDTypeIsStored(value->tensor.dtype) ||
      value->tensor.storage->refs != 1) {
    valueShareTo(out, value);
    return true;
  }
  const RelaxStorage *old = value->tensor.storage;
  RelaxStorage *storage = relaxStorageCreate(old->bytes);
  if (!storage)
    return false;
  storage->used = old->used;
  *out = *value;
  out->tensor.storage = storage;
  out->tensor.data =
      (char *)storage->data + ((char *)value->tensor.data - (char *)old->data);
  return true;
}

static bool shareArguments(const Call *call, const RelaxFunction *function,
                           Value *arguments) {
  RelaxMeter *meter = relaxMeterUse(NULL);
  uint32_t i = 0;
  while (i < function->numParams &&
         shareArgument(call, function, i, &arguments[i]))
    ++i;
  relaxMeterUse(meter);
  bool good = i == function->numParams;
  while (!good && i > 0)
    valueRelease(&arguments[--i]);
  return good;
}

static bool runThrough(Call *call, Fiber *fiber, RelaxError *error) {
  RelaxMachine *machine = call->machine;
  const RelaxFunction *function = call->fiber->frames[0].function;
  uint32_t params = function->numParams, results = function->numResults;
  Value *arguments = calloc(params + 1u, sizeof *arguments);
  RelaxTensor *outputs = calloc(results + 1u, sizeof *outputs);
  RelaxCall end = {.outputs = outputs, .numOutputs = results};
  bool good = arguments && outputs && shareArguments(call, function, arguments);
  good = good && fiberStart(machine, fiber, function, arguments, error) &&
         fiberRun(machine, fiber, UINT64_MAX, error) &&
         machineResolveResults(machine, function) &&
         machineEndCall(machine, function, &end, error);
  for (uint32_t i = 0; good && i < results; ++i)
    relaxTensorRelease(&outputs[i]);
  free(arguments);
  free(outputs);
  return good;
}

/// A machine that does nothing that lasts.
static RelaxMachineOptions quietOptions(const Call *call) {
  RelaxMachineOptions options = call->machine->options;
  options.trace = NULL;
  options.recomputed = NULL;
  options.observer = (RelaxObserver){0};
  options.maxInstructions = call->rehearsal.instructions;
  return options;
}

static Result resultOf(Call *call, bool good, const MachineMemory *memory,
                       uint64_t instructions) {
  Rehearsal *r = &call->rehearsal;
  if (instructions >= r->instructions) {
    r->unsure = "there are too many ways through it";
    r->instructions = 0;
  } else {
    r->instructions -= instructions;
  }
  if (memory->failed) {
    call->needed = memory->recompute
                       ? relaxRecomputeGetCounters(memory->recompute)->needed
                       : memory->limit;
    return RESULT_LIMIT;
  }
  return good || r->isSeen ? RESULT_DONE
         : r->unsure       ? RESULT_UNSURE
                           : RESULT_FAILED;
}

static Result runWay(Call *call, uint64_t limit, uint32_t level) {
  RelaxMachine *machine = call->machine;
  RelaxMachineOptions options = machine->options;
  MachineMemory *memory = machine->memory;
  RelaxCounters last = machine->last;
  RelaxError error = {0};
  Fiber fiber = {0};
  Result result = RESULT_FAILED;
  machine->options = quietOptions(call);
  machine->last.arms = calloc(last.numArms + 1, sizeof *last.arms);
  machine->last.peakBytes = 0;
  call->rehearsal.numTaken = 0;
  call->rehearsal.isSeen = false;
  if (machine->last.arms && machineMemoryOpen(machine, limit, &error)) {
    machine->memory->level = level;
    bool good = runThrough(call, &fiber, &error);
    result = resultOf(call, good, machine->memory, fiber.instructions);
    machineMemoryEnd(machine);
  }
  if (machine->last.peakBytes > call->peak)
    call->peak = machine->last.peakBytes;
  fiberFree(&fiber);
  relaxErrorFree(&error);
  free(machine->last.arms);
  machine->last = last;
  machine->memory = memory;
  machine->options = options;
  return result;
}

/// The next way; false if there is none.
static bool turnBack(Rehearsal *r) {
  while (arrlen(r->choices) && arrlast(r->choices).isSecond)
    (void)arrpop(r->choices);
  if (!arrlen(r->choices))
    return false;
  arrlast(r->choices) = (struct Choice){true, true};
  return true;
}

/// All ways.
static Result rehearse(Call *call, uint64_t limit, uint32_t level) {
  Rehearsal *r = &call->rehearsal;
  Result result;
  arrsetlen(r->choices, 0);
  hmfree(r->seen);
  call->peak = 0;
  r->writtenOut = 0;
  r->unsure = NULL;
  r->instructions = MOST_INSTRUCTIONS;
  do {
    hmfree(r->written);
    result = runWay(call, limit, level);
  } while (result == RESULT_DONE && turnBack(r));
  return result;
}

//===----------------------------------------------------------------------===//
// The level of a call
//===----------------------------------------------------------------------===//

/// The limit of a call that grows exactly and has none.
static const uint64_t anyBytes = INT64_MAX - 1;

static bool refuse(Call *call, uint64_t least, uint64_t writtenOut,
                   RelaxError *error) {
  StrRef name = call->fiber->frames[0].function->name;
  StrBuf folder = {0};
  if (writtenOut)
    strBufAppendFormat(
        &folder, ", or a folder where %" PRIu64 " bytes may be written out",
        writtenOut);
  relaxFail(error,
            "function '%.*s': expected a memory limit of at least %" PRIu64
            " bytes%s, got %" PRIu64,
            (int)name.length, name.data, least, strBufText(&folder),
            call->machine->memory->limit);
  strBufFree(&folder);
  return false;
}

/// The call tries itself.
static bool leave(const Call *call) {
  call->machine->memory->unsure = call->rehearsal.unsure;
  return true;
}

/// The first level that all functions take, or as much of it as they have.
static bool takeLevel(Call *call, RelaxError *error) {
  MachineMemory *memory = call->machine->memory;
  bool isForced = call->machine->options.memoryLevel;
  uint64_t least = UINT64_MAX, writtenOut = 0;
  for (uint32_t level = 1;
       level == 1 || (level <= call->rehearsal.numLevels && !isForced);
       ++level) {
    if (rehearse(call, anyBytes, level) != RESULT_DONE)
      return leave(call);
    if (!isForced && call->rehearsal.writtenOut) {
      if (call->peak <= memory->limit && !writtenOut)
        writtenOut = call->rehearsal.writtenOut;
      continue;
    }
    if (call->peak <= memory->limit) {
      memory->level = level;
      return true;
    }
    if (call->peak < least)
      least = call->peak;
  }
  return refuse(call, least, writtenOut, error);
}

/// Values are evicted while it runs: a limit is tried.
static bool tryLimit(Call *call, RelaxError *error) {
  uint64_t little = call->machine->memory->limit, enough;
  Result result = rehearse(call, little, 0);
  if (result == RESULT_DONE)
    return true;
  if (result != RESULT_LIMIT)
    return leave(call);
  uint64_t next = call->needed;
  if (rehearse(call, anyBytes, 0) != RESULT_DONE)
    return leave(call);
  enough = call->peak;
  // What was needed where a try ended, and the middle, in turn: the one finds
  // the byte, the other comes near it.
  for (bool middle = false; little + 1 < enough; middle = !middle) {
    if (middle || next <= little || next >= enough)
      next = little + (enough - little) / 2;
    if (rehearse(call, next, 0) == RESULT_DONE)
      enough = next;
    else
      little = next;
    next = call->needed;
  }
  return refuse(call, enough, 0, error);
}

bool machineRehearse(RelaxMachine *machine, const Fiber *fiber,
                     RelaxError *error) {
  MachineMemory *memory = machine->memory;
  if (!memory || memory->limit == INT64_MAX)
    return true;
  Call call = {
      .rehearsal = {.machine = machine}, .machine = machine, .fiber = fiber};
  bool before = relaxStorageRehearse(true);
  machine->rehearsal = &call.rehearsal;
  bool good =
      memory->recompute ? tryLimit(&call, error) : takeLevel(&call, error);
  machine->rehearsal = NULL;
  relaxStorageRehearse(before);
  hmfree(call.rehearsal.written);
  hmfree(call.rehearsal.seen);
  arrfree(call.rehearsal.choices);
  arrfree(call.rehearsal.bytes);
  return good;
}
