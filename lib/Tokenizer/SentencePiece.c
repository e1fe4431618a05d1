//===- SentencePiece.c - byte pairs by score --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Utf8.h"
#include "lib/Tokenizer/Vocabulary.h"

#include <math.h>
#include <stb/stb_ds.h>

static const char space[] = "\xE2\x96\x81"; // U+2581

bool sentencePieceCreate(Tokenizer *tokenizer,
                         const TokenizerVocabulary *vocabulary, StrBuf *error) {
  if (!vocabulary->scores) {
    strBufAppendC(error, "expected a score for each token");
    return false;
  }
  tokenizer->scores = arenaCopy(tokenizer->arena, vocabulary->scores,
                                tokenizer->numTokens * sizeof(float));
  for (size_t i = 0; i < tokenizer->numTokens; ++i) {
    StrRef text = tokenizer->tokens[i];
    if (isnan(tokenizer->scores[i])) {
      strBufAppendFormat(error, "token %zu: its score is not a number", i);
      return false;
    }
    uint8_t byte;
    if (tokenizer->types[i] == TOKEN_BYTE && tokenizerByte(text, &byte))
      tokenizer->ofByte[byte] = (int32_t)i;
  }
  return true;
}

/// A blank in front, if that is asked for, and all of them as U+2581.
static void writeSpaces(StrRef text, bool inFront, StrBuf *out) {
  if (inFront)
    strBufAppendC(out, space);
  for (size_t i = 0, from = 0; i <= text.length; ++i)
    if (i == text.length || text.data[i] == ' ') {
      if (i > from)
        strBufAppend(out, (StrRef){text.data + from, i - from});
      if (i < text.length)
        strBufAppendC(out, space);
      from = i + 1;
    }
}

static bool find(const Tokenizer *tokenizer, const MergeSymbol *left,
                 const MergeSymbol *right, MergeCandidate *candidate) {
  (void)right; // lies behind it
  candidate->token =
      tokenizerFind(tokenizer, (StrRef){left->text.data, candidate->length});
  if (candidate->token < 0)
    return false;
  candidate->priority = -(double)tokenizer->scores[candidate->token];
  return true;
}

/// A letter that is no token, byte by byte.
static bool addBytes(const Tokenizer *tokenizer, StrRef text, int32_t **tokens,
                     StrBuf *error) {
  for (size_t i = 0; i < text.length; ++i) {
    uint8_t byte = (uint8_t)text.data[i];
    if (tokenizer->ofByte[byte] >= 0)
      arrput(*tokens, tokenizer->ofByte[byte]);
    else if (!tokenizerAddUnknown(tokenizer, byte, tokens, error))
      return false;
  }
  return true;
}

bool sentencePieceEncode(const Tokenizer *tokenizer, StrRef text, bool atFront,
                         int32_t **tokens, StrBuf *error) {
  StrBuf spaced = {0};
  writeSpaces(text, atFront && tokenizer->addSpace, &spaced);
  Merger merger = {.tokenizer = tokenizer, .find = find};
  for (size_t i = 0, length; i < spaced.length; i += length) {
    uint32_t point;
    StrRef letter = {spaced.data + i, spaced.length - i};
    length = utf8Decode(letter, &point);
    length = length ? length : 1;
    letter.length = length;
    mergerAdd(&merger, letter, tokenizerFind(tokenizer, letter));
  }
  mergerRun(&merger);
  bool good = true;
  for (int32_t i = arrlen(merger.symbols) ? 0 : -1; good && i >= 0;
       i = merger.symbols[i].next) {
    const MergeSymbol *symbol = &merger.symbols[i];
    if (symbol->token >= 0)
      arrput(*tokens, symbol->token);
    else
      good = addBytes(tokenizer, symbol->text, tokens, error);
  }
  mergerFree(&merger);
  strBufFree(&spaced);
  return good;
}
