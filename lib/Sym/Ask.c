//===- Ask.c - questions to a fact base -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From cheap to dear: same code; a chain of inequalities as they are stated;
// with the facts prepared, one of them or an interval, or a chain; a model that
// refutes, which has to be found first; a short search for a witness; integer
// sets (isl); the proof; a long search.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"

enum {
  QUICK_WITNESS = 1 << 9,
  LONG_WITNESS = 1 << 14,
};

//===----------------------------------------------------------------------===//
// Yes
//===----------------------------------------------------------------------===//

/// A system of its own, so that something can be added.
static void own(Attempt *attempt) {
  if (attempt->system.prepared)
    attempt->system = proverCopySystem(&attempt->prover, &attempt->system);
}

bool attemptProve(Attempt *attempt, System system, GoalKind kind,
                  ValueSet goal) {
  system.kind = kind;
  system.goal = goal;
  return goal.poly && proveSystem(&attempt->prover, &system, attempt->bounds);
}

/// Shows that an expression has a value, innermost divisors first. What is
/// shown is a fact from then on.
static bool proveDefined(Attempt *attempt, const Poly *poly) {
  Prover *prover = &attempt->prover;
  PolyList divisors = proverDivisors(prover, poly);
  if (SYM_BROKEN(SYM_FAULT_DEFINED))
    return true;
  for (size_t i = 0; i < divisors.count; ++i) {
    const Poly *divisor = attemptRewrite(attempt, divisors.items[i]);
    const Poly *goal = divisor ? proverMinusOne(prover, divisor) : NULL;
    if (!goal)
      return false;
    if (symPolyRange(goal, &attempt->bounds->bounds).low >= 0)
      continue;
    if (!attemptProve(attempt, attempt->system, GOAL_NONNEGATIVE,
                      (ValueSet){goal, NULL, 0}))
      return false;
    own(attempt);
    proverPush(prover, &attempt->system.nonNegative, goal);
  }
  return true;
}

/// The facts and `poly == 0` clash.
static bool proveNotZero(Attempt *attempt, const Poly *poly) {
  if (!poly)
    return false;
  System system = proverCopySystem(&attempt->prover, &attempt->system);
  traceRule(&attempt->prover, "supposed, to be refuted", SYM_FACT_EQ, poly);
  proverPush(&attempt->prover, &system.zero, poly);
  const Poly *impossible = symPolyConst(&attempt->prover.builder, -1);
  return attemptProve(attempt, system, GOAL_NONNEGATIVE,
                      (ValueSet){impossible, NULL, 0});
}

static bool proveIn(Attempt *attempt, const Poly *poly, SymQuestion question) {
  SymFact fact = question.fact;
  if (!question.negated)
    return attemptProve(attempt, attempt->system, GOAL_IN,
                        (ValueSet){poly, fact.values, fact.numValues});
  SymBuilder *builder = &attempt->prover.builder;
  for (size_t i = 0; i < fact.numValues; ++i) {
    const Poly *difference = proverTake(
        &attempt->prover,
        symPolySub(builder, poly, symPolyConst(builder, fact.values[i])));
    if (!proveNotZero(attempt, difference))
      return false;
  }
  return true;
}

/// The polynomial that a comparison is about: >= 0 or == 0.
static const Poly *goalOf(Attempt *attempt, SymQuestion question) {
  SymBuilder *builder = &attempt->prover.builder;
  const Poly *lhs = symDecode(builder, question.fact.lhs);
  const Poly *rhs = symDecode(builder, question.fact.rhs);
  const Poly *goal = symPolySub(builder, rhs, lhs);
  if (question.fact.kind == SYM_FACT_LE && question.negated) // lhs - rhs - 1
    goal = symPolySub(builder, symPolyConst(builder, -1), goal);
  return attemptRewrite(attempt, proverTake(&attempt->prover, goal));
}

static bool proveYes(Attempt *attempt, SymQuestion question) {
  SymBuilder *builder = &attempt->prover.builder;
  const Poly *lhs = symDecode(builder, question.fact.lhs);
  if (!proveDefined(attempt, lhs))
    return false;
  if (question.fact.kind == SYM_FACT_IN) {
    lhs = attemptRewrite(attempt, lhs);
    return lhs && proveIn(attempt, lhs, question);
  }
  if (!proveDefined(attempt, symDecode(builder, question.fact.rhs)))
    return false;
  const Poly *goal = goalOf(attempt, question);
  if (question.fact.kind == SYM_FACT_EQ && question.negated)
    return proveNotZero(attempt, goal);
  GoalKind kind =
      question.fact.kind == SYM_FACT_EQ ? GOAL_ZERO : GOAL_NONNEGATIVE;
  return attemptProve(attempt, attempt->system, kind,
                      (ValueSet){goal, NULL, 0});
}

/// Intervals and chains of inequalities only; nothing where a divisor is a
/// symbol.
static bool quickYes(Attempt *attempt, SymQuestion question) {
  if (question.fact.kind == SYM_FACT_IN ||
      exprHasSymbolicDivisor(question.fact.lhs) ||
      exprHasSymbolicDivisor(question.fact.rhs))
    return false;
  const Poly *goal = goalOf(attempt, question);
  int64_t value;
  if (!goal)
    return false;
  if (question.fact.kind == SYM_FACT_EQ && question.negated) {
    SymInterval range = symPolyRange(goal, &attempt->bounds->bounds);
    bool apart = range.low >= 1 || range.high <= -1;
    if (apart)
      traceRule(&attempt->prover, "interval of the difference", SYM_FACT_EQ,
                NULL);
    return apart;
  }
  if (question.fact.kind == SYM_FACT_EQ) {
    bool equal = symPolyIsConst(goal, &value) && value == 0;
    if (equal)
      traceRule(&attempt->prover, "equal normal forms", SYM_FACT_EQ, NULL);
    return equal;
  }
  return proverDominated(&attempt->prover, &attempt->system, attempt->bounds,
                         goal) ||
         proverGrain(&attempt->prover, attempt->bounds, goal) ||
         (!attempt->base->trace && // integer sets are more telling
          proverChain(&attempt->prover, &attempt->system.nonNegative,
                      &attempt->bounds->bounds, goal));
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

/// The same code, and a value everywhere.
static bool sameCode(SymQuestion question) {
  SymFact fact = question.fact;
  if (question.negated || fact.kind == SYM_FACT_IN)
    return false;
  bool same =
      fact.lhs.code == fact.rhs.code && fact.lhs.symbols == fact.rhs.symbols;
  return (same || symExprIdentical(fact.lhs, fact.rhs)) &&
         !exprHasSymbolicDivisor(fact.lhs);
}

static bool clashes(const Attempt *attempt) {
  bool result = attempt->base->neverTrue;
  for (size_t i = 0; i < attempt->numGroups; ++i)
    result |= attempt->groups[i]->contradictory == 1;
  return result;
}

/// What is dear: integer sets, the proof, the long search.
static SymAnswer decideSlowly(Attempt *attempt, SymQuestion question,
                              SymProof *proof) {
  if (attemptSearchWitness(attempt, question, QUICK_WITNESS, proof))
    return SYM_NO;
  // A derivation is more telling than that no point was found.
  if (attempt->base->trace && proveYes(attempt, question))
    return SYM_YES;
  SymAnswer answer = attemptAffine(attempt, question, proof);
  if (answer != SYM_UNKNOWN)
    return answer;
  if (proveYes(attempt, question))
    return SYM_YES;
  return attemptSearchWitness(attempt, question, LONG_WITNESS, proof)
             ? SYM_NO
             : SYM_UNKNOWN;
}

/// What facts of the question's groups say of it, as far as somebody asked. A
/// no depends on other groups, too, and is not kept.
typedef struct Kept {
  MemoKey key;
  bool wanted, found;
  MemoAnswer answer;
} Kept;

static Kept lookUp(Attempt *attempt, SymQuestion question) {
  const SymFactBase *base = attempt->base;
  Kept kept = {.wanted = SYM_MEMO && !attempt->wantsWitness && !base->trace &&
                         !base->single};
  if (!kept.wanted)
    return kept;
  kept.key = attemptKey(attempt, MEMO_QUESTION);
  memoKeyWord(&kept.key, question.negated);
  memoKeyFact(&kept.key, question.fact);
  kept.found = memoFind(&kept.key, &kept.answer);
  return kept;
}

static SymAnswer decideOnce(Attempt *attempt, SymQuestion question,
                            const Kept *kept, SymProof *proof) {
  if (kept->found)
    return SYM_UNKNOWN;
  SymAnswer answer = decideSlowly(attempt, question, proof);
  if (kept->wanted && answer != SYM_NO)
    memoKeep(&kept->key, (MemoAnswer){.low = answer == SYM_YES});
  return answer;
}

static SymAnswer decide(Attempt *attempt, SymQuestion question,
                        SymProof *proof) {
  if (clashes(attempt)) {
    traceRule(&attempt->prover, "contradiction", SYM_FACT_EQ, NULL);
    return SYM_YES;
  }
  if (SYM_PROOF_FIRST && proveYes(attempt, question))
    return SYM_YES;
  if (quickYes(attempt, question))
    return SYM_YES;
  // Models have to be found first, which is dear, too.
  Kept kept = lookUp(attempt, question);
  if (kept.found && kept.answer.low)
    return SYM_YES;
  if (attemptRefuteByModel(attempt, question, proof))
    return SYM_NO;
  SymAnswer answer = decideOnce(attempt, question, &kept, proof);
  // Facts that have nothing to do with the question may imply everything, too.
  if (answer != SYM_UNKNOWN || !factBaseClashes(attempt->base))
    return answer;
  traceRule(&attempt->prover, "contradiction", SYM_FACT_EQ, NULL);
  return SYM_YES;
}

SymAnswer askExtents(SymFactBase *base, SymQuestion question, SymProof *proof) {
  SymProof local = {0};
  if (proof)
    *proof = local;
  if (proverHasUnknown(question.fact))
    return SYM_UNKNOWN;
  if (sameCode(question)) {
    if (proof)
      proof->steps = 1;
    Prover prover = {.trace = base->trace};
    traceRule(&prover, "same normal form", SYM_FACT_EQ, NULL);
    return SYM_YES;
  }
  if (factBaseStates(base, question)) {
    if (proof)
      proof->steps = 1;
    return SYM_YES;
  }
  Attempt attempt;
  attemptBegin(&attempt, base, question.fact);
  attempt.wantsWitness = proof != NULL;
  SymAnswer answer = decide(&attempt, question, proof ? proof : &local);
  if (proof) {
    proof->steps += attempt.prover.steps + attempt.prover.builder.work;
    for (size_t i = 0; i < attempt.numGroups; ++i)
      proof->steps += attempt.groups[i]->steps;
  }
  return answer;
}
