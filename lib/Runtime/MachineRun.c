//===- MachineRun.c - frames and control flow -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineMemory.h"
#include "lib/Runtime/MachineTask.h"
#include "lib/Runtime/Pool.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool execCall(Exec *exec, const RelaxInst *inst) {
  const RelaxFunction *callee =
      &exec->machine->program->functions[inst->operands[0].value];
  Value *arguments = exec->machine->results; // as scratch
  for (uint32_t i = 0; i < callee->numParams; ++i) {
    Value *from = &exec->registers[inst->operands[1].items[i]];
    if (callee->params[i].donated)
      valueMoveTo(&arguments[i], from);
    else
      valueShareTo(&arguments[i], from);
  }
  return machineEnterCall(exec, callee, inst->operands[2].items, arguments);
}

bool execReturn(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  const RelaxOperand *results = &inst->operands[0];
  const uint32_t *target = exec->frame->resultTarget;
  for (uint32_t i = 0; i < results->value; ++i)
    valueShareTo(&machine->results[i], &exec->registers[results->items[i]]);
  machinePopFrame(machine, exec->fiber);
  if (exec->fiber->numFrames == 0)
    return true;
  machineEnterFrame(exec);
  for (uint32_t i = 0; i < results->value; ++i)
    valueMoveTo(execPlace(exec, target[i]), &machine->results[i]);
  return true;
}

bool execBranchFact(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *facts = &inst->operands[1];
  for (uint32_t i = 0; i < facts->value; ++i) {
    bool holds;
    if (!execEvalFact(exec, facts->items[i], &holds))
      return false;
    if (!holds) {
      exec->frame->pc = inst->operands[2].value;
      return true;
    }
  }
  ++exec->machine->last.arms[inst->operands[0].value];
  return true;
}

bool execGoto(Exec *exec, const RelaxInst *inst) {
  exec->frame->pc = inst->operands[0].value;
  return true;
}

static const ExecOp ops[RELAX_NUM_OPCODES] = {
#define OPCODE(NAME, Name, text, operands) exec##Name,
#include "lib/Runtime/Opcodes.def"
#undef OPCODE
};

/// Instructions that know handles; the others get real tensors.
static const bool knowsHandles[RELAX_NUM_OPCODES] = {
    [RELAX_OP_ALLOC] = true,   [RELAX_OP_KERNEL] = true,
    [RELAX_OP_RESHAPE] = true, [RELAX_OP_DIM] = true,
    [RELAX_OP_MOVE] = true,    [RELAX_OP_TAKE] = true,
    [RELAX_OP_DROP] = true,    [RELAX_OP_KILL] = true,
    [RELAX_OP_EVICT] = true,   [RELAX_OP_CALL] = true,
    [RELAX_OP_INVOKE] = true,  [RELAX_OP_RETURN] = true};

static bool resolveOperands(Exec *exec, const RelaxInst *inst) {
  MachineMemory *memory = exec->machine->memory;
  for (uint32_t i = 0; i < inst->numOperands; ++i) {
    const RelaxOperand *operand = &inst->operands[i];
    if ((operand->kind != 'r' && operand->kind != 'R') ||
        strncmp(relaxOpcodeOperand(inst->op, i), "result", 6) == 0)
      continue;
    if (operand->kind == 'r' &&
        !machineResolve(memory, &exec->registers[operand->value]))
      return false;
    for (uint32_t j = 0; operand->kind == 'R' && j < operand->value; ++j)
      if (!machineResolve(memory, &exec->registers[operand->items[j]]))
        return false;
  }
  return true;
}

static bool step(Exec *exec) {
  RelaxMachine *machine = exec->machine;
  const RelaxFunction *function = exec->frame->function;
  const MachineCode *code =
      &machine->code[function - machine->program->functions];
  exec->start = exec->frame->pc;
  const MachineInst *at = &code->insts[code->places[exec->start]];
  const RelaxInst *inst = &at->inst;
  exec->frame->pc = at->next;
  uint64_t limit = machine->options.maxInstructions;
  if (limit && exec->fiber->instructions >= limit)
    return relaxFail(exec->error, "stopped after %" PRIu64 " instructions",
                     limit);
  ++exec->fiber->instructions;
  ++machine->last.instructions;
  if (execHasHandles(exec) && !knowsHandles[inst->op] &&
      !resolveOperands(exec, inst))
    return relaxErrorContext(exec->error, "function '%.*s'",
                             (int)function->name.length, function->name.data);
  if (machine->numTasks && !machineTaskReads(exec, inst)) {
    exec->frame->pc = exec->start;
    exec->fiber->waits = true;
    return true;
  }
  return ops[inst->op](exec, inst);
}

bool fiberStart(RelaxMachine *machine, Fiber *fiber,
                const RelaxFunction *function, Value *arguments,
                RelaxError *error) {
  fiber->instructions = 0;
  bool ok = machinePushFrame(machine, fiber, function, NULL, error);
  for (uint32_t i = 0; i < function->numParams; ++i)
    if (ok)
      fiber->registers[i] = arguments[i];
    else
      valueRelease(&arguments[i]);
  return ok;
}

/// Looks closer only where values take much: frames are looked at when they are
/// made.
static bool isWithinMemory(const RelaxMachine *machine, const Fiber *fiber,
                           RelaxError *error) {
  int64_t values = relaxPoolLive() - machine->memoryBefore;
  return values <= (int64_t)(machine->options.maxMemory / 2) ||
         fiber->numFrames == 0 || machineHasMemory(machine, fiber, error);
}

bool fiberRun(RelaxMachine *machine, Fiber *fiber, uint64_t instructions,
              RelaxError *error) {
  Exec exec = {.machine = machine, .fiber = fiber, .error = error};
  machineEnterFrame(&exec);
  bool ok = true;
  fiber->waits = false;
  fiber->awaits = NULL;
  while (ok && fiber->numFrames > 0 && !fiber->waits && instructions-- > 0)
    ok = step(&exec) && isWithinMemory(machine, fiber, error);
  while (!ok && fiber->numFrames > 0)
    machinePopFrame(machine, fiber);
  if (fiber->numFrames == 0)
    relaxPlacesEnd(&fiber->refs);
  return ok;
}

void fiberFree(Fiber *fiber) {
  assert(fiber->numFrames == 0);
  relaxPlacesEnd(&fiber->refs);
  free(fiber->registers);
  free(fiber->frames);
}

bool machineRun(RelaxMachine *machine, uint32_t function, Value *arguments,
                RelaxError *error) {
  const RelaxFunction *entry = &machine->program->functions[function];
  bool good = fiberStart(machine, &machine->alone, entry, arguments, error) &&
              fiberRun(machine, &machine->alone, UINT64_MAX, error);
  machineFreeArenas(machine);
  return good;
}
