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
// Of all sums that steps led to, the one with the fewest terms goes on first: a
// bound that fits takes other terms with it, and those that do not fit are
// many. A term that made the sum larger is not given up early.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_NODES = 64, MAX_DEPTH = 8 };

typedef struct Chain {
  Prover *prover;
  const PolyList *known; // >= 0
  const SymAtomBounds *bounds;
  unsigned nodes;
} Chain;

/// The sums of which one has to be at least 0, the most promising last.
typedef struct Open {
  Chain *chain;
  struct {
    const Poly *goal;
    size_t lost; // terms that made it larger and were given up
    size_t cost; // terms, and twice as much for those
  } items[MAX_NODES];
  size_t count;
  size_t lost; // of what is offered now
} Open;

static bool follows(Chain *c, const Poly *goal, unsigned depth);

static bool isInBounds(Chain *c, const Poly *goal) {
  ++c->nodes;
  c->prover->steps += goal->words;
  return symPolyRange(goal, c->bounds).low >= 0;
}

/// True if it is at least 0 without more; NULL says nothing.
static bool offer(Open *open, const Poly *goal) {
  if (!goal || open->chain->nodes >= MAX_NODES)
    return false;
  if (isInBounds(open->chain, goal))
    return true;
  size_t cost = goal->numTerms + 2 * open->lost;
  size_t at = open->count++; // one for each node at most
  for (; at > 0 && open->items[at - 1].cost < cost; --at)
    open->items[at] = open->items[at - 1];
  open->items[at].goal = goal;
  open->items[at].lost = open->lost;
  open->items[at].cost = cost;
  return false;
}

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

/// What is known of the term takes it out of the sum: an upper bound if it
/// makes the sum smaller, else a lower one.
static bool byFacts(Open *open, const Poly *goal, const Term *term) {
  Chain *c = open->chain;
  int64_t a = term->coefficient;
  for (size_t i = c->known->count; i-- > 0 && c->nodes < MAX_NODES;) {
    const Poly *known = c->known->items[i];
    int64_t b = coefficientOf(known, term);
    if (b == 0 || (a < 0) != (b < 0) || b == INT64_MIN || a == INT64_MIN ||
        (a % b && b % a))
      continue;
    int64_t times = a % b ? b / a : 1, more = a % b ? 1 : a / b;
    if (offer(open, combine(c, goal, times, known, -more)))
      return true;
  }
  return false;
}

/// rest + a * (x floordiv d) >= 0, of a literal d: exact where a is 1 or -1.
static bool byQuotient(Open *open, const Poly *rest, const Atom *atom,
                       int64_t a) {
  Chain *c = open->chain;
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
  return scaled &&
         offer(open, proverTake(c->prover,
                                symPolyAdd(builder, scaled,
                                           symPolyConst(builder, margin))));
}

/// Both operands in the place of a minimum or maximum.
static bool byBoth(Chain *c, const Poly *rest, const Atom *atom, int64_t a,
                   unsigned depth) {
  const Poly *operands[] = {atom->lhs, atom->rhs};
  for (int i = 0; i < 2; ++i) {
    const Poly *goal = combine(c, rest, 1, operands[i], a);
    if (!goal || !(isInBounds(c, goal) || follows(c, goal, depth + 1)))
      return false;
  }
  return true;
}

/// What the only factor of the term is.
static bool byMeaning(Open *open, const Poly *goal, const Term *term,
                      unsigned depth) {
  if (term->numFactors != 1 || term->factors[0]->kind == SYM_ATOM_SYMBOL)
    return false;
  Chain *c = open->chain;
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
      return offer(open, combine(c, rest, 1, atom->lhs, a)) ||
             offer(open, combine(c, rest, 1, atom->rhs, a));
    return byBoth(c, rest, atom, a, depth);
  case SYM_ATOM_FLOORDIV:
  case SYM_ATOM_CEILDIV:
    return byQuotient(open, rest, atom, a);
  default:
    return false;
  }
}

/// One step from the most promising sum. The terms that make it smaller have to
/// be bounded by something, so these come first.
static bool step(Open *open, unsigned depth) {
  const Poly *goal = open->items[--open->count].goal;
  size_t lost = open->items[open->count].lost;
  for (int above = 1; above >= 0; --above)
    for (size_t i = 0; i < goal->numTerms && open->chain->nodes < MAX_NODES;
         ++i) {
      const Term *term = &goal->terms[i];
      open->lost = lost + (size_t)!above;
      if (term->numFactors != 0 && (term->coefficient < 0) == above &&
          (byFacts(open, goal, term) || byMeaning(open, goal, term, depth)))
        return true;
    }
  return false;
}

/// goal >= 0, which its interval does not say.
static bool follows(Chain *c, const Poly *goal, unsigned depth) {
  Open open = {.chain = c, .items[0].goal = goal, .count = 1};
  while (depth < MAX_DEPTH && open.count > 0 && c->nodes < MAX_NODES)
    if (step(&open, depth))
      return true;
  return false;
}

bool proverChain(Prover *prover, const PolyList *known,
                 const SymAtomBounds *bounds, const Poly *goal) {
  Chain chain = {.prover = prover, .known = known, .bounds = bounds};
  return isInBounds(&chain, goal) || follows(&chain, goal, 0);
}
