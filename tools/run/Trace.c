//===- Trace.c - kernel times for chrome://tracing ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Trace.h"
#include "tools/run/Call.h"
#include "tools/run/Json.h"

#include <cjson/cJSON.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

void runTraceEvent(void *user, const RelaxTraceEvent *event) {
  RunTrace *trace = user;
  RunTraceEvent kept = {strdup(event->name), event->library, event->begin,
                        event->end};
  arrput(trace->events, kept);
}

bool runTraceWrite(const RunTrace *trace, const char *path) {
  cJSON *root = cJSON_CreateObject();
  cJSON *events = cJSON_AddArrayToObject(root, "traceEvents");
  for (ptrdiff_t i = 0; i < arrlen(trace->events); ++i) {
    const RunTraceEvent *event = &trace->events[i];
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", event->name);
    cJSON_AddStringToObject(item, "cat", event->library ? "library" : "kernel");
    cJSON_AddStringToObject(item, "ph", "X");
    cJSON_AddNumberToObject(item, "ts", (double)event->begin / 1e3);
    cJSON_AddNumberToObject(item, "dur",
                            (double)(event->end - event->begin) / 1e3);
    cJSON_AddNumberToObject(item, "pid", 1);
    cJSON_AddNumberToObject(item, "tid", 1);
    cJSON_AddItemToArray(events, item);
  }
  return runWriteJson(root, path);
}

void runTraceFree(RunTrace *trace) {
  for (ptrdiff_t i = 0; i < arrlen(trace->events); ++i)
    free(trace->events[i].name);
  arrfree(trace->events);
}
