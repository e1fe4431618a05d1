//===- Shown.c - the symbols that a message shows -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Shown.h"
#include "dialects/Sym/Region.h"

#include <string.h>

/// A shape, a bare extent or a fact of a message.
typedef struct Piece {
  SymExpr *exprs;
  size_t count, capacity;
  bool bare; // an extent that the message is about
} Piece;

typedef struct Pieces {
  Arena *arena;
  Piece *list;
  size_t count, capacity;
} Pieces;

static void addExpr(Pieces *pieces, Piece *piece, SymExpr expr) {
  piece->exprs = arenaGrow(pieces->arena, piece->exprs, piece->count,
                           &piece->capacity, sizeof(SymExpr));
  piece->exprs[piece->count++] = expr;
}

static void addPiece(Pieces *pieces, Piece piece) {
  pieces->list = arenaGrow(pieces->arena, pieces->list, pieces->count,
                           &pieces->capacity, sizeof(Piece));
  pieces->list[pieces->count++] = piece;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `n, 4]`, what stands behind a bracket.
static bool readShape(Pieces *pieces, SymTokens *tokens, Piece *piece) {
  do {
    SymExpr expr;
    if (!symExprParse(tokens, pieces->arena, &expr))
      return false;
    addExpr(pieces, piece, expr);
  } while (tokens->punct(tokens->state, ','));
  return tokens->punct(tokens->state, ']');
}

/// `n <= 4'`, what stands behind a quote.
static bool readFact(Pieces *pieces, SymTokens *tokens, Piece *piece) {
  SymFact *facts = NULL;
  size_t count = 0;
  if (!symFactParse(tokens, pieces->arena, &facts, &count) ||
      tokens->loc(tokens->state)[0] != '\'')
    return false;
  for (size_t i = 0; i < count; ++i) {
    addExpr(pieces, piece, facts[i].lhs);
    if (facts[i].kind != SYM_FACT_IN)
      addExpr(pieces, piece, facts[i].rhs);
  }
  return true;
}

/// `2 * n,`, what stands behind "got": words of English are not ended so.
static bool readExtent(Pieces *pieces, SymTokens *tokens, Piece *piece) {
  SymExpr expr;
  if (!symExprParse(tokens, pieces->arena, &expr))
    return false;
  addExpr(pieces, piece, expr);
  piece->bare = true;
  return strchr(",;()", tokens->loc(tokens->state)[0]) || // also at the end
         tokens->keyword(tokens->state, "and") ||
         tokens->keyword(tokens->state, "in") ||
         tokens->keyword(tokens->state, "of");
}

typedef struct Opening {
  const char *text;
  bool (*read)(Pieces *pieces, SymTokens *tokens, Piece *piece);
} Opening;

static const Opening openings[] = {
    {"[", readShape},      {"'", readFact},       {" expected ", readExtent},
    {" and ", readExtent}, {" got ", readExtent}, {" (", readExtent},
    {": ", readExtent}};

static Pieces readMessage(Arena *arena, const char *message) {
  Pieces pieces = {.arena = arena};
  for (const char *at = message; *at; ++at)
    for (size_t i = 0; i < sizeof openings / sizeof *openings; ++i) {
      size_t length = strlen(openings[i].text);
      if (strncmp(at, openings[i].text, length) != 0)
        continue;
      SymText text = {.text = strRefFromC(at + length)};
      SymTokens tokens = symTokensFromText(&text);
      Piece piece = {0};
      if (openings[i].read(&pieces, &tokens, &piece))
        addPiece(&pieces, piece);
      strBufFree(&text.message);
    }
  return pieces;
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

static bool pieceHas(const Piece *piece, StrRef name) {
  for (size_t i = 0; i < piece->count; ++i)
    for (size_t s = 0; s < piece->exprs[i].numSymbols; ++s)
      if (strRefEqual(piece->exprs[i].symbols[s], name))
        return true;
  return false;
}

static bool allHave(const Pieces *pieces, StrRef name) {
  for (size_t i = 0; i < pieces->count; ++i)
    if (!pieceHas(&pieces->list[i], name))
      return false;
  return true;
}

/// What a symbol has to be. Those that come in by operands go before others, as
/// an error at a call shows types of the callee, whose names are its own.
enum { ANY = 0, BARE = 1, DIFFERS = 2, FLOWS_IN = 4 };

/// The first symbol that is so and bound elsewhere than at `op`.
static bool choose(const Pieces *pieces, MlirOperation op, int wanted,
                   BridgeBinder *binder) {
  for (size_t i = 0; i < pieces->count; ++i)
    for (size_t e = 0; e < pieces->list[i].count; ++e) {
      SymExpr expr = pieces->list[i].exprs[e];
      for (size_t s = 0; s < expr.numSymbols; ++s) {
        StrRef name = expr.symbols[s];
        if ((wanted & BARE && !pieces->list[i].bare) ||
            (wanted & DIFFERS && allHave(pieces, name)) ||
            (wanted & FLOWS_IN && !symFlowsInto(op, name)) ||
            !symBinderLocation(symFunctionOf(op), name, &binder->loc) ||
            mlirLocationEqual(binder->loc, mlirOperationGetLocation(op)))
          continue;
        binder->name = name;
        return true;
      }
    }
  return false;
}

bool symFindShown(MlirOperation op, const char *message, BridgeBinder *binder) {
  Arena *arena = arenaCreate();
  Pieces pieces = readMessage(arena, message);
  bool found = choose(&pieces, op, BARE, binder) ||
               choose(&pieces, op, DIFFERS | FLOWS_IN, binder) ||
               choose(&pieces, op, DIFFERS, binder) ||
               choose(&pieces, op, ANY, binder);
  if (found) // the arena goes, the message stays
    binder->name.data = strstr(message, binder->name.data);
  arenaDestroy(arena);
  return found;
}
