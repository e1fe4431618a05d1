//===- Text.c - texts in an arena -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Text.h"

StrRef arenaKeep(Arena *arena, StrBuf *text) {
  StrRef kept =
      arenaCopyString(arena, (StrRef){strBufText(text), text->length});
  strBufFree(text);
  return kept;
}

StrRef arenaFormat(Arena *arena, const char *format, ...) {
  StrBuf text = {0};
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(&text, format, arguments);
  va_end(arguments);
  return arenaKeep(arena, &text);
}
