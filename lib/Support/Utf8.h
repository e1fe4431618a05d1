//===- Utf8.h - letters of UTF-8 texts ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_UTF8_H
#define RELAX_SUPPORT_UTF8_H

#include "lib/Support/StringRef.h"

/// The code point at the front of a text that is not empty, and its bytes: 0 if
/// these are no UTF-8 (cut off, too long, a surrogate, above U+10FFFF).
size_t utf8Decode(StrRef text, uint32_t *point);
/// Appends a code point.
void utf8Append(uint32_t point, StrBuf *out);
/// The bytes at the front that are UTF-8.
size_t utf8ValidLength(StrRef text);

typedef enum Utf8Case { UTF8_AS_IT_IS, UTF8_LOWER, UTF8_UPPER } Utf8Case;

/// Appends the text with each letter in that case, by the simple mappings of
/// Unicode (letter by letter, the same in every language). Bytes that are no
/// UTF-8 stay.
void utf8AppendCase(StrRef text, Utf8Case to, StrBuf *out);

#endif // RELAX_SUPPORT_UTF8_H
