//===- TokenizerFaults.c - vocabularies that are none ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/TokenizerTest.h"

#include <math.h>

static void testTokens(void **state) {
  (void)state;
  Lists lists = {0};
  TokenizerVocabulary vocabulary =
      vocabularyOf(TOKENIZER_SENTENCEPIECE, &lists);
  assertRefused(&vocabulary, "expected 1 to 1048576 tokens, got 0");
  vocabulary.numTokens = 1048577;
  assertRefused(&vocabulary, "expected 1 to 1048576 tokens, got 1048577");
  vocabulary.numTokens = 0;
  addToken(&lists, "a", TOKEN_NORMAL, 0);
  addToken(&lists, "b", TOKEN_NORMAL, 0);
  addToken(&lists, "a", TOKEN_CONTROL, 0);
  vocabulary = vocabularyOf(TOKENIZER_SENTENCEPIECE, &lists);
  assertRefused(&vocabulary, "tokens 0 and 2 have the same text");
  vocabulary.kind = TOKENIZER_BYTE_PAIRS;
  assertRefused(&vocabulary, "tokens 0 and 2 have the same text");
  lists.tokens[2] = strRefFromC("\xC3");
  assertRefused(&vocabulary, "token 2: expected UTF-8");
  lists.tokens[2] = strRefFromC("\xED\xA0\x80"); // a surrogate
  assertRefused(&vocabulary, "token 2: expected UTF-8");
  lists.tokens[2] = strRefFromC("c");
  lists.types[1] = 7;
  assertRefused(&vocabulary, "token 1: expected a type from 0 to 6");
  lists.types[1] = TOKEN_BYTE;
  assertRefused(&vocabulary, "token 1: is a byte: expected a text as '<0x0A>'");
  lists.tokens[1] = strRefFromC("<0x0a>");
  assertRefused(&vocabulary, "token 1: is a byte: expected a text as '<0x0A>'");
  lists.tokens[1] = strRefFromC("<0x0A>");
  vocabulary.begin = 3;
  assertRefused(&vocabulary, "the begin token: expected less than 3, got 3");
  vocabulary.begin = 2;
  vocabulary.end = -2;
  assertRefused(&vocabulary, "the end token: expected less than 3, got -2");
  vocabulary.end = 2;
  vocabulary.unknown = (int64_t)1 << 32;
  assertRefused(&vocabulary,
                "the unknown token: expected less than 3, got 4294967296");
  vocabulary.unknown = 2;
  tokenizerDestroy(create(&vocabulary));
  char *longText = calloc(1, TOKEN_MAX_WHOLE + 2);
  memset(longText, 'x', TOKEN_MAX_WHOLE + 1);
  lists.tokens[2] = strRefFromC(longText);
  assertRefused(&vocabulary,
                "token 2: expected at most 1024 bytes of a control "
                "or user defined token, got 1025");
  free(longText);
  freeLists(&lists);
}

static void testScores(void **state) {
  (void)state;
  Lists lists = {0};
  addToken(&lists, "a", TOKEN_NORMAL, INFINITY);
  addToken(&lists, "aa", TOKEN_NORMAL, -INFINITY);
  TokenizerVocabulary vocabulary =
      vocabularyOf(TOKENIZER_SENTENCEPIECE, &lists);
  Tokenizer *t = create(&vocabulary);
  assertTokens(t, strRefFromC("aaa"), 0, "1 0");
  tokenizerDestroy(t);
  lists.scores[1] = NAN;
  assertRefused(&vocabulary, "token 1: its score is not a number");
  vocabulary.scores = NULL;
  assertRefused(&vocabulary, "expected a score for each token");
  freeLists(&lists);
}

static void refuseMerge(TokenizerVocabulary *vocabulary, const char *merge,
                        const char *message) {
  StrRef merges[] = {strRefFromC("a b"), strRefFromC(merge)};
  vocabulary->merges = merges;
  vocabulary->numMerges = 2;
  assertRefused(vocabulary, message);
}

static void testMerges(void **state) {
  (void)state;
  static const char *const shape =
      "merge 1: expected two parts and a blank between them";
  Lists lists = {0};
  addToken(&lists, "a", TOKEN_NORMAL, 0);
  addToken(&lists, "b", TOKEN_NORMAL, 0);
  addToken(&lists, "ab", TOKEN_NORMAL, 0);
  addToken(&lists, "c", TOKEN_CONTROL, 0);
  addToken(&lists, "", TOKEN_NORMAL, 0);
  TokenizerVocabulary vocabulary = vocabularyOf(TOKENIZER_BYTE_PAIRS, &lists);
  vocabulary.numMerges = 2097153;
  assertRefused(&vocabulary, "expected at most 2097152 merges, got 2097153");
  refuseMerge(&vocabulary, "", shape);
  refuseMerge(&vocabulary, "ab", shape);
  // With an empty part a token would become itself, again and again: the one
  // way to a cycle, as all other merges make longer texts.
  refuseMerge(&vocabulary, "a ", shape);
  refuseMerge(&vocabulary, " a", shape);
  refuseMerge(&vocabulary, " ", shape);
  refuseMerge(&vocabulary, "x a",
              "merge 1: its first part is no token that may be joined");
  refuseMerge(&vocabulary, "a x",
              "merge 1: its second part is no token that may be joined");
  refuseMerge(&vocabulary, "a c",
              "merge 1: its second part is no token that may be joined");
  refuseMerge(&vocabulary, "b a", "merge 1: its parts together are no token");
  refuseMerge(&vocabulary, "a b", "merges 0 and 1 are the same");
  freeLists(&lists);
}

/// Without types: the unknown token, the ends and bytes are told by what else
/// is known of them.
static void testNoTypes(void **state) {
  (void)state;
  Lists lists = {0};
  static const char *const texts[] = {"?", "<s>", "<0x41>", "<", "s", ">"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
    addToken(&lists, texts[i], TOKEN_NORMAL, 0);
  TokenizerVocabulary vocabulary =
      vocabularyOf(TOKENIZER_SENTENCEPIECE, &lists);
  vocabulary.types = NULL;
  vocabulary.unknown = 0;
  vocabulary.begin = 1;
  Tokenizer *t = create(&vocabulary);
  assertTokens(t, strRefFromC("<s>A?"), 0, "3 4 5 2 0");
  assertTokens(t, strRefFromC("<s>"), TOKENIZER_CONTROLS, "1");
  tokenizerDestroy(t);
  freeLists(&lists);
}

static uint32_t next(uint32_t *random, uint32_t below) {
  *random = *random * 1664525 + 1013904223;
  return (*random >> 8) % below;
}

/// Up to two letters, now and then half of one.
static void appendLetters(uint32_t *random, StrBuf *out) {
  static const char *const letters[] = {"a",  "b", "c",    "d",      "\xC3\xA9",
                                        "<s", " ", "\xC3", "<0x41>", "e"};
  for (uint32_t count = next(random, 20) ? 1 + next(random, 2) : 0; count--;)
    strBufAppendC(out, letters[next(random, next(random, 8) ? 5 : 10)]);
}

/// Whatever the vocabulary, it is refused or encodes.
static void testRandom(void **state) {
  (void)state;
  uint32_t random = 7;
  int made[2] = {0, 0};
  for (int run = 0; run < 20000; ++run) {
    StrBuf texts[8] = {0};
    Lists lists = {0};
    uint32_t count = 1 + next(&random, 6);
    for (uint32_t i = 0; i < 8; ++i) {
      appendLetters(&random, &texts[i]);
      if (i < count) {
        addToken(&lists, strBufText(&texts[i]), (TokenType)next(&random, 6), 0);
        continue;
      }
      strBufAppendC(&texts[i], " ");
      strBufAppend(&texts[i], lists.tokens[next(&random, count)]);
      if (next(&random, 4) == 0)
        addMerge(&lists, strBufText(&texts[i]));
    }
    TokenizerVocabulary vocabulary =
        vocabularyOf((TokenizerKind)(run % 2), &lists);
    vocabulary.unknown = 0;
    vocabulary.addSpace = run % 3 == 0;
    StrBuf error = {0};
    Tokenizer *t = tokenizerCreate(&vocabulary, &error);
    assert_true((t == NULL) == (error.length > 0));
    int32_t *tokens = NULL;
    made[run % 2] += t != NULL;
    if (t)
      assert_true(tokenizerEncode(t, strRefFromC("abab\xC3\xA9 <s\xC3 aab"),
                                  TOKENIZER_CONTROLS, &tokens, &error));
    arrfree(tokens);
    strBufFree(&error);
    tokenizerDestroy(t);
    freeLists(&lists);
    for (int i = 0; i < 8; ++i)
      strBufFree(&texts[i]);
  }
  assert_true(made[0] > 1000 && made[1] > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testTokens), cmocka_unit_test(testScores),
      cmocka_unit_test(testMerges), cmocka_unit_test(testNoTypes),
      cmocka_unit_test(testRandom)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
