//===- RehearsalKernels.c - kernels in a rehearsal ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel runs if it is small and all that it reads is known.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/RehearsalKernels.h"

#include <stb/stb_ds.h>

static const MachineKernelNote *noteOf(RelaxMachine *machine, uint32_t index) {
  const RelaxMachineOptions *options = &machine->options;
  const char *name = machine->program->kernels[index].name.data;
  MachineKernelNote *note = &machine->kernelNotes[index];
  if (note->asked)
    return note;
  note->asked = true;
  note->workspace = options->takesWorkspace &&
                    options->takesWorkspace(options->kernelUser, name);
  if (options->readsOf)
    note->reads = options->readsOf(options->kernelUser, name);
  return note;
}

/// How many buffers lie there: a result that takes the place of an operand is
/// the second.
static uint32_t timesAmong(const RehearsedKernel *call, const void *data) {
  uint32_t times = 0;
  for (uint32_t i = 0; i < call->count; ++i)
    times += call->data[i] == data && !rehearsedIsUnread(call, i);
  return times;
}

/// All that it reads is known, and it is small.
static bool mayRun(const RehearsedKernel *call) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < call->count; ++i) {
    if (rehearsedIsUnread(call, i))
      continue;
    struct WrittenAt entry = rehearsedAt(call, i);
    Written read =
        entry.now == WRITTEN_NOT_YET && timesAmong(call, call->data[i]) > 1
            ? entry.before
            : entry.now;
    if (read == WRITTEN_UNKNOWN || (all += call->bytes[i]) > SMALL_KERNEL)
      return false;
  }
  return true;
}

/// A workspace is counted, and refused: the kernel ends there.
static bool takeWorkspace(const RehearsedKernel *call) {
  MachineMemory *memory = call->machine->memory;
  if (!call->note->workspace)
    return true;
  memory->onlyCounts = true;
  call->machine->kernels[call->index](call->data, call->symbols);
  memory->onlyCounts = false;
  return !memory->failed;
}

/// Places are written now; without any, it may have changed all buffers.
static void noteResults(const RehearsedKernel *call, bool known) {
  bool any = false;
  for (uint32_t i = 0; i < call->count; ++i)
    any |= rehearsedAt(call, i).now == WRITTEN_NOT_YET;
  for (uint32_t i = 0; i < call->count; ++i) {
    struct WrittenAt entry = rehearsedAt(call, i);
    if (any ? entry.now != WRITTEN_NOT_YET : rehearsedIsUnread(call, i))
      continue;
    entry.now = known ? WRITTEN_KNOWN : WRITTEN_UNKNOWN;
    entry.bytes = call->bytes[i];
    rehearsalSet(call->machine->rehearsal, entry);
  }
}

static uint64_t bytesOf(const RehearsedKernel *call, uint32_t buffer) {
  const RelaxKernelBuffer *taken =
      &call->machine->program->kernels[call->index].buffers[buffer];
  int64_t dims[RELAX_MAX_RANK];
  size_t bytes;
  for (uint32_t d = 0; d < taken->rank; ++d)
    if (!machineKernelDim(call->machine, taken->dims[d], call->symbols,
                          &dims[d]))
      return UINT64_MAX / 2;
  return relaxTensorBytes(taken->dtype, (int32_t)taken->rank, dims, &bytes)
             ? bytes
             : UINT64_MAX / 2;
}

bool rehearsalKernel(RelaxMachine *machine, uint32_t index,
                     const MachineBuffers *buffers, const int64_t *symbols) {
  Rehearsal *rehearsal = machine->rehearsal;
  uint32_t count = machine->program->kernels[index].numBuffers;
  arrsetlen(rehearsal->bytes, count + 1);
  RehearsedKernel call = {
      machine,          index, buffers->data,         symbols,
      rehearsal->bytes, count, noteOf(machine, index)};
  for (uint32_t i = 0; i < count; ++i)
    call.bytes[i] = bytesOf(&call, i);
  bool runs = mayRun(&call);
  int32_t code = RELAX_KERNEL_OK;
  if (runs)
    code = machine->kernels[index](buffers->data, symbols);
  else if (rehearsalDecides(&call))
    runs = true;
  else if (!takeWorkspace(&call))
    return false;
  noteResults(&call, runs);
  return code == RELAX_KERNEL_OK; // it will say why when it runs
}
