//===- Trace.h - kernel times for chrome://tracing ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_TRACE_H
#define RELAX_TOOLS_RUN_TRACE_H

#include "lib/Runtime/Machine.h"

typedef struct RunTraceEvent {
  char *name;
  bool library;
  int64_t begin, end; // ns, CLOCK_MONOTONIC
} RunTraceEvent;

typedef struct RunTrace {
  RunTraceEvent *events; // stb_ds array
} RunTrace;

/// The machine's trace hook; `user` is a RunTrace.
void runTraceEvent(void *user, const RelaxTraceEvent *event);
/// False after one message.
bool runTraceWrite(const RunTrace *trace, const char *path);
void runTraceFree(RunTrace *trace);

#endif // RELAX_TOOLS_RUN_TRACE_H
