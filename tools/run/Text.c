//===- Text.c - tokens to text --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Tokenizer.h"
#include "tools/run/TextState.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

RunText *runTextCreate(const char *path, bool stream, RunProgress *progress) {
  RelaxError error = {0};
  GgufFile *file = ggufRead(path, &error);
  Tokenizer *tokenizer = file ? ggufTokenizerCreate(file, &error) : NULL;
  ggufDestroy(file);
  RunText *text = tokenizer ? calloc(1, sizeof *text) : NULL;
  if (text) {
    text->tokenizer = tokenizer;
    text->stream = stream;
    text->stop = TOKEN_NONE;
    text->progress = progress;
    return text;
  }
  if (file && relaxErrorIsSet(&error))
    runFail("'%s': %s", path, relaxErrorText(&error));
  else
    runFail("%s", file ? "out of memory" : relaxErrorText(&error));
  relaxErrorFree(&error);
  tokenizerDestroy(tokenizer);
  return NULL;
}

void runTextDestroy(RunText *text) {
  if (!text)
    return;
  tokenizerDestroy(text->tokenizer);
  arrfree(text->prompt);
  strBufFree(&text->waiting);
  free(text);
}

static bool decode(RunText *text, int64_t token, RelaxError *error) {
  StrBuf message = {0};
  bool good = tokenizerDecode(text->tokenizer, &text->decoder, token,
                              &text->waiting, &message) ||
              relaxFail(error, "%s", strBufText(&message));
  strBufFree(&message);
  return good;
}

/// Prints what waits. Whole letters only, so an end at any time leaves no half
/// ones.
static bool print(RunText *text, RelaxError *error) {
  runProgressHide(text->progress);
  size_t length = text->waiting.length;
  bool good = fwrite(strBufText(&text->waiting), 1, length, stdout) == length &&
              fflush(stdout) == 0;
  if (length)
    text->last = text->waiting.data[length - 1];
  text->waiting.length = 0;
  return good || relaxFail(error, "cannot write the standard output: %s",
                           strerror(errno));
}

void runTextBegin(RunText *text) {
  text->decoder = (TokenDecoder){0};
  text->last = '\0';
  text->made = 0;
  // It is printed with the first new one; a token that is none prints nothing.
  for (ptrdiff_t i = 0; i < arrlen(text->prompt); ++i)
    decode(text, text->prompt[i], NULL);
  runProgressShow(text->progress, "prompt of %lld tokens",
                  arrlen(text->prompt));
}

bool runTextToken(RunText *text, const RelaxTensor *value, RelaxError *error) {
  if (!relaxDTypeIsNumber(value->dtype) || relaxDTypeIsFloat(value->dtype) ||
      relaxTensorCount(value) != 1) {
    StrBuf got = {0};
    relaxTensorPrintType(value, &got);
    relaxFail(error, "'token': expected one integer, got %s", strBufText(&got));
    strBufFree(&got);
    return false;
  }
  int64_t token = relaxLoadInt(value->dtype, value->data, 0);
  ++text->made;
  if (token != text->stop && !decode(text, token, error))
    return false;
  if (text->stream)
    return print(text, error);
  runProgressShow(text->progress, "%lld tokens made", text->made);
  return true;
}

bool runTextEnd(RunText *text, bool good) {
  RelaxError error = {0};
  bool silent = !good; // the error that ended the call is reported
  bool any = good || text->made > 0;
  tokenDecoderFinish(&text->decoder, &text->waiting);
  if (!any)
    text->waiting.length = 0;
  good = print(text, &error);
  if (good && any && text->last != '\n') {
    strBufAppendC(&text->waiting, "\n");
    good = print(text, &error);
  }
  if (!good && !silent)
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}
