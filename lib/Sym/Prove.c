//===- Prove.c - does a fact follow from facts? ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum {
  MAX_SPLITS = 8,
  MAX_CANCELLATIONS = 4,
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
    if (symPolyIsConst(goal, &value) && value == 0) {
      traceRule(prover, "equal normal forms", SYM_FACT_EQ, NULL);
      return true;
    }
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
        (!SYM_BROKEN(SYM_FAULT_SMALL) &&
         !proverImplies(prover, system, table, room)))
      continue;
    traceRule(prover, "dividend below its divisor", SYM_FACT_LE, room);
    const Poly *value = atom->kind == SYM_ATOM_MOD
                            ? atom->lhs
                            : symPolyConst(&prover->builder, 0);
    if (system->prepared) // its lists belong to the base, which outlives this
      *system = proverCopySystem(prover, system);
    if (!proverReplace(prover, system, atom, value))
      return false;
  }
  return true;
}

bool proverSolve(Prover *prover, System *system, BoundTable *table) {
  for (int round = 0; round < MAX_CANCELLATIONS; ++round) {
    if (!proverEliminate(prover, system))
      return false;
    if (system->contradictory)
      return true;
    proverBounds(prover, system, table);
    if (system->contradictory || !proverCancel(prover, system, table))
      return true;
  }
  // What was cancelled last may have changed what the intervals are about.
  return true;
}

static bool prove(Prover *prover, System *system, const BoundTable *known,
                  unsigned splits) {
  BoundTable table = {0};
  if (system->prepared) {
    if (system->contradictory) {
      traceRule(prover, "contradiction", SYM_FACT_EQ, NULL);
      return true;
    }
    table = *known; // its own `bounds` still looks into `known`
    if (!proverSimplifyGoal(prover, system))
      return false;
  } else {
    if (!proverSolve(prover, system, &table))
      return false;
    if (system->contradictory) {
      traceRule(prover, "contradiction", SYM_FACT_EQ, NULL);
      return true;
    }
  }
  if (!replaceSmall(prover, system, &table) || proverExhausted(prover))
    return false;
  size_t mark = traceMark(prover);
  if (impliesGoal(prover, system, &table))
    return true;
  traceCut(prover, mark);
  System *cases = NULL;
  if (splits == 0 || proverExhausted(prover))
    return false;
  size_t count = proverSplit(prover, system, &table, &cases);
  for (size_t i = 0; i < count; ++i) {
    traceRule(prover, "case", SYM_FACT_EQ, NULL);
    traceNest(prover, 1);
    bool shown = prove(prover, &cases[i], NULL, splits - 1);
    traceNest(prover, -1);
    if (!shown)
      return false;
  }
  return count != 0;
}

bool proveSystem(Prover *prover, System *system, const BoundTable *bounds) {
  size_t mark = traceMark(prover);
  bool shown = prove(prover, system, bounds, MAX_SPLITS);
  if (!shown)
    traceCut(prover, mark);
  return shown;
}
