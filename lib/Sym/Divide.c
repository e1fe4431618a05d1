//===- Divide.c - floordiv, ceildiv and mod, folded where always true -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// With a literal divisor c every dividend is brought to coefficients in
// [0, c): whole multiples leave the atom, common factors are cancelled, nested
// divisions merged. Rounding up is rounding down of x + c - 1; the atom is
// written as a ceildiv exactly when the rest ends in c - 1. So equal quotients
// have one form: (n + 3) floordiv 4 is n ceildiv 4, and
// (n - 1) floordiv 2 + 1 is n ceildiv 2.
//
// With a symbolic divisor nothing is folded: it might be 0.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <string.h>

/// x = divisor * quotient + rest, the coefficients of rest in [0, divisor).
static bool splitMultiples(SymBuilder *builder, const Poly *x, int64_t divisor,
                           const Poly **quotient, const Poly **rest) {
  if (!symSpend(builder, x->words))
    return false;
  Term *whole = ARENA_ARRAY(builder->arena, Term, x->numTerms);
  Term *left = ARENA_ARRAY(builder->arena, Term, x->numTerms);
  for (size_t i = 0; i < x->numTerms; ++i) {
    whole[i] = left[i] = x->terms[i];
    whole[i].coefficient = symFloorDiv64(x->terms[i].coefficient, divisor);
    left[i].coefficient = symMod64(x->terms[i].coefficient, divisor);
  }
  // Zero coefficients are dropped there.
  *quotient = symPolyFromTerms(builder, whole, x->numTerms);
  *rest = symPolyFromTerms(builder, left, x->numTerms);
  return *quotient && *rest;
}

/// The common divisor of `divisor` and the coefficients of all terms but the
/// constant.
static int64_t commonFactor(const Poly *x, int64_t divisor) {
  int64_t common = divisor;
  for (size_t i = 0; i < x->numTerms; ++i) {
    if (x->terms[i].numFactors == 0)
      continue;
    for (int64_t b = x->terms[i].coefficient; b != 0;) {
      int64_t remainder = common % b;
      common = b;
      b = remainder;
    }
    common = common < 0 ? -common : common;
  }
  return common;
}

/// Every coefficient floor-divided; exact but for the constant.
static const Poly *cancel(SymBuilder *builder, const Poly *x, int64_t factor) {
  const Poly *quotient, *rest;
  if (!splitMultiples(builder, x, factor, &quotient, &rest))
    return NULL;
  return quotient;
}

/// `inner + k` where inner is a single division by a literal `*divisor`; gives
/// its dividend, so that the atom is `*dividend floordiv *divisor`.
static bool asDivision(SymBuilder *builder, const Poly *x,
                       const Poly **dividend, int64_t *divisor) {
  size_t others = x->numTerms - (symPolyConstTerm(x) != 0);
  if (others != 1 || x->terms[0].coefficient != 1 ||
      x->terms[0].numFactors != 1)
    return false;
  const Atom *atom = x->terms[0].factors[0];
  bool up = atom->kind == SYM_ATOM_CEILDIV;
  if ((!up && atom->kind != SYM_ATOM_FLOORDIV) ||
      !symPolyIsConst(atom->rhs, divisor))
    return false;
  *dividend = atom->lhs;
  if (up)
    *dividend =
        symPolyAdd(builder, atom->lhs, symPolyConst(builder, *divisor - 1));
  return *dividend != NULL;
}

static const Poly *floorDivide(SymBuilder *builder, const Poly *x, int64_t c);

/// (x floordiv a + k) floordiv c = (x + k * a) floordiv (a * c).
/// NULL without a failure where that does not apply.
static const Poly *mergeNested(SymBuilder *builder, const Poly *x, int64_t c) {
  const Poly *dividend;
  int64_t inner, product, shift;
  if (!asDivision(builder, x, &dividend, &inner) ||
      __builtin_mul_overflow(inner, c, &product) ||
      __builtin_mul_overflow(symPolyConstTerm(x), inner, &shift))
    return NULL;
  return floorDivide(
      builder, symPolyAdd(builder, dividend, symPolyConst(builder, shift)),
      product);
}

/// The atom for x floordiv c, x with coefficients in [0, c).
static const Poly *divisionAtom(SymBuilder *builder, const Poly *x, int64_t c) {
  const Poly *divisor = symPolyConst(builder, c);
  if (symPolyConstTerm(x) != c - 1)
    return symPolyAtom(builder, SYM_ATOM_FLOORDIV, x, divisor);
  const Poly *dividend = symPolySub(builder, x, symPolyConst(builder, c - 1));
  return symPolyAtom(builder, SYM_ATOM_CEILDIV, dividend, divisor);
}

/// True if x lies in one block [q * c, q * c + c) at every assignment.
static bool quotientIsConst(const Poly *x, int64_t c, int64_t *quotient) {
  SymInterval range = symPolyRange(x, NULL);
  if (range.low == INT64_MIN || range.high == INT64_MAX)
    return false;
  *quotient = symFloorDiv64(range.low, c);
  return *quotient == symFloorDiv64(range.high, c);
}

static const Poly *floorDivide(SymBuilder *builder, const Poly *x, int64_t c) {
  if (!x || c == 1)
    return x;
  int64_t value;
  if (quotientIsConst(x, c, &value))
    return symPolyConst(builder, value);
  const Poly *whole, *rest, *quotient;
  if (!splitMultiples(builder, x, c, &whole, &rest))
    return NULL;
  if (quotientIsConst(rest, c, &value)) {
    quotient = symPolyConst(builder, value);
  } else {
    int64_t factor = commonFactor(rest, c);
    if (factor > 1)
      rest = cancel(builder, rest, factor);
    if (!rest)
      return NULL;
    quotient = mergeNested(builder, rest, c / factor);
    if (!quotient && builder->status == SYM_OK)
      quotient = divisionAtom(builder, rest, c / factor);
  }
  return symPolyAdd(builder, whole, quotient);
}

static const Poly *ceilDivide(SymBuilder *builder, const Poly *x, int64_t c) {
  const Poly *whole, *rest;
  if (!splitMultiples(builder, x, c, &whole, &rest))
    return NULL;
  // x + c - 1 without leaving 64 bits: k + c - 1 is c + (k - 1) for k >= 1.
  int64_t constant = symPolyConstTerm(rest);
  int64_t shift = constant >= 1 ? -1 : c - 1;
  if (constant >= 1)
    whole = symPolyAdd(builder, whole, symPolyConst(builder, 1));
  rest = symPolyAdd(builder, rest, symPolyConst(builder, shift));
  return symPolyAdd(builder, whole, floorDivide(builder, rest, c));
}

/// Replaces (y mod a) by y where c divides a: equal modulo c. NULL without a
/// failure where there is no such factor.
static const Poly *unwrapInnerMod(SymBuilder *builder, const Poly *x,
                                  int64_t c) {
  for (size_t i = 0; i < x->numTerms; ++i)
    for (size_t j = 0; j < x->terms[i].numFactors; ++j) {
      const Atom *atom = x->terms[i].factors[j];
      int64_t inner;
      if (atom->kind != SYM_ATOM_MOD || !symPolyIsConst(atom->rhs, &inner) ||
          inner % c != 0)
        continue;
      Term *all =
          arenaCopy(builder->arena, x->terms, x->numTerms * sizeof(Term));
      Term *one = arenaCopy(builder->arena, &x->terms[i], sizeof(Term));
      const Atom **factors = arenaCopy(builder->arena, one->factors,
                                       one->numFactors * sizeof(const Atom *));
      memmove(factors + j, factors + j + 1,
              (one->numFactors - j - 1) * sizeof(const Atom *));
      one->factors = factors;
      one->numFactors -= 1;
      all[i].coefficient = 0; // dropped by symPolyFromTerms
      const Poly *others = symPolyFromTerms(builder, all, x->numTerms);
      const Poly *changed =
          symPolyMul(builder, symPolyFromTerms(builder, one, 1), atom->lhs);
      return symPolyAdd(builder, others, changed);
    }
  return NULL;
}

static const Poly *remainder(SymBuilder *builder, const Poly *x, int64_t c) {
  int64_t value, product;
  if (!x || c == 1)
    return x ? symPolyConst(builder, 0) : NULL;
  if (quotientIsConst(x, c, &value) &&
      !__builtin_mul_overflow(value, c, &product))
    return symPolySub(builder, x, symPolyConst(builder, product));
  const Poly *whole, *rest;
  if (!splitMultiples(builder, x, c, &whole, &rest))
    return NULL;
  if (quotientIsConst(rest, c, &value) &&
      !__builtin_mul_overflow(value, c, &product))
    return symPolySub(builder, rest, symPolyConst(builder, product));
  // (g * y + k) mod (g * d) = g * ((y + k floordiv g) mod d) + k mod g
  int64_t factor = commonFactor(rest, c);
  int64_t low = symMod64(symPolyConstTerm(rest), factor);
  if (factor > 1)
    rest = cancel(builder, rest, factor);
  if (!rest)
    return NULL;
  const Poly *inner = unwrapInnerMod(builder, rest, c / factor);
  if (inner)
    inner = remainder(builder, inner, c / factor);
  else if (builder->status == SYM_OK)
    inner = symPolyAtom(builder, SYM_ATOM_MOD, rest,
                        symPolyConst(builder, c / factor));
  return symPolyAdd(builder, symPolyScale(builder, inner, factor),
                    symPolyConst(builder, low));
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

typedef const Poly *DivideByLiteral(SymBuilder *, const Poly *, int64_t);

static const Poly *divide(SymBuilder *builder, SymAtomKind kind, const Poly *a,
                          const Poly *b, DivideByLiteral *byLiteral) {
  if (!a || !b)
    return NULL;
  int64_t divisor;
  bool literal = symPolyIsConst(b, &divisor);
  if (literal && divisor <= 0)
    return symFail(builder, SYM_BAD_DIVISOR);
  if (a->unknown || b->unknown)
    return symPolyUnknown(builder);
  return literal ? byLiteral(builder, a, divisor)
                 : symPolyAtom(builder, kind, a, b);
}

const Poly *symPolyFloorDiv(SymBuilder *builder, const Poly *a, const Poly *b) {
  return divide(builder, SYM_ATOM_FLOORDIV, a, b, floorDivide);
}

const Poly *symPolyCeilDiv(SymBuilder *builder, const Poly *a, const Poly *b) {
  return divide(builder, SYM_ATOM_CEILDIV, a, b, ceilDivide);
}

const Poly *symPolyMod(SymBuilder *builder, const Poly *a, const Poly *b) {
  return divide(builder, SYM_ATOM_MOD, a, b, remainder);
}

const Poly *symPolyBinary(SymBuilder *builder, SymAtomKind kind, const Poly *a,
                          const Poly *b) {
  switch (kind) {
  case SYM_ATOM_FLOORDIV:
    return symPolyFloorDiv(builder, a, b);
  case SYM_ATOM_CEILDIV:
    return symPolyCeilDiv(builder, a, b);
  case SYM_ATOM_MOD:
    return symPolyMod(builder, a, b);
  case SYM_ATOM_LEN:
    return symPolyRead(builder, a, b);
  case SYM_ATOM_SUM:
    return symPolyTableSum(builder, a);
  default:
    return symPolyMinMax(builder, kind, a, b);
  }
}
