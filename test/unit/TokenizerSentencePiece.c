//===- TokenizerSentencePiece.c - tests of byte pairs by score ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/TokenizerTest.h"

#include <stdio.h>

#define SPACE "\xE2\x96\x81"

/// 0 unknown, 1 begin, 2 end, 3 to 258 the bytes.
static void addCommon(Lists *lists) {
  static char bytes[256][8];
  addToken(lists, "<unk>", TOKEN_UNKNOWN, 0);
  addToken(lists, "<s>", TOKEN_CONTROL, 0);
  addToken(lists, "</s>", TOKEN_CONTROL, 0);
  for (unsigned i = 0; i < 256; ++i) {
    snprintf(bytes[i], sizeof bytes[i], "<0x%02X>", i);
    addToken(lists, bytes[i], TOKEN_BYTE, 0);
  }
}

enum { FIRST = 259 };

static const char *const words[] = {SPACE, "a", "b",  "c",  "ab", "bc",
                                    "abc", "<", "s>", "<s", "aa", "aaaa"};
static const float scores[] = {-9, -9, -9, -9, -2, -1, -3, -9, -9, -9, -5, -4};
enum { NUM_WORDS = sizeof words / sizeof *words };

/// 259 blank, 260 a, 261 b, 262 c, 263 ab, 264 bc, 265 abc, 266 <, 267 s>, 268
/// <s, 269 aa, 270 aaaa, 271 !!! (stands as it is).
static Tokenizer *sample(bool addSpace) {
  Lists lists = {0};
  addCommon(&lists);
  for (size_t i = 0; i < NUM_WORDS; ++i)
    addToken(&lists, words[i], TOKEN_NORMAL, scores[i]);
  addToken(&lists, "!!!", TOKEN_USER_DEFINED, 0);
  TokenizerVocabulary vocabulary =
      vocabularyOf(TOKENIZER_SENTENCEPIECE, &lists);
  vocabulary.unknown = 0;
  vocabulary.begin = 1;
  vocabulary.end = 2;
  vocabulary.addBegin = true;
  vocabulary.addEnd = !addSpace;
  vocabulary.addSpace = addSpace;
  Tokenizer *tokenizer = create(&vocabulary);
  freeLists(&lists);
  assert_int_equal(tokenizerBegin(tokenizer), 1);
  assert_int_equal(tokenizerEnd(tokenizer), 2);
  assert_int_equal(tokenizerCount(tokenizer), FIRST + NUM_WORDS + 1);
  return tokenizer;
}

static void testJoin(void **state) {
  (void)state;
  Tokenizer *t = sample(false);
  assertTokens(t, strRefFromC(""), 0, "");
  assertTokens(t, strRefFromC("a"), 0, "260");
  // The best score first: bc before ab, then a and bc.
  assertTokens(t, strRefFromC("abc"), 0, "265");
  assertTokens(t, strRefFromC("abab"), 0, "263 263");
  // The leftmost of equal ones.
  assertTokens(t, strRefFromC("aaa"), 0, "269 260");
  assertTokens(t, strRefFromC("aaaaaa"), 0, "270 269");
  assertTokens(t, strRefFromC("a b"), 0, "260 259 261");
  assertTokens(t, strRefFromC("abc"), TOKENIZER_ADD_ENDS, "1 265 2");
  assertTokens(t, strRefFromC(""), TOKENIZER_ADD_ENDS, "1 2");
  assertTokens(t, strRefFromC("a"), TOKENIZER_ADD_BEGIN, "1 260");
  assertTokens(t, strRefFromC("a"), TOKENIZER_ADD_END, "260 2");
  tokenizerDestroy(t);
}

static void testSpace(void **state) {
  (void)state;
  Tokenizer *t = sample(true);
  assertTokens(t, strRefFromC(""), 0, "");
  assertTokens(t, strRefFromC(""), TOKENIZER_ADD_ENDS, "1");
  assertTokens(t, strRefFromC("ab"), TOKENIZER_ADD_ENDS, "1 259 263");
  assertTokens(t, strRefFromC(" ab "), 0, "259 259 263 259");
  // One more behind each token that stands as it is.
  assertTokens(t, strRefFromC("a!!!!b"), 0, "259 260 271 259 36 261");
  assertComesBack(t, strRefFromC(" ab  !!! a!!!!!!b"), 0);
  assertComesBack(t, strRefFromC("  "), 0);
  tokenizerDestroy(t);
}

static void testBytes(void **state) {
  (void)state;
  Tokenizer *t = sample(true);
  assertTokens(t, strRefFromC("\xC3\xA9"), 0, "259 198 172"); // e acute
  assertTokens(t, strRefFromC("\n"), 0, "259 13");
  // What is no UTF-8: a letter cut off, a stray byte, a NUL.
  StrRef broken = {"a\xC3 \xFF\0b", 6};
  assertTokens(t, broken, 0, "259 260 198 259 258 3 261");
  assertComesBack(t, broken, 0);
  tokenizerDestroy(t);
}

static void testControls(void **state) {
  (void)state;
  Tokenizer *t = sample(false);
  // Not from text, whatever it could be joined from, unless asked.
  assertTokens(t, strRefFromC("<s>a"), 0, "268 65 260");
  assertTokens(t, strRefFromC("<s>a"), TOKENIZER_CONTROLS, "1 260");
  assertTokens(t, strRefFromC("a</s>"), TOKENIZER_CONTROLS, "260 2");
  // Nor are bytes and the unknown token.
  assertTokens(t, strRefFromC("<0x41>"), TOKENIZER_CONTROLS,
               "266 51 123 55 52 65");
  assertTokens(t, strRefFromC("<unk>"), TOKENIZER_CONTROLS,
               "266 120 113 110 65");
  assertComesBack(t, strRefFromC("<s>a</s>b"), TOKENIZER_CONTROLS);
  tokenizerDestroy(t);
}

static void appendToken(const Tokenizer *t, TokenDecoder *decoder,
                        int64_t token, const char *expected) {
  StrBuf text = {0}, error = {0};
  assert_true(tokenizerDecode(t, decoder, token, &text, &error));
  assert_string_equal(strBufText(&text), expected);
  strBufFree(&text);
}

static void testStream(void **state) {
  (void)state;
  Tokenizer *t = sample(true);
  TokenDecoder decoder = {0};
  StrBuf text = {0}, error = {0};
  appendToken(t, &decoder, 1, ""); // begin
  appendToken(t, &decoder, 259, "");
  appendToken(t, &decoder, 265, "abc");
  appendToken(t, &decoder, 259, " ");
  // A letter of four bytes comes whole; what breaks it off sets its bytes free.
  appendToken(t, &decoder, 3 + 0xF0, "");
  appendToken(t, &decoder, 3 + 0x9F, "");
  appendToken(t, &decoder, 3 + 0x98, "");
  appendToken(t, &decoder, 3 + 0x80, "\xF0\x9F\x98\x80");
  appendToken(t, &decoder, 3 + 0xE2, "");
  appendToken(t, &decoder, 260,
              "\xE2"
              "a");
  appendToken(t, &decoder, 3 + 0xE0, "");
  appendToken(t, &decoder, 3 + 0x80, "\xE0\x80"); // overlong: no letter
  appendToken(t, &decoder, 3 + 0xF4, "");
  appendToken(t, &decoder, 3 + 0x90, "\xF4\x90"); // above U+10FFFF
  appendToken(t, &decoder, 0, "\xEF\xBF\xBD");
  appendToken(t, &decoder, 2, "");
  decoder.showControls = true;
  appendToken(t, &decoder, 2, "</s>");
  appendToken(t, &decoder, 3 + 0xE2, "");
  tokenDecoderFinish(&decoder, &text);
  assert_string_equal(strBufText(&text), "\xEF\xBF\xBD");
  tokenDecoderFinish(&decoder, &text);
  assert_int_equal(text.length, 3);
  assert_false(tokenizerDecode(t, &decoder, 272, &text, &error));
  assert_string_equal(strBufText(&error),
                      "token 272: expected one of the 272 of the vocabulary");
  strBufFree(&error);
  assert_false(tokenizerDecode(t, &decoder, -1, &text, &error));
  strBufFree(&error);
  strBufFree(&text);
  tokenizerDestroy(t);
}

/// The definition, by looking at all neighbours each time.
static void joinSlowly(const char *text, StrBuf *out) {
  StrRef parts[64];
  size_t count = 0;
  for (; text[count]; ++count)
    parts[count] = (StrRef){text + count, 1};
  for (;;) {
    size_t best = count;
    float bestScore = 0;
    for (size_t i = 0; i + 1 < count; ++i)
      for (size_t k = 0; k < NUM_WORDS; ++k) {
        StrRef both = {parts[i].data, parts[i].length + parts[i + 1].length};
        if (strRefEqual(both, strRefFromC(words[k])) &&
            (best == count || scores[k] > bestScore)) {
          best = i;
          bestScore = scores[k];
        }
      }
    if (best == count)
      break;
    parts[best].length += parts[best + 1].length;
    memmove(parts + best + 1, parts + best + 2,
            (--count - best - 1) * sizeof *parts);
  }
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; k < NUM_WORDS; ++k)
      if (strRefEqual(parts[i], strRefFromC(words[k])))
        strBufAppendFormat(out, "%s%zu", i ? " " : "", FIRST + k);
}

static void testRandom(void **state) {
  (void)state;
  Tokenizer *t = sample(false);
  uint32_t random = 1;
  for (int run = 0; run < 2000; ++run) {
    char text[41] = {0};
    for (int i = 0; i < 1 + run % 40; ++i)
      text[i] = "abca"[(random = random * 1664525 + 1013904223) >> 30];
    StrBuf expected = {0};
    joinSlowly(text, &expected);
    assertTokens(t, strRefFromC(text), 0, strBufText(&expected));
    strBufFree(&expected);
  }
  tokenizerDestroy(t);
}

/// Whoever looks at all neighbours each time does not come back.
static void testLong(void **state) {
  (void)state;
  enum { LENGTH = 1000000 };
  Tokenizer *t = sample(false);
  char *text = malloc(LENGTH);
  int32_t *tokens = NULL;
  StrBuf error = {0};
  memset(text, 'a', LENGTH);
  assert_true(tokenizerEncode(t, (StrRef){text, LENGTH}, 0, &tokens, &error));
  assert_int_equal(arrlen(tokens), LENGTH / 4);
  arrfree(tokens);
  memset(text, ' ', LENGTH);
  assertComesBack(t, (StrRef){text, LENGTH}, 0);
  free(text);
  assert_false(
      tokenizerEncode(t, (StrRef){"", (size_t)1 << 31}, 0, &tokens, &error));
  assert_string_equal(
      strBufText(&error),
      "expected a text of fewer than 2147483648 bytes, got 2147483648");
  strBufFree(&error);
  tokenizerDestroy(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testJoin),   cmocka_unit_test(testSpace),
      cmocka_unit_test(testBytes),  cmocka_unit_test(testControls),
      cmocka_unit_test(testStream), cmocka_unit_test(testRandom),
      cmocka_unit_test(testLong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
