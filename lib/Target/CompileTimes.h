//===- CompileTimes.h - where the time of compiling goes ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_COMPILETIMES_H
#define RELAX_TARGET_COMPILETIMES_H

#include <stdint.h>

/// Seconds of processor time, summed over the threads, and counts.
typedef struct RelaxCompileTimes {
  double convert;      // kernels to the LLVM dialect
  double translate;    // to LLVM IR
  double optimize;     // passes of LLVM
  double codegen;      // machine code
  double link;         // into this process
  uint64_t kernels;    // that were compiled
  uint64_t cached;     // that a cache had
  uint64_t operations; // their instructions in LLVM IR after the passes
} RelaxCompileTimes;

void relaxCompileTimesAdd(RelaxCompileTimes *sum,
                          const RelaxCompileTimes *part);
/// Adds to `*phase` the processor time of this thread since `*since`, which
/// becomes now. Phases follow each other: the first `since` is
/// `relaxThreadSeconds()`.
void relaxCompileTimesLap(double *phase, double *since);
double relaxThreadSeconds(void);

#endif // RELAX_TARGET_COMPILETIMES_H
