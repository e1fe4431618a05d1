//===- MachineMemory.h - a call under a limit ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime. While a call runs, its storages are counted; what is
// made beyond the limit ends it with an error. Where the options have a
// heuristic, kernels' results outside of arenas are handles of Recompute.h:
// they are computed when a kernel or somebody else reads them, evicted where
// room is needed, and computed again.
//
// A handle without a tensor is a place: `alloc` makes it and the first kernel
// that gets it writes it. Whoever does not know handles (most instructions, the
// library, the caller) gets a real tensor, which stays for as long as somebody
// has it. A kernel with a buffer in an arena is not recorded, for arenas
// change.
//
// Costs are bytes that an operator reads and writes, not times: so equal calls
// evict the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINEMEMORY_H
#define RELAX_RUNTIME_MACHINEMEMORY_H

#include "lib/Runtime/MachineState.h"
#include "lib/Runtime/Recompute/Recompute.h"
#include "lib/Support/Arena.h"

#define MACHINE_NONE UINT32_MAX

/// Shared by the registers that hold the value.
struct MachineHandle {
  MachineMemory *memory;
  uint32_t tensor;       // of Recompute.h; MACHINE_NONE: a place
  uint32_t registers;    // that hold it
  RelaxStorage *storage; // of a place that somebody wanted as a real tensor
};

/// A buffer of a kernel that may run again: memory of somebody else, or a
/// tensor.
typedef struct RecordBuffer {
  void *data;
  RelaxStorage *storage; // NULL: a tensor
  uint32_t tensor;
} RecordBuffer;

/// What an operator does.
typedef struct Record {
  uint32_t kernel; // MACHINE_NONE: a view of its only buffer
  uint32_t number; // of kernels
  uint32_t numBuffers, numSymbols, firstOutput, numOutputs;
  RecordBuffer *buffers;
  int64_t *symbols;
} Record;

typedef struct HandleStorage {
  RelaxStorage *memory; // NULL: not material
  bool shared;          // locked, for others have the memory
} HandleStorage;

struct MachineMemory {
  RelaxMachine *machine;
  RelaxMeter *meter, *before;
  uint64_t limit, used, peak; // without a heuristic
  RelaxError *error;
  RelaxRecompute *recompute; // NULL: no heuristic
  Arena *arena;
  bool failed;     // only freeing is left
  bool onlyCounts; // a workspace: it is not given
  uint32_t level;  // of all functions, as their last one has less: 1 + its
                   // number; 0: as formulas say
  const char
      *unsure; // why nobody knows what the call takes; NULL: that is known
  uint32_t numTensors, numKernels;
  uint64_t spareBytes;
  uint64_t pending; // of results that a kernel writes now
  // stb_ds arrays
  Record *records;         // of operators
  HandleStorage *storages; // of storages
  RelaxStorage **spare;    // evicted ones of some size, for others of that size
  uint32_t *shared;        // tensors of those that are
};

static inline bool execHasHandles(const Exec *exec) {
  return exec->machine->memory && exec->machine->memory->recompute;
}

/// Nothing is made then that was not asked for.
static inline bool execIsLimited(const Exec *exec) {
  return exec->machine->memory && exec->machine->memory->limit != INT64_MAX;
}

/// Before and behind a call; nothing where there is neither limit nor
/// heuristic.
bool machineMemoryBegin(RelaxMachine *machine, RelaxError *error);
/// The same with a limit.
bool machineMemoryOpen(RelaxMachine *machine, uint64_t limit,
                       RelaxError *error);
/// From now on in this call, which has had none.
bool machineMemoryLimit(RelaxMachine *machine, uint64_t limit,
                        RelaxError *error);
void machineMemoryEnd(RelaxMachine *machine);

/// Fails where the status is not good, with what would have been needed.
bool machineCheckStatus(MachineMemory *memory, RelaxRecomputeStatus status);
/// Storages that others had may be evicted again once they have not. It is
/// looked for if there are few, or if there is no room for so many bytes.
void machineTakeBack(MachineMemory *memory, uint64_t bytes);
static inline uint32_t machineStorageOf(const MachineMemory *memory,
                                        uint32_t tensor) {
  return relaxRecomputeStorageOf(memory->recompute, tensor);
}

/// MachineHandles.c.
void machineHandleRelease(MachineHandle *handle);
/// Makes the value of a register a real tensor, if it is a handle.
bool machineResolve(MachineMemory *memory, Value *value);
/// A place for a tensor of that type; it must be stored (DType.h).
Value machinePlace(MachineMemory *memory, const RelaxTensor *type);
/// A view of a handle with a tensor, computed when it is read.
bool machineViewHandle(MachineMemory *memory, const RelaxTensor *type,
                       const MachineHandle *of, Value *out);
/// Announces and runs a kernel with as many new results as it gets places.
/// Other buffers are handles with tensors, or tensors that no one changes.
bool machineRunRecorded(MachineMemory *memory, uint32_t kernel,
                        const Value *registers, const RelaxOperand *buffers,
                        const int64_t *symbols, uint32_t numSymbols);

/// MachineRecord.c: kernels on handles. `*recorded`: it ran; else all its
/// buffers are real tensors now.
bool execKernelOnHandles(Exec *exec, uint32_t kernel,
                         const RelaxOperand *buffers, const int64_t *symbols,
                         uint32_t numSymbols, bool *recorded);

#endif // RELAX_RUNTIME_MACHINEMEMORY_H
