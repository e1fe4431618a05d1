//===- Create.c - a vocabulary is looked at, and made ready -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Utf8.h"
#include "lib/Tokenizer/Vocabulary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int compareEntries(const void *a, const void *b) {
  const TokenEntry *x = a, *y = b;
  int order = strRefCompare(x->text, y->text);
  return order ? order : (x->token > y->token) - (x->token < y->token);
}

static bool fail(StrBuf *error, size_t token, const char *what) {
  strBufAppendFormat(error, "token %zu: %s", token, what);
  return false;
}

/// For vocabularies that do not say.
static int32_t guessType(const TokenizerVocabulary *vocabulary, int64_t token) {
  uint8_t byte;
  if (token == vocabulary->unknown)
    return TOKEN_UNKNOWN;
  if (token == vocabulary->begin || token == vocabulary->end)
    return TOKEN_CONTROL;
  return vocabulary->kind == TOKENIZER_SENTENCEPIECE &&
                 tokenizerByte(vocabulary->tokens[token], &byte)
             ? TOKEN_BYTE
             : TOKEN_NORMAL;
}

static bool checkToken(const TokenizerVocabulary *vocabulary, size_t index,
                       TokenType *out, StrBuf *error) {
  StrRef text = vocabulary->tokens[index];
  int32_t type = vocabulary->types ? vocabulary->types[index]
                                   : guessType(vocabulary, (int64_t)index);
  uint8_t byte;
  if (utf8ValidLength(text) != text.length)
    return fail(error, index, "expected UTF-8");
  if (type < 0 || type >= NUM_TOKEN_TYPES)
    return fail(error, index, "expected a type from 0 to 6");
  if (type == TOKEN_BYTE && !tokenizerByte(text, &byte))
    return fail(error, index, "is a byte: expected a text as '<0x0A>'");
  *out = (TokenType)type;
  return true;
}

/// All texts in one piece of memory.
static void copyTexts(Tokenizer *tokenizer, const StrRef *tokens) {
  size_t length = 0;
  for (size_t i = 0; i < tokenizer->numTokens; ++i)
    length += tokens[i].length;
  char *text = arenaAlloc(tokenizer->arena, length);
  for (size_t i = 0; i < tokenizer->numTokens; ++i) {
    tokenizer->tokens[i] = (StrRef){text, tokens[i].length};
    if (tokens[i].length)
      memcpy(text, tokens[i].data, tokens[i].length);
    text += tokens[i].length;
  }
}

static bool copyTokens(Tokenizer *tokenizer,
                       const TokenizerVocabulary *vocabulary, StrBuf *error) {
  size_t count = vocabulary->numTokens;
  if (count == 0 || count > TOKENIZER_MAX_TOKENS) {
    strBufAppendFormat(error, "expected 1 to %d tokens, got %zu",
                       TOKENIZER_MAX_TOKENS, count);
    return false;
  }
  tokenizer->numTokens = count;
  tokenizer->tokens = ARENA_ARRAY(tokenizer->arena, StrRef, count);
  tokenizer->types = ARENA_ARRAY(tokenizer->arena, TokenType, count);
  for (size_t i = 0; i < count; ++i)
    if (!checkToken(vocabulary, i, &tokenizer->types[i], error))
      return false;
  copyTexts(tokenizer, vocabulary->tokens);
  return true;
}

static bool mayBeJoined(TokenType type) {
  return type != TOKEN_UNKNOWN && type != TOKEN_CONTROL && type != TOKEN_BYTE;
}

/// Sorts the tokens by text and keeps those that may be joined from parts.
static bool sortTokens(Tokenizer *tokenizer, StrBuf *error) {
  size_t count = tokenizer->numTokens;
  TokenEntry *sorted = ARENA_ARRAY(tokenizer->arena, TokenEntry, count);
  for (size_t i = 0; i < count; ++i)
    sorted[i] = (TokenEntry){tokenizer->tokens[i], (int32_t)i};
  qsort(sorted, count, sizeof *sorted, compareEntries);
  for (size_t i = 1; i < count; ++i)
    if (strRefEqual(sorted[i - 1].text, sorted[i].text)) {
      strBufAppendFormat(error, "tokens %d and %d have the same text",
                         (int)sorted[i - 1].token, (int)sorted[i].token);
      return false;
    }
  if (!wholesCollect(tokenizer, sorted, error))
    return false;
  tokenizer->byText = sorted;
  for (size_t i = 0; i < count; ++i) {
    TokenEntry entry = sorted[i];
    if (!mayBeJoined(tokenizer->types[entry.token]) || entry.text.length == 0)
      continue;
    sorted[tokenizer->numByText++] = entry;
    if (entry.text.length > tokenizer->longest)
      tokenizer->longest = entry.text.length;
  }
  return true;
}

static bool takeToken(const Tokenizer *tokenizer, const char *what,
                      int64_t token, int32_t *out, StrBuf *error) {
  *out = (int32_t)token;
  if (token >= TOKEN_NONE && token < (int64_t)tokenizer->numTokens)
    return true;
  strBufAppendFormat(error,
                     "the %s token: expected less than %zu, got %" PRId64, what,
                     tokenizer->numTokens, token);
  return false;
}

static bool fill(Tokenizer *tokenizer, const TokenizerVocabulary *vocabulary,
                 StrBuf *error) {
  tokenizer->kind = vocabulary->kind;
  tokenizer->addBegin = vocabulary->addBegin;
  tokenizer->addEnd = vocabulary->addEnd;
  tokenizer->addSpace = vocabulary->addSpace;
  memset(tokenizer->ofByte, 0xFF, sizeof tokenizer->ofByte); // TOKEN_NONE
  return copyTokens(tokenizer, vocabulary, error) &&
         takeToken(tokenizer, "begin", vocabulary->begin, &tokenizer->begin,
                   error) &&
         takeToken(tokenizer, "end", vocabulary->end, &tokenizer->end, error) &&
         takeToken(tokenizer, "unknown", vocabulary->unknown,
                   &tokenizer->unknown, error) &&
         sortTokens(tokenizer, error) &&
         (vocabulary->kind == TOKENIZER_SENTENCEPIECE
              ? sentencePieceCreate(tokenizer, vocabulary, error)
              : bytePairsCreate(tokenizer, vocabulary, error));
}

Tokenizer *tokenizerCreate(const TokenizerVocabulary *vocabulary,
                           StrBuf *error) {
  Arena *arena = arenaCreate();
  Tokenizer *tokenizer = ARENA_NEW(arena, Tokenizer);
  tokenizer->arena = arena;
  if (fill(tokenizer, vocabulary, error))
    return tokenizer;
  tokenizerDestroy(tokenizer);
  return NULL;
}

void tokenizerDestroy(Tokenizer *tokenizer) {
  if (!tokenizer)
    return;
  wordSplitterDestroy(tokenizer->splitter);
  arenaDestroy(tokenizer->arena);
}

size_t tokenizerCount(const Tokenizer *tokenizer) {
  return tokenizer->numTokens;
}

int32_t tokenizerBegin(const Tokenizer *tokenizer) { return tokenizer->begin; }

int32_t tokenizerEnd(const Tokenizer *tokenizer) { return tokenizer->end; }
