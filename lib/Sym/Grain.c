//===- Grain.c - quotients of one dividend, in the finest of them ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Networks halve their images again and again, so that sizes are products such
// as n * (h ceildiv 8) * (w ceildiv 8). With g for the finest quotient of a
// dividend, or for the dividend itself, one by k times as much is
//   g / k <= x ceildiv (k * d) <= (g + k - 1) / k, and at most g
//            x floordiv (k * d) <= g / k.
// A term that makes a sum smaller gets the upper bounds, the others the lower
// ones; what is left is a sum over the same products.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_TERMS = 24 };

/// A term times `scale` is at least `poly`.
typedef struct Bounded {
  const Poly *poly;
  int64_t scale;
} Bounded;

static bool isQuotient(const Atom *atom, int64_t *divisor) {
  return (atom->kind == SYM_ATOM_FLOORDIV || atom->kind == SYM_ATOM_CEILDIV) &&
         symPolyIsConst(atom->rhs, divisor) && *divisor >= 1;
}

/// `other` divides the same, or is it, by less: so many times as often.
static int64_t timesFiner(const Atom *atom, const Atom *other) {
  int64_t divisor, finer;
  if (!isQuotient(atom, &divisor))
    return 0;
  const Atom *dividend = symPolyAsAtom(atom->lhs);
  if (dividend && symAtomCompare(dividend, other) == 0)
    return divisor;
  bool fits = isQuotient(other, &finer) && divisor % finer == 0 &&
              (atom->kind == SYM_ATOM_FLOORDIV || other->kind == atom->kind) &&
              symPolyCompare(atom->lhs, other->lhs) == 0;
  return fits ? divisor / finer : 0;
}

/// The finest that occurs; NULL if that is the atom itself.
static const Atom *finestOf(const Poly *goal, const Atom *atom,
                            int64_t *times) {
  const Atom *finest = NULL;
  *times = 1;
  for (size_t i = 0; i < goal->numTerms; ++i)
    for (size_t j = 0; j < goal->terms[i].numFactors; ++j) {
      const Atom *other = goal->terms[i].factors[j];
      int64_t more = timesFiner(atom, other);
      if (more <= *times)
        continue;
      *times = more;
      finest = other;
    }
  return finest;
}

static bool isNegative(const BoundTable *table, const Atom *atom) {
  return symAtomRange(atom, &table->bounds).low < 0;
}

/// False if nothing is known of the sign of a factor, or it is too large.
/// `loose`: quotients that are rounded up are at most what they divide.
static bool boundTerm(Prover *prover, const BoundTable *table, const Poly *goal,
                      const Term *term, bool loose, Bounded *out) {
  SymBuilder *builder = &prover->builder;
  *out = (Bounded){symPolyConst(builder, term->coefficient), 1};
  for (size_t i = 0; i < term->numFactors; ++i) {
    const Atom *atom = term->factors[i];
    int64_t times;
    const Atom *finest = finestOf(goal, atom, &times);
    bool up = atom->kind == SYM_ATOM_CEILDIV, above = term->coefficient < 0;
    // Of one that is rounded down only an upper bound is known here.
    if (!finest || (!up && !above))
      finest = atom;
    if (isNegative(table, atom) || isNegative(table, finest))
      return false;
    const Poly *value = symPolyOfAtom(builder, finest);
    if (finest != atom && up && above && !loose)
      value = symPolyAdd(
          builder, value,
          symPolyConst(builder, times - 1 - SYM_BROKEN(SYM_FAULT_GRAIN)));
    if (finest != atom && !(up && above && loose) &&
        __builtin_mul_overflow(out->scale, times, &out->scale))
      return false;
    out->poly = proverTake(prover, symPolyMul(builder, out->poly, value));
    if (!out->poly)
      return false;
  }
  return true;
}

/// A multiple of the goal that is at least this; NULL if it leaves 64 bits.
static const Poly *boundGoal(Prover *prover, const BoundTable *table,
                             const Poly *goal, bool loose) {
  SymBuilder *builder = &prover->builder;
  Bounded terms[MAX_TERMS];
  int64_t scale = 1;
  for (size_t i = 0; i < goal->numTerms; ++i) {
    if (!boundTerm(prover, table, goal, &goal->terms[i], loose, &terms[i]) ||
        __builtin_mul_overflow(
            scale,
            terms[i].scale / (int64_t)symCommonDivisor(
                                 (uint64_t)scale, (uint64_t)terms[i].scale),
            &scale))
      return NULL;
  }
  const Poly *scaled[MAX_TERMS];
  for (size_t i = 0; i < goal->numTerms; ++i)
    scaled[i] = symPolyScale(builder, terms[i].poly, scale / terms[i].scale);
  const Poly *sum =
      proverTake(prover, symPolySum(builder, scaled, goal->numTerms));
  prover->steps += sum ? sum->words : 0;
  return sum;
}

bool proverGrain(Prover *prover, const BoundTable *table, const Poly *goal) {
  bool any = false;
  int64_t times;
  if (goal->numTerms > MAX_TERMS)
    return false;
  for (size_t i = 0; i < goal->numTerms && !any; ++i)
    for (size_t j = 0; j < goal->terms[i].numFactors && !any; ++j)
      any = finestOf(goal, goal->terms[i].factors[j], &times) != NULL;
  for (int loose = 0; loose < 2 && any; ++loose) {
    const Poly *least = boundGoal(prover, table, goal, loose);
    if (!least || symPolyRange(least, &table->bounds).low < 0)
      continue;
    traceRule(prover, "quotients of one dividend", SYM_FACT_LE, least);
    return true;
  }
  return false;
}
