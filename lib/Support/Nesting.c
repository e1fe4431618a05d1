//===- Nesting.c - how deeply a text nests --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Nesting.h"

#include <stdint.h>
#include <string.h>

typedef struct Nesting {
  char closing[TEXT_MAX_NESTING]; // what each open bracket waits for
  size_t depth;
  size_t minuses; // in a row: each is a level of an expression
  size_t terms;   // plus and minus signs since something that ends a sum
} Nesting;

/// The offset behind the string that begins at `at`; a line ends it as well.
static size_t skipString(StrRef text, size_t at) {
  for (++at; at < text.length; ++at) {
    if (text.data[at] == '\\')
      ++at;
    else if (text.data[at] == '"' || text.data[at] == '\n')
      return at + 1;
  }
  return text.length;
}

static size_t skipLine(StrRef text, size_t at) {
  while (at < text.length && text.data[at] != '\n')
    ++at;
  return at;
}

static bool isAt(StrRef text, size_t at, char first, char second) {
  return text.data[at] == first && at + 1 < text.length &&
         text.data[at + 1] == second;
}

static void closeBracket(Nesting *nesting, char bracket) {
  size_t depth = nesting->depth;
  while (depth > 0 && nesting->closing[depth - 1] != bracket &&
         nesting->closing[depth - 1] == '>')
    --depth;
  if (depth > 0 && nesting->closing[depth - 1] == bracket)
    nesting->depth = depth - 1;
}

/// False if the character opens one bracket too many.
static bool visit(Nesting *nesting, char c) {
  char closing = c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>';
  switch (c) {
  case '(':
  case '[':
  case '{':
  case '<':
    if (nesting->depth == TEXT_MAX_NESTING)
      return false;
    nesting->closing[nesting->depth++] = closing;
    return true;
  case ')':
  case ']':
  case '}':
  case '>':
    closeBracket(nesting, c);
    return true;
  default:
    return true;
  }
}

static bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// What is wrong with the character.
static const char *problemOf(Nesting *nesting, char c) {
  if (isBlank(c))
    return NULL;
  nesting->minuses = c == '-' ? nesting->minuses + 1 : 0;
  if (nesting->minuses > TEXT_MAX_NESTING)
    return "expression is nested too deeply, expected at most 256 minus signs "
           "in a row";
  if (c == '+' || c == '-')
    ++nesting->terms;
  else if (strchr(",:={}", c))
    nesting->terms = 0;
  if (nesting->terms >= TEXT_MAX_TERMS)
    return "expression is too large, expected at most 4096 terms";
  return visit(nesting, c)
             ? NULL
             : "text is nested too deeply, expected at most 256 open brackets";
}

/// Letters, digits, '%', '.' and '_': they open, close and end nothing, and
/// most of a text is such. A bit for each character.
static bool isPlain(char c) {
  static const uint64_t plain[4] = {UINT64_C(0x03ff402000000000),
                                    UINT64_C(0x07fffffe87fffffe), 0, 0};
  unsigned char at = (unsigned char)c;
  return (plain[at / 64] >> (at % 64)) & 1;
}

const char *textNestingProblem(StrRef text, size_t *offset) {
  Nesting nesting = {.depth = 0};
  for (size_t at = 0; at < text.length;) {
    if (isPlain(text.data[at])) {
      nesting.minuses = 0;
      ++at;
    } else if (text.data[at] == ' ') {
      ++at;
    } else if (text.data[at] == '"') {
      at = skipString(text, at);
    } else if (isAt(text, at, '/', '/')) {
      at = skipLine(text, at);
    } else if (isAt(text, at, '-', '>') || isAt(text, at, '<', '=') ||
               isAt(text, at, '>', '=')) {
      at += 2;
    } else {
      const char *problem = problemOf(&nesting, text.data[at]);
      *offset = at++;
      if (problem)
        return problem;
    }
  }
  return NULL;
}

size_t textFindBinary(StrRef text) {
  size_t at = 0;
  while (at < text.length &&
         ((unsigned char)text.data[at] >= 0x20 ||
          strchr("\t\n\v\f\r", text.data[at])) &&
         text.data[at] != '\0')
    ++at;
  return at;
}
