//===- MachineKernel.c - running machine code ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { POISON = 0xFF }; // a NaN in every float format

void machinePoison(const RelaxMachine *machine, void *data, size_t bytes) {
  if (machine->options.poison && !machine->rehearsal)
    memset(data, POISON, bytes);
  else if (machine->options.clear)
    memset(data, 0, bytes);
}

int64_t execNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Text `number` of those of the kernel, or NULL.
static const char *checkText(const RelaxMachine *machine, const char *name,
                             uint32_t number) {
  const RelaxMachineOptions *options = &machine->options;
  const char *text = number && options->findChecks
                         ? options->findChecks(options->kernelUser, name)
                         : NULL;
  for (; text && *text && number > 1; --number)
    text += strlen(text) + 1;
  return text && *text ? text : NULL;
}

StrRef machineSymbolName(const RelaxProgram *program,
                         const RelaxKernelEntry *kernel, uint32_t symbol) {
  for (uint32_t b = 0; b < kernel->numBuffers; ++b)
    for (uint32_t d = 0; d < kernel->buffers[b].rank; ++d) {
      const RelaxExprEntry *dim = &program->exprs[kernel->buffers[b].dims[d]];
      for (size_t i = 0; i < dim->expr.numSymbols; ++i)
        if (dim->registers[i] == symbol)
          return dim->expr.symbols[i];
    }
  return (StrRef){NULL, 0};
}

/// Appends ` (n = 4, m = 2)`, as far as the program knows their names.
static void printSymbols(const RelaxProgram *program,
                         const RelaxKernelEntry *kernel, const int64_t *symbols,
                         StrBuf *out) {
  bool any = false;
  for (uint32_t s = 0; s < kernel->numSymbols; ++s) {
    StrRef name = machineSymbolName(program, kernel, s);
    if (!name.length)
      continue;
    strBufAppendFormat(out, "%s%.*s = %" PRId64, any ? ", " : " (",
                       (int)name.length, name.data, symbols[s]);
    any = true;
  }
  if (any)
    strBufAppendC(out, ")");
}

static bool failed(const RelaxMachine *machine, const RelaxKernelEntry *kernel,
                   const int64_t *symbols, int32_t code, RelaxError *error) {
  static const char *const texts[] = {
      [RELAX_KERNEL_OUT_OF_MEMORY] = "out of memory",
      [RELAX_KERNEL_DIVISION_BY_ZERO] = "integer division by zero",
      [RELAX_KERNEL_OUT_OF_BOUNDS] = "index out of bounds",
      [RELAX_KERNEL_MISFIT] = "shapes do not fit",
      [RELAX_KERNEL_UNFIT] = "extents are not as it says"};
  uint32_t reason = (uint32_t)code & RELAX_KERNEL_REASON;
  const char *name = kernel->name.data;
  if (code < 0 || reason >= sizeof texts / sizeof *texts || !texts[reason])
    return relaxFail(error, "kernel '%s' failed with code %" PRId32, name,
                     code);
  const char *said =
      checkText(machine, name, (uint32_t)code >> RELAX_KERNEL_TEXT_SHIFT);
  StrBuf values = {0};
  printSymbols(machine->program, kernel, symbols, &values);
  relaxFail(error, "kernel '%s': %s%s%s%s", name, texts[reason],
            said ? ": " : "", said ? said : "", strBufText(&values));
  strBufFree(&values);
  return false;
}

bool machineRunKernel(RelaxMachine *machine, uint32_t index,
                      const MachineBuffers *buffers, const int64_t *symbols,
                      uint32_t numSymbols, RelaxError *error) {
  const char *name = machine->program->kernels[index].name.data;
  if (machine->rehearsal)
    return rehearsalKernel(machine, index, buffers, symbols);
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
         failed(machine, &machine->program->kernels[index], symbols, code,
                error);
}
