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
static bool reserveFrame(RelaxMachine *machine, const RelaxFunction *function,
                         RelaxError *error) {
  size_t needed = machine->numRegisters + function->numRegisters;
  if (needed > MAX_STACK || machine->numFrames >= MAX_STACK)
    return relaxFail(error, "calls are nested too deeply in function '%.*s'",
                     (int)function->name.length, function->name.data);
  Value *registers = reserve(machine->registers, &machine->capRegisters, needed,
                             sizeof *registers);
  if (registers)
    machine->registers = registers;
  Frame *frames = reserve(machine->frames, &machine->capFrames,
                          machine->numFrames + 1, sizeof *frames);
  if (frames)
    machine->frames = frames;
  return (registers && frames) ||
         relaxFail(error, "out of memory for the frames of calls");
}

bool machinePushFrame(RelaxMachine *machine, const RelaxFunction *function,
                      const uint32_t *resultTarget, RelaxError *error) {
  if (!reserveFrame(machine, function, error))
    return false;
  machine->frames[machine->numFrames++] =
      (Frame){function, 0, machine->numRegisters, resultTarget};
  for (uint32_t i = 0; i < function->numRegisters; ++i)
    machine->registers[machine->numRegisters++].tag = VALUE_NONE;
  return true;
}

void machinePopFrame(RelaxMachine *machine) {
  size_t base = machine->frames[--machine->numFrames].base;
  while (machine->numRegisters > base)
    valueRelease(&machine->registers[--machine->numRegisters]);
}

void machineEnterFrame(Exec *exec) {
  RelaxMachine *machine = exec->machine;
  exec->frame = &machine->frames[machine->numFrames - 1];
  exec->registers = machine->registers + exec->frame->base;
}
