//===- Library.c - the op library of the runtime
//----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

static const RelaxLibraryFunction functions[] = {
    {"relax.sort", 1, 1, relaxLibrarySort},
};
enum { NUM_FUNCTIONS = sizeof functions / sizeof *functions };

const RelaxLibraryFunction *relaxLibraryFind(StrRef name) {
  for (size_t i = 0; i < NUM_FUNCTIONS; ++i)
    if (strRefEqual(name, strRefFromC(functions[i].name)))
      return &functions[i];
  return NULL;
}

void relaxLibraryNames(StrBuf *out) {
  for (size_t i = 0; i < NUM_FUNCTIONS; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? ", " : "", functions[i].name);
}
