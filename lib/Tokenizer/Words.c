//===- Words.c - GPT-2's words ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

// A match of the expression is a word; classes of letters are Unicode's, by
// PCRE2. Blanks are spelled out: its own class has U+180E, which is none.

#include "lib/Tokenizer/Vocabulary.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#define BLANKS                                                                 \
  "\\t-\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}"       \
  "\\x{202F}\\x{205F}\\x{3000}"

// Endings as in "don't"; letters, numbers, or anything else, with a blank in
// front; blanks but for the last one before a word.
static const char expression[] =
    "'(?:[stmd]|re|ve|ll)| ?\\p{L}+| ?\\p{N}+| ?[^" BLANKS "\\p{L}\\p{N}]+|"
    "[" BLANKS "]+(?![^" BLANKS "])|[" BLANKS "]+";

struct WordSplitter {
  pcre2_code *code;
};

static void appendMessage(int code, StrBuf *error) {
  PCRE2_UCHAR message[120];
  pcre2_get_error_message(code, message, sizeof message);
  strBufAppendFormat(error, "cannot cut the text into words: %s",
                     (const char *)message);
}

WordSplitter *wordSplitterCreate(StrBuf *error) {
  int code;
  size_t offset;
  WordSplitter *splitter = malloc(sizeof *splitter);
  if (splitter)
    splitter->code =
        pcre2_compile((PCRE2_SPTR)expression, PCRE2_ZERO_TERMINATED,
                      PCRE2_UTF | PCRE2_ANCHORED, &code, &offset, NULL);
  if (splitter && splitter->code)
    return splitter;
  appendMessage(splitter ? code : PCRE2_ERROR_NOMEMORY, error);
  free(splitter);
  return NULL;
}

void wordSplitterDestroy(WordSplitter *splitter) {
  if (!splitter)
    return;
  pcre2_code_free(splitter->code);
  free(splitter);
}

size_t wordReaderNext(WordReader *reader, StrRef text, StrBuf *error) {
  pcre2_match_data *match = reader->match;
  if (!match)
    reader->match = match = pcre2_match_data_create(1, NULL);
  int result =
      match ? pcre2_match(reader->splitter->code, (PCRE2_SPTR)text.data,
                          text.length, 0, PCRE2_NO_UTF_CHECK, match, NULL)
            : PCRE2_ERROR_NOMEMORY;
  if (result > 0) // every letter is in one of the classes
    return pcre2_get_ovector_pointer(match)[1];
  appendMessage(result, error);
  return 0;
}

void wordReaderFree(WordReader *reader) {
  pcre2_match_data_free(reader->match);
  reader->match = NULL;
}
