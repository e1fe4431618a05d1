//===- AskRange.c - the values that an expression takes -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"

static void rangeOf(Attempt *attempt, SymExpr expr, int64_t *low,
                    int64_t *high) {
  Prover *prover = &attempt->prover;
  const Poly *poly = symDecode(&prover->builder, expr);
  System system = proverCopySystem(prover, &attempt->system);
  // The range speaks of the assignments at which the expression has a value.
  proverAddDefinedness(prover, &system, poly);
  // A goal that is not to be cancelled.
  system.kind = GOAL_IN;
  system.goal = (ValueSet){attemptRewrite(attempt, poly), NULL, 0};
  if (!system.goal.poly)
    return;
  BoundTable table;
  if (!proverSolve(prover, &system, &table) || system.contradictory)
    return;
  SymInterval range = proverProject(prover, &system, &table, system.goal.poly);
  if (symPolyIsConst(system.goal.poly, &range.low))
    range.high = range.low;
  if (range.low <= range.high) {
    *low = range.low;
    *high = range.high;
  }
}

void askExtentsRange(SymFactBase *base, SymExpr expr, int64_t *low,
                     int64_t *high) {
  *low = INT64_MIN;
  *high = INT64_MAX;
  if (symExprIsUnknown(expr))
    return;
  if (symExprIsConst(expr, low)) {
    *high = *low;
    return;
  }
  SymFact about = {.kind = SYM_FACT_IN, .lhs = expr};
  Attempt attempt;
  attemptBegin(&attempt, base, about);
  MemoKey key = attemptKey(&attempt, MEMO_RANGE);
  memoKeyExpr(&key, expr);
  MemoAnswer known;
  if (!SYM_MEMO || !memoFind(&key, &known)) {
    rangeOf(&attempt, expr, low, high);
    known = (MemoAnswer){*low, *high};
    memoKeep(&key, known);
  }
  *low = known.low;
  *high = known.high;
}
