//===- MachineKernel.c - running machine code ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { POISON = 0xFF }; // a NaN in every float format

void machinePoison(const RelaxMachine *machine, void *data, size_t bytes) {
  if (machine->options.poison)
    memset(data, POISON, bytes);
}

int64_t execNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool machineRunKernel(RelaxMachine *machine, uint32_t index,
                      const MachineBuffers *buffers, const int64_t *symbols,
                      uint32_t numSymbols, RelaxError *error) {
  const char *name = machine->program->kernels[index].name.data;
  bool traced = machine->options.trace != NULL;
  int64_t begin = traced ? execNanoseconds() : 0;
  int32_t code = machine->kernels[index](buffers->data, symbols);
  if (traced)
    machine->options.trace(machine->options.traceUser,
                           &(RelaxTraceEvent){.name = name,
                                              .symbols = symbols,
                                              .numSymbols = numSymbols,
                                              .buffers = buffers->tensors,
                                              .numBuffers = buffers->numTensors,
                                              .begin = begin,
                                              .end = execNanoseconds()});
  ++machine->last.kernelsRun;
  if (code == RELAX_KERNEL_OK)
    return true;
  if (code == RELAX_KERNEL_OUT_OF_MEMORY)
    return relaxFail(error, "kernel '%s' is out of memory", name);
  if (code == RELAX_KERNEL_DIVISION_BY_ZERO)
    return relaxFail(error, "kernel '%s': integer division by zero", name);
  if (code == RELAX_KERNEL_OUT_OF_BOUNDS)
    return relaxFail(error, "kernel '%s': index out of bounds", name);
  if (code == RELAX_KERNEL_MISFIT)
    return relaxFail(error, "kernel '%s': shapes do not fit", name);
  if (code == RELAX_KERNEL_UNFIT)
    return relaxFail(error, "kernel '%s': extents are not as it says", name);
  return relaxFail(error, "kernel '%s' failed with code %" PRId32, name, code);
}
