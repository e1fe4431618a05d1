//===- MachineRehearsal.h - what a call takes, before it runs -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime. A call under a limit is rehearsed first: the machine
// runs its instructions, through calls, loops and recursion, and counts what
// they would take, but for kernels and the library, which give results without
// elements. Small kernels whose buffers are all known (extents, counters of
// loops) run, so that most branches are taken as they will be. Where a
// condition is not known, both ways are tried; where an extent is not known, a
// rehearsal ends and is not sure.
//
// What is known is kept by address: elements of what the call did not make are.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINEREHEARSAL_H
#define RELAX_RUNTIME_MACHINEREHEARSAL_H

#include "lib/Runtime/MachineMemory.h"
#include "lib/Runtime/Ops/Library.h"

typedef enum Written {
  WRITTEN_UNKNOWN, // without elements
  WRITTEN_NOT_YET, // a place
  WRITTEN_KNOWN,
} Written;

typedef struct Rehearsal {
  RelaxMachine *machine;
  struct WrittenAt {
    const void *key;
    uint32_t storage;    // its number; another one's is WRITTEN_UNKNOWN
    Written now, before; // before: what lay there when it became a place
    size_t bytes;
  } *written;      // stb_ds map; what is not in it is WRITTEN_UNKNOWN
  uint64_t *bytes; // of a kernel's buffers, a stb_ds array
  // Ways through the call: what was chosen at conditions that are not known.
  struct Choice {
    bool value, isSecond;
  } *choices; // stb_ds array
  ptrdiff_t numTaken;
  struct Seen {
    uint64_t key; // hash of what the machine is in
    char value;
  } *seen;               // stb_ds map
  bool isSeen;           // the way goes on as another one did
  const char *unsure;    // why it ended, or NULL
  uint64_t instructions; // that are left
  uint32_t numLevels;    // plans of the function that has most
  uint64_t writtenOut;   // by the level, which there is no room for; or 0
} Rehearsal;

/// Before the first instruction of a call that has a limit, or has it now:
/// takes the first level that fits. False: none does, which the message says
/// with the least that would.
bool machineRehearse(RelaxMachine *machine, const Fiber *fiber,
                     RelaxError *error);

/// RehearsalValues.c. Without a rehearsal they do nothing, and all is known.
bool rehearsalKnows(const RelaxMachine *machine, const RelaxTensor *tensor);
/// What lies at an address.
struct WrittenAt rehearsalFind(const Rehearsal *rehearsal, const void *data);
void rehearsalSet(Rehearsal *rehearsal, struct WrittenAt entry);
/// A tensor that a kernel will write.
void rehearsalPlace(const RelaxMachine *machine, const RelaxStorage *storage,
                    const void *data);
/// A buffer of the next kernel.
void rehearsalBuffer(const RelaxMachine *machine, const RelaxStorage *storage,
                     const void *data);
void rehearsalWrite(const RelaxMachine *machine, const RelaxTensor *tensor,
                    bool known);
/// `to` has the elements of `from` from now on. False: nothing is to be copied.
bool rehearsalCopies(const RelaxMachine *machine, const RelaxTensor *to,
                     const RelaxTensor *from);
/// RehearsalKernels.c. In the place of running it.
bool rehearsalKernel(RelaxMachine *machine, uint32_t index,
                     const MachineBuffers *buffers, const int64_t *symbols);
bool rehearsalLibrary(Exec *exec, const LibraryFunction *function,
                      LibraryCall *call);
/// RehearsalPaths.c. An element that an instruction goes on by: of a condition
/// that is not known both values are tried. False: the way ends here.
bool rehearsalLoad(const Exec *exec, const RelaxTensor *tensor,
                   uint32_t element, StrRef subject, int64_t *value);
/// The way ends here, always false.
bool rehearsalGiveUp(const Exec *exec, const char *reason);
/// Some row of `source`.
bool rehearsalRow(Exec *exec, const RelaxTensor *source, RelaxTensor *row);
/// What stands for a file.
RelaxStorage *rehearsalFile(Exec *exec, int64_t bytes);

#endif // RELAX_RUNTIME_MACHINEREHEARSAL_H
