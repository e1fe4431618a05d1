//===- Error.c - errors as values -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/// Appends a printf text of any length.
static void appendArguments(StrBuf *buf, const char *format, va_list args) {
  char small[512];
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(small, sizeof small, format, args);
  if (length >= (int)sizeof small) {
    char *text = malloc((size_t)length + 1);
    if (text) { // else the first 511 characters must do
      vsnprintf(text, (size_t)length + 1, format, again);
      strBufAppend(buf, (StrRef){text, (size_t)length});
      free(text);
      va_end(again);
      return;
    }
  }
  va_end(again);
  strBufAppendC(buf, length < 0 ? format : small);
}

bool relaxFail(RelaxError *error, const char *format, ...) {
  if (!error || relaxErrorIsSet(error))
    return false;
  va_list args;
  va_start(args, format);
  appendArguments(&error->message, format, args);
  va_end(args);
  return false;
}

bool relaxErrorContext(RelaxError *error, const char *format, ...) {
  if (!error)
    return false;
  StrBuf whole = {0};
  va_list args;
  va_start(args, format);
  appendArguments(&whole, format, args);
  va_end(args);
  strBufAppendC(&whole, ": ");
  strBufAppendC(&whole, relaxErrorText(error));
  strBufFree(&error->message);
  error->message = whole;
  return false;
}

bool relaxErrorIsSet(const RelaxError *error) {
  return error->message.length != 0;
}

const char *relaxErrorText(const RelaxError *error) {
  return strBufText(&error->message);
}

void relaxErrorFree(RelaxError *error) {
  strBufFree(&error->message);
  strBufFree(&error->weight);
}
