//===- CompileTimes.c - where the time of compiling goes ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/CompileTimes.h"

#include <time.h>

double relaxThreadSeconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void relaxCompileTimesLap(double *phase, double *since) {
  double now = relaxThreadSeconds();
  *phase += now - *since;
  *since = now;
}

void relaxCompileTimesAdd(RelaxCompileTimes *sum,
                          const RelaxCompileTimes *part) {
  sum->convert += part->convert;
  sum->translate += part->translate;
  sum->optimize += part->optimize;
  sum->codegen += part->codegen;
  sum->link += part->link;
  sum->kernels += part->kernels;
  sum->cached += part->cached;
  sum->operations += part->operations;
}
