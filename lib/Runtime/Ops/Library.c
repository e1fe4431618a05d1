//===- Library.c - the table of the op library ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ANY = UINT32_MAX };

static const LibraryFunction functions[] = {
#define LIBRARY(name, leastIn, mostIn, leastOut, mostOut, Function, rehearse)  \
  {"relax." #name, leastIn,           mostIn,  leastOut,                       \
   mostOut,        library##Function, rehearse},
#include "lib/Runtime/Ops/Library.def"
#undef LIBRARY
};
enum { NUM_FUNCTIONS = sizeof functions / sizeof *functions };

static int compareName(const void *key, const void *element) {
  const LibraryFunction *function = element;
  return strRefCompare(*(const StrRef *)key, strRefFromC(function->name));
}

const LibraryFunction *libraryFind(StrRef name) {
  return bsearch(&name, functions, NUM_FUNCTIONS, sizeof *functions,
                 compareName);
}

void libraryNames(StrBuf *out) {
  for (size_t i = 0; i < NUM_FUNCTIONS; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? ", " : "", functions[i].name);
}

static void appendRange(StrBuf *out, uint32_t least, uint32_t most,
                        const char *what) {
  strBufAppendFormat(out, "%" PRIu32, least);
  if (most == ANY)
    strBufAppendC(out, " or more");
  else if (most > least)
    strBufAppendFormat(out, " to %" PRIu32, most);
  strBufAppendFormat(out, " %s%s", what, least == 1 && most == 1 ? "" : "s");
}

static bool wrongNumbers(const LibraryFunction *function,
                         const LibraryCall *call) {
  StrBuf text = {0};
  appendRange(&text, function->minInputs, function->maxInputs, "input");
  strBufAppendC(&text, " and ");
  appendRange(&text, function->minOutputs, function->maxOutputs, "result");
  relaxFail(call->error, "expected %s, got %" PRIu32 " and %" PRIu32,
            strBufText(&text), call->numInputs, call->numOutputs);
  strBufFree(&text);
  return false;
}

static bool fits(uint32_t count, uint32_t least, uint32_t most) {
  return least <= count && count <= most;
}

bool libraryRun(const LibraryFunction *function, LibraryCall *call) {
  if (!fits(call->numInputs, function->minInputs, function->maxInputs) ||
      !fits(call->numOutputs, function->minOutputs, function->maxOutputs))
    return wrongNumbers(function, call);
  return call->rehearsed ? function->rehearse(call) : function->call(call);
}
