//===- FunctionNames.c - names for the values of calls --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/FunctionNames.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Names only have to differ and to say something.
enum { MAX_NAME = 512 };

void functionNameUse(const char *name, void *names) {
  shput(((FunctionNames *)names)->used, (char *)name, 0);
}

char *functionNameJoin(FunctionNames *names, const char *call,
                       const char *name) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s/%s", call, name);
  size_t cut = text.length > MAX_NAME ? text.length - MAX_NAME : 0;
  StrRef joined = {text.data + cut, text.length - cut};
  joined = arenaCopyString(names->arena, joined);
  strBufFree(&text);
  return (char *)joined.data;
}

char *functionNameFresh(FunctionNames *names, const char *call,
                        const char *name) {
  char *base = functionNameJoin(names, call, name), *result = base;
  StrBuf text = {0};
  ptrdiff_t found = strMapFind(names->used, base);
  while (strMapFind(names->used, result) >= 0) {
    text.length = 0;
    strBufAppendFormat(&text, "%s_%zu", base, names->used[found].value++);
    StrRef numbered = {text.data, text.length};
    result = (char *)arenaCopyString(names->arena, numbered).data;
  }
  strBufFree(&text);
  shput(names->used, result, 0);
  return result;
}

void functionNamesFree(FunctionNames *names) { shfree(names->used); }
