//===- MachineMemory.c - a call under a limit ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineRehearsal.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// The limit
//===----------------------------------------------------------------------===//

static bool failAtLimit(MachineMemory *memory, uint64_t needed) {
  const char *unsure = memory->unsure;
  memory->failed = true;
  return relaxFail(memory->error,
                   "expected a memory limit of at least %" PRIu64
                   " bytes, got %" PRIu64 "%s%s",
                   needed, memory->limit,
                   unsure ? "; what the call takes in all is known only when "
                            "it runs: "
                          : "",
                   unsure ? unsure : "");
}

bool machineCheckStatus(MachineMemory *memory, RelaxRecomputeStatus status) {
  if (status == RELAX_RECOMPUTE_OOM)
    return failAtLimit(memory,
                       relaxRecomputeGetCounters(memory->recompute)->needed);
  memory->failed |= status != RELAX_RECOMPUTE_OK;
  return status == RELAX_RECOMPUTE_OK;
}

void machineTakeBack(MachineMemory *memory, uint64_t bytes) {
  enum { FEW = 16 };
  uint64_t used = relaxRecomputeGetCounters(memory->recompute)->used;
  ptrdiff_t kept = 0;
  if (arrlen(memory->shared) > FEW && used + bytes <= memory->limit)
    return;
  for (ptrdiff_t i = 0; i < arrlen(memory->shared); ++i) {
    uint32_t tensor = memory->shared[i];
    HandleStorage *storage =
        &memory->storages[relaxRecomputeStorageOf(memory->recompute, tensor)];
    if (storage->memory->refs > 1) {
      memory->shared[kept++] = tensor;
      continue;
    }
    storage->shared = false;
    relaxRecomputeUnlock(memory->recompute, tensor);
    relaxRecomputeRelease(memory->recompute, tensor);
  }
  arrsetlen(memory->shared, kept);
}

/// What the system gives anew it clears, so that memory of evicted values
/// serves again: as far as all that is there, with so many bytes more, is no
/// more than there was at once before.
static void trimSpare(MachineMemory *memory, uint64_t bytes) {
  const RelaxRecomputeCounters *counters =
      relaxRecomputeGetCounters(memory->recompute);
  uint64_t now = counters->used + bytes,
           most = now > counters->peak ? now : counters->peak;
  while (memory->spareBytes > most - now) {
    RelaxStorage *storage = arrpop(memory->spare);
    memory->spareBytes -= storage->bytes;
    relaxStorageRelease(storage);
  }
}

/// NULL: there is none of that size.
static RelaxStorage *takeSpare(MachineMemory *memory, uint64_t bytes) {
  for (ptrdiff_t i = arrlen(memory->spare); i-- > 0;) {
    RelaxStorage *storage = memory->spare[i];
    if (storage->bytes != bytes)
      continue;
    arrdel(memory->spare, i);
    memory->spareBytes -= bytes;
    storage->user = NULL;
    return storage;
  }
  return NULL;
}

static void give(void *user, uint64_t bytes) {
  MachineMemory *memory = user;
  if (memory->recompute)
    relaxRecomputeGiveRoom(memory->recompute, bytes);
  else
    memory->used -= bytes;
}

static bool count(MachineMemory *memory, uint64_t bytes) {
  if (memory->failed)
    return false;
  if (memory->recompute) {
    machineTakeBack(memory, bytes);
    uint64_t all = bytes + memory->pending;
    if (!machineCheckStatus(memory,
                            relaxRecomputeTakeRoom(memory->recompute, all)))
      return false;
    relaxRecomputeGiveRoom(memory->recompute, memory->pending);
    trimSpare(memory, 0);
    return true;
  }
  if (bytes > memory->limit || memory->used > memory->limit - bytes)
    return failAtLimit(memory, memory->used + bytes);
  memory->used += bytes;
  if (memory->used > memory->peak)
    memory->peak = memory->used;
  return true;
}

static bool take(void *user, uint64_t bytes) {
  MachineMemory *memory = user;
  if (!count(memory, bytes))
    return false;
  if (memory->onlyCounts)
    give(memory, bytes);
  return !memory->onlyCounts;
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

/// Room was made already, so that the meter is not asked.
static RelaxStorage *createStorage(MachineMemory *memory, const Record *record,
                                   uint64_t bytes) {
  RelaxMeter *meter = relaxMeterUse(NULL);
  // What waits between calls would be above a limit.
  bool limited = memory->limit != INT64_MAX;
  RelaxStorage *storage =
      relaxStorageCreateIn(limited ? NULL : memory->machine->pool, bytes);
  relaxMeterUse(meter);
  if (!storage)
    relaxFail(memory->error,
              "out of memory: %" PRIu64 " bytes for a result of kernel '%s'",
              bytes,
              memory->machine->program->kernels[record->kernel].name.data);
  return storage;
}

static uint64_t bytesOf(const MachineMemory *memory, const Record *record,
                        uint32_t output) {
  return relaxRecomputeBytesOf(
      memory->recompute,
      machineStorageOf(memory, record->firstOutput + output));
}

/// Runs into new memory: of results that are there already, into memory that is
/// dropped.
static bool runRecord(MachineMemory *memory, const Record *record,
                      RelaxStorage **made) {
  RelaxMachine *machine = memory->machine;
  uint64_t all = 0;
  for (uint32_t i = 0; i < record->numOutputs; ++i) {
    made[i] = takeSpare(memory, bytesOf(memory, record, i));
    all += bytesOf(memory, record, i);
  }
  trimSpare(memory, all);
  for (uint32_t i = 0; i < record->numOutputs; ++i) {
    uint64_t bytes = bytesOf(memory, record, i);
    if (!made[i])
      made[i] = createStorage(memory, record, bytes);
    if (!made[i])
      return false;
    machinePoison(machine, made[i]->data, bytes);
    rehearsalPlace(machine, made[i], made[i]->data);
  }
  for (uint32_t i = 0; i < record->numBuffers; ++i) {
    const RecordBuffer *buffer = &record->buffers[i];
    uint32_t output = buffer->tensor - record->firstOutput;
    machine->buffers[i] =
        buffer->storage ? buffer->data
        : output < record->numOutputs
            ? made[output]->data
            : memory->storages[machineStorageOf(memory, buffer->tensor)]
                  .memory->data;
  }
  for (uint32_t i = 0; i < record->numBuffers; ++i)
    if (record->buffers[i].storage)
      rehearsalBuffer(machine, record->buffers[i].storage,
                      record->buffers[i].data);
  memory->pending = all; // counted behind it; it may want a workspace
  bool good = machineRunKernel(
      machine, record->kernel, &(MachineBuffers){.data = machine->buffers},
      record->symbols, record->numSymbols, memory->error);
  memory->pending = 0;
  return good;
}

static bool computeHook(void *user, uint32_t operator) {
  MachineMemory *memory = user;
  const Record *record = &memory->records[operator];
  if (record->kernel == MACHINE_NONE)
    return true;
  const RelaxMachine *machine = memory->machine;
  if (machine->options.recomputed)
    machine->options.recomputed(
        machine->options.recomputedUser, record->number,
        machine->program->kernels[record->kernel].name.data);
  RelaxStorage **made = calloc(record->numOutputs, sizeof *made);
  bool good = (made || relaxFail(memory->error, "out of memory")) &&
              runRecord(memory, record, made);
  for (uint32_t i = 0; made && i < record->numOutputs; ++i) {
    HandleStorage *storage =
        &memory->storages[machineStorageOf(memory, record->firstOutput + i)];
    if (good && !storage->memory)
      storage->memory = made[i];
    else
      relaxStorageRelease(made[i]);
  }
  free(made);
  return good;
}

static void evictHook(void *user, uint32_t storage) {
  enum { LEAST = 1 << 16 }; // smaller ones are Pool.h's
  MachineMemory *memory = user;
  RelaxStorage *evicted = memory->storages[storage].memory;
  memory->storages[storage].memory = NULL;
  if (evicted && evicted->refs == 1 && evicted->bytes >= LEAST) {
    memory->spareBytes += evicted->bytes;
    arrput(memory->spare, evicted);
  } else {
    relaxStorageRelease(evicted);
  }
}

static void releaseBuffers(const Record *record) {
  for (uint32_t i = 0; i < record->numBuffers; ++i) {
    relaxStorageRelease(record->buffers[i].storage);
    record->buffers[i].storage = NULL;
  }
}

static void dropHook(void *user, uint32_t operator) {
  const MachineMemory *memory = user;
  releaseBuffers(&memory->records[operator]);
}

//===----------------------------------------------------------------------===//
// Begin and end
//===----------------------------------------------------------------------===//

bool machineMemoryOpen(RelaxMachine *machine, uint64_t limit,
                       RelaxError *error) {
  const RelaxMachineOptions *options = &machine->options;
  MachineMemory *memory = calloc(1, sizeof *memory);
  if (memory)
    memory->meter = relaxMeterCreate(take, give, memory);
  if (!memory || !memory->meter) {
    free(memory);
    return relaxFail(error, "out of memory");
  }
  memory->machine = machine;
  memory->error = error;
  memory->limit = limit;
  memory->arena = arenaCreate();
  if (options->recompute)
    memory->recompute = relaxRecomputeCreate(&(RelaxRecomputeOptions){
        .heuristic = options->recompute,
        .policy = options->recomputePolicy,
        .budget = memory->limit,
        .repeatLimit = INT64_MAX,
        .giveWay = true,
        .hooks = {computeHook, evictHook, dropHook, memory}});
  memory->before = relaxMeterUse(memory->meter);
  machine->memory = memory;
  return true;
}

bool machineMemoryBegin(RelaxMachine *machine, RelaxError *error) {
  uint64_t limit = machine->options.memoryLimit;
  if (!limit && !machine->options.recompute)
    return true;
  return machineMemoryOpen(machine, limit ? limit : INT64_MAX, error);
}

bool machineMemoryLimit(RelaxMachine *machine, uint64_t limit,
                        RelaxError *error) {
  MachineMemory *memory = machine->memory;
  if (!memory)
    return machineMemoryOpen(machine, limit, error);
  memory->limit = limit;
  if (memory->recompute)
    relaxRecomputeSetBudget(memory->recompute, limit);
  return true;
}

static void countRecompute(MachineMemory *memory) {
  const RelaxRecomputeCounters *counters =
      relaxRecomputeGetCounters(memory->recompute);
  RelaxCounters *last = &memory->machine->last;
  memory->peak = counters->peak;
  last->evictions += counters->evictions;
  last->kernelsRepeated = counters->repeats;
}

void machineMemoryEnd(RelaxMachine *machine) {
  MachineMemory *memory = machine->memory;
  if (!memory)
    return;
  machine->memory = NULL;
  relaxMeterUse(memory->before);
  relaxMeterRetire(memory->meter);
  if (memory->recompute)
    countRecompute(memory);
  machine->last.peakBytes = memory->peak;
  for (ptrdiff_t i = 0; i < arrlen(memory->records); ++i)
    releaseBuffers(&memory->records[i]);
  for (ptrdiff_t i = 0; i < arrlen(memory->storages); ++i)
    relaxStorageRelease(memory->storages[i].memory);
  for (ptrdiff_t i = 0; i < arrlen(memory->spare); ++i)
    relaxStorageRelease(memory->spare[i]);
  relaxRecomputeDestroy(memory->recompute);
  arrfree(memory->records);
  arrfree(memory->storages);
  arrfree(memory->shared);
  arrfree(memory->spare);
  arenaDestroy(memory->arena);
  free(memory);
}
