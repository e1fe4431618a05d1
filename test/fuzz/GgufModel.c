//===- GgufModel.c - fuzzes the import of GGUF files, and tokenizers ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is imported is a module that parses and verifies; what is not has a
// message. A tokenizer encodes a text, and decodes the tokens.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Frontend/GGUF/Tokenizer.h"
#include "test/fuzz/Context.h"
#include "test/fuzz/WeightMutator.h"
#include "tools/Dialects.h"

#include <stb/stb_ds.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

/// The path of a file with these bytes, the same one every time.
static const char *writeFile(const uint8_t *data, size_t size) {
  static char path[] = "/tmp/relax-fuzz-XXXXXX";
  static int file = -1;
  if (file < 0)
    file = mkstemp(path);
  fuzzCheck(file >= 0 && ftruncate(file, 0) == 0 &&
                pwrite(file, data, size, 0) == (ssize_t)size,
            "there is no temporary file");
  return path;
}

static void import(FuzzContext *fuzz, const char *path) {
  StrBuf text = {0};
  RelaxError error = {0};
  bool good = ggufImport(path, &text, &error);
  fuzzCheck(good != relaxErrorIsSet(&error), "a failure without a message");
  if (good) {
    fuzzContextBegin(fuzz, relaxToolDialects);
    MlirModule module = fuzzParse(fuzz, &text);
    if (!module.ptr)
      fprintf(stderr, "%s\n", strBufText(&text));
    fuzzCheck(module.ptr != NULL, "an imported text does not parse");
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
  relaxErrorFree(&error);
}

static void tokenize(const Tokenizer *tokenizer) {
  static const char text[] = "Once upon a time, \xe2\x82\xac 42\n\xff<s> it's";
  int32_t *tokens = NULL;
  StrBuf error = {0}, back = {0};
  bool good = tokenizerEncode(tokenizer, strRefFromC(text), TOKENIZER_ADD_ENDS,
                              &tokens, &error);
  fuzzCheck(good == (error.length == 0), "a text that is refused silently");
  TokenDecoder decoder = {0};
  for (ptrdiff_t i = 0; i < arrlen(tokens); ++i) {
    fuzzCheck(tokens[i] >= 0 && (size_t)tokens[i] < tokenizerCount(tokenizer),
              "a token that there is not");
    fuzzCheck(tokenizerDecode(tokenizer, &decoder, tokens[i], &back, &error),
              "a token that is not decoded");
  }
  tokenDecoderFinish(&decoder, &back);
  arrfree(tokens);
  strBufFree(&error);
  strBufFree(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  RelaxError error = {0};
  import(&fuzz, writeFile(data, size));
  GgufFile *file = ggufFromMemory(data, size, "m.gguf", &error);
  Tokenizer *tokenizer = file ? ggufTokenizerCreate(file, &error) : NULL;
  fuzzCheck((tokenizer != NULL) != relaxErrorIsSet(&error),
            "a tokenizer is missing without a message");
  if (tokenizer) {
    tokenize(tokenizer);
    tokenizerDestroy(tokenizer);
  }
  ggufDestroy(file);
  relaxErrorFree(&error);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return weightMutate(data, size, maxSize, seed);
}
