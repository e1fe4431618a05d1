//===- Json.c - reports for scripts ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Json.h"
#include "lib/Runtime/File.h"
#include "tools/run/Call.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

bool runWriteJson(cJSON *root, const char *path) {
  char *text = cJSON_PrintUnformatted(root);
  cJSON_Delete(root);
  RelaxError error = {0};
  StrRef piece = strRefFromC(text);
  bool good = relaxFileWrite(path, &piece, 1, &error);
  if (!good)
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  free(text);
  return good;
}
