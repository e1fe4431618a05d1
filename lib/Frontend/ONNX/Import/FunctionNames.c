//===- FunctionNames.c - names for the values of calls --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/FunctionNames.h"
#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Names only have to differ and to say something.
enum { MAX_NAME = 512 };

void functionNameUse(const char *name, void *names) {
  shput(((FunctionNames *)names)->used, (char *)name, 0);
}

char *functionNameJoin(FunctionNames *names, const char *call,
                       const char *name) {
  StrRef text = arenaFormat(names->arena, "%s/%s", call, name);
  return (char *)text.data +
         (text.length > MAX_NAME ? text.length - MAX_NAME : 0);
}

char *functionNameFresh(FunctionNames *names, const char *call,
                        const char *name) {
  char *base = functionNameJoin(names, call, name), *result = base;
  ptrdiff_t found = strMapFind(names->used, base);
  while (strMapFind(names->used, result) >= 0)
    result = (char *)arenaFormat(names->arena, "%s_%zu", base,
                                 names->used[found].value++)
                 .data;
  shput(names->used, result, 0);
  return result;
}

void functionNamesFree(FunctionNames *names) { shfree(names->used); }
