//===- ProfileReport.c - a profile as a table and as JSON ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"
#include "tools/run/Json.h"
#include "tools/run/Profile.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

static const char noText[] = "there is no text of the kernels, so their work "
                             "is not counted: run the module's text";

/// `-` where the number is not known.
static void appendCount(StrBuf *out, int width, bool known, uint64_t value) {
  if (known)
    strBufAppendFormat(out, " %*" PRIu64, width, value);
  else
    strBufAppendFormat(out, " %*s", width, "-");
}

static void appendRate(StrBuf *out, int width, bool known, double value,
                       const char *unit) {
  char text[32];
  snprintf(text, sizeof text, "%.1f%s", value, unit);
  strBufAppendFormat(out, " %*s", width, known ? text : "-");
}

static void appendRow(StrBuf *out, const RunProfileRow *row,
                      const RunLimits *limits, double whole) {
  double seconds = row->seconds > 0 ? row->seconds : 1e-9;
  double operations = (double)row->multiplyAdds / seconds,
         bytes = (double)row->bytes / seconds;
  strBufAppendFormat(out, "%11.4f %5.1f%% %7" PRIu64, 1e3 * row->seconds,
                     whole > 0 ? 100 * row->seconds / whole : 0, row->calls);
  appendCount(out, 15, row->counted, row->multiplyAdds);
  appendCount(out, 13, row->moved, row->bytes);
  appendRate(out, 8, row->counted, 2e-9 * operations, "");
  appendRate(out, 7, row->moved, 1e-9 * bytes, "");
  appendRate(out, 7, row->counted && limits->known,
             100 * operations / limits->multiplyAdds, "%");
  appendRate(out, 9, row->moved && limits->known, 100 * bytes / limits->bytes,
             "%");
  strBufAppendFormat(out, "  %s%s\n", row->name,
                     row->library   ? " (library)"
                     : row->load    ? " (load)"
                     : row->prelude ? " (prelude)"
                                    : "");
}

static void print(const RunProfileRow *rows, const RunLimits *limits,
                  bool hasText) {
  StrBuf out = {0};
  double whole = 0;
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i)
    whole += rows[i].seconds;
  strBufAppendFormat(&out, "profile: %.4f ms in kernels and library calls\n",
                     1e3 * whole);
  if (limits->known)
    strBufAppendFormat(&out,
                       "profile: limits measured in this process, f32, threads "
                       "%d: %.1f GFLOP/s, %.1f GB/s read from memory\n",
                       limits->threads, 2e-9 * limits->multiplyAdds,
                       1e-9 * limits->bytes);
  if (!hasText)
    strBufAppendFormat(&out, "profile: %s\n", noText);
  strBufAppendC(&out, "    time ms   share   calls   multiply-adds         "
                      "bytes  GFLOP/s    GB/s of peak of memory  kernel\n");
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i)
    appendRow(&out, &rows[i], limits, whole);
  fputs(strBufText(&out), stderr);
  strBufFree(&out);
}

static void addNumber(cJSON *object, const char *name, bool known,
                      double value) {
  if (known)
    cJSON_AddNumberToObject(object, name, value);
  else
    cJSON_AddNullToObject(object, name);
}

static cJSON *rowObject(const RunProfileRow *row) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "name", row->name);
  cJSON_AddStringToObject(object, "kind", row->library ? "library" : "kernel");
  cJSON_AddStringToObject(object, "phase", row->load ? "load" : "call");
  if (row->prelude)
    cJSON_AddBoolToObject(object, "prelude", true);
  cJSON_AddNumberToObject(object, "calls", (double)row->calls);
  cJSON_AddNumberToObject(object, "seconds", row->seconds);
  addNumber(object, "multiply_adds", row->counted, (double)row->multiplyAdds);
  addNumber(object, "bytes", row->moved, (double)row->bytes);
  return object;
}

static bool write(const RunProfileRow *rows, const RunLimits *limits,
                  bool hasText, const char *path) {
  cJSON *root = cJSON_CreateObject();
  cJSON *machine = cJSON_AddObjectToObject(root, "limits");
  cJSON_AddStringToObject(machine, "source", "measured");
  cJSON_AddNumberToObject(machine, "threads", limits->threads);
  addNumber(machine, "multiply_adds_per_s", limits->known,
            limits->multiplyAdds);
  addNumber(machine, "bytes_per_s", limits->known, limits->bytes);
  if (!hasText)
    cJSON_AddStringToObject(root, "note", noText);
  cJSON *list = cJSON_AddArrayToObject(root, "kernels");
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i)
    cJSON_AddItemToArray(list, rowObject(&rows[i]));
  return runWriteJson(root, path);
}

bool runProfileReport(RunProfile *profile, BridgeSession session,
                      const RunEngine *engine, const RunEngineOptions *options,
                      const char *path) {
  MlirOperation lowered = runEngineLowered(engine);
  RunProfileRow *rows = runProfileRows(profile);
  RunLimits limits =
      runLimitsMeasure(bridgeSessionContext(session), lowered, options);
  bool hasText = lowered.ptr != NULL;
  fflush(stdout); // results stand before it where both are one stream
  print(rows, &limits, hasText);
  bool good = !*path || write(rows, &limits, hasText, path);
  arrfree(rows);
  return good;
}
