//===- GgufRun.h - imports one GGUF file that may be broken ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is imported is a module that parses and verifies; what is not has a
// message. A tokenizer encodes a text, and decodes the tokens.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_GGUFRUN_H
#define RELAX_TEST_FUZZ_GGUFRUN_H

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Frontend/GGUF/Tokenizer.h"
#include "test/fuzz/Context.h"
#include "tools/Dialects.h"

#include <stb/stb_ds.h>
#include <unistd.h>

/// The path of a file with these bytes, the same one every time. Nothing is
/// left of it.
static inline const char *ggufFuzzFile(const uint8_t *data, size_t size) {
  static char path[64];
  static FILE *file;
  if (!file)
    file = tmpfile();
  fuzzCheck(file && ftruncate(fileno(file), 0) == 0 &&
                pwrite(fileno(file), data, size, 0) == (ssize_t)size,
            "there is no temporary file");
  snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
  return path;
}

/// True if there was a model in the file.
static inline bool ggufFuzzImport(FuzzContext *fuzz, const char *path) {
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
  return good;
}

static inline void ggufFuzzTokenize(const Tokenizer *tokenizer) {
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

/// Imports the file and makes its tokenizer. True if there was a model in it.
static inline bool ggufFuzzRun(FuzzContext *fuzz, const uint8_t *data,
                               size_t size) {
  RelaxError error = {0};
  bool good = ggufFuzzImport(fuzz, ggufFuzzFile(data, size));
  GgufFile *file = ggufFromMemory(data, size, "m.gguf", &error);
  Tokenizer *tokenizer = file ? ggufTokenizerCreate(file, &error) : NULL;
  fuzzCheck((tokenizer != NULL) != relaxErrorIsSet(&error),
            "a tokenizer is missing without a message");
  if (tokenizer) {
    ggufFuzzTokenize(tokenizer);
    tokenizerDestroy(tokenizer);
  }
  ggufDestroy(file);
  relaxErrorFree(&error);
  return good;
}

#endif // RELAX_TEST_FUZZ_GGUFRUN_H
