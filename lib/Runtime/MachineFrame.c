//===- MachineFrame.c - frames of functions -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <stdlib.h>

enum { MAX_STACK = 1 << 22 }; // registers of all frames together

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

/// Room for one more frame of that function.
static bool reserveFrame(Fiber *fiber, const RelaxFunction *function,
                         RelaxError *error) {
  size_t needed = fiber->numRegisters + function->numRegisters;
  if (needed > MAX_STACK || fiber->numFrames >= MAX_STACK)
    return relaxFail(error, "calls are nested too deeply in function '%.*s'",
                     (int)function->name.length, function->name.data);
  Value *registers = reserve(fiber->registers, &fiber->capRegisters, needed,
                             sizeof *registers);
  if (registers)
    fiber->registers = registers;
  Frame *frames = reserve(fiber->frames, &fiber->capFrames,
                          fiber->numFrames + 1, sizeof *frames);
  if (frames)
    fiber->frames = frames;
  return (registers && frames) ||
         relaxFail(error, "out of memory for the frames of calls");
}

bool machinePushFrame(Fiber *fiber, const RelaxFunction *function,
                      const uint32_t *resultTarget, RelaxError *error) {
  if (!reserveFrame(fiber, function, error))
    return false;
  fiber->frames[fiber->numFrames++] =
      (Frame){function, 0, fiber->numRegisters, resultTarget};
  for (uint32_t i = 0; i < function->numRegisters; ++i)
    fiber->registers[fiber->numRegisters++].tag = VALUE_NONE;
  return true;
}

void machinePopFrame(Fiber *fiber) {
  size_t base = fiber->frames[--fiber->numFrames].base;
  while (fiber->numRegisters > base)
    valueRelease(&fiber->registers[--fiber->numRegisters]);
}

void machineEnterFrame(Exec *exec) {
  Fiber *fiber = exec->fiber;
  exec->frame = &fiber->frames[fiber->numFrames - 1];
  exec->registers = fiber->registers + exec->frame->base;
}
