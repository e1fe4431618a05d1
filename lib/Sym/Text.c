//===- Text.c - tokens out of raw text ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Lexes as MLIR does: the same bare identifiers (with '.' and '$'), decimal
// integers of at most 63 bits, comments from `//` to the end of the line.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <string.h>

static bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c) || c == '.' || c == '$';
}

static void skipSpace(SymText *text) {
  StrRef t = text->text;
  for (;;) {
    while (text->position < t.length && isSpace(t.data[text->position]))
      ++text->position;
    if (t.length - text->position < 2 || t.data[text->position] != '/' ||
        t.data[text->position + 1] != '/')
      return;
    while (text->position < t.length && t.data[text->position] != '\n')
      ++text->position;
  }
}

static bool textPunct(void *state, char c) {
  SymText *text = state;
  skipSpace(text);
  if (text->position == text->text.length ||
      text->text.data[text->position] != c)
    return false;
  ++text->position;
  return true;
}

static StrRef peekIdentifier(SymText *text) {
  skipSpace(text);
  size_t end = text->position;
  const char *data = text->text.data;
  if (end < text->text.length && isNameStart(data[end]))
    while (end < text->text.length && isNamePart(data[end]))
      ++end;
  StrRef name = {data + text->position, end - text->position};
  return name;
}

static bool textIdentifier(void *state, StrRef *out) {
  SymText *text = state;
  *out = peekIdentifier(text);
  text->position += out->length;
  return out->length != 0;
}

static bool textKeyword(void *state, const char *word) {
  SymText *text = state;
  StrRef next = peekIdentifier(text);
  if (!strRefEqual(next, strRefFromC(word)))
    return false;
  text->position += next.length;
  return true;
}

static const char *textLoc(void *state) {
  SymText *text = state;
  skipSpace(text);
  return text->text.data + text->position;
}

static void textError(void *state, const char *loc, const char *message) {
  SymText *text = state;
  if (text->message.length != 0)
    return;
  strBufAppendC(&text->message, message);
  text->errorOffset = (size_t)(loc - text->text.data);
}

static int textInteger(void *state, int64_t *out) {
  SymText *text = state;
  const char *start = textLoc(state);
  const char *end = text->text.data + text->text.length, *at = start;
  int64_t value = 0;
  bool overflow = false;
  for (; at < end && isDigit(*at); ++at)
    overflow |= __builtin_mul_overflow(value, (int64_t)10, &value) ||
                __builtin_add_overflow(value, (int64_t)(*at - '0'), &value);
  if (at == start)
    return 0;
  if (overflow) {
    textError(state, start, "integer value too large");
    return -1;
  }
  text->position += (size_t)(at - start);
  *out = value;
  return 1;
}

SymTokens symTokensFromText(SymText *text) {
  if (!text->text.data)
    text->text.data = ""; // no arithmetic on null pointers
  return (SymTokens){.state = text,
                     .punct = textPunct,
                     .identifier = textIdentifier,
                     .keyword = textKeyword,
                     .integer = textInteger,
                     .loc = textLoc,
                     .error = textError};
}

bool symTextAtEnd(SymText *text) {
  skipSpace(text);
  return text->position == text->text.length;
}
