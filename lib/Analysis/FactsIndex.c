//===- FactsIndex.c - a list of facts, prepared for many questions --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/FactsIndex.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <string.h>

enum { SHORT_NAME = 64 };

static FactsSymbol *find(const FactsIndex *index, StrRef name) {
  char copy[SHORT_NAME];
  char *key = name.length < SHORT_NAME
                  ? memcpy(copy, name.data, name.length)
                  : (char *)arenaCopyString(index->arena, name).data;
  key[name.length] = 0;
  return strMapEntry(index->symbols, key);
}

/// Of the symbol, which is new if it has none; moves the others.
static FactsSymbol *findOrAdd(FactsIndex *index, StrRef name) {
  FactsSymbol *found = find(index, name);
  if (found)
    return found;
  FactsSymbol fresh = {.key = (char *)arenaCopyString(index->arena, name).data};
  shputs(index->symbols, fresh);
  return &index->symbols[shlen(index->symbols) - 1];
}

//===----------------------------------------------------------------------===//
// Expressions over what stands for their symbols
//===----------------------------------------------------------------------===//

static bool hasReplaced(const FactsIndex *index, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    const FactsSymbol *symbol = find(index, expr.symbols[i]);
    if (symbol && symbol->replaced)
      return true;
  }
  return false;
}

/// False if an expression leaves 64 bits. A symbol that was replaced occurs in
/// no later value, so this ends.
static bool rewrite(const FactsIndex *index, Arena *arena, SymExpr *expr) {
  while (hasReplaced(index, *expr)) {
    StrRef *names = ARENA_ARRAY(arena, StrRef, expr->numSymbols);
    SymExpr *values = ARENA_ARRAY(arena, SymExpr, expr->numSymbols);
    size_t count = 0;
    for (size_t i = 0; i < expr->numSymbols; ++i) {
      const FactsSymbol *symbol = find(index, expr->symbols[i]);
      if (!symbol || !symbol->replaced)
        continue;
      names[count] = expr->symbols[i];
      values[count++] = symbol->value;
    }
    if (symExprSubstitute(arena, *expr, names, values, count, expr) != SYM_OK)
      return false;
  }
  return true;
}

static bool rewriteFact(const FactsIndex *index, Arena *arena, SymFact *fact) {
  return rewrite(index, arena, &fact->lhs) &&
         (fact->kind == SYM_FACT_IN || rewrite(index, arena, &fact->rhs));
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// False: the symbol has the fact already, and so have the others of it.
static bool note(FactsIndex *index, StrRef name, SymFact fact) {
  FactsSymbol *symbol = findOrAdd(index, name);
  for (ptrdiff_t i = 0; i < arrlen(symbol->facts); ++i)
    if (symFactIdentical(symbol->facts[i], fact))
      return false;
  arrput(symbol->facts, fact);
  return true;
}

static void addToBase(FactsIndex *index, SymFact fact) {
  size_t lhs = fact.lhs.numSymbols;
  size_t rhs = fact.kind == SYM_FACT_IN ? 0 : fact.rhs.numSymbols;
  bool fresh = lhs + rhs == 0; // a fact of literals
  for (size_t i = 0; i < lhs; ++i)
    fresh |= note(index, fact.lhs.symbols[i], fact);
  for (size_t i = 0; i < rhs; ++i)
    fresh |= note(index, fact.rhs.symbols[i], fact);
  if (fresh)
    symFactBaseAdd(index->base, fact);
}

/// A fact that cannot be rewritten (a divisor became 0) stays as it is,
/// together with what its symbols are equal to.
static void addRaw(FactsIndex *index, SymFact fact) {
  const SymExpr sides[] = {fact.lhs, fact.rhs};
  symFactBaseAdd(index->base, fact);
  for (int side = 0; side < (fact.kind == SYM_FACT_IN ? 1 : 2); ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i) {
      const FactsSymbol *symbol = find(index, sides[side].symbols[i]);
      SymExpr name = symExprSymbol(index->arena, sides[side].symbols[i]);
      for (; symbol && symbol->replaced;) {
        SymFact equal = {
            .kind = SYM_FACT_EQ, .lhs = name, .rhs = symbol->value};
        symFactBaseAdd(index->base, equal);
        name = symbol->value;
        symbol = name.numSymbols ? find(index, name.symbols[0]) : NULL;
      }
    }
}

/// `expr` is a symbol, and `value` another one or a literal extent. What else a
/// symbol equals is for the prover: it may say more, such as that a divisor is
/// not 0.
static bool canReplace(SymExpr expr, SymExpr value, StrRef *name) {
  StrRef other;
  int64_t literal;
  return symExprIsSymbol(expr, name) &&
         (symExprIsSymbol(value, &other) ||
          (symExprIsConst(value, &literal) && literal >= 0));
}

/// The one with fewer facts goes, of two alike the one that came later: so
/// values do not form long chains.
static bool goesBefore(FactsIndex *index, StrRef a, StrRef b) {
  const FactsSymbol *x = find(index, a), *y = find(index, b);
  ptrdiff_t nx = x ? arrlen(x->facts) : 0, ny = y ? arrlen(y->facts) : 0;
  return nx != ny ? nx < ny : !x || (y && x > y);
}

static void replace(FactsIndex *index, StrRef name, SymExpr value) {
  FactsSymbol *symbol = findOrAdd(index, name);
  symbol->replaced = true;
  symbol->value = value;
  SymFact *facts = symbol->facts; // the symbol itself may move
  for (ptrdiff_t i = 0; i < arrlen(facts); ++i) {
    SymFact fact = facts[i];
    if (rewriteFact(index, index->arena, &fact))
      addToBase(index, fact);
    else
      addRaw(index, facts[i]);
  }
}

static void begin(FactsIndex *index) {
  if (index->arena)
    return;
  index->arena = arenaCreate();
  index->base = symFactBaseCreate(NULL, 0);
}

void factsIndexAdd(FactsIndex *index, SymFact fact) {
  StrRef a, b;
  begin(index);
  ++index->numFacts;
  SymFact raw = fact;
  if (fact.likely)
    return;
  if (!rewriteFact(index, index->arena, &fact)) {
    addRaw(index, raw);
    return;
  }
  if (fact.kind == SYM_FACT_EQ && symExprEqual(fact.lhs, fact.rhs))
    return;
  bool left = fact.kind == SYM_FACT_EQ && canReplace(fact.lhs, fact.rhs, &a);
  bool right = fact.kind == SYM_FACT_EQ && canReplace(fact.rhs, fact.lhs, &b);
  if (left && right)
    left = goesBefore(index, a, b);
  if (left)
    replace(index, a, fact.rhs);
  else if (right)
    replace(index, b, fact.lhs);
  else
    addToBase(index, fact);
}

bool factsIndexProve(FactsIndex *index, SymFact fact) {
  begin(index);
  Arena *scratch = arenaCreate();
  SymFact raw = fact;
  if (!rewriteFact(index, scratch, &fact))
    fact = raw;
  bool proved =
      symAsk(index->base, (SymQuestion){fact, false}, NULL) == SYM_YES;
  arenaDestroy(scratch);
  return proved;
}

void factsIndexClear(FactsIndex *index) {
  if (!index->arena)
    return;
  symFactBaseDestroy(index->base);
  for (ptrdiff_t i = 0; i < shlen(index->symbols); ++i)
    arrfree(index->symbols[i].facts);
  shfree(index->symbols);
  arenaDestroy(index->arena);
  *index = (FactsIndex){0};
}
