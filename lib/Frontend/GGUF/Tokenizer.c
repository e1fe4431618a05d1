//===- Tokenizer.c - the tokenizer of a GGUF file -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Tokenizer.h"
#include "lib/Runtime/GGUF/Reader.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct TokenizerReader {
  const GgufFile *file;
  TokenizerVocabulary vocabulary;
  StrRef *tokens, *merges;
  int32_t *types;
  float *scores;
  RelaxError *error;
} TokenizerReader;

/// False after an error; a key that is not there changes nothing.
static bool isGood(const TokenizerReader *reader, bool found) {
  return found || !relaxErrorIsSet(reader->error);
}

static bool refuseWords(TokenizerReader *reader, StrRef name) {
  StrBuf names = {0};
  tokenizerWordRuleNames(&names);
  relaxFail(reader->error,
            "key 'tokenizer.ggml.pre': expected one of %s, got '%.*s'",
            strBufText(&names), ggufShown(name), name.data);
  strBufFree(&names);
  return false;
}

static bool readKind(TokenizerReader *reader) {
  StrRef model, name = strRefFromC("default");
  TokenizerWords words = {0};
  if (!ggufGetString(reader->file, "tokenizer.ggml.model", &model,
                     reader->error))
    return relaxFail(reader->error, "the file has no tokenizer: expected the "
                                    "key 'tokenizer.ggml.model'");
  bool pieces = strRefEqual(model, strRefFromC("llama"));
  if (!pieces && !strRefEqual(model, strRefFromC("gpt2")))
    return relaxFail(
        reader->error,
        "key 'tokenizer.ggml.model': expected 'llama' or 'gpt2', got '%.*s'",
        ggufShown(model), model.data);
  if (!isGood(reader, ggufGetString(reader->file, "tokenizer.ggml.pre", &name,
                                    reader->error)))
    return false;
  if (!pieces && !tokenizerWordRule(name, &words))
    return refuseWords(reader, name);
  reader->vocabulary = (TokenizerVocabulary){
      .kind = pieces ? TOKENIZER_SENTENCEPIECE : TOKENIZER_BYTE_PAIRS,
      .words = words,
      .addBegin = pieces || words.addBegin,
      .addSpace = pieces};
  return true;
}

/// The array of that key, with room for its elements: `count` of them, unless
/// that is 0. Without the key `*array` is NULL.
static bool readArray(TokenizerReader *reader, const char *key, GgufType type,
                      size_t size, uint64_t most, const GgufValue **array,
                      void *items) {
  *array = NULL;
  if (!isGood(reader,
              ggufGetArray(reader->file, key, type, array, reader->error)))
    return false;
  if (!*array)
    return true;
  size_t tokens = reader->vocabulary.numTokens;
  if ((*array)->count > most)
    return relaxFail(reader->error,
                     "key '%s': expected at most %" PRIu64
                     " elements, got %" PRIu64,
                     key, most, (*array)->count);
  if (tokens && type != GGUF_STRING && (*array)->count != tokens)
    return relaxFail(reader->error,
                     "key '%s': expected %zu elements, one for each token, "
                     "got %" PRIu64,
                     key, tokens, (*array)->count);
  void *memory = calloc((*array)->count + 1, size);
  *(void **)items = memory;
  return memory || relaxFail(reader->error, "out of memory");
}

static bool readTokens(TokenizerReader *reader) {
  const GgufFile *file = reader->file;
  TokenizerVocabulary *vocabulary = &reader->vocabulary;
  const GgufValue *tokens, *types, *scores, *merges;
  if (!readArray(reader, "tokenizer.ggml.tokens", GGUF_STRING, sizeof(StrRef),
                 TOKENIZER_MAX_TOKENS, &tokens, &reader->tokens))
    return false;
  if (!tokens)
    return relaxFail(reader->error, "the file has no tokens: expected the key "
                                    "'tokenizer.ggml.tokens'");
  vocabulary->numTokens = tokens->count;
  if (!readArray(reader, "tokenizer.ggml.token_type", GGUF_I32, sizeof(int32_t),
                 TOKENIZER_MAX_TOKENS, &types, &reader->types) ||
      !readArray(reader, "tokenizer.ggml.scores", GGUF_F32, sizeof(float),
                 TOKENIZER_MAX_TOKENS, &scores, &reader->scores) ||
      !readArray(reader, "tokenizer.ggml.merges", GGUF_STRING, sizeof(StrRef),
                 TOKENIZER_MAX_MERGES, &merges, &reader->merges))
    return false;
  for (uint64_t i = 0; i < tokens->count; ++i) {
    reader->tokens[i] = ggufElementString(file, tokens, i);
    if (types)
      reader->types[i] = (int32_t)ggufElement(file, types, i).i;
    if (scores)
      reader->scores[i] = (float)ggufElement(file, scores, i).f;
  }
  for (uint64_t i = 0; merges && i < merges->count; ++i)
    reader->merges[i] = ggufElementString(file, merges, i);
  vocabulary->numMerges = merges ? merges->count : 0;
  vocabulary->tokens = reader->tokens;
  vocabulary->types = reader->types;
  vocabulary->scores = reader->scores;
  vocabulary->merges = reader->merges;
  return true;
}

/// `otherwise` without the key, if there is such a token. 2^32 - 1 is how
/// writers say that there is none.
static bool readToken(TokenizerReader *reader, const char *key,
                      int64_t otherwise, int64_t *out) {
  bool known = reader->vocabulary.kind == TOKENIZER_SENTENCEPIECE &&
               otherwise < (int64_t)reader->vocabulary.numTokens;
  *out = known ? otherwise : TOKEN_NONE;
  if (!isGood(reader, ggufGetInteger(reader->file, key, out, reader->error)))
    return false;
  if (*out == UINT32_MAX)
    *out = TOKEN_NONE;
  return true;
}

static bool readRest(TokenizerReader *reader) {
  TokenizerVocabulary *vocabulary = &reader->vocabulary;
  const GgufFile *file = reader->file;
  RelaxError *error = reader->error;
  return readToken(reader, "tokenizer.ggml.bos_token_id", 1,
                   &vocabulary->begin) &&
         readToken(reader, "tokenizer.ggml.eos_token_id", 2,
                   &vocabulary->end) &&
         readToken(reader, "tokenizer.ggml.unknown_token_id", 0,
                   &vocabulary->unknown) &&
         isGood(reader, ggufGetBool(file, "tokenizer.ggml.add_bos_token",
                                    &vocabulary->addBegin, error)) &&
         isGood(reader, ggufGetBool(file, "tokenizer.ggml.add_eos_token",
                                    &vocabulary->addEnd, error)) &&
         isGood(reader, ggufGetBool(file, "tokenizer.ggml.add_space_prefix",
                                    &vocabulary->addSpace, error));
}

Tokenizer *ggufTokenizerCreate(const GgufFile *file, RelaxError *error) {
  RelaxError own = {0};
  TokenizerReader reader = {.file = file, .error = &own};
  Tokenizer *tokenizer = NULL;
  if (readKind(&reader) && readTokens(&reader) && readRest(&reader)) {
    StrBuf message = {0};
    tokenizer = tokenizerCreate(&reader.vocabulary, &message);
    if (!tokenizer)
      relaxFail(&own, "the tokenizer: %s", strBufText(&message));
    strBufFree(&message);
  }
  if (!tokenizer)
    relaxFail(error, "%s", relaxErrorText(&own));
  relaxErrorFree(&own);
  free(reader.tokens);
  free(reader.merges);
  free(reader.types);
  free(reader.scores);
  return tokenizer;
}

int64_t ggufContextLength(const GgufFile *file) {
  StrRef architecture;
  int64_t length = 0;
  StrBuf key = {0};
  if (ggufGetString(file, "general.architecture", &architecture, NULL)) {
    strBufAppend(&key, architecture);
    strBufAppendC(&key, ".context_length");
    ggufGetInteger(file, strBufText(&key), &length, NULL);
  }
  strBufFree(&key);
  return length > 0 ? length : 0;
}
