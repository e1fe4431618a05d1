//===- Fail.c - what relax-run says when it fails -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Tool.h"
#include "tools/run/Call.h"

#include <stdarg.h>

bool runFail(const char *format, ...) {
  va_list arguments;
  StrBuf text = {0};
  va_start(arguments, format);
  strBufAppendFormatV(&text, format, arguments);
  va_end(arguments);
  bridgeToolError("relax-run", strBufText(&text));
  strBufFree(&text);
  return false;
}

bool runCallFailed(size_t number, size_t all) {
  return runFail("call %zu of %zu failed", number, all);
}
