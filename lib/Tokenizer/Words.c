//===- Words.c - a text is cut into words ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each expression cuts the pieces that the one before it made: its matches are
// pieces, and so is what lies between them. Only the first piece of each stage
// is looked for, when it is needed.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

struct WordSplitter {
  pcre2_code *stages[WORD_MAX_STAGES];
  int count;
};

static void appendMessage(int code, StrBuf *error) {
  PCRE2_UCHAR message[120];
  pcre2_get_error_message(code, message, sizeof message);
  strBufAppendFormat(error, "cannot cut the text into words: %s",
                     (const char *)message);
}

WordSplitter *wordSplitterCreate(const char *const *expressions,
                                 StrBuf *error) {
  int code = PCRE2_ERROR_NOMEMORY;
  size_t offset;
  WordSplitter *splitter = calloc(1, sizeof *splitter);
  while (splitter && splitter->count < WORD_MAX_STAGES &&
         expressions[splitter->count]) {
    pcre2_code *compiled = pcre2_compile(
        (PCRE2_SPTR)expressions[splitter->count], PCRE2_ZERO_TERMINATED,
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY, &code, &offset, NULL);
    if (!compiled) {
      wordSplitterDestroy(splitter);
      splitter = NULL;
    } else {
      splitter->stages[splitter->count++] = compiled;
    }
  }
  if (!splitter)
    appendMessage(code, error);
  return splitter;
}

void wordSplitterDestroy(WordSplitter *splitter) {
  if (!splitter)
    return;
  for (int i = 0; i < splitter->count; ++i)
    pcre2_code_free(splitter->stages[i]);
  free(splitter);
}

/// The first piece that a stage makes of a text: what is before the first
/// match, or the match. 0 after an error.
static size_t firstPiece(WordReader *reader, int stage, StrRef text,
                         StrBuf *error) {
  pcre2_match_data *match = reader->match;
  if (!match)
    reader->match = match = pcre2_match_data_create(1, NULL);
  int result = match ? pcre2_match(reader->splitter->stages[stage],
                                   (PCRE2_SPTR)text.data, text.length, 0,
                                   PCRE2_NO_UTF_CHECK, match, NULL)
                     : PCRE2_ERROR_NOMEMORY;
  if (result == PCRE2_ERROR_NOMATCH)
    return text.length;
  if (result > 0) { // no expression matches nothing
    const size_t *range = pcre2_get_ovector_pointer(match);
    return range[0] ? range[0] : range[1];
  }
  appendMessage(result, error);
  return 0;
}

size_t wordReaderNext(WordReader *reader, StrRef text, StrBuf *error) {
  size_t length = text.length;
  int count = reader->splitter->count, stage = count;
  // The last stage that is still inside of a piece to cut.
  while (stage > 0 && reader->left[stage - 1] == 0)
    --stage;
  if (stage > 0)
    length = reader->left[--stage];
  for (; stage < count && length; ++stage) {
    StrRef piece = {text.data, length};
    size_t first = firstPiece(reader, stage, piece, error);
    reader->left[stage] = length - first;
    length = first;
  }
  return length;
}

void wordReaderFree(WordReader *reader) {
  pcre2_match_data_free(reader->match);
  reader->match = NULL;
}
