//===- Prove.c - does a fact follow from facts? ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Prover.h"

enum {
  STEP_LIMIT = 1 << 19,
  QUICK_WITNESS = 1 << 9,
  LONG_WITNESS = 1 << 14,
  MAX_SPLITS = 8,
  MAX_SMALL_DIVISIONS = 8,
};

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

static bool impliesIn(Prover *prover, const System *system,
                      const BoundTable *table) {
  SymBuilder *builder = &prover->builder;
  ValueSet goal = system->goal;
  int64_t value;
  if (symPolyIsConst(goal.poly, &value)) {
    for (size_t i = 0; i < goal.numValues; ++i)
      if (goal.values[i] == value)
        return true;
    return proverImplies(prover, system, table, symPolyConst(builder, -1));
  }
  for (size_t i = 0; i <= goal.numValues; ++i) {
    // No value lies between neighbours, below the first, above the last.
    System gap = proverCopySystem(prover, system);
    bool first = i == 0, last = i == goal.numValues;
    if (!first) {
      const Poly *low = proverTake(
          prover, symPolySub(builder, goal.poly,
                             symPolyConst(builder, goal.values[i - 1])));
      low = low ? proverMinusOne(prover, low) : NULL;
      if (!low)
        return false;
      proverPush(prover, &gap.nonNegative, low);
    }
    if (!last) {
      const Poly *high = proverTake(
          prover, symPolySub(builder, symPolyConst(builder, goal.values[i]),
                             goal.poly));
      high = high ? proverMinusOne(prover, high) : NULL;
      if (!high)
        return false;
      proverPush(prover, &gap.nonNegative, high);
    }
    if (!first && !last && goal.values[i - 1] + 1 == goal.values[i])
      continue;
    if (!proverImplies(prover, &gap, table, symPolyConst(builder, -1)))
      return false;
  }
  return true;
}

static bool impliesGoal(Prover *prover, const System *system,
                        const BoundTable *table) {
  const Poly *goal = system->goal.poly;
  int64_t value;
  switch (system->kind) {
  case GOAL_IN:
    return impliesIn(prover, system, table);
  case GOAL_ZERO: {
    if (symPolyIsConst(goal, &value) && value == 0)
      return true;
    const Poly *opposite =
        proverTake(prover, symPolyScale(&prover->builder, goal, -1));
    return opposite && proverImplies(prover, system, table, goal) &&
           proverImplies(prover, system, table, opposite);
  }
  case GOAL_NONNEGATIVE:
    return proverImplies(prover, system, table, goal);
  }
  return false;
}

/// Dividends of the goal that are in [0, divisor) under the facts.
typedef struct SmallVisit {
  const Atom *atoms[MAX_SMALL_DIVISIONS];
  size_t count;
} SmallVisit;

static void visitSmall(void *state, const Atom *atom) {
  SmallVisit *visit = state;
  int64_t value;
  bool division = atom->kind == SYM_ATOM_FLOORDIV || atom->kind == SYM_ATOM_MOD;
  if (division && visit->count < MAX_SMALL_DIVISIONS &&
      !symPolyIsConst(atom->rhs, &value))
    visit->atoms[visit->count++] = atom;
}

/// x floordiv d = 0 and x mod d = x for 0 <= x < d. Linear arithmetic cannot
/// see that, because d * (x floordiv d) is an unknown of its own there.
static bool replaceSmall(Prover *prover, System *system,
                         const BoundTable *table) {
  SmallVisit visit = {.count = 0};
  proverVisitAtoms(system->goal.poly, visitSmall, &visit);
  for (size_t i = 0; i < visit.count && !proverExhausted(prover); ++i) {
    const Atom *atom = visit.atoms[i];
    const Poly *room =
        proverTake(prover, symPolySub(&prover->builder, atom->rhs, atom->lhs));
    room = room ? proverMinusOne(prover, room) : NULL;
    if (!room || !proverImplies(prover, system, table, atom->lhs) ||
        !proverImplies(prover, system, table, room))
      continue;
    const Poly *value = atom->kind == SYM_ATOM_MOD
                            ? atom->lhs
                            : symPolyConst(&prover->builder, 0);
    if (!proverReplace(prover, system, atom, value))
      return false;
  }
  return true;
}

static bool proveSystem(Prover *prover, System system, unsigned splits) {
  BoundTable table = {0};
  if (!proverEliminate(prover, &system))
    return false;
  if (system.contradictory)
    return true;
  proverBounds(prover, &system, &table);
  if (system.contradictory)
    return true;
  if (!replaceSmall(prover, &system, &table) || proverExhausted(prover))
    return false;
  if (impliesGoal(prover, &system, &table))
    return true;
  System *cases = NULL;
  if (splits == 0 || proverExhausted(prover))
    return false;
  size_t count = proverSplit(prover, &system, &table, &cases);
  for (size_t i = 0; i < count; ++i)
    if (!proveSystem(prover, cases[i], splits - 1))
      return false;
  return count != 0;
}

/// Shows that the question has a value, innermost divisors first. What is shown
/// is a fact from then on.
static bool proveDefined(Prover *prover, System *system, const Poly *poly) {
  PolyList divisors = proverDivisors(prover, poly);
  for (size_t i = 0; i < divisors.count; ++i) {
    const Poly *goal = proverMinusOne(prover, divisors.items[i]);
    if (!goal)
      return false;
    System attempt = proverCopySystem(prover, system);
    attempt.kind = GOAL_NONNEGATIVE;
    attempt.goal = (ValueSet){goal, NULL, 0};
    if (!proveSystem(prover, attempt, MAX_SPLITS))
      return false;
    proverPush(prover, &system->nonNegative, goal);
  }
  return true;
}

static bool proveYes(Prover *prover, const SymFact *facts, size_t numFacts,
                     SymFact question) {
  SymExpr sides[] = {question.lhs, question.rhs};
  size_t numSides = proverHasRhs(question) ? 2 : 1;
  System system = proverMakeSystem(prover, facts, numFacts, sides, numSides);
  SymBuilder *builder = &prover->builder;
  const Poly *goal = symDecode(builder, question.lhs);
  if (!proveDefined(prover, &system, goal))
    return false;
  if (question.kind == SYM_FACT_IN) {
    system.kind = GOAL_IN;
    system.goal = (ValueSet){goal, question.values, question.numValues};
    return proveSystem(prover, system, MAX_SPLITS);
  }
  const Poly *rhs = symDecode(builder, question.rhs);
  if (!proveDefined(prover, &system, rhs))
    return false;
  goal = proverTake(prover, symPolySub(builder, rhs, goal));
  if (!goal)
    return false;
  system.kind = question.kind == SYM_FACT_EQ ? GOAL_ZERO : GOAL_NONNEGATIVE;
  system.goal = (ValueSet){goal, NULL, 0};
  return proveSystem(prover, system, MAX_SPLITS);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

SymAnswer symProve(Arena *arena, const SymFact *facts, size_t numFacts,
                   SymFact question, SymProof *proof) {
  SymProof local;
  if (!proof)
    proof = &local;
  *proof = (SymProof){0};
  if (proverHasUnknown(question))
    return SYM_UNKNOWN;
  // A wrong guess is found at once by small numbers, so that comes first.
  if (symFindWitness(arena, facts, numFacts, question, QUICK_WITNESS, proof))
    return SYM_NO;
  Arena *scratch = arenaCreate();
  Prover prover = {.builder = symBuilder(scratch), .limit = STEP_LIMIT};
  bool yes = proveYes(&prover, facts, numFacts, question);
  proof->steps += prover.steps + prover.builder.work;
  arenaDestroy(scratch);
  if (yes)
    return SYM_YES;
  bool no =
      symFindWitness(arena, facts, numFacts, question, LONG_WITNESS, proof);
  return no ? SYM_NO : SYM_UNKNOWN;
}

void symRange(Arena *arena, const SymFact *facts, size_t numFacts, SymExpr expr,
              int64_t *low, int64_t *high) {
  (void)arena;
  *low = INT64_MIN;
  *high = INT64_MAX;
  if (symExprIsUnknown(expr))
    return;
  if (symExprIsConst(expr, low)) {
    *high = *low;
    return;
  }
  Arena *scratch = arenaCreate();
  Prover prover = {.builder = symBuilder(scratch), .limit = STEP_LIMIT};
  System system = proverMakeSystem(&prover, facts, numFacts, &expr, 1);
  const Poly *poly = symDecode(&prover.builder, expr);
  // The range speaks of the assignments at which the expression has a value.
  proverAddDefinedness(&prover, &system, poly);
  system.goal = (ValueSet){poly, NULL, 0};
  BoundTable table;
  if (proverEliminate(&prover, &system) && !system.contradictory) {
    proverBounds(&prover, &system, &table);
    SymInterval range =
        system.contradictory
            ? (SymInterval){INT64_MIN, INT64_MAX}
            : proverProject(&prover, &system, &table, system.goal.poly);
    if (symPolyIsConst(system.goal.poly, &range.low))
      range.high = range.low;
    if (range.low <= range.high) {
      *low = range.low;
      *high = range.high;
    }
  }
  arenaDestroy(scratch);
}
