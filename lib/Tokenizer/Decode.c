//===- Decode.c - tokens to texts -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"

#include <inttypes.h>
#include <string.h>

static const char space[] = "\xE2\x96\x81"; // U+2581
enum { SPACE_LENGTH = sizeof space - 1 };
static const char replacement[] = "\xEF\xBF\xBD"; // U+FFFD

/// The number of bytes of a letter that begins with this one; 1 for a byte that
/// begins none.
static size_t letterLength(uint8_t first) {
  return first < 0xC2   ? 1
         : first < 0xE0 ? 2
         : first < 0xF0 ? 3
         : first < 0xF5 ? 4
                        : 1;
}

/// Whether the byte may stand behind these.
static bool continues(const TokenDecoder *decoder, uint8_t byte) {
  uint8_t first = (uint8_t)decoder->pending[0];
  uint8_t least = 0x80, most = 0xBF;
  if (decoder->numPending ==
      1) { // no overlong forms, surrogates, too large ones
    least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }
  return byte >= least && byte <= most;
}

/// What was kept back goes out as it is.
static void flush(TokenDecoder *decoder, StrBuf *text) {
  strBufAppend(text, (StrRef){decoder->pending, decoder->numPending});
  decoder->numPending = 0;
}

static void appendBytes(TokenDecoder *decoder, StrRef bytes, StrBuf *text) {
  for (size_t i = 0; i < bytes.length; ++i) {
    uint8_t byte = (uint8_t)bytes.data[i];
    if (decoder->numPending && !continues(decoder, byte))
      flush(decoder, text);
    decoder->pending[decoder->numPending++] = (char)byte;
    if (decoder->numPending == letterLength((uint8_t)decoder->pending[0]))
      flush(decoder, text);
  }
}

/// Blanks for U+2581, but for the first one of a text that got one.
static void appendPiece(const Tokenizer *tokenizer, TokenDecoder *decoder,
                        StrRef piece, StrBuf *text) {
  if (tokenizer->addSpace && !decoder->inside && strRefStartsWith(piece, space))
    piece = (StrRef){piece.data + SPACE_LENGTH, piece.length - SPACE_LENGTH};
  for (size_t i = 0; i < piece.length;) {
    bool blank =
        strRefStartsWith((StrRef){piece.data + i, piece.length - i}, space);
    appendBytes(decoder, blank ? strRefFromC(" ") : (StrRef){piece.data + i, 1},
                text);
    i += blank ? SPACE_LENGTH : 1;
  }
}

static void appendNormal(const Tokenizer *tokenizer, TokenDecoder *decoder,
                         StrRef piece, StrBuf *text) {
  StrBuf bytes = {0};
  if (tokenizer->kind == TOKENIZER_SENTENCEPIECE) {
    appendPiece(tokenizer, decoder, piece, text);
    return;
  }
  bytePairsAppend(piece, &bytes);
  appendBytes(decoder, (StrRef){bytes.data, bytes.length}, text);
  strBufFree(&bytes);
}

bool tokenizerDecode(const Tokenizer *tokenizer, TokenDecoder *decoder,
                     int64_t token, StrBuf *text, StrBuf *error) {
  if (token < 0 || token >= (int64_t)tokenizer->numTokens) {
    strBufAppendFormat(
        error, "token %" PRId64 ": expected one of the %zu of the vocabulary",
        token, tokenizer->numTokens);
    return false;
  }
  StrRef piece = tokenizer->tokens[token];
  TokenType type = tokenizer->types[token];
  bool whole = type == TOKEN_CONTROL || type == TOKEN_USER_DEFINED;
  uint8_t byte = 0;
  if (type == TOKEN_UNKNOWN)
    appendBytes(decoder, strRefFromC(replacement), text);
  else if (type == TOKEN_USER_DEFINED || (whole && decoder->showControls))
    appendBytes(decoder, piece, text);
  else if (type == TOKEN_BYTE && tokenizerByte(piece, &byte))
    appendBytes(decoder, (StrRef){(const char *)&byte, 1}, text);
  else if (!whole)
    appendNormal(tokenizer, decoder, piece, text);
  decoder->inside = !whole;
  return true;
}

void tokenDecoderFinish(TokenDecoder *decoder, StrBuf *text) {
  if (decoder->numPending)
    strBufAppendC(text, replacement);
  decoder->numPending = 0;
}
