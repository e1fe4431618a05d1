//===- Sym.h - symbolic extents: expressions, facts, prover ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one header of the symbolic engine. It knows no MLIR: the dialects, the
// runtime and the fuzzers use it alike. Rules: docs/language/dimensions.md.
//
// An expression is always in normal form: a sum of monomials, so that equal
// polynomials have equal codes. A symbol is an extent, 0 <= n < 2^63.
//
// Code of an expression (`SymExpr::code`, all int64_t):
//   poly ::= nterms term*              nterms == 0 is the constant 0
//   term ::= coefficient nfactors atom*
//   atom ::= SYM_ATOM_SYMBOL index     index into `symbols`
//          | kind poly poly            floordiv, ceildiv, mod, min, max
//          | SYM_ATOM_UNKNOWN          `?`; then the whole code is [1, 1, 1,
//          UNKNOWN]
//          | SYM_ATOM_LEN table poly   an entry of a table: `len[i]`; `table` is
//          a symbol, or for `wid[i, j]` the code of `wid[i]`
//          | SYM_ATOM_SUM poly 0       over all entries; in `poly`, one product,
//          a symbol is a table and stands for its entry
// Terms: falling degree, then by factors (as printed), the constant last; the
// factors of a term by name, atoms that are no symbols after the symbols.
// A power repeats its factor. `symbols` are in order of first use in the code,
// so the pair (code, symbols) is canonical and may be compared word by word.
//
// Memory: results live in the arena that was passed in; the functions never
// keep a pointer to their arguments, except to the characters of symbol names.
// Threads: everything here is pure; an arena belongs to one thread.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_SYM_H
#define RELAX_SYM_SYM_H

#include "lib/Support/Arena.h"
#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

typedef enum SymAtomKind {
  SYM_ATOM_SYMBOL = 0,
  SYM_ATOM_FLOORDIV = 1,
  SYM_ATOM_CEILDIV = 2,
  SYM_ATOM_MOD = 3,
  SYM_ATOM_MIN = 4,
  SYM_ATOM_MAX = 5,
  SYM_ATOM_UNKNOWN = 6,
  SYM_ATOM_LEN = 7,
  SYM_ATOM_SUM = 8,
} SymAtomKind;

/// A view of an expression in normal form.
typedef struct SymExpr {
  const int64_t *code;
  size_t codeSize;
  const StrRef *symbols;
  size_t numSymbols;
} SymExpr;

typedef enum SymStatus {
  SYM_OK = 0,
  SYM_OVERFLOW,    // a coefficient or value left 64 bits
  SYM_BAD_DIVISOR, // a literal divisor <= 0, or an evaluated divisor <= 0
  SYM_TOO_LARGE,   // the normal form exceeds SYM_MAX_CODE words or the depth
                   // limit
  SYM_BAD_TABLE,   // no table, or one of another length, where one is read
  SYM_NO_DOMAIN,   // a sum over entries of something that names no table
} SymStatus;

enum { SYM_MAX_CODE = 1 << 14, SYM_MAX_DEPTH = 64 };

/// Text of a status for messages, e.g. "coefficient exceeds 64 bits".
const char *symStatusText(SymStatus status);

SymExpr symExprConst(Arena *arena, int64_t value);
/// `name` must outlive the expression (copy it into the arena if need be).
SymExpr symExprSymbol(Arena *arena, StrRef name);
SymExpr symExprUnknown(Arena *arena);

/// The operators of the grammar. `?` absorbs. On a status other than SYM_OK
/// `*out` is not set.
SymStatus symExprAdd(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprSub(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprMul(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprFloorDiv(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprCeilDiv(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprMod(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprMin(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
SymStatus symExprMax(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
/// Any of the above by kind; SYM_ATOM_SYMBOL means nothing here.
SymStatus symExprBinary(Arena *arena, SymAtomKind kind, SymExpr a, SymExpr b,
                        SymExpr *out);

/// Same normal form. `?` equals nothing, not even itself.
bool symExprEqual(SymExpr a, SymExpr b);
/// Same text; here `?` is identical to `?`.
bool symExprIdentical(SymExpr a, SymExpr b);
bool symExprIsConst(SymExpr expr, int64_t *value);
/// The constant `value`.
bool symExprIs(SymExpr expr, int64_t value);
/// A bare symbol (coefficient 1, no other term).
bool symExprIsSymbol(SymExpr expr, StrRef *name);
bool symExprIsUnknown(SymExpr expr);
/// True if no assignment of extents makes the expression negative, by its form
/// alone (no facts): every coefficient >= 0, or a form such as max(x, 0).
bool symExprIsNonNegative(SymExpr expr);

/// Simultaneous substitution of `names[i]` by `values[i]`.
SymStatus symExprSubstitute(Arena *arena, SymExpr expr, const StrRef *names,
                            const SymExpr *values, size_t count, SymExpr *out);
/// Value of the expression where `values[i]` is the extent of
/// `expr.symbols[i]`. Exact: SYM_OVERFLOW instead of a wrap, SYM_BAD_DIVISOR
/// for a divisor <= 0. An unknown is SYM_BAD_DIVISOR's programming error:
/// asserts.
SymStatus symExprEval(SymExpr expr, const int64_t *values, int64_t *out);
/// A table of lengths: the value of a symbol that stands where a table does.
typedef struct SymTable {
  const int64_t *entries;
  int64_t count;
  /// Of a table with two indices: where the rows begin; else NULL.
  const int64_t *starts;
  int64_t numStarts;
} SymTable;
/// The same where `tables[i]` (entries NULL: none) is the table behind
/// `expr.symbols[i]`, for expressions with reads and sums. A table without
/// brackets outside of a sum is its entry number `entry`.
SymStatus symExprEvalTables(SymExpr expr, const int64_t *values,
                            const SymTable *tables, int64_t entry,
                            int64_t *out);
/// `sum(index : domain, body)`. With `inner` (may be empty) `body` also reads
/// tables of two indices, and the sum is over pairs, whose number `domain` is.
SymStatus symExprTableSum(Arena *arena, StrRef index, StrRef inner,
                          SymExpr domain, SymExpr body, SymExpr *out);
/// `table[index]`, both symbols.
SymExpr symExprRead(Arena *arena, StrRef table, StrRef index);
/// Puts the symbol that `name` gives in the place of every read and sum, which
/// it gets as an expression.
SymStatus symExprNameTables(Arena *arena, SymExpr expr,
                            StrRef (*name)(void *state, SymExpr atom),
                            void *state, SymExpr *out);
/// True if a table is read or summed somewhere in it.
bool symExprHasTables(SymExpr expr);
/// Checks a code that comes from outside (file, fuzzer): well formed, in
/// bounds. Says nothing about normal form; `symExprRenormalize` brings it
/// there.
bool symExprCodeIsWellFormed(const int64_t *code, size_t codeSize,
                             size_t numSymbols);
SymStatus symExprRenormalize(Arena *arena, SymExpr raw, SymExpr *out);

/// Appends the text, e.g. `n * n + 2 * n - 1`.
void symExprPrint(SymExpr expr, StrBuf *out);

//===----------------------------------------------------------------------===//
// Parsing: one grammar over two token sources
//===----------------------------------------------------------------------===//

/// Primitives of a token source. MLIR's parser (lib/Bridge) and raw text
/// (`symTokensFromText`) both provide them. `loc` is an opaque place.
typedef struct SymTokens {
  void *state;
  /// Consumes the punctuation `c` (one of ( ) [ ] { } , : - + * ? < > = ) if it
  /// is next.
  bool (*punct)(void *state, char c);
  /// Consumes a bare identifier if one is next and borrows its text.
  bool (*identifier)(void *state, StrRef *out);
  /// Consumes exactly the identifier `word` if it is next.
  bool (*keyword)(void *state, const char *word);
  /// Consumes an unsigned integer: 1 = read, 0 = none there, -1 = too large
  /// (error already reported).
  int (*integer)(void *state, int64_t *out);
  const char *(*loc)(void *state);
  /// Reports one error at `loc`; parsing stops.
  void (*error)(void *state, const char *loc, const char *message);
} SymTokens;

/// A raw text source; `error` keeps the first message and its offset here.
typedef struct SymText {
  StrRef text;
  size_t position;
  StrBuf message;
  size_t errorOffset;
} SymText;
/// Zero-initialise `*text`, set `text`, free `message` with `strBufFree`.
SymTokens symTokensFromText(SymText *text);
/// True if only space and comments are left.
bool symTextAtEnd(SymText *text);

/// False after one reported error. Symbol names are copied into the arena.
bool symExprParse(SymTokens *tokens, Arena *arena, SymExpr *out);
/// True for the reserved words of docs/language/dimensions.md, for names with
/// '.' or '$', and for `_0`, `_1`, ..., which stand for SSA operands in the
/// generic form.
bool symIsReserved(StrRef name);

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

typedef enum SymFactKind {
  SYM_FACT_EQ, // lhs == rhs
  SYM_FACT_LE, // lhs <= rhs; `a < b` is stored as a + 1 <= b (as a <= b - 1 for
               // a literal b), `>=` and `>` are turned round
  SYM_FACT_IN, // lhs is one of `values`: ascending, different, at least one. As
               // written, lhs is a symbol; substitution may make it any
               // expression
} SymFactKind;

typedef struct SymFact {
  SymFactKind kind;
  bool likely; // a hint, never used in a proof
  SymExpr lhs, rhs;
  const int64_t *values;
  size_t numValues;
} SymFact;

/// Parses one item of a `where (...)` list; a chain `1 <= n <= 9` yields
/// several facts. Appends to the arena array `*facts` (grown as needed): NULL
/// and 0 at first, after that only what this function left there.
bool symFactParse(SymTokens *tokens, Arena *arena, SymFact **facts,
                  size_t *numFacts);
/// Reads a whole list, which may be empty, of such items between commas. False
/// with what is wrong in `*message` (zero-initialised, freed by the caller).
bool symFactsFromText(StrRef text, Arena *arena, SymFact **facts,
                      size_t *numFacts, StrBuf *message);
/// Appends `a, b, c` joined by ", ", with neighbours joined to chains
/// (`1 <= n`, `n <= 4096` print as `1 <= n <= 4096`; not across a literal).
void symFactsPrint(const SymFact *facts, size_t numFacts, StrBuf *out);
bool symFactIdentical(SymFact a, SymFact b);
SymStatus symFactSubstitute(Arena *arena, SymFact fact, const StrRef *names,
                            const SymExpr *values, size_t count, SymFact *out);

//===----------------------------------------------------------------------===//
// Prover
//===----------------------------------------------------------------------===//

typedef enum SymAnswer {
  SYM_UNKNOWN, // not decided within the step limit
  SYM_YES,     // holds at every assignment that satisfies the facts
  SYM_NO,      // fails at one such assignment: the witness
} SymAnswer;

typedef struct SymProof {
  /// Deterministic work done; never depends on a clock.
  uint64_t steps;
  /// For SYM_NO: extents of `witnessSymbols`, in the arena.
  const StrRef *witnessSymbols;
  const int64_t *witness;
  size_t numWitness;
} SymProof;

/// Decides whether `question` follows from `facts` (likely facts are ignored).
/// A question with `?` is SYM_UNKNOWN. `proof` may be NULL.
/// Arithmetic is that of the integers without limit. A comparison with a
/// divisor below 1 has no value: as a fact it does not hold (so `n mod m == 0`
/// implies m >= 1), as a question it is neither yes nor no there (so yes also
/// says that every divisor in the question is at least 1).
SymAnswer symProve(Arena *arena, const SymFact *facts, size_t numFacts,
                   SymFact question, SymProof *proof);

/// Smallest and largest value that `expr` is known to take under `facts`, where
/// it has a value; INT64_MIN / INT64_MAX where nothing is known.
void symRange(Arena *arena, const SymFact *facts, size_t numFacts, SymExpr expr,
              int64_t *low, int64_t *high);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_SYM_H
