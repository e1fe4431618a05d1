//===- MachineFrame.c - frames of functions -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Pool.h"

#include <inttypes.h>
#include <stdlib.h>

/// The array with room for `needed` elements; NULL without memory, when the
/// array is as before.
static void *reserve(void *array, size_t *capacity, size_t needed,
                     size_t elementSize) {
  if (needed <= *capacity && array)
    return array;
  size_t wanted = needed < 8 ? 16 : 2 * needed;
  void *grown = realloc(array, wanted * elementSize);
  if (grown)
    *capacity = wanted;
  return grown;
}

static uint64_t frameBytes(const Fiber *fiber) {
  return fiber->numRegisters * sizeof *fiber->registers +
         fiber->numFrames * sizeof *fiber->frames;
}

bool machineHasMemory(const RelaxMachine *machine, const Fiber *fiber,
                      RelaxError *error) {
  uint64_t limit = machine->options.maxMemory, frames = frameBytes(fiber);
  int64_t values = relaxPoolLive() - machine->memoryBefore;
  if (values < 0) // given back by this call, or by another thread
    values = 0;
  if (frames <= limit && (uint64_t)values <= limit - frames)
    return true;
  StrRef name = fiber->frames[fiber->numFrames - 1].function->name;
  return relaxFail(
      error,
      "function '%.*s': a call needs more than %" PRIu64
      " bytes of memory: %" PRIu64 " for %zu frames, %" PRId64 " for values",
      (int)name.length, name.data, limit, frames, fiber->numFrames, values);
}

bool fiberReserve(Fiber *fiber, size_t numRegisters, size_t numFrames) {
  Value *registers = reserve(fiber->registers, &fiber->capRegisters,
                             numRegisters, sizeof *registers);
  if (registers)
    fiber->registers = registers;
  Frame *frames =
      reserve(fiber->frames, &fiber->capFrames, numFrames, sizeof *frames);
  if (frames)
    fiber->frames = frames;
  return registers && frames;
}

bool machinePushFrame(RelaxMachine *machine, Fiber *fiber,
                      const RelaxFunction *function,
                      const uint32_t *resultTarget, RelaxError *error) {
  if (!fiberReserve(fiber, fiber->numRegisters + function->numRegisters,
                    fiber->numFrames + 1))
    return relaxFail(error, "out of memory for the frames of calls");
  fiber->frames[fiber->numFrames++] =
      (Frame){.function = function,
              .base = fiber->numRegisters,
              .resultTarget = resultTarget,
              .isConcurrent = function->isConcurrent};
  for (uint32_t i = 0; i < function->numRegisters; ++i)
    fiber->registers[fiber->numRegisters++].tag = VALUE_NONE;
  if (machineHasMemory(machine, fiber, error))
    return true;
  machinePopFrame(machine, fiber);
  return false;
}

bool machineEnterCall(Exec *exec, const RelaxFunction *callee,
                      const uint32_t *resultTarget, Value *arguments) {
  bool concurrent = callee->isConcurrent;
  if (machineIsTail(exec)) {
    resultTarget = exec->frame->resultTarget;
    concurrent |= exec->frame->isConcurrent; // whom it takes the place of
    machinePopFrame(exec->machine, exec->fiber);
  }
  bool good = machinePushFrame(exec->machine, exec->fiber, callee, resultTarget,
                               exec->error);
  if (exec->fiber->numFrames > 0)
    machineEnterFrame(exec);
  if (good)
    exec->frame->isConcurrent = concurrent;
  for (uint32_t i = 0; i < callee->numParams; ++i)
    if (good)
      valueMoveTo(&exec->registers[i], &arguments[i]);
    else
      valueRelease(&arguments[i]);
  return good;
}

Fiber fiberTake(RelaxMachine *machine) {
  return machine->numSpare ? machine->spare[--machine->numSpare] : (Fiber){0};
}

void fiberKeep(RelaxMachine *machine, Fiber *fiber) {
  enum { MOST_KEPT = 1024, MOST_REGISTERS = 4096 };
  Fiber *spare =
      fiber->capRegisters <= MOST_REGISTERS && machine->numSpare < MOST_KEPT
          ? reserve(machine->spare, &machine->capSpare, machine->numSpare + 1,
                    sizeof *spare)
          : NULL;
  if (!spare) {
    fiberFree(fiber);
    return;
  }
  machine->spare = spare;
  machine->spare[machine->numSpare++] = *fiber;
  *fiber = (Fiber){0};
}

//===----------------------------------------------------------------------===//
// Arenas that frames leave behind
//===----------------------------------------------------------------------===//

/// The next frame of the function works in the same memory, if nothing that
/// lives lies in it. Large ones go back: another function may need the memory;
/// under a limit all do.
static void leaveArena(RelaxMachine *machine, const RelaxFunction *function,
                       Value *value) {
  RelaxStorage *storage = value->storage;
  RelaxStorage **place =
      &machine->arenas[function - machine->program->functions];
  if (!storage->isArena || storage->refs != 1 || machine->memory || *place ||
      storage->bytes > RELAX_POOL_LARGEST) {
    valueRelease(value);
    return;
  }
  *place = storage;
  ++machine->numArenas;
  value->tag = VALUE_NONE;
}

RelaxStorage *machineTakeArena(RelaxMachine *machine,
                               const RelaxFunction *function, size_t bytes) {
  RelaxStorage **place =
      &machine->arenas[function - machine->program->functions];
  RelaxStorage *storage = *place;
  if (!storage || storage->bytes < bytes)
    return NULL;
  *place = NULL;
  --machine->numArenas;
  return storage;
}

void machineFreeArenas(RelaxMachine *machine) {
  for (uint32_t i = 0; machine->numArenas > 0; ++i)
    if (machine->arenas[i]) {
      relaxStorageRelease(machine->arenas[i]);
      machine->arenas[i] = NULL;
      --machine->numArenas;
    }
}

void machinePopFrame(RelaxMachine *machine, Fiber *fiber) {
  const Frame *frame = &fiber->frames[--fiber->numFrames];
  while (fiber->numRegisters > frame->base) {
    Value *value = &fiber->registers[--fiber->numRegisters];
    if (value->tag == VALUE_STORAGE)
      leaveArena(machine, frame->function, value);
    else
      valueRelease(value);
  }
}

void machineEnterFrame(Exec *exec) {
  Fiber *fiber = exec->fiber;
  exec->frame = &fiber->frames[fiber->numFrames - 1];
  exec->registers = fiber->registers + exec->frame->base;
}
