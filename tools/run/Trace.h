//===- Trace.h - kernel times for chrome://tracing ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_TRACE_H
#define RELAX_TOOLS_RUN_TRACE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct RunTraceEvent {
  char *kernel;
  int64_t begin, end; // ns, CLOCK_MONOTONIC
} RunTraceEvent;

typedef struct RunTrace {
  RunTraceEvent *events; // stb_ds array
} RunTrace;

/// The machine's trace hook; `user` is a RunTrace.
void runTraceKernel(void *user, const char *kernel, int64_t begin, int64_t end);
/// False after one message.
bool runTraceWrite(const RunTrace *trace, const char *path);
void runTraceFree(RunTrace *trace);

#endif // RELAX_TOOLS_RUN_TRACE_H
