//===- GgufVocabularies.c - tests of the tokenizers of real models --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Vocabularies with texts and their tokens stand in $RELAX_SHARED/data, more of
// them (llama.cpp's models/ggml-vocab-*) in $RELAX_VOCABULARIES; without these
// folders the tests skip.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Tokenizer.h"
#include "lib/Runtime/File.h"
#include "test/unit/RuntimeTest.h"
#include "test/unit/TokenizerTest.h"

static Tokenizer *readFrom(const char *folder, const char *name) {
  RelaxError error = {0};
  StrBuf path = {0};
  strBufAppendFormat(&path, "%s/%s", folder, name);
  GgufFile *file = ggufRead(strBufText(&path), &error);
  if (!file)
    fail_msg("%s", relaxErrorText(&error));
  Tokenizer *tokenizer = ggufTokenizerCreate(file, &error);
  if (!tokenizer)
    fail_msg("%s: %s", name, relaxErrorText(&error));
  ggufDestroy(file);
  strBufFree(&path);
  return tokenizer;
}

static StrBuf readText(const char *folder, const char *name, const char *end) {
  StrBuf path = {0}, text = {0};
  strBufAppendFormat(&path, "%s/%s%s", folder, name, end);
  assert_true(relaxFileRead(strBufText(&path), &text, NULL));
  strBufFree(&path);
  return text;
}

/// Every text of FILE.inp has the tokens of its line in FILE.out, and comes
/// back from them. Their number.
static int compareFile(const char *folder, const char *name) {
  static const char between[] = "\n__ggml_vocab_test__\n";
  Tokenizer *tokenizer = readFrom(folder, name);
  StrBuf texts = readText(folder, name, ".inp"),
         lines = readText(folder, name, ".out");
  char *line = lines.data;
  int count = 0;
  for (char *text = texts.data, *next; text && *text; text = next, ++count) {
    char *end = strstr(text, between), *newline = strchr(line, '\n');
    size_t length = end ? (size_t)(end - text) : strlen(text);
    next = end ? end + sizeof between - 1 : NULL;
    assert_non_null(newline);
    *newline = '\0';
    // Numbers stand behind a blank each.
    assertTokens(tokenizer, (StrRef){text, length}, 0, line + (*line == ' '));
    assertComesBack(tokenizer, (StrRef){text, length}, 0);
    line = newline + 1;
  }
  assert_string_equal(line, "");
  strBufFree(&texts);
  strBufFree(&lines);
  tokenizerDestroy(tokenizer);
  return count;
}

/// A folder of $RELAX_SHARED/data, until the next call.
static const char *sharedFolder(const char *name) {
  static char path[512];
  const char *shared = getenv("RELAX_SHARED");
  if (!shared)
    skip();
  snprintf(path, sizeof path, "%s/data/%s", shared, name);
  return path;
}

static void encodesAsLlama(void **state) {
  (void)state;
  assert_int_equal(
      compareFile(sharedFolder("gguf-vocab"), "ggml-vocab-llama-spm.gguf"), 46);
}

static void encodesAsGpt2(void **state) {
  (void)state;
  assert_int_equal(
      compareFile(sharedFolder("gguf-vocab"), "ggml-vocab-gpt-2.gguf"), 46);
}

static void encodesAsOthers(void **state) {
  (void)state;
  static const char *const names[] = {
      "phi-3",     "falcon", "starcoder",    "refact",
      "command-r", "mpt",    "llama-bpe",    "deepseek-coder",
      "qwen2",     "qwen35", "deepseek-llm",
  };
  const char *folder = getenv("RELAX_VOCABULARIES");
  if (!folder)
    skip();
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    char name[64];
    snprintf(name, sizeof name, "ggml-vocab-%s.gguf", names[i]);
    assert_true(compareFile(folder, name) >= 46);
  }
}

static void readsStories(void **state) {
  (void)state;
  Tokenizer *tokenizer =
      readFrom(sharedFolder("stories260k"), "stories260K.gguf");
  assert_int_equal(tokenizerCount(tokenizer), 512);
  assertTokens(tokenizer, strRefFromC("Once upon a time,"), TOKENIZER_ADD_ENDS,
               "1 403 407 261 378 432");
  assertTokens(tokenizer, strRefFromC(""), TOKENIZER_ADD_ENDS, "1");
  tokenizerDestroy(tokenizer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encodesAsLlama), cmocka_unit_test(encodesAsGpt2),
      cmocka_unit_test(encodesAsOthers), cmocka_unit_test(readsStories)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
