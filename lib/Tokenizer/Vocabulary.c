//===- Vocabulary.c - tokens by their text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"
#include <stb/stb_ds.h>

int32_t tokenizerFind(const Tokenizer *tokenizer, StrRef text) {
  size_t low = 0, high = tokenizer->numByText;
  if (text.length > tokenizer->longest)
    return TOKEN_NONE;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strRefCompare(text, tokenizer->byText[middle].text);
    if (order == 0)
      return tokenizer->byText[middle].token;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return TOKEN_NONE;
}

bool tokenizerAddUnknown(const Tokenizer *tokenizer, uint8_t byte,
                         int32_t **tokens, StrBuf *error) {
  if (tokenizer->unknown >= 0) {
    arrput(*tokens, tokenizer->unknown);
    return true;
  }
  strBufAppendFormat(error,
                     "byte 0x%02X has no token, and there is none for what is "
                     "unknown",
                     (unsigned)byte);
  return false;
}

static int hexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

bool tokenizerByte(StrRef text, uint8_t *byte) {
  if (text.length != 6 || !strRefStartsWith(text, "<0x") ||
      text.data[5] != '>' || hexDigit(text.data[3]) < 0 ||
      hexDigit(text.data[4]) < 0)
    return false;
  *byte = (uint8_t)(hexDigit(text.data[3]) * 16 + hexDigit(text.data[4]));
  return true;
}
