//===- RehearsalKernels.h - a kernel that is rehearsed --------------------===//
//---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to RehearsalKernels.c and RehearsalConditions.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_REHEARSALKERNELS_H
#define RELAX_RUNTIME_REHEARSALKERNELS_H

#include "lib/Runtime/MachineRehearsal.h"

/// Of all buffers of one that runs, in bytes.
enum { SMALL_KERNEL = 4096 };

typedef struct RehearsedKernel {
  RelaxMachine *machine;
  uint32_t index; // of the kernel
  void **data;    // of its buffers
  const int64_t *symbols;
  uint64_t *bytes; // of them
  uint32_t count;
  const MachineKernelNote *note;
} RehearsedKernel;

/// How it reads a buffer: a letter (RELAX_READS_PREFIX).
static inline char rehearsedReads(const RehearsedKernel *call,
                                  uint32_t buffer) {
  return call->note->reads ? call->note->reads[buffer] : 'r';
}

/// It takes only the extents of this buffer.
static inline bool rehearsedIsUnread(const RehearsedKernel *call,
                                     uint32_t buffer) {
  return rehearsedReads(call, buffer) == '-';
}

static inline struct WrittenAt rehearsedAt(const RehearsedKernel *call,
                                           uint32_t buffer) {
  return rehearsalFind(call->machine->rehearsal, call->data[buffer]);
}

/// RehearsalConditions.c. A condition comes out the same whatever lies in what
/// is not known; it has been written.
bool rehearsalDecides(const RehearsedKernel *call);

#endif // RELAX_RUNTIME_REHEARSALKERNELS_H
