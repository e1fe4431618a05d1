//===- MachineHandles.c - values that may be computed again --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

static MachineHandle *createHandle(MachineMemory *memory, uint32_t tensor) {
  MachineHandle *handle = ARENA_NEW(memory->arena, MachineHandle);
  *handle = (MachineHandle){memory, tensor, 1, NULL};
  return handle;
}

void machineHandleRelease(MachineHandle *handle) {
  if (--handle->registers)
    return;
  relaxStorageRelease(handle->storage);
  if (handle->tensor != MACHINE_NONE && !handle->memory->failed)
    relaxRecomputeRelease(handle->memory->recompute, handle->tensor);
}

Value machinePlace(MachineMemory *memory, const RelaxTensor *type) {
  return (Value){.tag = VALUE_HANDLE,
                 .type = *type,
                 .handle = createHandle(memory, MACHINE_NONE)};
}

/// Whoever has the memory now keeps it: it is not evicted until he gives it up.
static bool shareStorage(MachineMemory *memory, uint32_t tensor) {
  machineTakeBack(memory, 0);
  if (!machineCheckStatus(memory, relaxRecomputeGet(memory->recompute, tensor)))
    return false;
  HandleStorage *storage = &memory->storages[machineStorageOf(memory, tensor)];
  if (storage->shared)
    return true;
  storage->shared = true;
  relaxRecomputeLock(memory->recompute, tensor);
  relaxRecomputeRetain(memory->recompute, tensor);
  storage->memory->user = (void *)(uintptr_t)(tensor + 1); // tensorBehind
  arrput(memory->shared, tensor);
  return true;
}

bool machineResolve(MachineMemory *memory, Value *value) {
  if (value->tag != VALUE_HANDLE)
    return true;
  MachineHandle *handle = value->handle;
  RelaxTensor tensor = value->type;
  bool place = handle->tensor == MACHINE_NONE;
  if (place && !handle->storage) {
    RelaxTensor made;
    if (!relaxTensorCreate(tensor.dtype, tensor.rank, tensor.dims, &made,
                           memory->error))
      return false;
    handle->storage = made.storage;
    machinePoison(memory->machine, made.data, relaxTensorSize(&made));
    rehearsalPlace(memory->machine, made.storage, made.data);
  } else if (!place && !shareStorage(memory, handle->tensor)) {
    return false;
  }
  tensor.storage = relaxStorageRetain(
      place
          ? handle->storage
          : memory->storages[machineStorageOf(memory, handle->tensor)].memory);
  tensor.data = tensor.storage->data;
  *value = (Value){.tag = VALUE_TENSOR, .tensor = tensor};
  machineHandleRelease(handle);
  return true;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Announces an operator; its outputs are new storages, but for views.
static bool issue(MachineMemory *memory, Record *record, const uint32_t *inputs,
                  uint32_t numInputs, const RelaxRecomputeOutput *outputs,
                  int64_t cost) {
  if (!relaxRecomputeIssue(memory->recompute, inputs, numInputs, outputs,
                           record->numOutputs, cost, &record->firstOutput))
    return relaxFail(memory->error,
                     "the values of a call take more than 2^%d bytes together",
                     RELAX_RECOMPUTE_SUM_BITS);
  memory->numTensors = record->firstOutput + record->numOutputs;
  arrput(memory->records, *record);
  for (uint32_t i = 0; i < record->numOutputs; ++i)
    while (machineStorageOf(memory, record->firstOutput + i) >=
           arrlenu(memory->storages))
      arrput(memory->storages, ((HandleStorage){0}));
  return true;
}

bool machineViewHandle(MachineMemory *memory, const RelaxTensor *type,
                       const MachineHandle *of, Value *out) {
  static const RelaxRecomputeOutput view = {.viewOf = 0};
  Record record = {.kernel = MACHINE_NONE, .numOutputs = 1};
  if (!issue(memory, &record, &of->tensor, 1, &view, 0))
    return false;
  *out = (Value){.tag = VALUE_HANDLE,
                 .type = *type,
                 .handle = createHandle(memory, record.firstOutput)};
  return true;
}

/// The handle's tensor that a real tensor was made of, so that a kernel that
/// reads it does not keep the memory; MACHINE_NONE: it is none of ours.
static uint32_t tensorBehind(const MachineMemory *memory,
                             const RelaxTensor *real) {
  const RelaxStorage *storage = real->storage;
  uintptr_t number = (uintptr_t)storage->user;
  if (storage->release || number == 0 || number > memory->numTensors ||
      real->data != storage->data)
    return MACHINE_NONE;
  uint32_t tensor = (uint32_t)number - 1;
  // It may be of an earlier call.
  return memory->storages[machineStorageOf(memory, tensor)].memory == storage
             ? tensor
             : MACHINE_NONE;
}

/// What a kernel that runs now, and perhaps again, reads and writes.
static int64_t collectBuffers(const MachineMemory *memory,
                              const Value *registers,
                              const RelaxOperand *buffers, Record *record,
                              uint32_t *inputs, uint32_t *numInputs,
                              RelaxRecomputeOutput *outputs) {
  int64_t cost = 0;
  for (uint32_t i = 0; i < buffers->value; ++i) {
    const Value *value = &registers[buffers->items[i]];
    RecordBuffer *buffer = &record->buffers[i];
    uint64_t bytes = relaxTensorSize(&value->tensor);
    cost += (int64_t)bytes;
    *buffer = (RecordBuffer){.tensor = MACHINE_NONE};
    if (value->tag == VALUE_TENSOR)
      buffer->tensor = tensorBehind(memory, &value->tensor);
    else if (value->handle->tensor != MACHINE_NONE)
      buffer->tensor = value->handle->tensor;
    if (buffer->tensor != MACHINE_NONE) {
      inputs[(*numInputs)++] = buffer->tensor;
    } else if (value->tag == VALUE_TENSOR) {
      buffer->data = value->tensor.data;
      buffer->storage = relaxStorageRetain(value->tensor.storage);
    } else {
      outputs[record->numOutputs++] = (RelaxRecomputeOutput){bytes, -1};
    }
  }
  return cost;
}

/// The places become tensors, in order.
static void nameOutputs(const Value *registers, const RelaxOperand *buffers,
                        Record *record) {
  uint32_t next = record->firstOutput;
  for (uint32_t i = 0; i < buffers->value; ++i) {
    const Value *value = &registers[buffers->items[i]];
    if (value->tag == VALUE_HANDLE && value->handle->tensor == MACHINE_NONE)
      value->handle->tensor = record->buffers[i].tensor = next++;
  }
}

bool machineRunRecorded(MachineMemory *memory, uint32_t kernel,
                        const Value *registers, const RelaxOperand *buffers,
                        const int64_t *symbols, uint32_t numSymbols) {
  uint32_t count = buffers->value, numInputs = 0;
  Record record = {.kernel = kernel,
                   .number = memory->numKernels++,
                   .numBuffers = count,
                   .numSymbols = numSymbols,
                   .buffers = ARENA_ARRAY(memory->arena, RecordBuffer, count),
                   .symbols = arenaCopy(memory->arena, symbols,
                                        numSymbols * sizeof *symbols)};
  uint32_t *inputs = calloc(count + 1, sizeof *inputs);
  RelaxRecomputeOutput *outputs = calloc(count + 1, sizeof *outputs);
  bool good = (inputs && outputs) || relaxFail(memory->error, "out of memory");
  if (good) {
    int64_t cost = collectBuffers(memory, registers, buffers, &record, inputs,
                                  &numInputs, outputs);
    good = issue(memory, &record, inputs, numInputs, outputs, cost);
    memory->failed |= !good;
    for (uint32_t i = 0; !good && i < count; ++i)
      relaxStorageRelease(record.buffers[i].storage);
  }
  free(inputs);
  free(outputs);
  if (!good)
    return false;
  nameOutputs(registers, buffers, &record);
  machineTakeBack(memory, 0);
  return machineCheckStatus(
      memory, relaxRecomputeRun(memory->recompute, record.firstOutput));
}
