//===- IndexFacts.c - facts inside of a program ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/IndexFacts.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

void indexFactsEnd(IndexFacts *facts) {
  for (int choice = 0; choice < INDEX_CHOICES; ++choice) {
    symFactBaseDestroy(facts->bases[choice].base);
    arrfree(facts->bases[choice].marks);
  }
  arrfree(facts->facts);
  arrfree(facts->everywhere);
  arrfree(facts->values);
  hmfree(facts->numbers);
  arrfree(facts->panels);
  arrfree(facts->sizes);
  arrfree(facts->stored);
  arrfree(facts->checked);
  arrfree(facts->ranges);
  arrfree(facts->known);
  arrfree(facts->fitting);
}

size_t indexFactsMark(const IndexFacts *facts) {
  return (size_t)arrlen(facts->facts);
}

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

static bool namesPanel(SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (expr.symbols[i].data[0] == INDEX_PANEL)
      return true;
  return false;
}

bool indexFactIsSpare(Arena *arena, SymFact fact) {
  StrRef name;
  SymExpr dividend, divisor;
  if (fact.kind != SYM_FACT_LE || fact.lhs.numSymbols == 0)
    return false;
  return (symExprIsSymbol(fact.rhs, &name) && symOperandNumber(name) >= 0) ||
         symExprCeilDivParts(arena, fact.rhs, &dividend, &divisor);
}

static bool takes(const IndexFacts *facts, IndexChoice choice, SymFact fact) {
  return (choice == INDEX_ALL || !namesPanel(fact.lhs)) &&
         (choice != INDEX_FEW || !indexFactIsSpare(facts->arena, fact));
}

static void addToBase(IndexFacts *facts, IndexChoice choice, SymFact fact) {
  IndexBase *in = &facts->bases[choice];
  struct IndexBaseMark mark = {symFactBaseSize(in->base),
                               (size_t)arrlen(facts->everywhere)};
  arrput(in->marks, mark);
  if (takes(facts, choice, fact))
    symFactBaseAdd(in->base, fact);
}

static SymFactBase *baseOf(IndexFacts *facts, IndexChoice choice) {
  IndexBase *in = &facts->bases[choice];
  if (in->base)
    return in->base;
  in->base =
      symFactBaseCreate(facts->everywhere, (size_t)arrlen(facts->everywhere));
  for (ptrdiff_t i = 0; i < arrlen(facts->facts); ++i)
    addToBase(facts, choice, facts->facts[i]);
  return in->base;
}

/// What holds everywhere stays.
static void cutBase(IndexFacts *facts, IndexBase *in, size_t mark) {
  if (!in->base)
    return;
  struct IndexBaseMark at = in->marks[mark];
  symFactBaseCut(in->base, at.size);
  for (size_t i = at.everywhere; i < arrlenu(facts->everywhere); ++i)
    symFactBaseAdd(in->base, facts->everywhere[i]);
  arrsetlen(in->marks, mark);
}

void indexFactsRewind(IndexFacts *facts, size_t mark) {
  if ((size_t)arrlen(facts->facts) == mark)
    return;
  for (int choice = 0; choice < INDEX_CHOICES; ++choice)
    cutBase(facts, &facts->bases[choice], mark);
  arrsetlen(facts->facts, mark);
  for (ptrdiff_t i = arrlen(facts->known); i-- > 0;)
    if (facts->known[i].numFacts > mark)
      arrdelswap(facts->known, i);
  for (ptrdiff_t i = arrlen(facts->fitting); i-- > 0;)
    if (facts->fitting[i].numFacts > mark)
      arrdelswap(facts->fitting, i);
}

/// What is prepared for facts about other symbols stays.
void indexFactsAddChecked(IndexFacts *facts, SymFact fact) {
  arrput(facts->facts, fact);
  for (int choice = 0; choice < INDEX_CHOICES; ++choice)
    if (facts->bases[choice].base)
      addToBase(facts, choice, fact);
}

void indexFactsAddEverywhere(IndexFacts *facts, SymFact fact) {
  arrput(facts->everywhere, fact);
  for (int choice = 0; choice < INDEX_CHOICES; ++choice)
    if (facts->bases[choice].base)
      symFactBaseAdd(facts->bases[choice].base, fact);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static bool mentionsAll(SymExpr expr, SymExpr part) {
  for (size_t k = 0; k < part.numSymbols; ++k) {
    size_t i = 0;
    while (i < expr.numSymbols &&
           !strRefEqual(expr.symbols[i], part.symbols[k]))
      ++i;
    if (i == expr.numSymbols)
      return false;
  }
  return true;
}

/// A panel starts at a sum with a minimum, if no number made it simpler. Words
/// of the code may look like one that are none.
static bool mayHaveMinimum(SymExpr expr) {
  for (size_t i = 0; i < expr.codeSize; ++i)
    if (expr.code[i] == SYM_ATOM_MIN)
      return true;
  return false;
}

SymExpr indexNamePanels(IndexFacts *facts, SymExpr expr) {
  Arena *arena = facts->arena;
  for (ptrdiff_t i = 0; i < arrlen(facts->panels); ++i) {
    const IndexPanels *panels = &facts->panels[i];
    SymExpr times, start, name, rest;
    if ((mayHaveMinimum(panels->mark) && !mayHaveMinimum(expr)) ||
        !mentionsAll(expr, panels->mark))
      continue;
    times = symExprConst(arena, symExprCoefficient(arena, expr, panels->mark));
    if (!symExprIs(times, 0) &&
        symExprMul(arena, panels->start, times, &start) == SYM_OK &&
        symExprMul(arena, panels->symbol, times, &name) == SYM_OK &&
        symExprSub(arena, expr, start, &rest) == SYM_OK)
      (void)symExprAdd(arena, rest, name, &expr);
  }
  return expr;
}

bool indexFactsProve(IndexFacts *facts, SymFact fact) {
  fact.lhs = indexNamePanels(facts, fact.lhs);
  fact.rhs = indexNamePanels(facts, fact.rhs);
  SymQuestion question = {fact, false};
  bool panels = namesPanel(fact.lhs) || namesPanel(fact.rhs);
  return symAsk(baseOf(facts, panels ? INDEX_ALL : INDEX_PLAIN), question,
                NULL) == SYM_YES ||
         (!panels &&
          symAsk(baseOf(facts, INDEX_FEW), question, NULL) == SYM_YES);
}

void indexFactsRange(IndexFacts *facts, SymExpr expr, int64_t *low,
                     int64_t *high) {
  expr = indexNamePanels(facts, expr);
  symAskRange(baseOf(facts, namesPanel(expr) ? INDEX_ALL : INDEX_PLAIN), expr,
              low, high);
}

void indexFactsKnownRange(IndexFacts *facts, SymExpr expr, int64_t *low,
                          int64_t *high) {
  size_t now = (size_t)arrlen(facts->facts);
  ptrdiff_t at = 0;
  while (at < arrlen(facts->known) &&
         !symExprEqual(facts->known[at].expr, expr))
    ++at;
  if (at == arrlen(facts->known))
    arrput(facts->known,
           ((IndexKnownRange){expr, INT64_MIN, INT64_MAX, now + 1}));
  IndexKnownRange *known = &facts->known[at];
  bool open = known->low == INT64_MIN || known->high == INT64_MAX;
  if (open && known->numFacts != now) {
    indexFactsRange(facts, expr, &known->low, &known->high);
    known->numFacts = now;
  }
  *low = known->low;
  *high = known->high;
}
