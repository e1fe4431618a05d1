//===- TokenizerWords.c - tests of how texts are cut into words -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"
#include "test/unit/TokenizerTest.h"

#define ACUTE "\xCC\x81"                   // a combining mark
#define CHINESE "\xE4\xB8\xAD\xE6\x96\x87" // two letters

static WordSplitter *splitterOf(const char *rule) {
  TokenizerWords words;
  StrBuf error = {0};
  if (!tokenizerWordRule(strRefFromC(rule), &words))
    fail_msg("%s", rule);
  WordSplitter *splitter = wordSplitterCreate(words.expressions, &error);
  if (!splitter)
    fail_msg("%s: %s", rule, strBufText(&error));
  return splitter;
}

/// The words, a `|` between each two.
static void assertWords(const char *rule, const char *text,
                        const char *expected) {
  WordSplitter *splitter = splitterOf(rule);
  WordReader reader = {.splitter = splitter};
  StrBuf got = {0}, error = {0};
  for (StrRef rest = strRefFromC(text); rest.length;) {
    size_t length = wordReaderNext(&reader, rest, &error);
    assert_true(length > 0 && length <= rest.length);
    strBufAppendC(&got, got.length ? "|" : "");
    strBufAppend(&got, (StrRef){rest.data, length});
    rest = (StrRef){rest.data + length, rest.length - length};
  }
  if (strcmp(strBufText(&got), expected) != 0)
    fail_msg("%s: expected %s, got %s", rule, expected, strBufText(&got));
  strBufFree(&got);
  wordReaderFree(&reader);
  wordSplitterDestroy(splitter);
}

static void testOneExpression(void **state) {
  (void)state;
  // Endings in capitals, numbers, what stands in front of a word, breaks.
  const char *text = "I'LL (pay) 12345 now!\n\n ok";
  assertWords("gpt-2", text, "I|'|LL| (|pay|)| 12345| now|!|\n\n| ok");
  assertWords("llama-bpe", text, "I|'LL| (|pay|)| |123|45| now|!\n\n| ok");
  assertWords("qwen2", text, "I|'LL| (|pay|)| |1|2|3|4|5| now|!\n\n| ok");
  assertWords("seed-coder", text, "I|'LL| (|pay|)| |1|2|3|4|5| now|!|\n\n| ok");
  // A break ends blanks; the last blank belongs to the word.
  assertWords("llama-bpe", "a \n\n   b\t", "a| \n\n|  | b|\t");
  assertWords("gpt-2", "a \n\n   b\t", "a| \n\n  | b|\t");
  assertWords("llama-bpe", "x(y", "x|(y");
  assertWords("qwen2", "e" ACUTE "a", "e|" ACUTE "a");
  assertWords("qwen35", "e" ACUTE "a", "e" ACUTE "a");
  assertWords("tekken", "HelloWorld fooBAR 12", "Hello|World| foo|BAR| |1|2");
  assertWords("gpt-4o", "HelloWorld it's a/b\n/ 1234",
              "Hello|World| it's| a|/b|\n|/| |123|4");
  assertWords("tekken", "it's", "it|'s");
  assertWords("bloom", "Hello, world (a12)", "Hello|,| world| (|a12|)");
}

static void testStages(void **state) {
  (void)state;
  assertWords("starcoder", "v12 x", "v|1|2| x");
  assertWords("viking", "a12 b", "a|1|2| b");
  assertWords("falcon", "a+b (x) 12345 's", "a|+|b| |(|x|)| |123|45| |'|s");
  assertWords("default", "x2 12345", "x|2| |123|45");
  assertWords("deepseek-coder", "a\n\n b,c " CHINESE " 12",
              "a|\n|\n| b|,|c| |" CHINESE "| |1|2");
  assertWords("deepseek-llm", "Ab " CHINESE "!  1 ",
              "Ab| |" CHINESE "|!|  |1| ");
  assertWords("deepseek-v3", "abc 1234, " CHINESE "abc\n.x",
              "abc| |123|4|,| |" CHINESE "|abc|\n|.x");
}

/// The text stops and goes on: what a stage still had to cut is forgotten.
static void testSeveralTexts(void **state) {
  (void)state;
  WordSplitter *splitter = splitterOf("starcoder");
  WordReader reader = {.splitter = splitter};
  StrBuf error = {0};
  for (int i = 0; i < 2; ++i) {
    assert_int_equal(wordReaderNext(&reader, strRefFromC("ab 1"), &error), 2);
    assert_int_equal(wordReaderNext(&reader, strRefFromC(" 1"), &error), 1);
    assert_int_equal(wordReaderNext(&reader, strRefFromC("1"), &error), 1);
  }
  wordReaderFree(&reader);
  wordSplitterDestroy(splitter);
}

/// A word that is a token needs no merges, where the rule says so.
static void testWholeWords(void **state) {
  (void)state;
  Lists lists = {0};
  addToken(&lists, "a", TOKEN_NORMAL, 0);
  addToken(&lists, "b", TOKEN_NORMAL, 0);
  addToken(&lists,
           "\xC4\xA0"
           "ab",
           TOKEN_NORMAL, 0); // with a blank
  addToken(&lists, "\xC4\xA0", TOKEN_NORMAL, 0);
  TokenizerVocabulary vocabulary = vocabularyOf(TOKENIZER_BYTE_PAIRS, &lists);
  static const char *const rules[] = {"smaug-bpe", "llama-bpe"};
  static const char *const expected[] = {"0 1 3 0 1", "0 1 2"};
  for (int i = 0; i < 2; ++i) {
    assert_true(tokenizerWordRule(strRefFromC(rules[i]), &vocabulary.words));
    Tokenizer *tokenizer = create(&vocabulary);
    assertTokens(tokenizer, strRefFromC("ab ab"), 0, expected[i]);
    tokenizerDestroy(tokenizer);
  }
  freeLists(&lists);
}

/// Every rule reads every long text in time that grows with it, and to its end.
static void testLong(void **state) {
  (void)state;
  enum { LENGTH = 50000 };
  static const char *const parts[] = {
      "l", " ",  "\n ", "A",  "Aa",    "1",          "'",
      "(", "! ", "'s",  " 1", CHINESE, "\xC2\xA0 a", ("\xCA\xB0" ACUTE)};
  StrBuf names = {0}, text = {0}, error = {0};
  tokenizerWordRuleNames(&names);
  for (char *name = strtok(names.data, ", "); name; name = strtok(NULL, ", ")) {
    WordSplitter *splitter = splitterOf(name);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
      text.length = 0;
      while (text.length < LENGTH)
        strBufAppendC(&text, parts[i]);
      strBufAppendC(&text, "x");
      WordReader reader = {.splitter = splitter};
      for (size_t at = 0, length; at < text.length; at += length) {
        length = wordReaderNext(
            &reader, (StrRef){text.data + at, text.length - at}, &error);
        if (length == 0)
          fail_msg("%s: %s", name, strBufText(&error));
      }
      wordReaderFree(&reader);
    }
    wordSplitterDestroy(splitter);
  }
  strBufFree(&text);
  strBufFree(&names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testOneExpression), cmocka_unit_test(testStages),
      cmocka_unit_test(testSeveralTexts), cmocka_unit_test(testWholeWords),
      cmocka_unit_test(testLong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
