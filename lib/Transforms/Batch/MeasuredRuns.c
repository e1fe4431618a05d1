//===- MeasuredRuns.c - how often programs ran ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/MeasuredRuns.h"
#include "lib/Runtime/File.h"
#include "lib/Support/Map.h"

#include <cjson/cJSON.h>
#include <stb/stb_ds.h>

static bool isCall(const cJSON *row) {
  const cJSON *phase = cJSON_GetObjectItemCaseSensitive(row, "phase");
  return cJSON_IsString(phase) &&
         strRefEqual(strRefFromC(phase->valuestring), strRefFromC("call"));
}

/// False where the text is none of a profile.
static bool readRows(const cJSON *root, MeasuredRuns **runs) {
  const cJSON *rows = cJSON_GetObjectItemCaseSensitive(root, "kernels"), *row;
  bool good = cJSON_IsArray(rows);
  for (row = good ? rows->child : NULL; row && good; row = row->next) {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(row, "name"),
                *calls = cJSON_GetObjectItemCaseSensitive(row, "calls");
    good = cJSON_IsString(name) && cJSON_IsNumber(calls) &&
           calls->valuedouble >= 0 && calls->valuedouble < 9e15;
    if (good && isCall(row))
      shput(*runs, name->valuestring, (int64_t)calls->valuedouble);
    else if (good && !strMapEntry(*runs, name->valuestring))
      shput(*runs, name->valuestring, 1);
  }
  return good;
}

bool measuredRunsRead(MlirOperation op, const char *path, MeasuredRuns **runs) {
  StrBuf text = {0};
  RelaxError error = {0};
  sh_new_strdup(*runs);
  bool good = relaxFileRead(path, &text, &error);
  if (!good) {
    bridgeEmitOpError(op, "%s", relaxErrorText(&error));
  } else {
    cJSON *root = cJSON_ParseWithLength(text.data, text.length);
    good = root && readRows(root, runs);
    if (!good)
      bridgeEmitOpError(op, "'%s' is no profile of 'relax-run --profile'",
                        path);
    cJSON_Delete(root);
  }
  relaxErrorFree(&error);
  strBufFree(&text);
  return good;
}
