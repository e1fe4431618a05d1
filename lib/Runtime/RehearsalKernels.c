//===- RehearsalKernels.c - kernels in a rehearsal ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel runs if it is small and all that it reads is known.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <stb/stb_ds.h>

/// Of all buffers, in bytes.
enum { SMALL_KERNEL = 4096 };

/// How many buffers lie there: a result that takes the place of an operand is
/// the second.
static uint32_t timesAmong(const MachineBuffers *buffers, uint32_t count,
                           const void *data) {
  uint32_t times = 0;
  for (uint32_t i = 0; i < count; ++i)
    times += buffers->data[i] == data;
  return times;
}

/// All that it reads is known, and it is small.
static bool mayRun(const Rehearsal *rehearsal, const MachineBuffers *buffers,
                   const uint64_t *bytes, uint32_t count) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const void *data = buffers->data[i];
    struct WrittenAt entry = rehearsalFind(rehearsal, data);
    Written read =
        entry.now == WRITTEN_NOT_YET && timesAmong(buffers, count, data) > 1
            ? entry.before
            : entry.now;
    if (read == WRITTEN_UNKNOWN || (all += bytes[i]) > SMALL_KERNEL)
      return false;
  }
  return true;
}

static bool hasWorkspace(const RelaxMachine *machine, uint32_t index) {
  const RelaxMachineOptions *options = &machine->options;
  char *known = &machine->workspaces[index];
  if (!*known)
    *known = options->takesWorkspace &&
                     options->takesWorkspace(
                         options->kernelUser,
                         machine->program->kernels[index].name.data)
                 ? 'w'
                 : '-';
  return *known == 'w';
}

/// A workspace is counted, and refused: the kernel ends there.
static bool takeWorkspace(RelaxMachine *machine, uint32_t index,
                          const MachineBuffers *buffers,
                          const int64_t *symbols) {
  if (!hasWorkspace(machine, index))
    return true;
  machine->memory->onlyCounts = true;
  machine->kernels[index](buffers->data, symbols);
  machine->memory->onlyCounts = false;
  return !machine->memory->failed;
}

/// Places are written now; without any, it may have changed all buffers.
static void noteResults(Rehearsal *rehearsal, const MachineBuffers *buffers,
                        const uint64_t *bytes, uint32_t count, bool known) {
  bool any = false;
  for (uint32_t i = 0; i < count; ++i)
    any |= rehearsalFind(rehearsal, buffers->data[i]).now == WRITTEN_NOT_YET;
  for (uint32_t i = 0; i < count; ++i) {
    struct WrittenAt entry = rehearsalFind(rehearsal, buffers->data[i]);
    if (any && entry.now != WRITTEN_NOT_YET)
      continue;
    entry.now = known ? WRITTEN_KNOWN : WRITTEN_UNKNOWN;
    entry.bytes = bytes[i];
    rehearsalSet(rehearsal, entry);
  }
}

//===----------------------------------------------------------------------===//
// Conditions that something else decides
//===----------------------------------------------------------------------===//

/// `i < n` ends a loop, whatever `and` puts beside it: a result of one bool
/// that is the same with each of these in the place of what is not known.
static const int64_t samples[] = {0, 1, -1, INT32_MAX, INT32_MIN, 2, 1000};

/// The only place, if it is one bool and all is small; else `count`.
static uint32_t conditionOf(const RelaxMachine *machine, uint32_t index,
                            const MachineBuffers *buffers,
                            const uint64_t *bytes, uint32_t count) {
  const RelaxKernelBuffer *taken = machine->program->kernels[index].buffers;
  uint32_t condition = count;
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; ++i) {
    all += bytes[i];
    if (rehearsalFind(machine->rehearsal, buffers->data[i]).now !=
        WRITTEN_NOT_YET)
      continue;
    if (condition < count || taken[i].dtype != RELAX_BOOL || bytes[i] != 1)
      return count;
    condition = i;
  }
  return all <= SMALL_KERNEL ? condition : count;
}

static void fill(const RelaxMachine *machine, uint32_t index,
                 const MachineBuffers *buffers, const uint64_t *bytes,
                 uint32_t count, int64_t value) {
  const RelaxKernelBuffer *taken = machine->program->kernels[index].buffers;
  for (uint32_t i = 0; i < count; ++i) {
    RelaxDType dtype = taken[i].dtype;
    if (rehearsalFind(machine->rehearsal, buffers->data[i]).now !=
        WRITTEN_UNKNOWN)
      continue;
    for (uint64_t k = 0; k < bytes[i] / relaxDTypeBytes(dtype); ++k)
      if (relaxDTypeIsFloat(dtype))
        relaxStoreFloat(dtype, buffers->data[i], (int64_t)k, (double)value);
      else
        relaxStoreInt(dtype, buffers->data[i], (int64_t)k,
                      dtype == RELAX_BOOL ? value & 1 : value);
  }
}

static bool isDecided(const RelaxMachine *machine, uint32_t index,
                      const MachineBuffers *buffers, const int64_t *symbols,
                      const uint64_t *bytes, uint32_t count) {
  uint32_t condition = conditionOf(machine, index, buffers, bytes, count);
  if (condition == count)
    return false;
  const bool *result = buffers->data[condition];
  bool first = false;
  for (size_t s = 0; s < sizeof samples / sizeof *samples; ++s) {
    fill(machine, index, buffers, bytes, count, samples[s]);
    if (machine->kernels[index](buffers->data, symbols) != RELAX_KERNEL_OK)
      return false;
    first = s == 0 ? *result : first;
    if (*result != first)
      return false;
  }
  return true;
}

static uint64_t bytesOf(const RelaxMachine *machine, uint32_t kernel,
                        uint32_t buffer, const int64_t *symbols) {
  const RelaxKernelBuffer *taken =
      &machine->program->kernels[kernel].buffers[buffer];
  int64_t dims[RELAX_MAX_RANK];
  size_t bytes;
  for (uint32_t d = 0; d < taken->rank; ++d)
    if (!machineKernelDim(machine, taken->dims[d], symbols, &dims[d]))
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
  uint64_t *bytes = rehearsal->bytes;
  for (uint32_t i = 0; i < count; ++i)
    bytes[i] = bytesOf(machine, index, i, symbols);
  bool runs = mayRun(rehearsal, buffers, bytes, count);
  int32_t code = RELAX_KERNEL_OK;
  if (runs)
    code = machine->kernels[index](buffers->data, symbols);
  else if (isDecided(machine, index, buffers, symbols, bytes, count))
    runs = true;
  else if (!takeWorkspace(machine, index, buffers, symbols))
    return false;
  noteResults(rehearsal, buffers, bytes, count, runs);
  return code == RELAX_KERNEL_OK; // it will say why when it runs
}
