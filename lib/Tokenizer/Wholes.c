//===- Wholes.c - tokens that stand in a text as they are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

// Sorted by text, those that begin as the text does are neighbours: letter by
// letter their range becomes smaller, and the one that ends comes first.

#include "lib/Tokenizer/Vocabulary.h"

bool wholesCollect(Tokenizer *tokenizer, const TokenEntry *sorted,
                   StrBuf *error) {
  tokenizer->wholes =
      ARENA_ARRAY(tokenizer->arena, TokenEntry, tokenizer->numTokens);
  for (size_t i = 0; i < tokenizer->numTokens; ++i) {
    TokenType type = tokenizer->types[sorted[i].token];
    StrRef text = sorted[i].text;
    if ((type != TOKEN_CONTROL && type != TOKEN_USER_DEFINED) ||
        text.length == 0)
      continue;
    if (text.length > TOKEN_MAX_WHOLE) {
      strBufAppendFormat(error,
                         "token %d: expected at most %d bytes of a control or "
                         "user defined token, got %zu",
                         (int)sorted[i].token, TOKEN_MAX_WHOLE, text.length);
      return false;
    }
    tokenizer->wholes[tokenizer->numWholes++] = sorted[i];
    tokenizer->startsWhole[(uint8_t)text.data[0]] = true;
  }
  return true;
}

/// The first entry of the range, which agrees before place `at`, whose byte
/// there is not below `byte`; texts that end before come first.
static size_t lowerBound(const TokenEntry *entries, size_t low, size_t high,
                         size_t at, unsigned byte) {
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    StrRef text = entries[middle].text;
    if (text.length <= at || (uint8_t)text.data[at] < byte)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The longest token at the front, or TOKEN_NONE.
static int32_t longestAt(const Tokenizer *tokenizer, StrRef text,
                         bool controls) {
  const TokenEntry *entries = tokenizer->wholes;
  int32_t found = TOKEN_NONE;
  size_t low = 0, high = tokenizer->numWholes;
  for (size_t i = 0; i < text.length; ++i) {
    unsigned byte = (uint8_t)text.data[i];
    low = lowerBound(entries, low, high, i, byte);
    high = lowerBound(entries, low, high, i, byte + 1);
    if (low == high)
      break;
    int32_t token = entries[low].token;
    if (entries[low].text.length == i + 1 &&
        (controls || tokenizer->types[token] == TOKEN_USER_DEFINED))
      found = token;
  }
  return found;
}

size_t wholesFind(const Tokenizer *tokenizer, StrRef text, size_t from,
                  bool controls, int32_t *token) {
  *token = TOKEN_NONE;
  for (size_t at = from; at < text.length; ++at) {
    StrRef rest = {text.data + at, text.length - at};
    if (tokenizer->startsWhole[(uint8_t)text.data[at]])
      *token = longestAt(tokenizer, rest, controls);
    if (*token >= 0)
      return at;
  }
  return text.length;
}
