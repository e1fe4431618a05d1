//===- SymbolicDivision.c - divisions by expressions that are >= 1 --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// x = d * q + rest gives x floordiv d = q + rest floordiv d and
// x mod d = rest mod d. The normal form must not do that (d might be 0); the
// prover knows that divisors are at least 1. q comes from the division
// algorithm for polynomials: the order of terms is a monomial order. Nested
// divisions become one.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_ROUNDS = 32 };

/// Some term of `x` that the leading term of `d` divides, divided by it.
static bool findMultiple(SymBuilder *builder, const Poly *x, const Poly *d,
                         Term *out) {
  for (size_t i = 0; i < x->numTerms; ++i)
    if (symTermDivide(builder, &x->terms[i], &d->terms[0], out))
      return true;
  return false;
}

/// x = d * quotient + rest. False if nothing can be taken out.
static bool takeOut(SymBuilder *builder, const Poly *x, const Poly *d,
                    const Poly **quotient, const Poly **rest) {
  Term multiple;
  *quotient = symPolyConst(builder, 0);
  *rest = x;
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    if (!findMultiple(builder, *rest, d, &multiple))
      break;
    // A polynomial keeps its array: it must not be the local variable.
    Term *own = arenaCopy(builder->arena, &multiple, sizeof(Term));
    const Poly *part = symPolyFromTerms(builder, own, 1);
    *quotient = symPolyAdd(builder, *quotient, part);
    *rest = symPolySub(builder, *rest, symPolyMul(builder, d, part));
    if (!*quotient || !*rest)
      return false;
  }
  // With several terms in the divisor only an exact division is simpler.
  return *rest != x && (d->numTerms == 1 || (*rest)->numTerms == 0);
}

static const Poly *simplify(void *state, SymBuilder *builder,
                            const Atom *atom) {
  (void)state;
  int64_t value;
  bool division = atom->kind == SYM_ATOM_FLOORDIV ||
                  atom->kind == SYM_ATOM_CEILDIV || atom->kind == SYM_ATOM_MOD;
  if (!division || symPolyIsConst(atom->rhs, &value))
    return NULL;
  const Atom *inner = symPolyAsAtom(atom->lhs);
  if (inner && inner->kind == atom->kind && atom->kind != SYM_ATOM_MOD) {
    // (x floordiv a) floordiv b = x floordiv (a * b), and so for ceildiv.
    const Poly *product = symPolyMul(builder, inner->rhs, atom->rhs);
    const Poly *merged =
        product ? symPolyBinary(builder, atom->kind, inner->lhs, product)
                : NULL;
    builder->status = SYM_OK;
    if (merged)
      return merged;
  }
  const Poly *quotient = symPolyConst(builder, 0), *rest = atom->lhs;
  bool taken = takeOut(builder, atom->lhs, atom->rhs, &quotient, &rest);
  builder->status = SYM_OK;
  if (!taken) {
    quotient = symPolyConst(builder, 0);
    rest = atom->lhs;
  }
  if (symPolyIsConst(rest, &value) && value == 0)
    return atom->kind == SYM_ATOM_MOD ? rest : quotient;
  if (!taken)
    return NULL;
  const Poly *left = symPolyBinary(builder, atom->kind, rest, atom->rhs);
  return atom->kind == SYM_ATOM_MOD ? left
                                    : symPolyAdd(builder, quotient, left);
}

bool proverSimplifyDivisions(Prover *prover, System *system) {
  return proverRewriteSystem(prover, system, simplify, NULL);
}

bool proverSimplifyGoal(Prover *prover, System *system) {
  system->goal.poly =
      proverTake(prover, proverRewrite(&prover->builder, system->goal.poly,
                                       simplify, NULL));
  return system->goal.poly != NULL;
}
