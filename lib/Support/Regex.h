//===- Regex.h - regular expressions --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Expressions as RE2 has them (https://github.com/google/re2/wiki/Syntax), by
// the automaton of PCRE2: no references back and no looking around, so time
// grows with the text and not with what could be tried. Texts and expressions
// are UTF-8. A compiled expression may be used by several threads.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_REGEX_H
#define RELAX_SUPPORT_REGEX_H

#include "lib/Support/StringRef.h"

typedef struct Regex Regex;

/// NULL after appending why to `error`.
Regex *regexCompile(StrRef pattern, StrBuf *error);
void regexFree(Regex *regex);
/// Does it match the text from its first to its last byte? False after
/// appending to `error` if that cannot be said.
bool regexMatchesAll(const Regex *regex, StrRef text, bool *matches,
                     StrBuf *error);

#endif // RELAX_SUPPORT_REGEX_H
