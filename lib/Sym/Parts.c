//===- Parts.c - what an expression consists of ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Parts.h"
#include "lib/Sym/Poly.h"

#include <stb/stb_ds.h>

bool symExprCeilDivParts(Arena *arena, SymExpr expr, SymExpr *a, SymExpr *b) {
  SymBuilder builder = symBuilder(arena);
  const Poly *poly = symDecode(&builder, expr);
  const Atom *atom = poly ? symPolyAsAtom(poly) : NULL;
  return atom && atom->kind == SYM_ATOM_CEILDIV &&
         symEncode(&builder, atom->lhs, a) == SYM_OK &&
         symEncode(&builder, atom->rhs, b) == SYM_OK;
}

int64_t symExprCoefficient(Arena *arena, SymExpr expr, SymExpr term) {
  SymBuilder builder = symBuilder(arena);
  const Poly *poly = symDecode(&builder, expr);
  const Poly *one = symDecode(&builder, term);
  if (!poly || !one || one->numTerms != 1)
    return 0;
  for (size_t i = 0; i < poly->numTerms; ++i)
    if (symTermCompare(&poly->terms[i], &one->terms[0]) == 0)
      return poly->terms[i].coefficient;
  return 0;
}

bool symExprQuotient(Arena *arena, SymExpr a, SymExpr b, SymExpr *out) {
  SymBuilder builder = symBuilder(arena);
  const Poly *poly = symDecode(&builder, a), *one = symDecode(&builder, b);
  if (!poly || !one || poly->unknown || one->unknown || one->numTerms != 1 ||
      one->terms[0].coefficient < 0)
    return false;
  Term *terms = ARENA_ARRAY(arena, Term, poly->numTerms);
  for (size_t i = 0; i < poly->numTerms; ++i)
    if (!symTermDivide(&builder, &poly->terms[i], &one->terms[0], &terms[i]))
      return false;
  const Poly *quotient = symPolyFromTerms(&builder, terms, poly->numTerms);
  return quotient && symEncode(&builder, quotient, out) == SYM_OK;
}

static void collect(SymBuilder *builder, const Poly *poly, SymExpr **found) {
  for (size_t t = 0; t < poly->numTerms; ++t)
    for (size_t f = 0; f < poly->terms[t].numFactors; ++f) {
      const Atom *atom = poly->terms[t].factors[f];
      if (atom->kind == SYM_ATOM_SYMBOL || symAtomIsTable(atom))
        continue;
      int64_t literal;
      SymExpr divisor;
      collect(builder, atom->lhs, found);
      collect(builder, atom->rhs, found);
      if ((atom->kind == SYM_ATOM_FLOORDIV || atom->kind == SYM_ATOM_CEILDIV ||
           atom->kind == SYM_ATOM_MOD) &&
          !symPolyIsConst(atom->rhs, &literal) &&
          symEncode(builder, atom->rhs, &divisor) == SYM_OK)
        arrput(*found, divisor);
    }
}

size_t symExprDivisors(Arena *arena, SymExpr expr, SymExpr **divisors) {
  *divisors = NULL;
  if (!exprHasSymbolicDivisor(expr))
    return 0;
  SymBuilder builder = symBuilder(arena);
  const Poly *poly = symDecode(&builder, expr);
  SymExpr *found = NULL;
  if (poly && !poly->unknown)
    collect(&builder, poly, &found);
  size_t count = (size_t)arrlen(found);
  if (count)
    *divisors = arenaCopy(arena, found, count * sizeof(*found));
  arrfree(found);
  return count;
}

bool symExprMentions(SymExpr expr, StrRef name) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (strRefEqual(expr.symbols[i], name))
      return true;
  return false;
}
