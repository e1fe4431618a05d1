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

typedef struct Call {
  RelaxMachine *machine;
  uint32_t index; // of the kernel
  void **data;    // of its buffers
  const int64_t *symbols;
  uint64_t *bytes; // of them
  uint32_t count;
  const MachineKernelNote *note;
} Call;

static const MachineKernelNote *noteOf(RelaxMachine *machine, uint32_t index) {
  const RelaxMachineOptions *options = &machine->options;
  const char *name = machine->program->kernels[index].name.data;
  MachineKernelNote *note = &machine->kernelNotes[index];
  if (note->asked)
    return note;
  note->asked = true;
  note->workspace = options->takesWorkspace &&
                    options->takesWorkspace(options->kernelUser, name);
  if (options->unreadBuffers)
    note->unread = options->unreadBuffers(options->kernelUser, name);
  return note;
}

/// It takes only the extents of this buffer.
static bool isUnread(const Call *call, uint32_t buffer) {
  return call->note->unread && call->note->unread[buffer] == '-';
}

static struct WrittenAt writtenAt(const Call *call, uint32_t buffer) {
  return rehearsalFind(call->machine->rehearsal, call->data[buffer]);
}

/// How many buffers lie there: a result that takes the place of an operand is
/// the second.
static uint32_t timesAmong(const Call *call, const void *data) {
  uint32_t times = 0;
  for (uint32_t i = 0; i < call->count; ++i)
    times += call->data[i] == data && !isUnread(call, i);
  return times;
}

/// All that it reads is known, and it is small.
static bool mayRun(const Call *call) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < call->count; ++i) {
    if (isUnread(call, i))
      continue;
    struct WrittenAt entry = writtenAt(call, i);
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
static bool takeWorkspace(const Call *call) {
  MachineMemory *memory = call->machine->memory;
  if (!call->note->workspace)
    return true;
  memory->onlyCounts = true;
  call->machine->kernels[call->index](call->data, call->symbols);
  memory->onlyCounts = false;
  return !memory->failed;
}

/// Places are written now; without any, it may have changed all buffers.
static void noteResults(const Call *call, bool known) {
  bool any = false;
  for (uint32_t i = 0; i < call->count; ++i)
    any |= writtenAt(call, i).now == WRITTEN_NOT_YET;
  for (uint32_t i = 0; i < call->count; ++i) {
    struct WrittenAt entry = writtenAt(call, i);
    if (any ? entry.now != WRITTEN_NOT_YET : isUnread(call, i))
      continue;
    entry.now = known ? WRITTEN_KNOWN : WRITTEN_UNKNOWN;
    entry.bytes = call->bytes[i];
    rehearsalSet(call->machine->rehearsal, entry);
  }
}

//===----------------------------------------------------------------------===//
// Conditions that something else decides
//===----------------------------------------------------------------------===//

/// `i < n` ends a loop, whatever `and` puts beside it: a result of one bool
/// that is the same with each of these in the place of what is not known.
static const int64_t samples[] = {0, 1, -1, INT32_MAX, INT32_MIN, 2, 1000};

/// The only place, if it is one bool and all is small; else `count`.
static uint32_t conditionOf(const Call *call) {
  const RelaxKernelBuffer *taken =
      call->machine->program->kernels[call->index].buffers;
  uint32_t condition = call->count;
  uint64_t all = 0;
  for (uint32_t i = 0; i < call->count; ++i) {
    if (isUnread(call, i))
      continue;
    all += call->bytes[i];
    if (writtenAt(call, i).now != WRITTEN_NOT_YET)
      continue;
    if (condition < call->count || taken[i].dtype != RELAX_BOOL ||
        call->bytes[i] != 1)
      return call->count;
    condition = i;
  }
  return all <= SMALL_KERNEL ? condition : call->count;
}

static void fill(const Call *call, int64_t value) {
  const RelaxKernelBuffer *taken =
      call->machine->program->kernels[call->index].buffers;
  for (uint32_t i = 0; i < call->count; ++i) {
    RelaxDType dtype = taken[i].dtype;
    if (isUnread(call, i) || writtenAt(call, i).now != WRITTEN_UNKNOWN)
      continue;
    for (uint64_t k = 0; k < call->bytes[i] / relaxDTypeBytes(dtype); ++k)
      if (relaxDTypeIsFloat(dtype))
        relaxStoreFloat(dtype, call->data[i], (int64_t)k, (double)value);
      else
        relaxStoreInt(dtype, call->data[i], (int64_t)k,
                      dtype == RELAX_BOOL ? value & 1 : value);
  }
}

static bool isDecided(const Call *call) {
  uint32_t condition = conditionOf(call);
  if (condition == call->count)
    return false;
  const bool *result = call->data[condition];
  bool first = false;
  for (size_t s = 0; s < sizeof samples / sizeof *samples; ++s) {
    fill(call, samples[s]);
    if (call->machine->kernels[call->index](call->data, call->symbols) !=
        RELAX_KERNEL_OK)
      return false;
    first = s == 0 ? *result : first;
    if (*result != first)
      return false;
  }
  return true;
}

static uint64_t bytesOf(const Call *call, uint32_t buffer) {
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
  Call call = {machine,          index, buffers->data,         symbols,
               rehearsal->bytes, count, noteOf(machine, index)};
  for (uint32_t i = 0; i < count; ++i)
    call.bytes[i] = bytesOf(&call, i);
  bool runs = mayRun(&call);
  int32_t code = RELAX_KERNEL_OK;
  if (runs)
    code = machine->kernels[index](buffers->data, symbols);
  else if (isDecided(&call))
    runs = true;
  else if (!takeWorkspace(&call))
    return false;
  noteResults(&call, runs);
  return code == RELAX_KERNEL_OK; // it will say why when it runs
}
