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

static bool failed(const RelaxKernelEntry *kernel, int32_t code,
                   RelaxError *error) {
  static const char *const texts[] = {
      [RELAX_KERNEL_OUT_OF_MEMORY] = "out of memory",
      [RELAX_KERNEL_DIVISION_BY_ZERO] = "integer division by zero",
      [RELAX_KERNEL_OUT_OF_BOUNDS] = "index out of bounds",
      [RELAX_KERNEL_MISFIT] = "shapes do not fit",
      [RELAX_KERNEL_UNFIT] = "extents are not as it says"};
  uint32_t bits = (uint32_t)code;
  uint32_t argument = bits >> RELAX_KERNEL_ARGUMENT_SHIFT & UINT16_MAX;
  const char *name = kernel->name.data;
  bits &= RELAX_KERNEL_REASON;
  if (code < 0 || bits >= sizeof texts / sizeof *texts || !texts[bits])
    return relaxFail(error, "kernel '%s' failed with code %" PRId32, name,
                     code);
  if (argument && argument <= kernel->numBuffers)
    return relaxFail(error,
                     "kernel '%s': %s: axis %d of buffer %" PRIu32 " ('%s')",
                     name, texts[bits], (int)(code >> RELAX_KERNEL_AXIS_SHIFT),
                     argument - 1, kernel->buffers[argument - 1].name.data);
  return relaxFail(error, "kernel '%s': %s", name, texts[bits]);
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
  return code == RELAX_KERNEL_OK ||
         failed(&machine->program->kernels[index], code, error);
}
