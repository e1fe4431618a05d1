//===- MachineValues.c - values of registers -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineMemory.h"
#include "lib/Runtime/MachineTask.h"
#include "lib/Runtime/Pool.h"

void valueRelease(Value *value) {
  if (value->tag == VALUE_TENSOR)
    relaxStorageRelease(value->tensor.storage);
  else if (value->tag == VALUE_STORAGE)
    relaxStorageRelease(value->storage);
  else if (value->tag == VALUE_HANDLE)
    machineHandleRelease(value->handle);
  else if (value->tag == VALUE_TASK)
    machineTaskRelease(value->task);
  value->tag = VALUE_NONE;
}

Value valueShare(const Value *value) {
  if (value->tag == VALUE_TENSOR)
    relaxStorageRetain(value->tensor.storage);
  else if (value->tag == VALUE_STORAGE)
    relaxStorageRetain(value->storage);
  else if (value->tag == VALUE_HANDLE)
    ++value->handle->registers;
  else if (value->tag == VALUE_TASK)
    ++value->task->refs;
  return *value;
}

void valueMoveTo(Value *to, Value *from) {
  if (from->tag == VALUE_TENSOR) {
    to->tag = VALUE_TENSOR;
    relaxTensorCopy(&to->tensor, &from->tensor);
  } else {
    *to = *from;
  }
  from->tag = VALUE_NONE;
}

void valueShareTo(Value *to, const Value *value) {
  if (value->tag != VALUE_TENSOR) {
    *to = valueShare(value);
    return;
  }
  relaxStorageRetain(value->tensor.storage);
  to->tag = VALUE_TENSOR;
  relaxTensorCopy(&to->tensor, &value->tensor);
}

static size_t taskBytes(uint32_t numResults) {
  return sizeof(MachineTask) + numResults * sizeof(Value);
}

MachineTask *machineTaskCreate(size_t *live, uint32_t numResults) {
  MachineTask *task = relaxPoolAllocate(taskBytes(numResults));
  if (!task)
    return NULL;
  *task = (MachineTask){.refs = 1, .numResults = numResults, .live = live};
  for (uint32_t i = 0; i < numResults; ++i)
    task->results[i].tag = VALUE_NONE;
  ++*live;
  return task;
}

void machineTaskRelease(MachineTask *task) {
  if (--task->refs > 0)
    return;
  for (uint32_t i = 0; i < task->numResults; ++i)
    valueRelease(&task->results[i]);
  --*task->live;
  relaxPoolFree(task, taskBytes(task->numResults));
}

bool execMalformed(const Exec *exec, const char *what) {
  StrRef name = exec->frame->function->name;
  return relaxFail(exec->error, "function '%.*s' is malformed at word %zu: %s",
                   (int)name.length, name.data, exec->start, what);
}

bool execGetShape(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  Value *value = &exec->registers[reg];
  bool typed = value->tag == VALUE_TENSOR || value->tag == VALUE_HANDLE;
  if (!typed || relaxIsContainer(&value->tensor))
    return execMalformed(exec, "a register holds no tensor");
  *out = &value->tensor;
  return true;
}

static bool isThere(const Exec *exec, const RelaxTensor *tensor) {
  return tensor->data ||
         execMalformed(exec, "a value is used that was not forced");
}

/// Of numbers or strings.
static bool execGetElements(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  // Elements that lie apart are no tensor but for kernels.
  return execGetShape(exec, reg, out) && isThere(exec, *out) &&
         (!relaxStorageRows((*out)->storage) ||
          execMalformed(exec, "a register holds no tensor"));
}

static bool noNumbers(const Exec *exec) {
  return execMalformed(exec, "a register holds no tensor of numbers");
}

bool execGetStoredType(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  return execGetShape(exec, reg, out) &&
         (relaxDTypeIsStored((*out)->dtype) || noNumbers(exec));
}

bool execGetStored(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  return execGetElements(exec, reg, out) &&
         (relaxDTypeIsStored((*out)->dtype) || noNumbers(exec));
}

bool execGetRows(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  return execGetStoredType(exec, reg, out) && isThere(exec, *out);
}

/// Blocks are no numbers: kernels alone read them (`execKernel`).
bool execGetTensor(const Exec *exec, uint32_t reg, RelaxTensor **out) {
  return execGetElements(exec, reg, out) &&
         (relaxDTypeIsNumber((*out)->dtype) || noNumbers(exec));
}

void execSet(const Exec *exec, uint32_t reg, Value value) {
  valueMoveTo(execPlace(exec, reg), &value);
}

Value *execPlace(const Exec *exec, uint32_t reg) {
  Value *value = &exec->registers[reg];
  valueRelease(value);
  return value;
}

void execSetShared(const Exec *exec, uint32_t reg, const RelaxTensor *tensor) {
  RelaxTensor kept; // it may lie in a container that the register alone holds
  relaxStorageRetain(tensor->storage);
  relaxTensorCopy(&kept, tensor);
  Value *value = execPlace(exec, reg);
  value->tag = VALUE_TENSOR;
  relaxTensorCopy(&value->tensor, &kept);
}
