//===- CheckFacts.c - facts against the values of symbols -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Evaluate.h"

/// Appends `, got n = 4 (from input 'x', dimension 0), m = 2 (from ...)`.
static void printFactSymbols(const EvalFrame *frame, SymFact fact,
                             int64_t entry, StrBuf *out) {
  bool any = false;
  for (size_t i = 0; i < frame->numSymbols; ++i) {
    const EvalSymbol *symbol = &frame->symbols[i];
    bool used = false;
    for (size_t k = 0; k < fact.lhs.numSymbols; ++k)
      used |= strRefEqual(fact.lhs.symbols[k], symbol->name);
    for (size_t k = 0; k < fact.rhs.numSymbols; ++k)
      used |= strRefEqual(fact.rhs.symbols[k], symbol->name);
    if (!used)
      continue;
    strBufAppendC(out, any ? ", " : ", got ");
    evalPrintSymbol(symbol, entry, out);
    strBufAppendFormat(out, " (from %s)", symbol->origin);
    any = true;
  }
}

/// `*status` is SYM_BAD_TABLE where the fact is about entries and `entry` is
/// none.
static bool factHoldsAt(const EvalFrame *frame, SymFact fact, int64_t entry,
                        bool *holds, SymStatus *status, RelaxError *error) {
  int64_t lhs = 0, rhs = 0;
  *holds = true;
  if (!evalEntry(frame, fact.lhs, entry, &lhs, status, error))
    return false;
  if (*status == SYM_OK && fact.kind != SYM_FACT_IN &&
      !evalEntry(frame, fact.rhs, entry, &rhs, status, error))
    return false;
  if (*status != SYM_OK)
    return true;
  *holds = fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
  if (fact.kind == SYM_FACT_IN) {
    *holds = false;
    for (size_t i = 0; i < fact.numValues; ++i)
      *holds |= fact.values[i] == lhs;
  }
  return true;
}

/// Entries of the longest table in the fact.
static int64_t numEntries(const EvalFrame *frame, SymFact fact) {
  int64_t count = 0;
  SymExpr sides[] = {fact.lhs, fact.rhs};
  for (int side = 0; side < 1 + (fact.kind != SYM_FACT_IN); ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i) {
      const EvalSymbol *symbol = evalFindSymbol(frame, sides[side].symbols[i]);
      if (symbol->table && symbol->table->dims[0] > count)
        count = symbol->table->dims[0];
    }
  return count;
}

/// Holds, of a table without brackets for every entry; else `*entry` is one for
/// which it does not (-1: it is about none).
static bool factHolds(const EvalFrame *frame, SymFact fact, bool *holds,
                      int64_t *entry, RelaxError *error) {
  SymStatus status;
  *entry = -1;
  if (!factHoldsAt(frame, fact, -1, holds, &status, error))
    return false;
  int64_t count = status == SYM_OK ? 0 : numEntries(frame, fact);
  for (int64_t i = 0; i < count && *holds; ++i) {
    *entry = i;
    if (!factHoldsAt(frame, fact, i, holds, &status, error))
      return false;
  }
  return true;
}

bool evalFactsHold(const EvalFrame *frame, MlirAttribute facts, bool *holds,
                   RelaxError *error) {
  Arena *arena = arenaCreate();
  bool good = true;
  int64_t entry;
  *holds = true;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts);
       good && *holds && i < e; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(facts, i));
    if (!fact.likely)
      good = factHolds(frame, fact, holds, &entry, error);
  }
  arenaDestroy(arena);
  return good;
}

static bool checkFact(const EvalFrame *frame, SymFact fact, const char *subject,
                      RelaxError *error) {
  bool holds = true;
  int64_t entry;
  if (fact.likely)
    return true;
  if (!factHolds(frame, fact, &holds, &entry, error))
    return relaxErrorContext(error, "%s", subject);
  if (holds)
    return true;
  StrBuf message = {0};
  strBufAppendFormat(&message, "%s: expected ", subject);
  symFactsPrint(&fact, 1, &message);
  printFactSymbols(frame, fact, entry, &message);
  return evalFailWith(error, &message);
}

bool evalCheckFacts(const EvalFrame *frame, MlirAttribute facts,
                    const char *subject, RelaxError *error) {
  Arena *arena = arenaCreate();
  bool good = true;
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       good && i < e; ++i)
    good = checkFact(frame, symFactOf(arena, mlirArrayAttrGetElement(facts, i)),
                     subject, error);
  arenaDestroy(arena);
  return good;
}
