//===- MachineWeights.c - weights when a program is loaded ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A weight that only the prepare function reads is read there, and goes when
// its register does: what is packed does not lie in memory twice. One that
// others read as well gives back the pages that packing brought in
// (`execKill`). Where a cache has what is prepared (MachinePrepared.c), neither
// is read nor packed.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <string.h>

static bool readInline(const RelaxWeight *weight, RelaxTensor *out,
                       RelaxError *error) {
  // Copied, because constants in a file are not aligned.
  if (!relaxTensorCreate(weight->dtype, weight->rank, weight->dims, out, error))
    return relaxErrorContext(error, "weight '%.*s'", (int)weight->name.length,
                             weight->name.data);
  if (weight->numBytes)
    memcpy(out->data, weight->data, (size_t)weight->numBytes);
  relaxTensorNormalizeBools(out);
  return true;
}

static bool readFile(RelaxMachine *machine, const RelaxWeight *weight,
                     RelaxTensor *out, RelaxError *error) {
  return relaxWeightRead(machine->files, weight, machine->options.weightDirs,
                         machine->options.numWeightDirs, out, error);
}

/// Sets the mark of every weight that the function reads.
static void markRead(RelaxMachine *machine, uint32_t index, bool mark) {
  const RelaxFunction *function = &machine->program->functions[index];
  RelaxInst inst;
  for (size_t pc = 0;
       relaxInstDecode(function->code, function->codeSize, &pc, &inst);)
    if (inst.op == RELAX_OP_WEIGHT)
      machine->onlyPrepared[inst.operands[1].value] = mark;
}

static void findOnlyPrepared(RelaxMachine *machine) {
  const RelaxProgram *program = machine->program;
  if (program->prepareFunction == RELAX_NO_FUNCTION)
    return;
  markRead(machine, program->prepareFunction, true);
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    if (i != program->prepareFunction)
      markRead(machine, i, false);
}

static bool readWeights(RelaxMachine *machine, RelaxError *error) {
  bool good = true;
  for (uint32_t i = 0; good && i < machine->program->numWeights; ++i) {
    const RelaxWeight *weight = &machine->program->weights[i];
    if (weight->kind == RELAX_WEIGHT_FILE && !machine->onlyPrepared[i])
      good = readFile(machine, weight, &machine->weights[i], error);
    else if (weight->kind == RELAX_WEIGHT_INLINE)
      good = readInline(weight, &machine->weights[i], error);
  }
  return good;
}

static bool runPrepare(RelaxMachine *machine, RelaxError *error) {
  const RelaxProgram *program = machine->program;
  RelaxCacheKey key;
  bool kept = machinePreparedKey(machine, &key);
  if (kept && machineRecallPrepared(machine, &key))
    return true;
  if (program->prepareFunction != RELAX_NO_FUNCTION) {
    if (machine->options.setThreads && machine->options.threads > 0)
      machine->options.setThreads(machine->options.threads);
    if (!machineRun(machine, program->prepareFunction, NULL, error))
      return relaxErrorContext(error, "preparing the weights");
    RelaxCounters zeroed = machine->prepare;
    machine->prepare = machine->last;
    machine->last = zeroed;
  }
  for (uint32_t i = 0; i < program->numWeights; ++i)
    if (program->weights[i].kind == RELAX_WEIGHT_PREPARED &&
        !machine->weights[i].storage)
      return relaxFail(error, "weight '%.*s' is not set by a prepare function",
                       (int)program->weights[i].name.length,
                       program->weights[i].name.data);
  if (kept)
    machineKeepPrepared(machine, &key);
  return true;
}

bool machineLoadWeights(RelaxMachine *machine, RelaxError *error) {
  machine->files = relaxWeightFilesCreate();
  findOnlyPrepared(machine);
  bool good = readWeights(machine, error) && runPrepare(machine, error);
  relaxWeightFilesDestroy(machine->files);
  machine->files = NULL;
  return good;
}

bool execWeight(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  uint32_t index = inst->operands[1].value;
  if (machine->onlyPrepared[index] &&
      machine->program->weights[index].kind == RELAX_WEIGHT_FILE) {
    Value value = {.tag = VALUE_TENSOR};
    if (!readFile(machine, &machine->program->weights[index], &value.tensor,
                  exec->error))
      return false;
    execSet(exec, inst->operands[0].value, value);
  } else if (machine->weights[index].storage) {
    execSetShared(exec, inst->operands[0].value, &machine->weights[index]);
  } else {
    return execMalformed(exec, "a prepared weight is used before it is set");
  }
  return true;
}

bool execSetWeight(Exec *exec, const RelaxInst *inst) {
  uint32_t index = inst->operands[0].value;
  const RelaxWeight *weight = &exec->machine->program->weights[index];
  RelaxTensor *place = &exec->machine->weights[index], *tensor;
  if (!execGetStored(exec, inst->operands[1].value, &tensor))
    return false;
  RelaxTensor expected = {.dtype = weight->dtype, .rank = weight->rank};
  memcpy(expected.dims, weight->dims, sizeof expected.dims);
  if (place->storage || tensor->dtype != expected.dtype ||
      !relaxTensorSameShape(tensor, &expected))
    return execMalformed(exec, "a prepared weight is set twice or has another "
                               "type");
  // A part of an arena may be poisoned or keep the whole arena alive.
  if (tensor->storage->isArena)
    return relaxTensorClone(tensor, place, exec->error);
  *place = relaxTensorShare(tensor);
  return true;
}
