//===- Encode.c - texts to tokens -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"

#include <stb/stb_ds.h>

static bool encodePart(const Tokenizer *tokenizer, StrRef text, bool atFront,
                       int32_t **tokens, StrBuf *error) {
  if (text.length == 0)
    return true;
  return tokenizer->kind == TOKENIZER_SENTENCEPIECE
             ? sentencePieceEncode(tokenizer, text, atFront, tokens, error)
             : bytePairsEncode(tokenizer, text, tokens, error);
}

bool tokenizerEncode(const Tokenizer *tokenizer, StrRef text, unsigned flags,
                     int32_t **tokens, StrBuf *error) {
  bool atFront = true;
  if (text.length > INT32_MAX) {
    strBufAppendFormat(error,
                       "expected a text of fewer than 2147483648 bytes, "
                       "got %zu",
                       text.length);
    return false;
  }
  if ((flags & TOKENIZER_ADD_BEGIN) && tokenizer->addBegin &&
      tokenizer->begin >= 0)
    arrput(*tokens, tokenizer->begin);
  for (size_t from = 0; from < text.length; atFront = true) {
    int32_t token;
    size_t to =
        wholesFind(tokenizer, text, from, flags & TOKENIZER_CONTROLS, &token);
    StrRef part = {text.data + from, to - from};
    if (!encodePart(tokenizer, part, atFront, tokens, error))
      return false;
    if (token >= 0)
      arrput(*tokens, token);
    from = to + (token >= 0 ? tokenizer->tokens[token].length : 0);
  }
  if ((flags & TOKENIZER_ADD_END) && tokenizer->addEnd && tokenizer->end >= 0)
    arrput(*tokens, tokenizer->end);
  return true;
}
