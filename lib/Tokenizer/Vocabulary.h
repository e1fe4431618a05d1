//===- Vocabulary.h - inside of a tokenizer -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Tokenizer.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOKENIZER_VOCABULARY_H
#define RELAX_TOKENIZER_VOCABULARY_H

#include "lib/Support/Arena.h"
#include "lib/Tokenizer/Tokenizer.h"

/// A token by its text; arrays of them are sorted by text.
typedef struct TokenEntry {
  StrRef text;
  int32_t token;
} TokenEntry;

/// Two tokens that become a third; sorted by `pair`.
typedef struct TokenMerge {
  uint64_t pair; // left << 32 | right
  uint32_t rank; // merges of a smaller one come first
  int32_t token;
} TokenMerge;

typedef struct WordSplitter WordSplitter;

struct Tokenizer {
  Arena *arena;
  TokenizerKind kind;
  StrRef *tokens; // by number
  TokenType *types;
  size_t numTokens;
  TokenEntry *byText; // those that may be joined from parts
  size_t numByText;
  size_t longest;      // bytes of the longest of them
  int32_t ofByte[256]; // the tokens of bytes, or TOKEN_NONE
  float *scores;
  TokenMerge *merges;
  size_t numMerges;
  WordSplitter *splitter;
  bool wholeWords;    // a word that is a token is not joined from parts
  TokenEntry *wholes; // that are found as they stand
  size_t numWholes;
  bool startsWhole[256]; // by first byte
  int32_t begin, end, unknown;
  bool addBegin, addEnd, addSpace;
};

/// The token with that text which may be joined from parts, or TOKEN_NONE.
int32_t tokenizerFind(const Tokenizer *tokenizer, StrRef text);
/// The byte that `<0xE2>` stands for; false for other texts.
bool tokenizerByte(StrRef text, uint8_t *byte);

//===----------------------------------------------------------------------===//
// Merge.c: neighbours are joined, the best first
//===----------------------------------------------------------------------===//

typedef struct MergeSymbol {
  StrRef text; // empty: joined with the one before
  int32_t previous, next;
  int32_t token; // or TOKEN_NONE
} MergeSymbol;

typedef struct MergeCandidate {
  double priority; // the smallest first, then the leftmost
  int32_t left, right;
  size_t length; // of the text of both when this was written down
  int32_t token;
} MergeCandidate;

typedef struct Merger {
  const Tokenizer *tokenizer;
  MergeSymbol *symbols; // stb_ds array
  MergeCandidate *heap; // stb_ds array
  /// Whether the texts of two neighbours together are a token.
  bool (*find)(const Tokenizer *tokenizer, const MergeSymbol *left,
               const MergeSymbol *right, MergeCandidate *candidate);
} Merger;

/// A further symbol behind the others, whose texts lie one behind the other.
void mergerAdd(Merger *merger, StrRef text, int32_t token);
/// Joins until there is nothing to join. Symbol 0 and what `next` leads to
/// (-1: the end) is left.
void mergerRun(Merger *merger);
/// Forgets the symbols, keeps the memory.
void mergerClear(Merger *merger);
void mergerFree(Merger *merger);

//===----------------------------------------------------------------------===//
// The kinds
//===----------------------------------------------------------------------===//

/// A text without tokens that stand as they are. `atFront`: at the front of the
/// whole text, or behind such a token.
bool sentencePieceEncode(const Tokenizer *tokenizer, StrRef text, bool atFront,
                         int32_t **tokens, StrBuf *error);
bool sentencePieceCreate(Tokenizer *tokenizer,
                         const TokenizerVocabulary *vocabulary, StrBuf *error);

bool bytePairsEncode(const Tokenizer *tokenizer, StrRef text, int32_t **tokens,
                     StrBuf *error);
bool bytePairsCreate(Tokenizer *tokenizer,
                     const TokenizerVocabulary *vocabulary, StrBuf *error);
/// Appends the bytes that a token's text stands for.
void bytePairsAppend(StrRef token, StrBuf *out);

/// "byte 0xE2 has no token, and there is none for what is unknown"; else
/// appends the unknown token, true.
bool tokenizerAddUnknown(const Tokenizer *tokenizer, uint8_t byte,
                         int32_t **tokens, StrBuf *error);

//===----------------------------------------------------------------------===//
// Words.c: a text is cut into words
//===----------------------------------------------------------------------===//

enum { WORD_MAX_STAGES = 6 };

/// At most WORD_MAX_STAGES expressions, or a NULL behind the last.
WordSplitter *wordSplitterCreate(const char *const *expressions, StrBuf *error);
void wordSplitterDestroy(WordSplitter *splitter);

/// One text being read. Zero-initialise; free with `wordReaderFree`.
typedef struct WordReader {
  const WordSplitter *splitter;
  void *match;
  /// Of the piece that stage i is cutting, the bytes behind its last word.
  size_t left[WORD_MAX_STAGES];
} WordReader;
/// The bytes of the first word of a text that is UTF-8 and not empty; 0 after
/// an error. The text goes on behind the last word until it was read whole.
size_t wordReaderNext(WordReader *reader, StrRef text, StrBuf *error);
void wordReaderFree(WordReader *reader);

//===----------------------------------------------------------------------===//
// Wholes.c: tokens that stand in a text as they are
//===----------------------------------------------------------------------===//

/// `sorted`: all tokens by text.
bool wholesCollect(Tokenizer *tokenizer, const TokenEntry *sorted,
                   StrBuf *error);
/// The first place at `from` or behind it where such a token stands, the
/// longest one there; `text.length` if there is none. `controls`: control
/// tokens, too.
size_t wholesFind(const Tokenizer *tokenizer, StrRef text, size_t from,
                  bool controls, int32_t *token);

#endif // RELAX_TOKENIZER_VOCABULARY_H
