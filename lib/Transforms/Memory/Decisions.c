//===- Decisions.c - the kernels that a call ran --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/Decisions.h"

#include <stdio.h>
#include <string.h>

static StrRef nextLine(StrRef *text) {
  const char *end = memchr(text->data, '\n', text->length);
  StrRef line = {text->data, end ? (size_t)(end - text->data) : text->length};
  size_t taken = line.length + (end ? 1 : 0);
  text->data += taken;
  text->length -= taken;
  return line;
}

static bool readDecision(Arena *arena, StrRef line, Decision *out) {
  enum { MOST_DIGITS = 9 };
  size_t digits = 0;
  out->number = 0;
  for (; digits < line.length && line.data[digits] >= '0' &&
         line.data[digits] <= '9' && digits <= MOST_DIGITS;
       ++digits)
    out->number = 10 * out->number + (line.data[digits] - '0');
  if (!digits || digits > MOST_DIGITS || digits + 1 >= line.length ||
      line.data[digits] != ' ')
    return false;
  out->kernel = arenaCopyString(
      arena, (StrRef){line.data + digits + 1, line.length - digits - 1});
  return true;
}

static bool fail(StrBuf *message, size_t line, const char *what) {
  strBufAppendFormat(message, "line %zu: %s", line, what);
  return false;
}

bool decisionsRead(Arena *arena, StrRef text, Decisions *out, StrBuf *message) {
  static const char word[] = "function ";
  enum { WORD = sizeof word - 1 };
  size_t lines = 1;
  for (size_t i = 0; i < text.length; ++i)
    lines += text.data[i] == '\n';
  *out = (Decisions){.list = ARENA_ARRAY(arena, Decision, lines)};
  for (size_t number = 1; text.length > 0; ++number) {
    StrRef line = nextLine(&text);
    Decision decision = {.line = number};
    if (!line.length || (line.length > 1 && memcmp(line.data, "//", 2) == 0))
      continue;
    if (!out->function.length) {
      if (line.length <= WORD || memcmp(line.data, word, WORD) != 0)
        return fail(message, number, "expected 'function NAME'");
      out->function = arenaCopyString(
          arena, (StrRef){line.data + WORD, line.length - WORD});
      continue;
    }
    if (!readDecision(arena, line, &decision))
      return fail(message, number,
                  "expected the number of a kernel and its name");
    out->list[out->count++] = decision;
  }
  return out->function.length > 0 ||
         fail(message, 1, "expected 'function NAME'");
}
