//===- Ask.h - one question on its way (internal) -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_ASK_H
#define RELAX_SYM_ASK_H

#include "lib/Sym/FactBase.h"
#include "lib/Sym/Memo.h"

typedef struct Attempt {
  SymFactBase *base;
  Prover prover; // in base->scratch
  Prepared *groups[MAX_GROUPS];
  size_t numGroups;
  System system; // of all these groups, without a goal
  const BoundTable *bounds;
  BoundTable merged;
  bool wantsWitness;
} Attempt;

/// Takes the base's scratch memory, so that what an earlier question left there
/// is gone. Not to be copied: `bounds` may point into it.
void attemptBegin(Attempt *attempt, SymFactBase *base, SymFact fact);
/// What stands for `poly` after the equalities of the groups were used up.
const Poly *attemptRewrite(Attempt *attempt, const Poly *poly);
bool attemptProve(Attempt *attempt, System system, GoalKind kind,
                  ValueSet goal);

/// The facts of the question's groups, to which the question is added.
MemoKey attemptKey(Attempt *attempt, MemoKind kind);

/// Refute.c: with a witness in `proof` if one is wanted.
bool attemptRefuteByModel(Attempt *attempt, SymQuestion question,
                          SymProof *proof);
/// Takes extents for a witness if evaluation says that they are one.
bool attemptAcceptWitness(Attempt *attempt, SymQuestion question,
                          const StrRef *names, const int64_t *values,
                          size_t count, SymProof *proof);
bool attemptSearchWitness(Attempt *attempt, SymQuestion question,
                          uint64_t limit, SymProof *proof);

/// AffineQuestion.c
SymAnswer attemptAffine(Attempt *attempt, SymQuestion question,
                        SymProof *proof);

/// `symAsk` and `symAskRange` where nothing is about tables.
SymAnswer askExtents(SymFactBase *base, SymQuestion question, SymProof *proof);
void askExtentsRange(SymFactBase *base, SymExpr expr, int64_t *low,
                     int64_t *high);

#endif // RELAX_SYM_ASK_H
