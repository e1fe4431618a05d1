//===- MachineTask.c - calls of one instance beside each other ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineTask.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// The topmost frame that a caller need not wait for; 0: none.
static size_t findDetachable(const Fiber *fiber) {
  size_t at = fiber->numFrames;
  while (--at > 0 && !fiber->frames[at].isConcurrent)
    ;
  return at;
}

/// The frames from that one on, to an empty fiber that has room.
static void moveFrames(Fiber *from, size_t first, Fiber *to) {
  size_t base = from->frames[first].base;
  to->numFrames = from->numFrames - first;
  to->numRegisters = from->numRegisters - base;
  memcpy(to->frames, from->frames + first, to->numFrames * sizeof *to->frames);
  for (size_t i = 0; i < to->numRegisters; ++i)
    valueMoveTo(&to->registers[i], &from->registers[base + i]);
  for (size_t i = 0; i < to->numFrames; ++i)
    to->frames[i].base -= base;
  from->numFrames = first;
  from->numRegisters = base;
}

MachineTask *machineTaskDetach(RelaxMachine *machine, Fiber *fiber,
                               Fiber *apart, RelaxError *error) {
  size_t at = findDetachable(fiber);
  if (at == 0)
    return NULL;
  const Frame frame = fiber->frames[at];
  MachineTask *task =
      machineTaskCreate(&machine->numTasks, frame.function->numResults);
  *apart = fiberTake(machine);
  if (!task || !fiberReserve(apart, fiber->numRegisters - frame.base,
                             fiber->numFrames - at)) {
    fiberKeep(machine, apart);
    if (task)
      machineTaskRelease(task);
    relaxFail(error, "out of memory");
    return NULL;
  }
  moveFrames(fiber, at, apart);
  apart->frames[0].resultTarget = NULL;
  apart->awaits = fiber->awaits;
  apart->waits = true;
  fiber->awaits = NULL;
  fiber->waits = false;
  Exec exec = {.machine = machine, .fiber = fiber, .error = error};
  machineEnterFrame(&exec);
  for (uint32_t i = 0; i < task->numResults; ++i) {
    ++task->refs;
    *execPlace(&exec, frame.resultTarget[i]) =
        (Value){.tag = VALUE_TASK, .task = task, .result = i};
  }
  return task;
}

void machineTaskEnd(RelaxMachine *machine, MachineTask *task) {
  for (uint32_t i = 0; i < task->numResults; ++i)
    valueMoveTo(&task->results[i], &machine->results[i]);
  task->done = true;
}

//===----------------------------------------------------------------------===//
// Who reads results
//===----------------------------------------------------------------------===//

/// Instructions that hand values on as they are.
static const bool handsOn[RELAX_NUM_OPCODES] = {
    [RELAX_OP_MOVE] = true, [RELAX_OP_TAKE] = true, [RELAX_OP_DROP] = true,
    [RELAX_OP_KILL] = true, [RELAX_OP_CALL] = true, [RELAX_OP_RETURN] = true};

/// The register has the result itself from here on; false if there is none yet.
static bool read(Exec *exec, uint32_t reg) {
  Value *value = &exec->registers[reg], result;
  if (value->tag != VALUE_TASK)
    return true;
  if (!value->task->done) {
    exec->fiber->awaits = value->task;
    return false;
  }
  valueShareTo(&result, &value->task->results[value->result]);
  execSet(exec, reg, result);
  return true;
}

bool machineTaskReads(Exec *exec, const RelaxInst *inst) {
  bool outermost = inst->op == RELAX_OP_RETURN && exec->fiber->numFrames == 1;
  if (handsOn[inst->op] && !outermost)
    return true;
  for (uint32_t i = 0; i < inst->numOperands; ++i) {
    const RelaxOperand *operand = &inst->operands[i];
    if (operand->kind == 'r' && !read(exec, operand->value))
      return false;
    for (uint32_t j = 0; operand->kind == 'R' && j < operand->value; ++j)
      if (!read(exec, operand->items[j]))
        return false;
  }
  return true;
}
