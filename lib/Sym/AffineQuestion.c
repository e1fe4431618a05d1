//===- AffineQuestion.c - a question as emptiness of integer sets ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The facts and the opposite of the question, split where min, max, sets and
// inequalities of both signs make alternatives. If all of them are empty, the
// answer is yes. A point of one of them is a witness if evaluation says so.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Affine.h"
#include "lib/Sym/Ask.h"

enum { MAX_LEAVES = 48 };

typedef struct Exploration {
  Attempt *attempt;
  SymQuestion question;
  SymProof *proof;
  StrRef *names;
  int64_t *values;
  size_t numNames;
  unsigned leaves;
  bool refuted, open; // a witness was found; a part could not be decided
} Exploration;

static void addNames(Exploration *exploration, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t j = 0;
    while (j < exploration->numNames &&
           !strRefEqual(exploration->names[j], expr.symbols[i]))
      ++j;
    if (j == exploration->numNames)
      exploration->names[exploration->numNames++] = expr.symbols[i];
  }
}

static void leaf(Exploration *exploration, System *system) {
  Attempt *attempt = exploration->attempt;
  if (++exploration->leaves > MAX_LEAVES) {
    exploration->open = true;
    return;
  }
  AffineOutcome outcome = affineSolve(
      &attempt->base->affine, &attempt->prover, system, exploration->names,
      exploration->numNames, exploration->values);
  if (outcome == AFFINE_EMPTY)
    return;
  exploration->open = true;
  exploration->refuted =
      outcome == AFFINE_POINT &&
      attemptAcceptWitness(attempt, exploration->question, exploration->names,
                           exploration->values, exploration->numNames,
                           exploration->proof);
}

/// Nothing satisfies it whatever `min` and `max` are: what they are made of has
/// nothing to do with the question, however deep.
static bool isEmptyUnsplit(Exploration *exploration, const System *system) {
  Attempt *attempt = exploration->attempt;
  return affineSolve(&attempt->base->affine, &attempt->prover, system,
                     exploration->names, exploration->numNames,
                     exploration->values) == AFFINE_EMPTY;
}

/// Stops at the first witness and at the first part that stays open.
static void explore(Exploration *exploration, System *system, unsigned splits) {
  Prover *prover = &exploration->attempt->prover;
  System *cases = NULL;
  size_t count =
      splits == 0 ? 0 : proverSplitAlternatives(prover, system, &cases);
  if (count == 0) {
    leaf(exploration, system);
    return;
  }
  for (size_t i = 0; i < count && !exploration->open; ++i)
    explore(exploration, &cases[i], splits - 1);
}

static void exploreWith(Exploration *exploration, const System *facts,
                        const Poly *zero, const Poly *nonNegative) {
  if (exploration->refuted || (!zero && !nonNegative)) {
    exploration->open = true; // what left 64 bits cannot be decided
    return;
  }
  Prover *prover = &exploration->attempt->prover;
  System system = proverCopySystem(prover, facts);
  proverPush(prover, &system.zero, zero);
  proverPush(prover, &system.nonNegative, nonNegative);
  if (!isEmptyUnsplit(exploration, &system))
    explore(exploration, &system, 6);
}

/// poly >= 1 or poly <= -1
static void exploreNotZero(Exploration *exploration, const System *facts,
                           const Poly *poly) {
  Prover *prover = &exploration->attempt->prover;
  const Poly *opposite =
      poly ? proverTake(prover, symPolyScale(&prover->builder, poly, -1))
           : NULL;
  exploreWith(exploration, facts, NULL,
              poly ? proverMinusOne(prover, poly) : NULL);
  if (!exploration->refuted)
    exploreWith(exploration, facts, NULL,
                opposite ? proverMinusOne(prover, opposite) : NULL);
}

/// The facts and the opposite of the question.
static void exploreOpposite(Exploration *exploration, const System *facts) {
  SymBuilder *builder = &exploration->attempt->prover.builder;
  Prover *prover = &exploration->attempt->prover;
  SymFact fact = exploration->question.fact;
  const Poly *poly =
      proverTake(prover, symPolySub(builder, symDecode(builder, fact.rhs),
                                    symDecode(builder, fact.lhs)));
  bool negated = exploration->question.negated;
  if (fact.kind == SYM_FACT_EQ && negated)
    exploreWith(exploration, facts, poly, NULL);
  else if (fact.kind == SYM_FACT_EQ)
    exploreNotZero(exploration, facts, poly);
  else if (negated)
    exploreWith(exploration, facts, NULL, poly);
  else // lhs - rhs - 1 >= 0
    exploreWith(
        exploration, facts, NULL,
        proverTake(prover,
                   symPolySub(builder, symPolyConst(builder, -1), poly)));
}

SymAnswer attemptAffine(Attempt *attempt, SymQuestion question,
                        SymProof *proof) {
  if (question.fact.kind == SYM_FACT_IN ||
      exprHasSymbolicDivisor(question.fact.lhs) ||
      exprHasSymbolicDivisor(question.fact.rhs))
    return SYM_UNKNOWN;
  Prover *prover = &attempt->prover;
  Arena *arena = prover->builder.arena;
  size_t numFacts = 0,
         numNames = question.fact.lhs.numSymbols + question.fact.rhs.numSymbols;
  for (size_t g = 0; g < attempt->numGroups; ++g) {
    const Prepared *group = attempt->groups[g];
    numFacts += group->numFacts;
    for (size_t i = 0; i < group->numFacts; ++i)
      numNames +=
          group->facts[i].lhs.numSymbols +
          (proverHasRhs(group->facts[i]) ? group->facts[i].rhs.numSymbols : 0);
  }
  Exploration exploration = {.attempt = attempt,
                             .question = question,
                             .proof = proof,
                             .names = ARENA_ARRAY(arena, StrRef, numNames),
                             .values = ARENA_ARRAY(arena, int64_t, numNames)};
  System facts = {.sets = ARENA_ARRAY(arena, ValueSet, numFacts),
                  .kind = GOAL_NONNEGATIVE,
                  .goal = {symPolyConst(&prover->builder, -1), NULL, 0}};
  addNames(&exploration, question.fact.lhs);
  addNames(&exploration, question.fact.rhs);
  for (size_t g = 0; g < attempt->numGroups; ++g)
    for (size_t i = 0; i < attempt->groups[g]->numFacts; ++i) {
      SymFact fact = attempt->groups[g]->facts[i];
      proverAddFact(prover, &facts, fact);
      addNames(&exploration, fact.lhs);
      if (proverHasRhs(fact))
        addNames(&exploration, fact.rhs);
    }
  exploreOpposite(&exploration, &facts);
  if (exploration.refuted)
    return SYM_NO;
  if (exploration.open)
    return SYM_UNKNOWN;
  traceRule(prover, "integer sets", SYM_FACT_EQ, NULL);
  return SYM_YES;
}
