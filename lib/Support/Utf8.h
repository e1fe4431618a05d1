//===- Utf8.h - letters of UTF-8 texts ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_UTF8_H
#define RELAX_SUPPORT_UTF8_H

#include "lib/Support/StringRef.h"

typedef enum Utf8Case { UTF8_AS_IT_IS, UTF8_LOWER, UTF8_UPPER } Utf8Case;

/// Appends the text with each letter in that case, by the simple mappings of
/// Unicode (letter by letter, the same in every language). Bytes that are no
/// UTF-8 stay.
void utf8AppendCase(StrRef text, Utf8Case to, StrBuf *out);

#endif // RELAX_SUPPORT_UTF8_H
