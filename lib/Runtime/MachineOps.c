//===- MachineOps.c - memory, weights and kernels -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <string.h>

void execPoison(const Exec *exec, void *data, size_t bytes) {
  machinePoison(exec->machine, data, bytes);
}

static void setTensor(const Exec *exec, uint32_t reg, RelaxTensor tensor) {
  execSet(exec, reg, (Value){.tag = VALUE_TENSOR, .tensor = tensor});
}

/// Puts the running function in front of a message of lib/Runtime/Tensor.h.
static bool inFunction(const Exec *exec) {
  StrRef name = exec->frame->function->name;
  return relaxErrorContext(exec->error, "function '%.*s'", (int)name.length,
                           name.data);
}

/// What a round of a loop left behind serves the next one, if nothing is left
/// of it and it is large enough; else `*bytes` grows to twice its size.
static bool reuseArena(Value *value, size_t *bytes, bool limited) {
  if (value->tag != VALUE_STORAGE || !value->storage->isArena)
    return false;
  size_t old = value->storage->bytes;
  if (value->storage->refs == 1 && old >= *bytes)
    return true;
  if (limited) // what is not asked for may be too much
    return false;
  if (*bytes > old && *bytes < 2 * old)
    *bytes = 2 * old;
  return false;
}

bool execStorage(Exec *exec, const RelaxInst *inst) {
  int64_t wanted;
  if (!execEvalExtent(exec, inst->operands[1].value, &wanted))
    return false;
  Value *value = &exec->registers[inst->operands[0].value];
  size_t bytes = (size_t)wanted;
  exec->machine->last.activationBytes += (uint64_t)bytes;
  if (reuseArena(value, &bytes, execIsLimited(exec))) {
    execPoison(exec, value->storage->data, value->storage->bytes);
    return true;
  }
  // That of the round before goes first, so that not both are there at once.
  execSet(exec, inst->operands[0].value, (Value){0});
  RelaxStorage *storage =
      machineTakeArena(exec->machine, exec->frame->function, bytes);
  if (storage) {
    execPoison(exec, storage->data, storage->bytes);
    execSet(exec, inst->operands[0].value,
            (Value){.tag = VALUE_STORAGE, .storage = storage});
    return true;
  }
  storage = relaxStorageCreateIn(exec->machine->pool, bytes);
  if (!storage && relaxErrorIsSet(exec->error)) // the limit
    return inFunction(exec);
  if (!storage) {
    StrRef name = exec->frame->function->name;
    return relaxFail(exec->error,
                     "out of memory: %zu"
                     " bytes for the arena of function '%.*s'",
                     bytes, (int)name.length, name.data);
  }
  storage->isArena = true;
  execPoison(exec, storage->data, bytes);
  exec->machine->last.arenaBytes += (uint64_t)bytes;
  ++exec->machine->last.arenaAllocations;
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_STORAGE, .storage = storage});
  return true;
}

bool execFileStorage(Exec *exec, const RelaxInst *inst) {
  int64_t bytes;
  if (!execEvalExtent(exec, inst->operands[1].value, &bytes))
    return false;
  execSet(exec, inst->operands[0].value, (Value){0});
  RelaxStorage *storage =
      exec->machine->rehearsal
          ? rehearsalFile(exec, bytes)
          : relaxSecondMemoryCreate(&exec->machine->second, (uint64_t)bytes,
                                    exec->error);
  if (!storage)
    return inFunction(exec);
  storage->isArena = true;
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_STORAGE, .storage = storage});
  return true;
}

bool execView(Exec *exec, const RelaxInst *inst) {
  const Value *arena = &exec->registers[inst->operands[1].value];
  const RelaxOperand *shape = &inst->operands[4];
  int64_t offset, dims[RELAX_MAX_RANK];
  RelaxTensor tensor;
  if (arena->tag != VALUE_STORAGE)
    return execMalformed(exec, "a register holds no storage");
  if (!execEvalExtent(exec, inst->operands[2].value, &offset) ||
      !execEvalDims(exec, shape, dims))
    return false;
  if (!relaxTensorView(arena->storage, offset,
                       (RelaxDType)inst->operands[3].value,
                       (int32_t)shape->value, dims, &tensor, exec->error))
    return inFunction(exec);
  rehearsalPlace(exec->machine, tensor.storage, tensor.data);
  setTensor(exec, inst->operands[0].value, tensor);
  return true;
}

bool execAlloc(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *shape = &inst->operands[2];
  int64_t dims[RELAX_MAX_RANK];
  RelaxTensor tensor;
  RelaxDType dtype = (RelaxDType)inst->operands[1].value;
  if (!execEvalDims(exec, shape, dims))
    return false;
  if (execHasHandles(exec) && relaxDTypeIsStored(dtype)) {
    if (!relaxTensorOfType(dtype, (int32_t)shape->value, dims, &tensor,
                           exec->error))
      return inFunction(exec);
    execSet(exec, inst->operands[0].value,
            machinePlace(exec->machine->memory, &tensor));
    return true;
  }
  if (!relaxTensorCreateIn(exec->machine->pool, dtype, (int32_t)shape->value,
                           dims, &tensor, exec->error))
    return inFunction(exec);
  size_t bytes = relaxTensorSize(&tensor);
  execPoison(exec, tensor.data, bytes);
  rehearsalPlace(exec->machine, tensor.storage, tensor.data);
  exec->machine->last.activationBytes += bytes;
  exec->machine->last.resultBytes += bytes;
  ++exec->machine->last.resultAllocations;
  setTensor(exec, inst->operands[0].value, tensor);
  return true;
}

bool execIntegers(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *values = &inst->operands[1];
  int64_t count = values->value;
  RelaxTensor tensor;
  if (!relaxTensorCreate(RELAX_I64, 1, &count, &tensor, exec->error))
    return inFunction(exec);
  for (uint32_t i = 0; i < values->value; ++i)
    if (!execEvaluate(exec, values->items[i], (int64_t *)tensor.data + i)) {
      relaxTensorRelease(&tensor);
      return false;
    }
  exec->machine->last.resultBytes += relaxTensorSize(&tensor);
  ++exec->machine->last.resultAllocations;
  rehearsalWrite(exec->machine, &tensor, true);
  setTensor(exec, inst->operands[0].value, tensor);
  return true;
}

/// Into `symbols` behind what evaluating uses as scratch.
static bool evaluateSymbols(Exec *exec, const RelaxKernelEntry *kernel,
                            const RelaxOperand *symbols, int64_t *values) {
  for (uint32_t i = 0; i < symbols->value; ++i) {
    if (!execEvalExtent(exec, symbols->items[i], &values[i]))
      return false;
    if (values[i] < RELAX_KERNEL_MOST)
      continue;
    StrRef name = machineSymbolName(exec->machine->program, kernel, i);
    StrBuf symbol = {0};
    if (name.length)
      strBufAppendFormat(&symbol, "'%.*s'", (int)name.length, name.data);
    else
      strBufAppendFormat(&symbol, "%" PRIu32, i);
    relaxFail(exec->error,
              "symbol %s is %" PRId64
              ", more than memory has elements: expected less than %" PRId64,
              strBufText(&symbol), values[i], RELAX_KERNEL_MOST);
    strBufFree(&symbol);
    return false;
  }
  return true;
}

bool execKernel(Exec *exec, const RelaxInst *inst) {
  RelaxMachine *machine = exec->machine;
  uint32_t index = inst->operands[0].value;
  const RelaxOperand *buffers = &inst->operands[1],
                     *symbols = &inst->operands[2];
  int64_t *values = machine->symbols + machine->maxSymbols;
  const RelaxKernelEntry *entry = &machine->program->kernels[index];
  RelaxTensor *tensor;
  if (!evaluateSymbols(exec, entry, symbols, values))
    return relaxErrorContext(exec->error, "kernel '%s'", entry->name.data);
  bool recorded = false, handles = execHasHandles(exec);
  for (uint32_t i = 0; handles && i < buffers->value; ++i)
    if (!execGetShape(exec, buffers->items[i], &tensor) ||
        !machineFits(machine, index, i, tensor, values, exec->error))
      return false;
    else if (entry->buffers[i].rows != RELAX_NO_ROWS)
      return relaxFail(
          exec->error,
          "kernel '%s': rows that lie apart are not computed again",
          entry->name.data);
  if (handles && !execKernelOnHandles(exec, index, buffers, values,
                                      symbols->value, &recorded))
    return false;
  if (recorded)
    return true;
  for (uint32_t i = 0; i < buffers->value; ++i) {
    if (!execGetRows(exec, buffers->items[i], &tensor) ||
        !machineFits(machine, index, i, tensor, values, exec->error))
      return false;
    machine->buffers[i] = tensor->data;
    machine->tensors[i] = tensor;
    rehearsalBuffer(machine, tensor->storage, tensor->data);
    if (entry->buffers[i].moved && machine->isLaunching)
      machine->last.bytesGathered += relaxTensorSize(tensor);
  }
  for (uint32_t i = 0; i < buffers->value; ++i)
    if (entry->buffers[i].rows != RELAX_NO_ROWS && !machine->rehearsal &&
        !machineRowsFit(machine, index, i, machine->tensors, exec->error))
      return false;
  MachineBuffers all = {machine->buffers, machine->tensors, buffers->value};
  return machineRunKernel(machine, index, &all, values, symbols->value,
                          exec->error);
}

bool execReshape(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *shape = &inst->operands[2];
  int64_t dims[RELAX_MAX_RANK];
  RelaxTensor *source, result;
  // Also of one that is to come, all of whose memory this is, too.
  if (!execGetShape(exec, inst->operands[1].value, &source))
    return false;
  if (!execEvalDims(exec, shape, dims))
    return false;
  if (!relaxTensorReshape(source, (int32_t)shape->value, dims, &result,
                          exec->error))
    return inFunction(exec);
  const Value *from = &exec->registers[inst->operands[1].value];
  Value view = {.tag = VALUE_TENSOR, .tensor = result};
  if (from->tag == VALUE_HANDLE &&
      !machineViewHandle(exec->machine->memory, &result, from->handle, &view))
    return inFunction(exec);
  execSet(exec, inst->operands[0].value, view);
  return true;
}

bool execRow(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *source, *place, result;
  size_t bytes;
  if (!execGetStored(exec, inst->operands[1].value, &source) ||
      !execGetTensor(exec, inst->operands[2].value, &place))
    return false;
  // Blocks lie along the last dimension: a row of them is no part of one.
  if (source->rank < (relaxDTypeBlock(source->dtype) ? 2 : 1) ||
      relaxTensorCount(place) != 1 || relaxDTypeIsFloat(place->dtype))
    return execMalformed(exec, "a row is taken of a scalar, or by no index");
  if (!rehearsalKnows(exec->machine, place)) {
    if (!rehearsalRow(exec, source, &result))
      return false;
    setTensor(exec, inst->operands[0].value, result);
    return true;
  }
  int64_t given = relaxLoadInt(place->dtype, place->data, 0),
          extent = source->dims[0], row = given < 0 ? given + extent : given;
  if (row < 0 || row >= extent) {
    StrRef subject = exec->machine->program->strings[inst->operands[3].value];
    return relaxFail(exec->error,
                     "%.*s: index %" PRId64 " is outside of an extent of "
                     "%" PRId64,
                     (int)subject.length, subject.data, given, extent);
  }
  // Of what exists, so all numbers fit.
  if (!relaxTensorBytes(source->dtype, source->rank - 1, source->dims + 1,
                        &bytes) ||
      !relaxTensorView(source->storage,
                       (const char *)source->data -
                           (const char *)source->storage->data +
                           row * (int64_t)bytes,
                       source->dtype, source->rank - 1, source->dims + 1,
                       &result, exec->error))
    return inFunction(exec);
  setTensor(exec, inst->operands[0].value, result);
  return true;
}

bool execCopy(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *target, *source;
  if (!execGetTensor(exec, inst->operands[0].value, &target) ||
      !execGetTensor(exec, inst->operands[1].value, &source))
    return false;
  size_t bytes = relaxTensorSize(source);
  if (target->dtype != source->dtype || relaxTensorSize(target) != bytes)
    return execMalformed(exec, "a copy between tensors of two types");
  if (rehearsalCopies(exec->machine, target, source))
    memmove(target->data, source->data, bytes); // in place is a no-op, no bug
  exec->machine->last.bytesCopied += bytes;
  if (relaxStorageIsFile(target->storage))
    exec->machine->last.bytesWrittenOut += bytes;
  if (relaxStorageIsFile(source->storage))
    exec->machine->last.bytesReadBack += bytes;
  return true;
}

bool execMove(Exec *exec, const RelaxInst *inst) {
  uint32_t to = inst->operands[0].value, from = inst->operands[1].value;
  if (to != from)
    valueShareTo(execPlace(exec, to), &exec->registers[from]);
  return true;
}

bool execTake(Exec *exec, const RelaxInst *inst) {
  uint32_t to = inst->operands[0].value, from = inst->operands[1].value;
  if (to != from)
    valueMoveTo(execPlace(exec, to), &exec->registers[from]);
  return true;
}

bool execDrop(Exec *exec, const RelaxInst *inst) {
  valueRelease(&exec->registers[inst->operands[0].value]);
  return true;
}

bool execKill(Exec *exec, const RelaxInst *inst) {
  Value *value = &exec->registers[inst->operands[0].value];
  if (value->tag == VALUE_TENSOR && value->tensor.storage->isArena)
    execPoison(exec, value->tensor.data, relaxTensorSize(&value->tensor));
  // What a weight was read for while weights are prepared is done.
  if (value->tag == VALUE_TENSOR && exec->machine->files)
    relaxFileMapForget(value->tensor.storage);
  valueRelease(value);
  return true;
}
