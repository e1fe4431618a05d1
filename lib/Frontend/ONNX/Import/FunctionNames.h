//===- FunctionNames.h - names for the values of calls --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONNAMES_H
#define RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONNAMES_H

#include "lib/Support/Arena.h"

typedef struct UsedName {
  char *key;    // a name of the graph, borrowed
  size_t value; // the next number behind it
} UsedName;

typedef struct FunctionNames {
  Arena *arena;
  UsedName *used; // a stb_ds string map
} FunctionNames;

/// Notes a name of the graph; `names` is a FunctionNames (onnxWalkNames).
void functionNameUse(const char *name, void *names);
/// `call/name`, or the end of it where it is long.
char *functionNameJoin(FunctionNames *names, const char *call,
                       const char *name);
/// The same as a name that no value of the graph has.
char *functionNameFresh(FunctionNames *names, const char *call,
                        const char *name);
void functionNamesFree(FunctionNames *names);

#endif // RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONNAMES_H
