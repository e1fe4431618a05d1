//===- BytePairs.c - GPT-2's byte pairs -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Utf8.h"
#include "lib/Tokenizer/Vocabulary.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The alphabet
//===----------------------------------------------------------------------===//

// Bytes that are visible letters of Latin-1 stand for themselves; the others,
// in order, have the code points from 256 on.
enum { FIRST_MOVED = 256, NUM_MOVED = 68 };

static bool standsForItself(uint32_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) ||
         (byte >= 0xAE && byte <= 0xFF);
}

static uint32_t letterOf(uint8_t byte) {
  uint32_t moved = FIRST_MOVED;
  for (uint32_t i = 0; i < byte; ++i)
    moved += !standsForItself(i);
  return standsForItself(byte) ? byte : moved;
}

/// False: the letter stands for no byte.
static bool byteOf(uint32_t letter, uint8_t *byte) {
  if (letter >= FIRST_MOVED + NUM_MOVED ||
      (letter < FIRST_MOVED && !standsForItself(letter)))
    return false;
  *byte = (uint8_t)letter;
  for (uint32_t i = 0, moved = FIRST_MOVED; letter >= FIRST_MOVED && i < 256;
       ++i)
    if (!standsForItself(i) && moved++ == letter)
      *byte = (uint8_t)i;
  return true;
}

void bytePairsAppend(StrRef token, StrBuf *out) {
  for (size_t i = 0, length; i < token.length; i += length) {
    uint32_t letter;
    StrRef rest = {token.data + i, token.length - i};
    length = utf8Decode(rest, &letter); // tokens are UTF-8
    uint8_t byte;
    if (byteOf(letter, &byte))
      strBufAppend(out, (StrRef){(const char *)&byte, 1});
    else
      strBufAppend(out, (StrRef){rest.data, length});
  }
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

static uint64_t pairOf(int32_t left, int32_t right) {
  return (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
}

static int compareMerges(const void *a, const void *b) {
  const TokenMerge *x = a, *y = b;
  if (x->pair != y->pair)
    return x->pair < y->pair ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool failMerge(StrBuf *error, size_t merge, const char *what) {
  strBufAppendFormat(error, "merge %zu: %s", merge, what);
  return false;
}

/// "LEFT RIGHT"; both parts and the two together are tokens. No part is empty,
/// so what is merged only ever becomes longer.
static bool readMerge(const Tokenizer *tokenizer, StrRef text, size_t index,
                      TokenMerge *merge, StrBuf *error) {
  const char *blank =
      text.length ? memchr(text.data + 1, ' ', text.length - 1) : NULL;
  StrRef left = {text.data, blank ? (size_t)(blank - text.data) : 0};
  if (!blank || left.length + 1 == text.length)
    return failMerge(error, index,
                     "expected two parts and a blank between them");
  StrRef right = {blank + 1, text.length - left.length - 1};
  int32_t a = tokenizerFind(tokenizer, left);
  int32_t b = tokenizerFind(tokenizer, right);
  if (a < 0 || b < 0)
    return failMerge(error, index,
                     a < 0 ? "its first part is no token that may be joined"
                           : "its second part is no token that may be joined");
  StrBuf both = {0};
  strBufAppend(&both, left);
  strBufAppend(&both, right);
  *merge =
      (TokenMerge){pairOf(a, b), (uint32_t)index,
                   tokenizerFind(tokenizer, (StrRef){both.data, both.length})};
  strBufFree(&both);
  return merge->token >= 0 ||
         failMerge(error, index, "its parts together are no token");
}

static bool readMerges(Tokenizer *tokenizer,
                       const TokenizerVocabulary *vocabulary, StrBuf *error) {
  size_t count = vocabulary->numMerges;
  if (count > TOKENIZER_MAX_MERGES) {
    strBufAppendFormat(error, "expected at most %d merges, got %zu",
                       TOKENIZER_MAX_MERGES, count);
    return false;
  }
  tokenizer->merges = ARENA_ARRAY(tokenizer->arena, TokenMerge, count);
  tokenizer->numMerges = count;
  for (size_t i = 0; i < count; ++i)
    if (!readMerge(tokenizer, vocabulary->merges[i], i, &tokenizer->merges[i],
                   error))
      return false;
  qsort(tokenizer->merges, count, sizeof *tokenizer->merges, compareMerges);
  for (size_t i = 1; i < count; ++i)
    if (tokenizer->merges[i - 1].pair == tokenizer->merges[i].pair) {
      strBufAppendFormat(error, "merges %u and %u are the same",
                         (unsigned)tokenizer->merges[i - 1].rank,
                         (unsigned)tokenizer->merges[i].rank);
      return false;
    }
  return true;
}

bool bytePairsCreate(Tokenizer *tokenizer,
                     const TokenizerVocabulary *vocabulary, StrBuf *error) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    StrBuf letter = {0};
    utf8Append(letterOf((uint8_t)byte), &letter);
    tokenizer->ofByte[byte] =
        tokenizerFind(tokenizer, (StrRef){letter.data, letter.length});
    strBufFree(&letter);
  }
  TokenizerWords words = vocabulary->words;
  if (!words.expressions)
    tokenizerWordRule(strRefFromC("gpt-2"), &words);
  tokenizer->wholeWords = words.wholeWords;
  tokenizer->splitter = wordSplitterCreate(words.expressions, error);
  return tokenizer->splitter && readMerges(tokenizer, vocabulary, error);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static bool find(const Tokenizer *tokenizer, const MergeSymbol *left,
                 const MergeSymbol *right, MergeCandidate *candidate) {
  TokenMerge key = {.pair = pairOf(left->token, right->token)};
  size_t low = 0, high = tokenizer->numMerges;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tokenizer->merges[middle].pair < key.pair)
      low = middle + 1;
    else
      high = middle;
  }
  if (left->token < 0 || right->token < 0 || low == tokenizer->numMerges ||
      tokenizer->merges[low].pair != key.pair)
    return false;
  candidate->priority = tokenizer->merges[low].rank;
  candidate->token = tokenizer->merges[low].token;
  return true;
}

/// The token whose text is the whole word, or TOKEN_NONE.
static int32_t findWord(const Tokenizer *tokenizer, StrRef word) {
  if (word.length > tokenizer->longest)
    return TOKEN_NONE;
  StrBuf letters = {0};
  for (size_t i = 0; i < word.length; ++i)
    utf8Append(letterOf((uint8_t)word.data[i]), &letters);
  int32_t token =
      tokenizerFind(tokenizer, (StrRef){letters.data, letters.length});
  strBufFree(&letters);
  return token;
}

static bool encodeWord(Merger *merger, StrRef word, int32_t **tokens,
                       StrBuf *error) {
  const Tokenizer *tokenizer = merger->tokenizer;
  int32_t whole =
      tokenizer->wholeWords ? findWord(tokenizer, word) : TOKEN_NONE;
  if (whole >= 0) {
    arrput(*tokens, whole);
    return true;
  }
  mergerClear(merger);
  for (size_t i = 0; i < word.length; ++i)
    mergerAdd(merger, (StrRef){word.data + i, 1},
              tokenizer->ofByte[(uint8_t)word.data[i]]);
  mergerRun(merger);
  for (int32_t i = 0; i >= 0; i = merger->symbols[i].next) {
    const MergeSymbol *symbol = &merger->symbols[i];
    if (symbol->token >= 0)
      arrput(*tokens, symbol->token);
    else if (!tokenizerAddUnknown(tokenizer, (uint8_t)symbol->text.data[0],
                                  tokens, error))
      return false;
  }
  return true;
}

/// The bytes at the front that are no UTF-8.
static size_t strayLength(StrRef text) {
  size_t length = 0;
  uint32_t point;
  while (length < text.length &&
         utf8Decode((StrRef){text.data + length, text.length - length},
                    &point) == 0)
    ++length;
  return length;
}

bool bytePairsEncode(const Tokenizer *tokenizer, StrRef text, int32_t **tokens,
                     StrBuf *error) {
  Merger merger = {.tokenizer = tokenizer, .find = find};
  WordReader reader = {.splitter = tokenizer->splitter};
  bool good = true;
  // What is no UTF-8 is a word of its own.
  for (size_t at = 0, valid = 0; good && at < text.length;) {
    StrRef rest = {text.data + at, text.length - at};
    valid = valid ? valid : utf8ValidLength(rest);
    StrRef word = {
        rest.data,
        valid ? wordReaderNext(&reader, (StrRef){rest.data, valid}, error)
              : strayLength(rest)};
    good = word.length && encodeWord(&merger, word, tokens, error);
    at += word.length;
    valid -= valid ? word.length : 0;
  }
  wordReaderFree(&reader);
  mergerFree(&merger);
  return good;
}
