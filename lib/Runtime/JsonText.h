//===- JsonText.h - the words of a JSON text ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime: one word after the other, so that who reads decides
// how deep it goes. (cJSON recurses, and stops at a depth of 1000.)
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_JSONTEXT_H
#define RELAX_RUNTIME_JSONTEXT_H

#include "lib/Runtime/Error.h"

typedef struct JsonText {
  StrRef text;
  size_t at;
  RelaxError *error;
} JsonText;

/// The next character that is no blank, without reading it; 0 at the end.
char jsonPeek(JsonText *json);
/// Reads that character, or fails with what is there instead.
bool jsonExpect(JsonText *json, char c);
/// Fails: `line 2, character 7: expected WHAT, got ...`.
bool jsonFail(JsonText *json, const char *what);
/// A string without its escapes, appended to `*out`.
bool jsonString(JsonText *json, StrBuf *out);
/// A number, `true` or `false` as it stands there.
bool jsonWord(JsonText *json, StrRef *out);
/// Appends a string with its quotes and escapes.
void jsonPrintString(StrRef text, StrBuf *out);

#endif // RELAX_RUNTIME_JSONTEXT_H
