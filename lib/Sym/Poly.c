//===- Poly.c - sums and products in normal form --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const Poly *symFail(SymBuilder *builder, SymStatus status) {
  if (builder->status == SYM_OK)
    builder->status = status;
  return NULL;
}

bool symSpend(SymBuilder *builder, size_t words) {
  if (__builtin_add_overflow(builder->work, words, &builder->work) ||
      builder->work > SYM_MAX_WORK) {
    symFail(builder, SYM_TOO_LARGE);
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static size_t atomWords(const Atom *atom) {
  return atom->kind == SYM_ATOM_SYMBOL
             ? 2
             : 1 + atom->lhs->words + atom->rhs->words;
}

static unsigned atomDepth(const Atom *atom) {
  if (atom->kind == SYM_ATOM_SYMBOL)
    return 0;
  unsigned left = atom->lhs->depth, right = atom->rhs->depth;
  return 1 + (left > right ? left : right);
}

/// Takes terms that are sorted and different, and checks the size limits.
static const Poly *makePoly(SymBuilder *builder, const Term *terms,
                            size_t count) {
  size_t words = 1;
  unsigned depth = 0;
  for (size_t i = 0; i < count; ++i) {
    words += 2;
    for (size_t j = 0; j < terms[i].numFactors; ++j) {
      words += atomWords(terms[i].factors[j]);
      unsigned nested = atomDepth(terms[i].factors[j]);
      depth = nested > depth ? nested : depth;
    }
  }
  if (words > SYM_MAX_CODE || depth > SYM_MAX_DEPTH)
    return symFail(builder, SYM_TOO_LARGE);
  if (!symSpend(builder, words))
    return NULL;
  Poly *poly = ARENA_NEW(builder->arena, Poly);
  *poly =
      (Poly){.numTerms = count, .terms = terms, .words = words, .depth = depth};
  return poly;
}

static const Poly *makeMonomial(SymBuilder *builder, int64_t coefficient,
                                const Atom *atom) {
  Term *term = ARENA_NEW(builder->arena, Term);
  term->coefficient = coefficient;
  if (atom) {
    term->numFactors = 1;
    term->factors = arenaCopy(builder->arena, &atom, sizeof(atom));
  }
  return makePoly(builder, term, 1);
}

const Poly *symPolyConst(SymBuilder *builder, int64_t value) {
  return value == 0 ? makePoly(builder, NULL, 0)
                    : makeMonomial(builder, value, NULL);
}

const Poly *symPolySymbol(SymBuilder *builder, StrRef name) {
  Atom *atom = ARENA_NEW(builder->arena, Atom);
  *atom = (Atom){.kind = SYM_ATOM_SYMBOL, .name = name};
  return makeMonomial(builder, 1, atom);
}

const Poly *symPolyUnknown(SymBuilder *builder) {
  Poly *poly = ARENA_NEW(builder->arena, Poly);
  *poly = (Poly){.words = 4, .unknown = true};
  return poly;
}

const Poly *symPolyAtom(SymBuilder *builder, SymAtomKind kind, const Poly *lhs,
                        const Poly *rhs) {
  if (!lhs || !rhs)
    return NULL;
  Atom *atom = ARENA_NEW(builder->arena, Atom);
  *atom = (Atom){.kind = kind, .lhs = lhs, .rhs = rhs};
  return makeMonomial(builder, 1, atom);
}

const Poly *symPolyOfAtom(SymBuilder *builder, const Atom *atom) {
  return makeMonomial(builder, 1, atom);
}

static int compareForSort(const void *a, const void *b) {
  return symTermCompare(a, b);
}

const Poly *symPolyFromTerms(SymBuilder *builder, Term *terms, size_t count) {
  // The exact sum of the coefficients must fit, not every partial sum: else
  // overflow would depend on the order of the terms.
  assert(count <= (size_t)1 << 32 && "the sum below needs 128 bits at most");
  qsort(terms, count, sizeof(Term), compareForSort);
  size_t kept = 0;
  for (size_t i = 0; i < count;) {
    __int128 sum = 0;
    size_t first = i;
    do
      sum += terms[i++].coefficient;
    while (i < count && symTermCompare(&terms[first], &terms[i]) == 0);
    if (sum == 0)
      continue;
    if (sum < INT64_MIN || sum > INT64_MAX)
      return symFail(builder, SYM_OVERFLOW);
    terms[kept] = terms[first];
    terms[kept++].coefficient = (int64_t)sum;
  }
  return makePoly(builder, terms, kept);
}

//===----------------------------------------------------------------------===//
// Ring operations
//===----------------------------------------------------------------------===//

const Poly *symPolySum(SymBuilder *builder, const Poly *const *polys,
                       size_t count) {
  size_t total = 0;
  bool unknown = false;
  for (size_t i = 0; i < count; ++i) {
    if (!polys[i] || !symSpend(builder, polys[i]->words))
      return NULL;
    total += polys[i]->numTerms;
    unknown |= polys[i]->unknown;
  }
  if (unknown)
    return symPolyUnknown(builder);
  Term *terms = ARENA_ARRAY(builder->arena, Term, total);
  size_t used = 0;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < polys[i]->numTerms; ++j)
      terms[used++] = polys[i]->terms[j];
  return symPolyFromTerms(builder, terms, total);
}

const Poly *symPolyAdd(SymBuilder *builder, const Poly *a, const Poly *b) {
  const Poly *both[] = {a, b};
  return symPolySum(builder, both, 2);
}

const Poly *symPolyScale(SymBuilder *builder, const Poly *a, int64_t factor) {
  if (!a || !symSpend(builder, a->words))
    return NULL;
  if (a->unknown || factor == 1)
    return a;
  if (factor == 0)
    return symPolyConst(builder, 0);
  Term *terms = arenaCopy(builder->arena, a->terms, a->numTerms * sizeof(Term));
  for (size_t i = 0; i < a->numTerms; ++i)
    if (__builtin_mul_overflow(terms[i].coefficient, factor,
                               &terms[i].coefficient))
      return symFail(builder, SYM_OVERFLOW);
  return makePoly(builder, terms, a->numTerms);
}

const Poly *symPolySub(SymBuilder *builder, const Poly *a, const Poly *b) {
  if (!a || !b)
    return NULL;
  int64_t value, left;
  // 0 - INT64_MIN overflows, -1 - INT64_MIN does not.
  if (symPolyIsConst(a, &left) && symPolyIsConst(b, &value)) {
    if (__builtin_sub_overflow(left, value, &value))
      return symFail(builder, SYM_OVERFLOW);
    return symPolyConst(builder, value);
  }
  return symPolyAdd(builder, a, symPolyScale(builder, b, -1));
}

static bool multiplyTerms(SymBuilder *builder, const Term *a, const Term *b,
                          Term *out) {
  if (__builtin_mul_overflow(a->coefficient, b->coefficient,
                             &out->coefficient)) {
    symFail(builder, SYM_OVERFLOW);
    return false;
  }
  size_t count = a->numFactors + b->numFactors, i = 0, j = 0;
  const Atom **factors = ARENA_ARRAY(builder->arena, const Atom *, count);
  for (size_t k = 0; k < count; ++k) {
    bool left = j == b->numFactors ||
                (i < a->numFactors &&
                 symAtomCompare(a->factors[i], b->factors[j]) <= 0);
    factors[k] = left ? a->factors[i++] : b->factors[j++];
  }
  out->numFactors = count;
  out->factors = factors;
  return true;
}

bool symTermDivide(SymBuilder *builder, const Term *a, const Term *b,
                   Term *out) {
  if (b->numFactors > a->numFactors || a->coefficient % b->coefficient != 0 ||
      (a->coefficient == INT64_MIN && b->coefficient == -1))
    return false;
  const Atom **factors = ARENA_ARRAY(builder->arena, const Atom *,
                                     a->numFactors - b->numFactors + 1);
  size_t used = 0, j = 0;
  for (size_t i = 0; i < a->numFactors; ++i) {
    if (j < b->numFactors &&
        symAtomCompare(a->factors[i], b->factors[j]) == 0) {
      ++j;
      continue;
    }
    if (used == a->numFactors - b->numFactors)
      return false;
    factors[used++] = a->factors[i];
  }
  *out = (Term){a->coefficient / b->coefficient, used, factors};
  return j == b->numFactors;
}

const Poly *symPolyMul(SymBuilder *builder, const Poly *a, const Poly *b) {
  if (!a || !b)
    return NULL;
  if (a->unknown || b->unknown)
    return symPolyUnknown(builder);
  int64_t factor;
  if (symPolyIsConst(a, &factor))
    return symPolyScale(builder, b, factor);
  if (symPolyIsConst(b, &factor))
    return symPolyScale(builder, a, factor);
  // Both sizes are at most SYM_MAX_CODE, so nothing here can wrap.
  size_t count = a->numTerms * b->numTerms;
  if (count > SYM_MAX_CODE)
    return symFail(builder, SYM_TOO_LARGE);
  if (!symSpend(builder, a->numTerms * b->words + b->numTerms * a->words))
    return NULL;
  Term *terms = ARENA_ARRAY(builder->arena, Term, count);
  size_t used = 0;
  for (size_t i = 0; i < a->numTerms; ++i)
    for (size_t j = 0; j < b->numTerms; ++j)
      if (!multiplyTerms(builder, &a->terms[i], &b->terms[j], &terms[used++]))
        return NULL;
  return symPolyFromTerms(builder, terms, count);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool symPolyIsConst(const Poly *poly, int64_t *value) {
  if (poly->unknown || poly->numTerms > 1 ||
      (poly->numTerms == 1 && poly->terms[0].numFactors != 0))
    return false;
  *value = symPolyConstTerm(poly);
  return true;
}

int64_t symPolyConstTerm(const Poly *poly) {
  if (poly->numTerms == 0)
    return 0;
  const Term *last = &poly->terms[poly->numTerms - 1];
  return last->numFactors == 0 ? last->coefficient : 0;
}

const Atom *symPolyAsAtom(const Poly *poly) {
  bool single = poly->numTerms == 1 && poly->terms[0].coefficient == 1 &&
                poly->terms[0].numFactors == 1;
  return single ? poly->terms[0].factors[0] : NULL;
}
