//===- TextMutator.h - breaks IR text by tokens ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Bytes alone seldom give a text that is parsed to its end. So mutations move
// tokens: they are swapped, duplicated, removed, replaced by others of the text
// or by words of the language, integers become edge values, lines move.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_TEXTMUTATOR_H
#define RELAX_TEST_FUZZ_TEXTMUTATOR_H

#include "test/fuzz/Random.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_FUZZ_MAX_TOKENS = 1 << 15 };

typedef struct TextFuzzToken {
  size_t begin, end;
} TextFuzzToken;

typedef struct TextFuzzFile {
  char *data; // room for `capacity`
  size_t size, capacity;
  TextFuzzToken *tokens; // TEXT_FUZZ_MAX_TOKENS
  size_t numTokens;
} TextFuzzFile;

static inline bool textFuzzIsWord(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/// The end of the token at `at`, which is no blank.
static inline size_t textFuzzTokenEnd(const TextFuzzFile *file, size_t at) {
  char first = file->data[at++];
  if (first == '"') {
    while (at < file->size && file->data[at] != '"' && file->data[at] != '\n')
      ++at;
    return at < file->size ? at + 1 : at;
  }
  if (textFuzzIsWord(first) || strchr("%@#!^", first))
    while (at < file->size && textFuzzIsWord(file->data[at]))
      ++at;
  else if (first == '-' && at < file->size && file->data[at] == '>')
    ++at;
  return at;
}

/// Lists the tokens; of a long text those from a random place on.
static inline void textFuzzRead(TextFuzzFile *file, Random *random) {
  size_t at = 0;
  file->numTokens = 0;
  if (file->size > 8 * TEXT_FUZZ_MAX_TOKENS)
    at = randomBelow(random, file->size - 4 * TEXT_FUZZ_MAX_TOKENS);
  while (at < file->size && file->numTokens < TEXT_FUZZ_MAX_TOKENS) {
    if (isspace((unsigned char)file->data[at]) || file->data[at] == '\0') {
      ++at;
      continue;
    }
    size_t end = textFuzzTokenEnd(file, at);
    file->tokens[file->numTokens++] = (TextFuzzToken){at, end};
    at = end;
  }
}

static inline void textFuzzReplace(TextFuzzFile *file, TextFuzzToken token,
                                   const char *text, size_t length) {
  size_t removed = token.end - token.begin;
  if (file->size - removed + length > file->capacity)
    return;
  memmove(file->data + token.begin + length, file->data + token.end,
          file->size - token.end);
  memcpy(file->data + token.begin, text, length);
  file->size += length - removed;
}

/// Puts a copy of `[from.begin, from.end)` between blanks in place of `to`.
static inline void textFuzzCopyTo(TextFuzzFile *file, TextFuzzToken from,
                                  TextFuzzToken to) {
  size_t length = from.end - from.begin;
  char *copy = malloc(length + 2);
  if (!copy)
    return;
  memcpy(copy + 1, file->data + from.begin, length);
  copy[0] = copy[length + 1] = ' ';
  textFuzzReplace(file, to, copy, length + 2);
  free(copy);
}

static inline TextFuzzToken textFuzzPick(const TextFuzzFile *file,
                                         Random *random, bool number) {
  size_t start = randomBelow(random, file->numTokens);
  for (size_t i = 0; number && i < file->numTokens; ++i) {
    TextFuzzToken token = file->tokens[(start + i) % file->numTokens];
    if (isdigit((unsigned char)file->data[token.begin]))
      return token;
  }
  return file->tokens[start];
}

/// A token of the same kind: names for names, words for words.
static inline TextFuzzToken
textFuzzPickLike(const TextFuzzFile *file, Random *random, TextFuzzToken like) {
  char kind = file->data[like.begin];
  size_t start = randomBelow(random, file->numTokens);
  for (size_t i = 0; i < file->numTokens; ++i) {
    TextFuzzToken token = file->tokens[(start + i) % file->numTokens];
    char c = file->data[token.begin];
    if (isalpha((unsigned char)kind) ? isalpha((unsigned char)c) : c == kind)
      return token;
  }
  return like;
}

static inline TextFuzzToken textFuzzLine(const TextFuzzFile *file,
                                         TextFuzzToken token) {
  while (token.begin > 0 && file->data[token.begin - 1] != '\n')
    --token.begin;
  while (token.end < file->size && file->data[token.end] != '\n')
    ++token.end;
  token.end += token.end < file->size;
  return token;
}

static inline void textFuzzWord(TextFuzzFile *file, Random *random,
                                TextFuzzToken token) {
  static const char *const words[] = {"?",
                                      "*",
                                      "n",
                                      "n + 1",
                                      "2 * n",
                                      "min(n, m)",
                                      "n mod 2",
                                      "where",
                                      "binds",
                                      "(n)",
                                      "f32",
                                      "i64",
                                      "i1",
                                      "index",
                                      "%0",
                                      "@main",
                                      "unit",
                                      "dense<0>",
                                      "floordiv",
                                      "likely",
                                      "in",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "(",
                                      ")",
                                      "<",
                                      ">",
                                      ",",
                                      "->",
                                      "=",
                                      "loc(unknown)",
                                      "n - 5",
                                      "private",
                                      "[]",
                                      "()",
                                      "true",
                                      "-",
                                      ":",
                                      "\"\"",
                                      "relax.func",
                                      "relax.return",
                                      "tir.func",
                                      "vm.func",
                                      "n * n * n",
                                      "attributes {a = 1 : i64}"};
  const char *word = words[randomBelow(random, sizeof words / sizeof *words)];
  textFuzzReplace(file, token, word, strlen(word));
}

static inline void textFuzzInteger(TextFuzzFile *file, Random *random) {
  char text[32];
  int length = snprintf(text, sizeof text, "%" PRId64, randomEdge(random));
  textFuzzReplace(file, textFuzzPick(file, random, true), text, (size_t)length);
}

static inline void textFuzzByte(TextFuzzFile *file, Random *random) {
  size_t at = randomBelow(random, file->size);
  if (randomBelow(random, 2))
    file->data[at] ^= (char)(1u << randomBelow(random, 8));
  else
    textFuzzReplace(file, (TextFuzzToken){at, at + 1}, "", 0);
}

static inline void textFuzzStep(TextFuzzFile *file, Random *random) {
  TextFuzzToken token = textFuzzPick(file, random, false);
  TextFuzzToken other = textFuzzPick(file, random, false);
  TextFuzzToken behind = {token.end, token.end};
  switch (randomBelow(random, 12)) {
  case 0:
    textFuzzByte(file, random);
    break;
  case 1:
    textFuzzReplace(file, token, "", 0);
    break;
  case 2:
    textFuzzCopyTo(file, token, behind);
    break;
  case 3:
    textFuzzCopyTo(file, other, token);
    break;
  case 4:
  case 5:
    textFuzzCopyTo(file, textFuzzPickLike(file, random, token), token);
    break;
  case 6:
  case 7:
    textFuzzInteger(file, random);
    break;
  case 8:
  case 9:
    textFuzzWord(file, random, token);
    break;
  case 10:
    textFuzzReplace(file, textFuzzLine(file, token), "", 0);
    break;
  default:
    token = textFuzzLine(file, token);
    token.begin = token.end;
    textFuzzCopyTo(file, textFuzzLine(file, other), token);
    break;
  }
}

/// One to three mutations of `data`, which has room for `capacity` bytes.
/// Returns the new size.
static inline size_t textMutate(uint8_t *data, size_t size, size_t capacity,
                                uint64_t seed) {
  Random random = {seed};
  static TextFuzzToken tokens[TEXT_FUZZ_MAX_TOKENS];
  TextFuzzFile file = {(char *)data, size, capacity, tokens, 0};
  for (size_t i = 0, steps = 1 + randomBelow(&random, 3); i < steps; ++i) {
    textFuzzRead(&file, &random);
    if (file.numTokens == 0)
      break;
    textFuzzStep(&file, &random);
  }
  return file.size;
}

#endif // RELAX_TEST_FUZZ_TEXTMUTATOR_H
