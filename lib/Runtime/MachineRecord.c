//===- MachineRecord.c - kernels on handles ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineMemory.h"

/// What a kernel was given.
typedef struct Given {
  uint32_t places; // not written yet
  bool arena, handles;
} Given;

static bool lookAt(Exec *exec, const RelaxOperand *buffers, Given *given) {
  for (uint32_t i = 0; i < buffers->value; ++i) {
    RelaxTensor *tensor;
    if (!execGetStoredType(exec, buffers->items[i], &tensor))
      return false;
    Value *value = &exec->registers[buffers->items[i]];
    // Somebody has this place as a real tensor.
    if (value->tag == VALUE_HANDLE && value->handle->storage &&
        !machineResolve(exec->machine->memory, value))
      return false;
    if (value->tag == VALUE_TENSOR)
      given->arena |= value->tensor.storage->isArena;
    else if (value->handle->tensor == MACHINE_NONE)
      ++given->places;
    else
      given->handles = true;
  }
  return true;
}

bool execKernelOnHandles(Exec *exec, uint32_t kernel,
                         const RelaxOperand *buffers, const int64_t *symbols,
                         uint32_t numSymbols, bool *recorded) {
  MachineMemory *memory = exec->machine->memory;
  const char *name = exec->machine->program->kernels[kernel].name.data;
  Given given = {0};
  if (!lookAt(exec, buffers, &given))
    return false;
  *recorded = given.places && !given.arena;
  if (*recorded)
    return machineRunRecorded(memory, kernel, exec->registers, buffers, symbols,
                              numSymbols) ||
           relaxErrorContext(exec->error, "kernel '%s'", name);
  if (!given.arena && buffers->value)
    return relaxFail(exec->error,
                     "kernel '%s' changes what has a value: recomputing "
                     "expects results in memory of their own",
                     name);
  for (uint32_t i = 0; i < buffers->value; ++i)
    if (!machineResolve(memory, &exec->registers[buffers->items[i]]))
      return relaxErrorContext(exec->error, "kernel '%s'", name);
  return true;
}
