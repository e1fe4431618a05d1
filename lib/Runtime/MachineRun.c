//===- MachineRun.c - frames and control flow -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

static bool execCall(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  const RelaxFunction *callee =
      &machine->program->functions[inst->operands[0].value];
  size_t caller = exec->frame->base;
  if (!machinePushFrame(machine, callee, inst->operands[2].items, exec->error))
    return false;
  machineEnterFrame(exec);
  for (uint32_t i = 0; i < callee->numParams; ++i) {
    Value *from = &machine->registers[caller + inst->operands[1].items[i]];
    exec->registers[i] = callee->params[i].donated ? *from : valueShare(from);
    if (callee->params[i].donated)
      from->tag = VALUE_NONE;
  }
  return true;
}

static bool execReturn(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  const RelaxOperand *results = &inst->operands[0];
  const uint32_t *target = exec->frame->resultTarget;
  for (uint32_t i = 0; i < results->value; ++i)
    machine->results[i] = valueShare(&exec->registers[results->items[i]]);
  machinePopFrame(machine);
  if (machine->numFrames == 0)
    return true;
  machineEnterFrame(exec);
  for (uint32_t i = 0; i < results->value; ++i)
    execSet(exec, target[i], machine->results[i]);
  return true;
}

static bool execBranch(Exec *exec, const RelaxInst *inst) {
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

static bool execGoto(Exec *exec, const RelaxInst *inst) {
  exec->frame->pc = inst->operands[0].value;
  return true;
}

static const ExecOp ops[RELAX_NUM_OPCODES] = {
    [RELAX_OP_CHECK_TENSOR] = execCheckTensor,
    [RELAX_OP_CHECK_CONTAINER] = execCheckContainer,
    [RELAX_OP_DIM] = execDim,
    [RELAX_OP_CHECK_DIM] = execCheckDim,
    [RELAX_OP_CHECK_FACT] = execCheckFact,
    [RELAX_OP_EVAL] = execEvalInst,
    [RELAX_OP_LOAD_EXTENT] = execLoadExtent,
    [RELAX_OP_STORAGE] = execStorage,
    [RELAX_OP_VIEW] = execView,
    [RELAX_OP_ALLOC] = execAlloc,
    [RELAX_OP_WEIGHT] = execWeight,
    [RELAX_OP_SET_WEIGHT] = execSetWeight,
    [RELAX_OP_KERNEL] = execKernel,
    [RELAX_OP_CALL] = execCall,
    [RELAX_OP_CLOSURE] = execClosure,
    [RELAX_OP_INVOKE] = execInvoke,
    [RELAX_OP_RESHAPE] = execReshape,
    [RELAX_OP_ROW] = execRow,
    [RELAX_OP_COPY] = execCopy,
    [RELAX_OP_MOVE] = execMove,
    [RELAX_OP_KILL] = execKill,
    [RELAX_OP_BRANCH_FACT] = execBranch,
    [RELAX_OP_GOTO] = execGoto,
    [RELAX_OP_RET] = execReturn,
    [RELAX_OP_CALL_LIBRARY] = execCallLibrary,
    [RELAX_OP_TAKE] = execTake,
    [RELAX_OP_APPEND] = execAppend,
    [RELAX_OP_UPDATE] = execUpdate,
    [RELAX_OP_DROP] = execDrop,
    [RELAX_OP_BROADCAST_DIM] = execBroadcastDim,
    [RELAX_OP_INTEGERS] = execIntegers,
    [RELAX_OP_REDUCED_DIM] = execReducedDim,
    [RELAX_OP_SQUEEZE] = execSqueeze,
};

static bool step(Exec *exec) {
  RelaxMachine *machine = exec->machine;
  const RelaxFunction *function = exec->frame->function;
  RelaxInst inst;
  exec->start = exec->frame->pc;
  bool decoded = relaxInstDecode(function->code, function->codeSize,
                                 &exec->frame->pc, &inst);
  assert(decoded && "programs are verified when they are loaded");
  (void)decoded;
  uint64_t limit = machine->options.maxInstructions;
  if (limit && machine->last.instructions >= limit)
    return relaxFail(exec->error, "stopped after %" PRIu64 " instructions",
                     limit);
  ++machine->last.instructions;
  return ops[inst.op](exec, &inst);
}

bool machineRun(RelaxMachine *machine, uint32_t function, Value *arguments,
                RelaxError *error) {
  const RelaxFunction *entry = &machine->program->functions[function];
  Exec exec = {.machine = machine, .error = error};
  bool ok = machinePushFrame(machine, entry, NULL, error);
  for (uint32_t i = 0; !ok && i < entry->numParams; ++i)
    valueRelease(&arguments[i]);
  if (!ok)
    return false;
  machineEnterFrame(&exec);
  for (uint32_t i = 0; i < entry->numParams; ++i)
    exec.registers[i] = arguments[i];
  while (ok && machine->numFrames > 0)
    ok = step(&exec);
  while (machine->numFrames > 0)
    machinePopFrame(machine);
  return ok;
}
