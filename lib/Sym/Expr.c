//===- Expr.c - building and comparing expressions ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Parts.h"
#include "lib/Sym/Poly.h"

#include <assert.h>
#include <string.h>

const char *symStatusText(SymStatus status) {
  switch (status) {
  case SYM_OK:
    return "no error";
  case SYM_OVERFLOW:
    return "value exceeds 64 bits";
  case SYM_BAD_DIVISOR:
    return "divisor must be at least 1";
  case SYM_TOO_LARGE:
    return "expression is too large or nested too deeply";
  case SYM_BAD_TABLE:
    return "expected a table of lengths, of the same domain";
  case SYM_NO_DOMAIN:
    return "a sum over entries of what names no table: expected the domain, as "
           "in 'sum(i : b, len[i] + 1)'";
  }
  assert(false && "no such status");
  return "";
}

/// For what cannot fail.
static SymExpr encoded(SymBuilder *builder, const Poly *poly) {
  SymExpr expr;
  SymStatus status = symEncode(builder, poly, &expr);
  assert(status == SYM_OK && "a leaf always fits");
  (void)status;
  return expr;
}

SymExpr symExprConst(Arena *arena, int64_t value) {
  SymBuilder builder = symBuilder(arena);
  return encoded(&builder, symPolyConst(&builder, value));
}

SymExpr symExprSymbol(Arena *arena, StrRef name) {
  SymBuilder builder = symBuilder(arena);
  return encoded(&builder, symPolySymbol(&builder, name));
}

SymExpr symExprUnknown(Arena *arena) {
  SymBuilder builder = symBuilder(arena);
  return encoded(&builder, symPolyUnknown(&builder));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

typedef const Poly *Operation(SymBuilder *, const Poly *, const Poly *);

static SymStatus apply(Arena *arena, Operation *operation, SymExpr a, SymExpr b,
                       SymExpr *out) {
  SymBuilder builder = symBuilder(arena);
  const Poly *x = symDecode(&builder, a), *y = symDecode(&builder, b);
  return symEncode(&builder, operation(&builder, x, y), out);
}

SymStatus symExprAdd(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return apply(arena, symPolyAdd, a, b, out);
}

SymStatus symExprSub(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return apply(arena, symPolySub, a, b, out);
}

SymStatus symExprMul(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return apply(arena, symPolyMul, a, b, out);
}

SymStatus symExprBinary(Arena *arena, SymAtomKind kind, SymExpr a, SymExpr b,
                        SymExpr *out) {
  assert(kind >= SYM_ATOM_FLOORDIV && kind <= SYM_ATOM_SUM &&
         "not an operation with two operands");
  SymBuilder builder = symBuilder(arena);
  const Poly *x = symDecode(&builder, a), *y = symDecode(&builder, b);
  return symEncode(&builder, symPolyBinary(&builder, kind, x, y), out);
}

SymStatus symExprFloorDiv(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return symExprBinary(arena, SYM_ATOM_FLOORDIV, a, b, out);
}

SymStatus symExprCeilDiv(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return symExprBinary(arena, SYM_ATOM_CEILDIV, a, b, out);
}

SymStatus symExprMod(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return symExprBinary(arena, SYM_ATOM_MOD, a, b, out);
}

SymStatus symExprMin(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return symExprBinary(arena, SYM_ATOM_MIN, a, b, out);
}

SymStatus symExprMax(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  return symExprBinary(arena, SYM_ATOM_MAX, a, b, out);
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

SymStatus symExprSubstitute(Arena *arena, SymExpr expr, const StrRef *names,
                            const SymExpr *values, size_t count, SymExpr *out) {
  SymBuilder builder = symBuilder(arena);
  const Poly **bySymbol = ARENA_ARRAY(arena, const Poly *, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    for (size_t j = 0; j < count && !bySymbol[i]; ++j)
      if (strRefEqual(names[j], expr.symbols[i]))
        bySymbol[i] = symDecode(&builder, values[j]);
    if (!bySymbol[i])
      bySymbol[i] = symPolySymbol(&builder, expr.symbols[i]);
  }
  return symEncode(&builder, symRebuild(&builder, expr, bySymbol), out);
}

SymStatus symExprRenormalize(Arena *arena, SymExpr raw, SymExpr *out) {
  return symExprSubstitute(arena, raw, NULL, NULL, 0, out);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool symExprIdentical(SymExpr a, SymExpr b) {
  if (a.codeSize != b.codeSize || a.numSymbols != b.numSymbols ||
      memcmp(a.code, b.code, a.codeSize * sizeof(int64_t)) != 0)
    return false;
  for (size_t i = 0; i < a.numSymbols; ++i)
    if (!strRefEqual(a.symbols[i], b.symbols[i]))
      return false;
  return true;
}

bool symExprEqual(SymExpr a, SymExpr b) {
  return !symExprIsUnknown(a) && symExprIdentical(a, b);
}

bool symExprIsConst(SymExpr expr, int64_t *value) {
  if (expr.code[0] == 0) {
    *value = 0;
    return true;
  }
  if (expr.code[0] != 1 || expr.code[2] != 0)
    return false;
  *value = expr.code[1];
  return true;
}

bool symExprIsSymbol(SymExpr expr, StrRef *name) {
  if (expr.code[0] != 1 || expr.code[1] != 1 || expr.code[2] != 1 ||
      expr.code[3] != SYM_ATOM_SYMBOL)
    return false;
  *name = expr.symbols[expr.code[4]];
  return true;
}

bool symExprIs(SymExpr expr, int64_t value) {
  int64_t got;
  return symExprIsConst(expr, &got) && got == value;
}

void symExprInterval(SymExpr expr, int64_t *low, int64_t *high) {
  Arena *scratch = arenaCreate();
  SymBuilder builder = symBuilder(scratch);
  SymInterval range = symPolyRange(symDecode(&builder, expr), NULL);
  arenaDestroy(scratch);
  *low = range.low;
  *high = range.high;
}

bool symExprIsNonNegative(SymExpr expr) {
  int64_t low, high;
  symExprInterval(expr, &low, &high);
  return low >= 0;
}
