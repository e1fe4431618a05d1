//===- SimplifyExpr.c - expressions as the facts have them ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reads the code of an expression (lib/Sym/Sym.h) and builds it again; the
// atoms ask the prover, normal form does the rest.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/SimplifyExpr.h"

typedef struct Reader {
  const Facts *facts;
  const StrRef *symbols;
  const int64_t *code; // of what comes next
  bool failed;
} Reader;

static SymExpr binary(Reader *reader, SymAtomKind kind, SymExpr a, SymExpr b) {
  SymExpr result = a;
  reader->failed |=
      symExprBinary(reader->facts->arena, kind, a, b, &result) != SYM_OK;
  return result;
}

static SymExpr multiply(Reader *reader, SymExpr a, SymExpr b) {
  SymExpr result = a;
  reader->failed |= symExprMul(reader->facts->arena, a, b, &result) != SYM_OK;
  return result;
}

static bool isZero(Reader *reader, SymExpr expr) {
  return factsEqual(reader->facts, expr, symExprConst(reader->facts->arena, 0));
}

/// 0 <= a < b
static bool isBelow(Reader *reader, SymExpr a, SymExpr b) {
  SymExpr zero = symExprConst(reader->facts->arena, 0);
  return factsAtMost(reader->facts, zero, a) && factsLess(reader->facts, a, b);
}

static SymExpr simplifyAtom(Reader *reader, SymAtomKind kind, SymExpr a,
                            SymExpr b) {
  SymExpr atom = binary(reader, kind, a, b);
  SymExpr zero = symExprConst(reader->facts->arena, 0);
  switch (kind) {
  case SYM_ATOM_MIN:
    return factsAtMost(reader->facts, a, b)   ? a
           : factsAtMost(reader->facts, b, a) ? b
                                              : atom;
  case SYM_ATOM_MAX:
    return factsAtMost(reader->facts, a, b)   ? b
           : factsAtMost(reader->facts, b, a) ? a
                                              : atom;
  case SYM_ATOM_MOD:
    return isZero(reader, atom) ? zero : isBelow(reader, a, b) ? a : atom;
  case SYM_ATOM_FLOORDIV:
    return isBelow(reader, a, b) ? zero : atom;
  default:
    return atom;
  }
}

static SymExpr readPoly(Reader *reader);

/// The atom, and what it times `*coefficient` is: a quotient without a rest may
/// take a factor with it.
static SymExpr readAtom(Reader *reader, int64_t *coefficient) {
  Arena *arena = reader->facts->arena;
  SymAtomKind kind = (SymAtomKind)*reader->code++;
  if (kind == SYM_ATOM_SYMBOL)
    return symExprSymbol(arena, reader->symbols[*reader->code++]);
  if (kind == SYM_ATOM_UNKNOWN)
    return symExprUnknown(arena);
  if (kind == SYM_ATOM_LEN || kind == SYM_ATOM_SUM) { // reserved
    reader->failed = true;
    return symExprUnknown(arena);
  }
  SymExpr a = readPoly(reader);
  SymExpr b = readPoly(reader);
  int64_t divisor;
  bool divides = kind == SYM_ATOM_FLOORDIV || kind == SYM_ATOM_CEILDIV;
  if (!reader->failed && divides && symExprIsConst(b, &divisor) &&
      *coefficient % divisor == 0 &&
      isZero(reader, binary(reader, SYM_ATOM_MOD, a, b))) {
    *coefficient /= divisor;
    return a;
  }
  return reader->failed ? a : simplifyAtom(reader, kind, a, b);
}

static SymExpr readPoly(Reader *reader) {
  Arena *arena = reader->facts->arena;
  SymExpr sum = symExprConst(arena, 0);
  for (int64_t terms = *reader->code++; terms > 0 && !reader->failed; --terms) {
    int64_t coefficient = *reader->code++, factors = *reader->code++;
    SymExpr product = symExprConst(arena, 1);
    for (; factors > 0 && !reader->failed; --factors)
      product = multiply(reader, product, readAtom(reader, &coefficient));
    product = multiply(reader, product, symExprConst(arena, coefficient));
    reader->failed |= symExprAdd(arena, sum, product, &sum) != SYM_OK;
  }
  return sum;
}

SymExpr simplifyExpr(const Facts *facts, SymExpr expr) {
  Reader reader = {facts, expr.symbols, expr.code, false};
  SymExpr result = readPoly(&reader);
  return reader.failed ? expr : result;
}
