//===- Tokenizer.h - texts to tokens and back -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The two kinds that files of language models carry:
//
// - SentencePiece's byte pairs as Llama uses them (Kudo and Richardson 2018):
//   a blank in front, blanks are U+2581; of all neighbours whose texts together
//   are a token, those with the best score are joined, the leftmost first;
//   letters that are no token are given byte by byte, as `<0xE2>`.
// - GPT-2's byte pairs (Radford et al. 2019): the text is cut into words, by
//   expressions that differ from model to model; each byte is a letter of its
//   own alphabet; of all neighbours that a merge names, those of the first
//   merge are joined.
//
// Texts are bytes; what is no UTF-8 is encoded too, and comes back as it was.
// The time for a text of n bytes is O(n log n), times the length of the longest
// token. Threads: a tokenizer does not change; a decoder is one stream's.
// Uses lib/Support only.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOKENIZER_TOKENIZER_H
#define RELAX_TOKENIZER_TOKENIZER_H

#include "lib/Support/StringRef.h"

typedef enum TokenizerKind {
  TOKENIZER_SENTENCEPIECE,
  TOKENIZER_BYTE_PAIRS,
} TokenizerKind;

/// With the numbers of GGUF's `tokenizer.ggml.token_type`.
typedef enum TokenType {
  TOKEN_UNDEFINED = 0, // as TOKEN_NORMAL
  TOKEN_NORMAL = 1,
  TOKEN_UNKNOWN = 2,
  TOKEN_CONTROL = 3,      // starts, ends, ...: no text
  TOKEN_USER_DEFINED = 4, // never cut, never joined with others
  TOKEN_UNUSED = 5,       // as TOKEN_NORMAL
  TOKEN_BYTE = 6,         // `<0xE2>`
  NUM_TOKEN_TYPES
} TokenType;

enum {
  TOKEN_NONE = -1,
  /// So that hostile files cannot ask for more memory than they are long.
  TOKENIZER_MAX_TOKENS = 1 << 20,
  TOKENIZER_MAX_MERGES = 1 << 21,
  /// Bytes of a token that is found as it stands in a text.
  TOKEN_MAX_WHOLE = 1024,
};

/// How byte pairs cut a text into words.
typedef struct TokenizerWords {
  const char *const *expressions; // static; NULL: GPT-2's
  bool wholeWords; // a word that is a token is not joined from parts
  bool addBegin;   // where the file does not say
} TokenizerWords;

/// By the name that GGUF files have for it, "llama-bpe"; false if it is none.
bool tokenizerWordRule(StrRef name, TokenizerWords *out);
/// Appends all names.
void tokenizerWordRuleNames(StrBuf *out);

/// What a tokenizer is made of; borrowed by `tokenizerCreate` only.
typedef struct TokenizerVocabulary {
  TokenizerKind kind;
  const StrRef *tokens; // UTF-8, no two equal
  size_t numTokens;
  const int32_t *types; // a TokenType for each token; NULL: all normal
  const float *scores;  // SentencePiece: for each token
  const StrRef *merges; // byte pairs: "LEFT RIGHT", the first merge first
  size_t numMerges;
  TokenizerWords words;  // byte pairs
  int64_t begin, end;    // tokens, or TOKEN_NONE
  int64_t unknown;       // for bytes that have no token
  bool addBegin, addEnd; // to every text
  bool addSpace;         // SentencePiece: a blank in front
} TokenizerVocabulary;

typedef struct Tokenizer Tokenizer;

/// NULL after appending to `error` what is wrong with the vocabulary.
Tokenizer *tokenizerCreate(const TokenizerVocabulary *vocabulary,
                           StrBuf *error);
void tokenizerDestroy(Tokenizer *tokenizer);

size_t tokenizerCount(const Tokenizer *tokenizer);
/// Tokens, or TOKEN_NONE.
int32_t tokenizerBegin(const Tokenizer *tokenizer);
int32_t tokenizerEnd(const Tokenizer *tokenizer);

typedef enum TokenizerFlags {
  TOKENIZER_ADD_BEGIN = 1, // if the vocabulary says so
  TOKENIZER_ADD_END = 2,   // the same
  TOKENIZER_ADD_ENDS = TOKENIZER_ADD_BEGIN | TOKENIZER_ADD_END,
  TOKENIZER_CONTROLS = 4, // the texts of control tokens are these tokens
} TokenizerFlags;

/// Appends the tokens of a text to the stb_ds array `*tokens`. False after
/// appending to `error`: a byte has no token, or the text 2^31 bytes or more.
bool tokenizerEncode(const Tokenizer *tokenizer, StrRef text, unsigned flags,
                     int32_t **tokens, StrBuf *error);

/// A stream of tokens as text. Zero-initialise.
typedef struct TokenDecoder {
  char pending[4]; // the front of a letter
  uint8_t numPending;
  bool inside;       // of a text that began with a blank of its own
  bool showControls; // by their texts; set by the caller
} TokenDecoder;

/// Appends the text of a token, as far as its letters are complete. False after
/// appending to `error`: there is no such token.
bool tokenizerDecode(const Tokenizer *tokenizer, TokenDecoder *decoder,
                     int64_t token, StrBuf *text, StrBuf *error);
/// The stream ends: a letter that is not complete becomes U+FFFD.
void tokenDecoderFinish(TokenDecoder *decoder, StrBuf *text);

#endif // RELAX_TOKENIZER_TOKENIZER_H
