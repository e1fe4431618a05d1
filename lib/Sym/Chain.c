//===- Chain.c - one bound after the other --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Most indices are right because an iterator is below its bound, which is below
// another, which is an extent. So a term that makes a sum smaller is replaced
// by a known upper bound of it, one after the other, until intervals say the
// rest. Each step is an implication; nothing is decided otherwise.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_NODES = 40, MAX_DEPTH = 8 };

typedef struct Chain {
  Prover *prover;
  const System *system;
  const BoundTable *table;
  unsigned nodes;
} Chain;

static bool follows(Chain *c, const Poly *goal, unsigned depth);

/// `times * goal + more * other`; NULL: it leaves 64 bits.
static const Poly *combine(Chain *c, const Poly *goal, int64_t times,
                           const Poly *other, int64_t more) {
  SymBuilder *builder = &c->prover->builder;
  const Poly *a = times == 1 ? goal : symPolyScale(builder, goal, times);
  const Poly *b = symPolyScale(builder, other, more);
  return proverTake(c->prover, symPolyAdd(builder, a, b));
}

static int64_t coefficientOf(const Poly *poly, const Term *term) {
  for (size_t i = 0; i < poly->numTerms; ++i)
    if (symTermCompare(&poly->terms[i], term) == 0)
      return poly->terms[i].coefficient;
  return 0;
}

/// What is known of the term makes it at most something.
static bool byFacts(Chain *c, const Poly *goal, const Term *term,
                    unsigned depth) {
  int64_t a = term->coefficient;
  for (size_t i = 0; i < c->system->nonNegative.count; ++i) {
    const Poly *known = c->system->nonNegative.items[i];
    int64_t b = coefficientOf(known, term);
    if (b >= 0 || b == INT64_MIN || a == INT64_MIN || (a % b && b % a))
      continue;
    int64_t times = a % b ? b / a : 1, more = a % b ? 1 : a / b;
    const Poly *rest = combine(c, goal, times, known, -more);
    if (rest && follows(c, rest, depth + 1))
      return true;
  }
  return false;
}

/// One of the operands in the place of a minimum or maximum.
static bool withOperand(Chain *c, const Poly *rest, const Poly *operand,
                        int64_t a, unsigned depth) {
  const Poly *goal = combine(c, rest, 1, operand, a);
  return goal && follows(c, goal, depth + 1);
}

/// rest + a * (x floordiv d) >= 0, of a literal d: exact where a is 1 or -1.
static bool byQuotient(Chain *c, const Poly *rest, const Atom *atom, int64_t a,
                       unsigned depth) {
  SymBuilder *builder = &c->prover->builder;
  int64_t divisor, slack, margin;
  bool up = atom->kind == SYM_ATOM_CEILDIV;
  bool above = a < 0;
  if (!symPolyIsConst(atom->rhs, &divisor) || divisor < 1)
    return false;
  const Poly *scaled = combine(c, rest, divisor, atom->lhs, a);
  // d * q is x - (d - 1) to x, rounded up x to x + (d - 1).
  bool loose = up == above;
  slack = loose ? -(divisor - 1) : 0;
  bool exact = a == 1 || a == -1;
  if (__builtin_mul_overflow(slack, above ? -a : a, &margin) ||
      (exact && __builtin_add_overflow(margin, divisor - 1, &margin)))
    return false;
  margin += SYM_BROKEN(SYM_FAULT_CHAIN) ? 1 : 0;
  const Poly *goal =
      scaled ? proverTake(c->prover, symPolyAdd(builder, scaled,
                                                symPolyConst(builder, margin)))
             : NULL;
  return goal && follows(c, goal, depth + 1);
}

/// What the only factor of the term is.
static bool byMeaning(Chain *c, const Poly *goal, const Term *term,
                      unsigned depth) {
  if (term->numFactors != 1 || term->factors[0]->kind == SYM_ATOM_SYMBOL)
    return false;
  const Atom *atom = term->factors[0];
  int64_t a = term->coefficient;
  const Poly *self =
      proverTake(c->prover, symPolyOfAtom(&c->prover->builder, atom));
  const Poly *rest =
      self && a != INT64_MIN ? combine(c, goal, 1, self, -a) : NULL;
  if (!rest)
    return false;
  switch (atom->kind) {
  case SYM_ATOM_MIN:
  case SYM_ATOM_MAX:
    if ((atom->kind == SYM_ATOM_MIN) == (a < 0))
      return withOperand(c, rest, atom->lhs, a, depth) ||
             withOperand(c, rest, atom->rhs, a, depth);
    return withOperand(c, rest, atom->lhs, a, depth) &&
           withOperand(c, rest, atom->rhs, a, depth);
  case SYM_ATOM_FLOORDIV:
  case SYM_ATOM_CEILDIV:
    return byQuotient(c, rest, atom, a, depth);
  default:
    return false;
  }
}

/// goal >= 0. A term that makes it smaller has to be bounded by something, or
/// by its interval; of the others, only a minimum or a quotient says more than
/// its interval.
static bool follows(Chain *c, const Poly *goal, unsigned depth) {
  c->prover->steps += goal->words;
  if (symPolyRange(goal, &c->table->bounds).low >= 0)
    return true;
  if (depth >= MAX_DEPTH || ++c->nodes > MAX_NODES)
    return false;
  for (int above = 1; above >= 0; --above)
    for (size_t i = 0; i < goal->numTerms; ++i) {
      const Term *term = &goal->terms[i];
      if (term->numFactors == 0 || (term->coefficient < 0) != above)
        continue;
      if ((above && byFacts(c, goal, term, depth)) ||
          byMeaning(c, goal, term, depth))
        return true;
      if (c->nodes > MAX_NODES)
        return false;
    }
  return false;
}

bool proverChain(Prover *prover, const System *system, const BoundTable *table,
                 const Poly *goal) {
  Chain chain = {.prover = prover, .system = system, .table = table};
  return follows(&chain, goal, 0);
}
