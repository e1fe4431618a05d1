//===- Prover.h - questions about extents, asked against facts ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The prover's interface. A fact base is prepared once per scope and asked many
// questions; `symProve` and `symRange` of Sym.h ask one question of a list.
// Rules, questions and the step budget: docs/prover.md.
//
// Answers are about all assignments of extents (integers >= 0, without limit)
// that satisfy the facts. Yes: holds at all of them. No: fails at one of them,
// the witness. Unknown: not decided within the step budget, or the question has
// no value somewhere (a divisor below 1, a `?`). Facts that contradict each
// other imply everything. Likely facts are hints and ignored.
//
// The answer is a function of facts and question alone: no clock, no history.
//
// Memory: a base copies what it is given, names included. What a question
// returns in a SymProof lives in the base until the next question to it.
// Threads: a base belongs to one thread at a time; different bases are
// independent.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_PROVER_H
#define RELAX_SYM_PROVER_H

#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Fact bases
//===----------------------------------------------------------------------===//

typedef struct SymFactBase SymFactBase;

/// `facts` may be NULL if there are none.
SymFactBase *symFactBaseCreate(const SymFact *facts, size_t numFacts);
void symFactBaseDestroy(SymFactBase *base);
/// What was prepared for facts that share no symbol with this one is kept.
void symFactBaseAdd(SymFactBase *base, SymFact fact);
/// Drops all facts but the first `count`. Groups that one of the dropped was in
/// are prepared again; memory is kept until the base goes.
void symFactBaseCut(SymFactBase *base, size_t count);
size_t symFactBaseSize(const SymFactBase *base);

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// A fact, or that it does not hold (`a != b` is the negated a == b).
typedef struct SymQuestion {
  SymFact fact;
  bool negated;
} SymQuestion;

/// `proof` may be NULL; then a witness is not written either.
SymAnswer symAsk(SymFactBase *base, SymQuestion question, SymProof *proof);

/// Shorthands. Two expressions with the same code pointer are found equal
/// without any allocation.
SymAnswer symAskEqual(SymFactBase *base, SymExpr a, SymExpr b);
SymAnswer symAskNotEqual(SymFactBase *base, SymExpr a, SymExpr b);
SymAnswer symAskAtMost(SymFactBase *base, SymExpr a, SymExpr b);
SymAnswer symAskLess(SymFactBase *base, SymExpr a, SymExpr b);
/// expr mod divisor == 0, which includes divisor >= 1.
SymAnswer symAskDivides(SymFactBase *base, SymExpr divisor, SymExpr expr);
/// The products of two lists are equal; an empty product is 1. The products are
/// never multiplied out, so that they may leave 64 bits.
SymAnswer symAskProductEqual(SymFactBase *base, const SymExpr *a, size_t numA,
                             const SymExpr *b, size_t numB);

/// As `symRange` of Sym.h.
void symAskRange(SymFactBase *base, SymExpr expr, int64_t *low, int64_t *high);

typedef enum SymSign {
  SYM_SIGN_UNKNOWN,
  SYM_SIGN_NEGATIVE,
  SYM_SIGN_NOT_POSITIVE,
  SYM_SIGN_ZERO,
  SYM_SIGN_NOT_NEGATIVE,
  SYM_SIGN_POSITIVE,
  SYM_SIGN_NOT_ZERO,
} SymSign;
/// The strongest of these that is known.
SymSign symAskSign(SymFactBase *base, SymExpr expr);

/// What must hold for `fact`: with the facts it is equivalent to `*residual`,
/// which is as small as the prover can make it and speaks of the same symbols
/// (a check when the program runs). SYM_YES: nothing, SYM_NO: it never holds;
/// `*residual` is set for SYM_UNKNOWN only, in `arena`.
SymAnswer symAskResidual(SymFactBase *base, Arena *arena, SymFact fact,
                         SymFact *residual);

/// `EXPR cmp EXPR`, `EXPR in {...}` or `EXPR != EXPR` from raw text. On failure
/// `text->message` says why.
bool symQuestionParse(SymText *text, Arena *arena, SymQuestion *out);

//===----------------------------------------------------------------------===//
// Why
//===----------------------------------------------------------------------===//

enum { SYM_NO_FACT = SIZE_MAX };

/// One step of a derivation: the fact number `fact`, or a rule by name.
typedef struct SymStep {
  const char *rule; // static text; NULL for a fact
  size_t fact;      // SYM_NO_FACT for a rule
  /// What holds after the step. Symbols `$0`, `$1`, ... are the prover's own.
  /// Absent (`numStatements` 0) where the rule's name says it all.
  const SymFact *statements;
  size_t numStatements;
  unsigned depth; // nesting in cases
} SymStep;

typedef struct SymDerivation {
  SymAnswer answer;
  /// For SYM_YES: the facts that are needed (none can be left out), then the
  /// rules in order.
  const SymStep *steps;
  size_t numSteps;
  SymProof proof; // witness and steps
} SymDerivation;

/// Answers a question with its derivation, all in `arena`. Much slower than
/// symAsk, whose answer it repeats.
void symExplain(Arena *arena, const SymFact *facts, size_t numFacts,
                SymQuestion question, SymDerivation *out);

/// A smallest set of facts that contradict each other, as ascending indices.
/// False if no contradiction is found.
bool symContradiction(Arena *arena, const SymFact *facts, size_t numFacts,
                      const size_t **indices, size_t *numIndices);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_PROVER_H
