//===- Text.h - words, and texts in an arena ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_TEXT_H
#define RELAX_SUPPORT_TEXT_H

#include "lib/Support/Arena.h"

/// Is it this word?
static inline bool strRefIs(StrRef text, const char *word) {
  return strRefEqual(text, strRefFromC(word));
}

/// The two arguments of "%.*s".
#define SPREAD(text) (int)(text).length, (text).data

/// Moves a text to the arena: the buffer is empty then.
StrRef arenaKeep(Arena *arena, StrBuf *text);
/// What `printf` would write, in the arena.
StrRef arenaFormat(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif // RELAX_SUPPORT_TEXT_H
