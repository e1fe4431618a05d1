//===- TokenizerTest.h - small vocabularies for tests ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_TOKENIZERTEST_H
#define RELAX_TEST_UNIT_TOKENIZERTEST_H

#include "lib/Tokenizer/Tokenizer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <stb/stb_ds.h>

/// stb_ds arrays of what a vocabulary has.
typedef struct Lists {
  StrRef *tokens, *merges;
  int32_t *types;
  float *scores;
} Lists;

static inline void addToken(Lists *lists, const char *text, TokenType type,
                            float score) {
  arrput(lists->tokens, strRefFromC(text));
  arrput(lists->types, (int32_t)type);
  arrput(lists->scores, score);
}

static inline void addMerge(Lists *lists, const char *text) {
  arrput(lists->merges, strRefFromC(text));
}

/// Without ends; what needs others changes it.
static inline TokenizerVocabulary vocabularyOf(TokenizerKind kind,
                                               const Lists *lists) {
  return (TokenizerVocabulary){.kind = kind,
                               .tokens = lists->tokens,
                               .numTokens = arrlenu(lists->tokens),
                               .types = lists->types,
                               .scores = lists->scores,
                               .merges = lists->merges,
                               .numMerges = arrlenu(lists->merges),
                               .begin = TOKEN_NONE,
                               .end = TOKEN_NONE,
                               .unknown = TOKEN_NONE};
}

static inline void freeLists(Lists *lists) {
  arrfree(lists->tokens);
  arrfree(lists->merges);
  arrfree(lists->types);
  arrfree(lists->scores);
}

static inline Tokenizer *create(const TokenizerVocabulary *vocabulary) {
  StrBuf error = {0};
  Tokenizer *tokenizer = tokenizerCreate(vocabulary, &error);
  assert_string_equal(strBufText(&error), "");
  assert_non_null(tokenizer);
  return tokenizer;
}

/// The message without a tokenizer.
static inline void assertRefused(const TokenizerVocabulary *vocabulary,
                                 const char *message) {
  StrBuf error = {0};
  assert_null(tokenizerCreate(vocabulary, &error));
  assert_string_equal(strBufText(&error), message);
  strBufFree(&error);
}

/// The tokens by their numbers: "5 0 7".
static inline void assertTokens(const Tokenizer *tokenizer, StrRef text,
                                unsigned flags, const char *expected) {
  int32_t *tokens = NULL;
  StrBuf error = {0}, got = {0};
  assert_true(tokenizerEncode(tokenizer, text, flags, &tokens, &error));
  for (ptrdiff_t i = 0; i < arrlen(tokens); ++i)
    strBufAppendFormat(&got, "%s%d", i ? " " : "", (int)tokens[i]);
  assert_string_equal(strBufText(&got), expected);
  strBufFree(&got);
  arrfree(tokens);
}

/// What comes back is what went in.
static inline void assertComesBack(const Tokenizer *tokenizer, StrRef text,
                                   unsigned flags) {
  int32_t *tokens = NULL;
  StrBuf error = {0}, got = {0};
  TokenDecoder decoder = {.showControls = flags & TOKENIZER_CONTROLS};
  assert_true(tokenizerEncode(tokenizer, text, flags, &tokens, &error));
  for (ptrdiff_t i = 0; i < arrlen(tokens); ++i)
    assert_true(tokenizerDecode(tokenizer, &decoder, tokens[i], &got, &error));
  strBufAppend(&got, (StrRef){decoder.pending, decoder.numPending});
  assert_int_equal(got.length, text.length);
  assert_memory_equal(strBufText(&got), text.data, text.length);
  strBufFree(&got);
  arrfree(tokens);
}

#endif // RELAX_TEST_UNIT_TOKENIZERTEST_H
