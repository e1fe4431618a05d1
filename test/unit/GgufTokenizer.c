//===- GgufTokenizer.c - tests of the tokenizers of GGUF files ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Tokenizer.h"
#include "test/unit/GgufBytes.h"
#include "test/unit/RuntimeTest.h"
#include "test/unit/TokenizerTest.h"

static void putNumber(StrBuf *out, const char *key, uint32_t value) {
  putKey(out, key, GGUF_U32);
  putU32(out, value);
}

static void putFlag(StrBuf *out, const char *key, bool value) {
  putKey(out, key, GGUF_BOOL);
  putBytes(out, value ? "\1" : "\0", 1);
}

static void putTexts(StrBuf *out, const char *key, size_t count,
                     const char *const *texts) {
  putKey(out, key, GGUF_ARRAY);
  putArray(out, GGUF_STRING, count);
  for (size_t i = 0; i < count; ++i)
    putText(out, texts[i]);
}

static Tokenizer *fromBytes(StrBuf *bytes, RelaxError *error) {
  GgufFile *file = ggufFromMemory(bytes->data, bytes->length, "m.gguf", error);
  assert_non_null(file);
  Tokenizer *tokenizer = ggufTokenizerCreate(file, error);
  ggufDestroy(file);
  strBufFree(bytes);
  return tokenizer;
}

static void expectRefused(StrBuf *bytes, const char *message) {
  RelaxError error = {0};
  assert_null(fromBytes(bytes, &error));
  expectError(&error, message);
}

static const char *const tokens[] = {"<unk>", "<s>", "</s>", "a", "b", "ab"};

/// A vocabulary of six tokens and `more` further keys, which have to follow.
static StrBuf pieces(uint64_t more) {
  StrBuf out = {0};
  const float scores[] = {0, 0, 0, -1, -1, -2};
  const int32_t types[] = {2, 3, 3, 1, 1, 1};
  putHead(&out, 3, 0, 4 + more);
  putTextKey(&out, "tokenizer.ggml.model", "llama");
  putTexts(&out, "tokenizer.ggml.tokens", 6, tokens);
  putKey(&out, "tokenizer.ggml.scores", GGUF_ARRAY);
  putArray(&out, GGUF_F32, 6), putBytes(&out, scores, sizeof scores);
  putKey(&out, "tokenizer.ggml.token_type", GGUF_ARRAY);
  putArray(&out, GGUF_I32, 6), putBytes(&out, types, sizeof types);
  return out;
}

static void readsKeys(void **state) {
  (void)state;
  RelaxError error = {0};
  StrBuf bytes = pieces(0);
  Tokenizer *tokenizer = fromBytes(&bytes, &error);
  assertTokens(tokenizer, strRefFromC("ab"), TOKENIZER_ADD_ENDS, "1 0 0 0 5");
  assert_int_equal(tokenizerEnd(tokenizer), 2);
  tokenizerDestroy(tokenizer);
  bytes = pieces(6);
  putNumber(&bytes, "tokenizer.ggml.bos_token_id", 3);
  putNumber(&bytes, "tokenizer.ggml.eos_token_id", 4);
  putNumber(&bytes, "tokenizer.ggml.unknown_token_id", 2);
  putFlag(&bytes, "tokenizer.ggml.add_bos_token", false);
  putFlag(&bytes, "tokenizer.ggml.add_eos_token", true);
  putFlag(&bytes, "tokenizer.ggml.add_space_prefix", false);
  tokenizer = fromBytes(&bytes, &error);
  assertTokens(tokenizer, strRefFromC("ab?"), TOKENIZER_ADD_ENDS, "5 2 4");
  assert_int_equal(tokenizerBegin(tokenizer), 3);
  tokenizerDestroy(tokenizer);
  bytes = pieces(2);
  putNumber(&bytes, "tokenizer.ggml.bos_token_id", UINT32_MAX);
  putNumber(&bytes, "tokenizer.ggml.eos_token_id", UINT32_MAX);
  tokenizer = fromBytes(&bytes, &error);
  assertTokens(tokenizer, strRefFromC(""), TOKENIZER_ADD_ENDS, "");
  assert_int_equal(tokenizerBegin(tokenizer), TOKEN_NONE);
  assert_int_equal(tokenizerEnd(tokenizer), TOKEN_NONE);
  tokenizerDestroy(tokenizer);
  relaxErrorFree(&error);
}

/// Two keys: the model and the tokens, and `more` further ones.
static StrBuf pairs(uint64_t more) {
  StrBuf out = {0};
  putHead(&out, 3, 0, 2 + more);
  putTextKey(&out, "tokenizer.ggml.model", "gpt2");
  putTexts(&out, "tokenizer.ggml.tokens", 3, tokens + 3);
  return out;
}

/// The rule for words says what is added where the file does not.
static void readsWords(void **state) {
  (void)state;
  static const char *const rules[] = {"default", "qwen2", "llama-bpe"};
  static const char *const expected[] = {"0", "0", "1 0"};
  RelaxError error = {0};
  for (int i = 0; i < 3; ++i) {
    StrBuf bytes = pairs(2);
    putTextKey(&bytes, "tokenizer.ggml.pre", rules[i]);
    putNumber(&bytes, "tokenizer.ggml.bos_token_id", 1);
    Tokenizer *tokenizer = fromBytes(&bytes, &error);
    assert_non_null(tokenizer);
    assertTokens(tokenizer, strRefFromC("a"), TOKENIZER_ADD_ENDS, expected[i]);
    tokenizerDestroy(tokenizer);
  }
}

static void refuses(void **state) {
  (void)state;
  StrBuf out = {0};
  putHead(&out, 3, 0, 0);
  expectRefused(&out, "the file has no tokenizer: expected the key "
                      "'tokenizer.ggml.model'");
  putHead(&out, 3, 0, 1);
  putTextKey(&out, "tokenizer.ggml.model", "bert");
  expectRefused(&out, "key 'tokenizer.ggml.model': expected 'llama' or "
                      "'gpt2', got 'bert'");
  putHead(&out, 3, 0, 1);
  putNumber(&out, "tokenizer.ggml.model", 1);
  expectRefused(&out, "key 'tokenizer.ggml.model': expected a string, got u32");
  putHead(&out, 3, 0, 1);
  putTextKey(&out, "tokenizer.ggml.model", "llama");
  expectRefused(&out, "the file has no tokens: expected the key "
                      "'tokenizer.ggml.tokens'");
  putHead(&out, 3, 0, 2);
  putTextKey(&out, "tokenizer.ggml.model", "llama");
  putTexts(&out, "tokenizer.ggml.tokens", 0, NULL);
  expectRefused(&out, "the tokenizer: expected 1 to 1048576 tokens, got 0");
  out = pairs(1);
  putTextKey(&out, "tokenizer.ggml.pre", "llama-spm");
  StrBuf names = {0}, message = {0};
  tokenizerWordRuleNames(&names);
  strBufAppendFormat(&message,
                     "key 'tokenizer.ggml.pre': expected one of %s, got "
                     "'llama-spm'",
                     strBufText(&names));
  expectRefused(&out, strBufText(&message));
  strBufFree(&message);
  strBufFree(&names);
  out = pairs(1);
  putKey(&out, "tokenizer.ggml.scores", GGUF_ARRAY);
  putArray(&out, GGUF_F32, 1), putU32(&out, 0);
  expectRefused(&out, "key 'tokenizer.ggml.scores': expected 3 elements, one "
                      "for each token, got 1");
  out = pairs(1);
  putKey(&out, "tokenizer.ggml.merges", GGUF_ARRAY);
  putArray(&out, GGUF_U32, 1), putU32(&out, 0);
  expectRefused(&out, "key 'tokenizer.ggml.merges': expected elements of type "
                      "string, got u32");
  out = pairs(1);
  putTexts(&out, "tokenizer.ggml.merges", 1, &(const char *){"b a"});
  expectRefused(&out,
                "the tokenizer: merge 0: its parts together are no token");
  out = pairs(1);
  putNumber(&out, "tokenizer.ggml.eos_token_id", 3);
  expectRefused(&out,
                "the tokenizer: the end token: expected less than 3, got 3");
  out = pairs(1);
  putTextKey(&out, "tokenizer.ggml.bos_token_id", "a");
  expectRefused(&out, "key 'tokenizer.ggml.bos_token_id': expected an "
                      "integer, got string");
}

static void limitsMemory(void **state) {
  (void)state;
  StrBuf out = {0};
  putHead(&out, 3, 0, 2);
  putTextKey(&out, "tokenizer.ggml.model", "llama");
  putKey(&out, "tokenizer.ggml.tokens", GGUF_ARRAY);
  putArray(&out, GGUF_STRING, TOKENIZER_MAX_TOKENS + 1);
  for (int i = 0; i <= TOKENIZER_MAX_TOKENS; ++i)
    putU64(&out, 0);
  expectRefused(&out, "key 'tokenizer.ggml.tokens': expected at most 1048576 "
                      "elements, got 1048577");
}

/// Whatever a file says, it is refused with a message, or its tokenizer takes
/// any text, whose tokens it has.
static void tryAny(const StrBuf *bytes, int *made) {
  RelaxError error = {0};
  StrBuf text = {0}, message = {0};
  int32_t *tokens = NULL;
  GgufFile *file = ggufFromMemory(bytes->data, bytes->length, "m.gguf", &error);
  Tokenizer *tokenizer = file ? ggufTokenizerCreate(file, &error) : NULL;
  ggufDestroy(file);
  assert_true((tokenizer == NULL) == relaxErrorIsSet(&error));
  relaxErrorFree(&error);
  if (!tokenizer)
    return;
  ++*made;
  TokenDecoder decoder = {0};
  tokenizerEncode(tokenizer, strRefFromC("abba <s>\xC3 ab\xE2\x82\xAC</s>"),
                  TOKENIZER_ADD_ENDS | TOKENIZER_CONTROLS, &tokens, &message);
  for (ptrdiff_t i = 0; i < arrlen(tokens); ++i)
    assert_true(
        tokenizerDecode(tokenizer, &decoder, tokens[i], &text, &message));
  arrfree(tokens);
  strBufFree(&text);
  strBufFree(&message);
  tokenizerDestroy(tokenizer);
}

static void survivesMutations(void **state) {
  (void)state;
  uint32_t random = 1;
  for (int kind = 0; kind < 2; ++kind) {
    StrBuf bytes = kind ? pairs(1) : pieces(2);
    if (kind)
      putTexts(&bytes, "tokenizer.ggml.merges", 1, &(const char *){"a b"});
    else {
      putNumber(&bytes, "tokenizer.ggml.bos_token_id", 3);
      putFlag(&bytes, "tokenizer.ggml.add_eos_token", true);
    }
    int made = 0;
    for (int run = 0; run < 10000; ++run) {
      StrBuf copy = {0};
      strBufAppend(&copy, (StrRef){bytes.data, bytes.length});
      for (int i = 0; i <= run % 3; ++i) {
        random = random * 1664525 + 1013904223;
        size_t place = 24 + (random >> 8) % (copy.length - 24);
        random = random * 1664525 + 1013904223;
        static const char values[] = {0, 1, 2, 3, ' ', 'a', '\xC3', '\xFF'};
        copy.data[place] = values[random >> 29];
      }
      if (run % 10 == 9)
        copy.length -= (random >> 8) % 40;
      tryAny(&copy, &made);
      strBufFree(&copy);
    }
    assert_true(made > 100 && made < 9900);
    strBufFree(&bytes);
  }
}

static void readsContext(void **state) {
  (void)state;
  RelaxError error = {0};
  StrBuf out = {0};
  putHead(&out, 3, 0, 2);
  putTextKey(&out, "general.architecture", "mine");
  putNumber(&out, "mine.context_length", 512);
  GgufFile *file = ggufFromMemory(out.data, out.length, "m.gguf", &error);
  assert_int_equal(ggufContextLength(file), 512);
  ggufDestroy(file);
  strBufFree(&out);
  putHead(&out, 3, 0, 1);
  putNumber(&out, "mine.context_length", 512);
  file = ggufFromMemory(out.data, out.length, "m.gguf", &error);
  assert_int_equal(ggufContextLength(file), 0);
  ggufDestroy(file);
  strBufFree(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readsKeys),         cmocka_unit_test(readsWords),
      cmocka_unit_test(refuses),           cmocka_unit_test(limitsMemory),
      cmocka_unit_test(survivesMutations), cmocka_unit_test(readsContext)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
