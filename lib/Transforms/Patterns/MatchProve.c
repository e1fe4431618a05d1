//===- MatchProve.c - what has to be proved of a pattern ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Match.h"

static bool failFact(Match *match, SymFact fact, SymFact here) {
  if (!match->trace)
    return false;
  StrBuf text = {0}, value = {0};
  symFactsPrint(&fact, 1, &text);
  symFactsPrint(&here, 1, &value);
  matchFail(match, "'%s' is not proved: '%s'", strBufText(&text),
            strBufText(&value));
  strBufFree(&text);
  strBufFree(&value);
  return false;
}

/// A symbol of an alternative that was not taken has no extent here: left in,
/// its name would be read as one of the program's.
static bool knowsSymbols(Match *match, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!relaxMatchKnows(&match->symbols, expr.symbols[i]))
      return matchFail(match,
                       "symbol '%.*s' is of an alternative that is not here",
                       (int)expr.symbols[i].length, expr.symbols[i].data);
  return true;
}

static bool proveFact(Match *match, SymFact fact) {
  SymFact here;
  SymMap map = relaxMatchMap(&match->symbols);
  if (fact.likely)
    return true;
  if (!knowsSymbols(match, fact.lhs) ||
      (fact.kind != SYM_FACT_IN && !knowsSymbols(match, fact.rhs)))
    return false;
  if (symFactSubstitute(match->arena, fact, map.names, map.values, map.count,
                        &here) != SYM_OK)
    return matchFail(match, "a condition cannot be computed here");
  return factsProve(match->facts, here) || failFact(match, fact, here);
}

static bool proveList(Match *match, MlirAttribute facts) {
  for (intptr_t i = 0; facts.ptr && i < mlirArrayAttrGetNumElements(facts); ++i)
    if (!proveFact(match,
                   symFactOf(match->arena, mlirArrayAttrGetElement(facts, i))))
      return false;
  return true;
}

static bool proveEquations(Match *match) {
  SymMap map = relaxMatchMap(&match->symbols);
  for (size_t i = 0; i < match->numEquations; ++i) {
    PatternEquation equation = match->equations[i];
    SymExpr here;
    if (!knowsSymbols(match, equation.formal))
      return false;
    if (symExprSubstitute(match->arena, equation.formal, map.names, map.values,
                          map.count, &here) != SYM_OK)
      return matchFail(match, "an extent cannot be computed here");
    if (!symExprEqual(here, equation.actual) &&
        !factsEqual(match->facts, here, equation.actual))
      return failFact(match, factEqual(equation.formal, equation.actual),
                      factEqual(here, equation.actual));
  }
  return true;
}

/// Nothing but the match uses the results.
static bool isUsedInsideOnly(const Match *match, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         use.ptr; use = mlirOpOperandGetNextUse(use)) {
      bool inside = false;
      for (size_t i = 0; i < match->pattern->numOps && !inside; ++i)
        inside = match->ops[i].ptr &&
                 mlirOperationEqual(match->ops[i], mlirOpOperandGetOwner(use));
      for (size_t v = 0; v < match->pattern->numValues && !inside; ++v)
        for (size_t k = 0; match->chains[v] && match->values[v].ptr &&
                           k < match->chainLengths[v] && !inside;
             ++k)
          inside = mlirOperationEqual(match->chains[v][k],
                                      mlirOpOperandGetOwner(use));
      if (!inside)
        return false;
    }
  return true;
}

static bool proveUses(Match *match) {
  for (size_t i = 0; i < match->pattern->numOps; ++i) {
    const PatternOperation *op = &match->pattern->ops[i];
    if (op->once && match->ops[i].ptr &&
        !isUsedInsideOnly(match, match->ops[i]))
      return matchFail(match, "'%.*s' is used elsewhere, too",
                       (int)op->name.length, op->name.data);
  }
  return true;
}

/// A check of what an alternative that was not taken would have bound says
/// nothing.
static bool proveCheck(Match *match, const PatternCheck *check) {
  MlirValue values[4];
  MlirAttribute names[4];
  for (size_t i = 0; i < check->numValues; ++i) {
    values[i] = match->values[check->values[i]];
    if (!values[i].ptr)
      return true;
  }
  for (size_t i = 0; i < check->numNames; ++i) {
    names[i] = matchName(match, check->names[i]);
    if (!names[i].ptr)
      return true;
  }
  return check->rule->holds(values, names) ||
         matchFail(match, "'%s' does not hold", check->rule->name);
}

bool matchProve(Match *match) {
  if (!proveUses(match))
    return false;
  for (size_t i = 0; i < match->pattern->numChecks; ++i)
    if (!proveCheck(match, &match->pattern->checks[i]))
      return false;
  return proveEquations(match) && proveList(match, match->pattern->facts) &&
         proveList(match, match->more);
}
