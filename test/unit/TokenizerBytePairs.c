//===- TokenizerBytePairs.c - tests of GPT-2's byte pairs -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Utf8.h"
#include "test/unit/TokenizerTest.h"

/// Tokens 0 to 255 are the bytes, in their order, by the letters of the
/// alphabet; behind them what the caller adds.
static void addAlphabet(Lists *lists) {
  static char letters[256][4];
  uint32_t moved = 256;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    bool same = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != 0xAD);
    StrBuf letter = {0};
    utf8Append(same ? byte : moved++, &letter);
    memcpy(letters[byte], strBufText(&letter), letter.length + 1);
    strBufFree(&letter);
    addToken(lists, letters[byte], TOKEN_NORMAL, 0);
  }
}

#define BLANK "\xC4\xA0" // U+0120, the letter of the blank

static const char *const words[] = {"he",    "ll",      "hell",
                                    "hello", BLANK "h", BLANK "he"};
static const char *const merges[] = {"h e",    "l l",      "he ll",
                                     "hell o", BLANK " h", BLANK "h e"};

/// 256 he, 257 ll, 258 hell, 259 hello, 260 " h", 261 " he", 262 <|end|>, 263
/// <think> and 264 <thinking> (stand as they are), 265 <t (a control token).
static Tokenizer *sample(void) {
  Lists lists = {0};
  addAlphabet(&lists);
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
    addToken(&lists, words[i], TOKEN_NORMAL, 0);
    addMerge(&lists, merges[i]);
  }
  addToken(&lists, "<|end|>", TOKEN_CONTROL, 0);
  addToken(&lists, "<think>", TOKEN_USER_DEFINED, 0);
  addToken(&lists, "<thinking>", TOKEN_USER_DEFINED, 0);
  addToken(&lists, "<t", TOKEN_CONTROL, 0);
  TokenizerVocabulary vocabulary = vocabularyOf(TOKENIZER_BYTE_PAIRS, &lists);
  vocabulary.begin = vocabulary.end = 262;
  Tokenizer *tokenizer = create(&vocabulary);
  freeLists(&lists);
  return tokenizer;
}

static void testMerge(void **state) {
  (void)state;
  Tokenizer *t = sample();
  assertTokens(t, strRefFromC(""), TOKENIZER_ADD_ENDS, "");
  assertTokens(t, strRefFromC("hello"), 0, "259");
  // The first merge first: "he" is joined before the blank could have it.
  assertTokens(t, strRefFromC("hello hello"), 0, "259 32 259");
  assertTokens(t, strRefFromC("shell"), 0, "115 258");
  assertTokens(t, strRefFromC("\n\t"), 0, "10 9");
  assertTokens(t, strRefFromC("h h"), 0, "104 260");
  tokenizerDestroy(t);
}

/// Where words end shows in which neighbours are joined.
static void testWords(void **state) {
  (void)state;
  Lists lists = {0};
  addAlphabet(&lists);
  static const char *const pairs[] = {
      "aa",        "11", "!!",  BLANK "a", BLANK "1", BLANK "!",
      BLANK BLANK, "a1", "1a",  "a!",      "!a",      "a'",
      "'s",        "'r", "'re", "sa",      "'x"};
  static const char *const joined[] = {
      "a a",           "1 1", "! !",  BLANK " a", BLANK " 1", BLANK " !",
      BLANK " " BLANK, "a 1", "1 a",  "a !",      "! a",      "a '",
      "' s",           "' r", "'r e", "s a",      "' x"};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
    addToken(&lists, pairs[i], TOKEN_NORMAL, 0);
    addMerge(&lists, joined[i]);
  }
  TokenizerVocabulary vocabulary = vocabularyOf(TOKENIZER_BYTE_PAIRS, &lists);
  Tokenizer *t = create(&vocabulary);
  freeLists(&lists);
  enum { AA = 256, ONES, BANGS, _A, _1, _BANG, BLANKS, SENTINEL };
  assert_int_equal(SENTINEL, 263); // a1 and those behind it cross words
  assertTokens(t, strRefFromC("aa11!!"), 0, "256 257 258");
  assertTokens(t, strRefFromC("a1a!a"), 0, "97 49 97 33 97");
  assertTokens(t, strRefFromC(" a 1 !"), 0, "259 260 261");
  // Of several blanks the last one belongs to the word behind them.
  assertTokens(t, strRefFromC("   a"), 0, "262 259");
  assertTokens(t, strRefFromC("a   "), 0, "97 262 32");
  assertTokens(t, strRefFromC("  "), 0, "262");
  // Endings; only the small letters of English.
  assertTokens(t, strRefFromC("a's"), 0, "97 268");
  assertTokens(t, strRefFromC("a'sa"), 0, "97 268 97");
  assertTokens(t, strRefFromC("a're"), 0, "97 270");
  assertTokens(t, strRefFromC("a'S"), 0, "97 39 83");
  assertTokens(t, strRefFromC("'x"), 0, "39 120");
  // A number of another script, a letter of another script, a blank that is
  // none (U+180E) and one that is (U+3000).
  assertTokens(t, strRefFromC("1\xD9\xA1"), 0, "49 217 161");
  assertTokens(t, strRefFromC("  \xE1\xA0\x8E"), 0, "32 32 225 160 142");
  assertTokens(t, strRefFromC("  \xE3\x80\x80"), 0, "262 227 128 128");
  tokenizerDestroy(t);
}

static void testBytes(void **state) {
  (void)state;
  Tokenizer *t = sample();
  char all[512];
  for (int i = 0; i < 512; ++i)
    all[i] = (char)(i < 256 ? i : i * 7);
  assertComesBack(t, (StrRef){all, sizeof all}, 0);
  // What is no UTF-8 is a word of its own, and the words around it are found.
  assertTokens(t, strRefFromC("he\xFF\xFEhe h"), 0, "256 255 254 256 260");
  assertTokens(t, strRefFromC("\xC3"), 0, "195");
  assertTokens(t, (StrRef){"h\0e", 3}, 0, "104 0 101");
  tokenizerDestroy(t);
}

static void testWholes(void **state) {
  (void)state;
  Tokenizer *t = sample();
  assertTokens(t, strRefFromC("he<think>he"), 0, "256 263 256");
  assertTokens(t, strRefFromC("<|end|>"), TOKENIZER_CONTROLS, "262");
  assertTokens(t, strRefFromC("he<|end|>"), 0, "256 60 124 101 110 100 124 62");
  assertTokens(t, strRefFromC("<thin"), 0, "60 116 104 105 110");
  assertTokens(t, strRefFromC("<thin"), TOKENIZER_CONTROLS, "265 104 105 110");
  assertTokens(t, strRefFromC("<thinking<think><thinking>"), 0,
               "60 116 104 105 110 107 105 110 103 263 264");
  assertComesBack(t, strRefFromC("<think> he <|end|>x"), TOKENIZER_CONTROLS);
  tokenizerDestroy(t);
}

static void testMissing(void **state) {
  (void)state;
  Lists lists = {0};
  StrBuf error = {0};
  int32_t *tokens = NULL;
  addToken(&lists, "a", TOKEN_NORMAL, 0);
  addToken(&lists, "?", TOKEN_UNKNOWN, 0);
  TokenizerVocabulary vocabulary = vocabularyOf(TOKENIZER_BYTE_PAIRS, &lists);
  Tokenizer *t = create(&vocabulary);
  assert_false(tokenizerEncode(t, strRefFromC("ab"), 0, &tokens, &error));
  assert_string_equal(
      strBufText(&error),
      "byte 0x62 has no token, and there is none for what is unknown");
  strBufFree(&error);
  arrfree(tokens);
  tokenizerDestroy(t);
  vocabulary.unknown = 1;
  t = create(&vocabulary);
  assertTokens(t, strRefFromC("ab?a"), 0, "0 1 1 0");
  tokenizerDestroy(t);
  freeLists(&lists);
}

/// Whoever looks at all neighbours each time does not come back.
static void testLong(void **state) {
  (void)state;
  enum { LENGTH = 1000000 };
  Tokenizer *t = sample();
  char *text = malloc(LENGTH);
  static const char *const parts[] = {"l", " ", "hello", "\xFF", "a ", "'"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    for (size_t k = 0; k < LENGTH; ++k)
      text[k] = parts[i][k % strlen(parts[i])];
    assertComesBack(t, (StrRef){text, LENGTH}, 0);
  }
  free(text);
  tokenizerDestroy(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testMerge),   cmocka_unit_test(testWords),
      cmocka_unit_test(testBytes),   cmocka_unit_test(testWholes),
      cmocka_unit_test(testMissing), cmocka_unit_test(testLong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
