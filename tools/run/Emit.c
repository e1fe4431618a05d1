//===- Emit.c - what a program hands out while it runs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ValueText.h"
#include "tools/run/Execute.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool runEmit(void *user, StrRef name, const RelaxTensor *value,
             RelaxError *error) {
  const RunSession *session = user;
  if (session->silent)
    return true;
  if (session->text && strRefEqual(name, strRefFromC("token")))
    return runTextToken(session->text, value, error);
  runProgressHide(session->progress);
  StrBuf text = {0};
  relaxValuePrint(value, -1, &text);
  if (session->emitted) { // of several calls: each by itself, when all are done
    strBufAppendFormat(&session->emitted[runEngineRunningCall(session->engine)],
                       "%.*s = %s\n", (int)name.length, name.data,
                       strBufText(&text));
    strBufFree(&text);
    return true;
  }
  printf("%.*s = %s\n", (int)name.length, name.data, strBufText(&text));
  strBufFree(&text);
  runProgressShow(session->progress, "running", 0);
  // Whoever reads a pipe wants it now; a closed one ends the call.
  return fflush(stdout) == 0 ||
         relaxFail(error, "cannot write the standard output: %s",
                   strerror(errno));
}
