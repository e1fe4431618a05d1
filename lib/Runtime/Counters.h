//===- Counters.h - what a call did ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Kept by the machine for the last call, for all calls and for the prepare
// function (Machine.h). `relax-run --counters` prints them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_COUNTERS_H
#define RELAX_RUNTIME_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxCounters {
  uint64_t kernelsRun;
  uint64_t libraryCalls;      // calls of the op library
  uint64_t regionsRun;        // by a back end
  uint64_t regionsLeft;       // by our own kernels in its place
  uint64_t arenaBytes;        // bytes that STORAGE allocated
  uint64_t arenaAllocations;  // ... and how often: not where it could reuse
  uint64_t resultBytes;       // of ALLOC, CONSTRUCT and state that grows
  uint64_t resultAllocations; // how often
  uint64_t activationBytes;   // that STORAGE and ALLOC gave, new or not
  uint64_t bytesCopied;       // by COPY, APPEND and UPDATE, not by kernels
  uint64_t instructions;
  // Of calls under a limit or with a heuristic (Machine.h).
  uint64_t peakBytes; // most that was there at once
  uint64_t evictions;
  uint64_t kernelsRepeated; // kernels that ran again
  // To and from files (SecondMemory.h).
  uint64_t bytesWrittenOut, bytesReadBack;
  uint64_t deferred;      // calls that DEFER noted
  uint64_t batches;       // in which they ran
  uint64_t launches;      // calls of functions for that: more where one failed
  uint64_t bytesGathered; // moved so that others find it where they look
  uint64_t *arms; // taken, per arm of the program (`RelaxProgram::arms`)
  size_t numArms;
} RelaxCounters;

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_COUNTERS_H
