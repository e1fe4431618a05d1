//===- FactBase.c - facts by the symbols they share -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FactBase.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Sym/TableFacts.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static size_t hashName(StrRef name) {
  size_t hash = 1469598103934665603u;
  for (size_t i = 0; i < name.length; ++i)
    hash = (hash ^ (unsigned char)name.data[i]) * 1099511628211u;
  return hash ^ hash >> 29;
}

/// The slot of `name`, or the free one where it belongs.
static size_t slotOf(const SymFactBase *base, StrRef name) {
  size_t slot = hashName(name) & (base->tableSize - 1);
  while (base->table[slot] != 0 &&
         !strRefEqual(base->symbols[base->table[slot] - 1].name, name))
    slot = (slot + 1) & (base->tableSize - 1);
  return slot;
}

size_t factBaseFind(const SymFactBase *base, StrRef name) {
  if (base->tableSize == 0)
    return SIZE_MAX;
  uint32_t found = base->table[slotOf(base, name)];
  return found == 0 ? SIZE_MAX : found - 1;
}

/// Never NULL: memory that runs out is not handled anywhere in the house.
static void *grown(void *items, size_t count, size_t size) {
  void *wider = realloc(items, count * size);
  if (!wider)
    outOfMemory();
  return wider;
}

static void growTable(SymFactBase *base) {
  free(base->table);
  base->tableSize = base->tableSize ? 2 * base->tableSize : 16;
  base->table = grown(NULL, base->tableSize, sizeof(uint32_t));
  memset(base->table, 0, base->tableSize * sizeof(uint32_t));
  for (size_t i = 0; i < base->numSymbols; ++i)
    base->table[slotOf(base, base->symbols[i].name)] = (uint32_t)i + 1;
}

static size_t internSymbol(SymFactBase *base, StrRef name) {
  if (2 * base->numSymbols >= base->tableSize)
    growTable(base);
  size_t slot = slotOf(base, name);
  if (base->table[slot] != 0)
    return base->table[slot] - 1;
  if (base->numSymbols == base->symbolCapacity) {
    base->symbolCapacity = base->symbolCapacity ? 2 * base->symbolCapacity : 8;
    base->symbols =
        grown(base->symbols, base->symbolCapacity, sizeof(SymbolEntry));
  }
  size_t index = base->numSymbols++;
  base->symbols[index] =
      (SymbolEntry){.name = arenaCopyString(base->arena, name),
                    .parent = index,
                    .firstFact = SIZE_MAX,
                    .lastFact = SIZE_MAX};
  base->table[slot] = (uint32_t)index + 1;
  return index;
}

size_t factBaseRoot(const SymFactBase *base, size_t symbol) {
  while (base->symbols[symbol].parent != symbol) {
    // Halving the path keeps chains short.
    size_t parent = base->symbols[symbol].parent;
    base->symbols[symbol].parent = base->symbols[parent].parent;
    symbol = parent;
  }
  return symbol;
}

static void forget(SymbolEntry *root) {
  preparedDestroy(root->prepared);
  root->prepared = NULL;
}

/// Joins two groups; the chain of facts stays in the order of the base because
/// preparing sorts it.
static size_t joinGroups(SymFactBase *base, size_t a, size_t b) {
  a = factBaseRoot(base, a);
  b = factBaseRoot(base, b);
  if (a == b)
    return a;
  SymbolEntry *x = &base->symbols[a], *y = &base->symbols[b];
  if (x->numFacts < y->numFacts) {
    SymbolEntry *swap = x;
    x = y;
    y = swap;
    a = b;
  }
  forget(x);
  forget(y);
  y->parent = a;
  if (y->numFacts == 0)
    return a;
  if (x->numFacts == 0)
    x->firstFact = y->firstFact;
  else
    base->facts[x->lastFact].next = y->firstFact;
  x->lastFact = y->lastFact;
  x->numFacts += y->numFacts;
  return a;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static SymExpr copyExpr(SymFactBase *base, SymExpr expr) {
  Arena *arena = base->arena;
  SymExpr copy = expr;
  copy.code = arenaCopy(arena, expr.code, expr.codeSize * sizeof(int64_t));
  StrRef *names = ARENA_ARRAY(arena, StrRef, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t index = internSymbol(base, expr.symbols[i]); // may move `symbols`
    names[i] = base->symbols[index].name;
  }
  copy.symbols = names;
  return copy;
}

/// A fact without symbols either always holds or never.
static void addConstantFact(SymFactBase *base, SymFact fact) {
  int64_t lhs = 0, rhs = 0;
  bool holds = symExprEval(fact.lhs, NULL, &lhs) == SYM_OK;
  if (fact.kind == SYM_FACT_IN) {
    bool found = false;
    for (size_t i = 0; i < fact.numValues; ++i)
      found |= fact.values[i] == lhs;
    holds &= found;
  } else {
    holds = holds && symExprEval(fact.rhs, NULL, &rhs) == SYM_OK &&
            (fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs);
  }
  base->neverTrue |= !holds;
}

static void addPending(SymFactBase *base, size_t symbol) {
  if (base->numPending == base->pendingCapacity) {
    base->pendingCapacity =
        base->pendingCapacity ? 2 * base->pendingCapacity : 8;
    base->pending = grown(base->pending, base->pendingCapacity, sizeof(size_t));
  }
  base->pending[base->numPending++] = symbol;
}

static void gather(SymFactBase *base, size_t index) {
  SymFact fact = base->facts[index].fact;
  if (fact.likely || proverHasUnknown(fact) || factHasTables(fact))
    return;
  size_t root = SIZE_MAX;
  SymExpr sides[] = {fact.lhs, fact.rhs};
  for (int side = 0; side < 1 + proverHasRhs(fact); ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i) {
      size_t symbol = factBaseFind(base, sides[side].symbols[i]);
      root = root == SIZE_MAX ? factBaseRoot(base, symbol)
                              : joinGroups(base, root, symbol);
    }
  if (root == SIZE_MAX) {
    addConstantFact(base, fact);
    return;
  }
  addPending(base, root);
  SymbolEntry *entry = &base->symbols[root];
  forget(entry);
  base->facts[index].next = SIZE_MAX;
  if (entry->numFacts++ == 0)
    entry->firstFact = index;
  else
    base->facts[entry->lastFact].next = index;
  entry->lastFact = index;
}

void factBaseGather(SymFactBase *base) {
  while (base->numGrouped < base->numFacts)
    gather(base, base->numGrouped++);
}

void symFactBaseAdd(SymFactBase *base, SymFact fact) {
  if (base->numFacts == base->factCapacity) {
    base->factCapacity = base->factCapacity ? 2 * base->factCapacity : 8;
    base->facts = grown(base->facts, base->factCapacity, sizeof(FactEntry));
  }
  fact.lhs = copyExpr(base, fact.lhs);
  if (fact.kind == SYM_FACT_IN)
    fact.values =
        arenaCopy(base->arena, fact.values, fact.numValues * sizeof(int64_t));
  else
    fact.rhs = copyExpr(base, fact.rhs);
  base->facts[base->numFacts++] = (FactEntry){.fact = fact};
  base->tables |=
      !fact.likely && !proverHasUnknown(fact) && factHasTables(fact);
}

/// As if nothing had been put into groups.
static void scatter(SymFactBase *base) {
  for (size_t i = 0; i < base->numSymbols; ++i) {
    SymbolEntry *entry = &base->symbols[i];
    forget(entry);
    *entry = (SymbolEntry){.name = entry->name,
                           .parent = i,
                           .firstFact = SIZE_MAX,
                           .lastFact = SIZE_MAX};
  }
  base->numPending = base->numGrouped = 0;
  base->neverTrue = false;
}

void symFactBaseCut(SymFactBase *base, size_t count) {
  if (base->stated.numFacts > count) {
    base->stated.numFacts = count;
    base->stated.known.count = base->facts[count].numKnown;
    base->stated.numBounds = base->facts[count].numBounds;
  }
  if (base->numGrouped > count)
    scatter(base);
  base->numFacts = count;
  base->tables = false;
  for (size_t i = 0; i < count; ++i) {
    SymFact fact = base->facts[i].fact;
    base->tables |=
        !fact.likely && !proverHasUnknown(fact) && factHasTables(fact);
  }
}

SymFactBase *symFactBaseCreate(const SymFact *facts, size_t numFacts) {
  SymFactBase *base = grown(NULL, 1, sizeof(SymFactBase));
  *base = (SymFactBase){.arena = arenaCreate(), .scratch = arenaCreate()};
  for (size_t i = 0; i < numFacts; ++i)
    symFactBaseAdd(base, facts[i]);
  return base;
}

void symFactBaseDestroy(SymFactBase *base) {
  if (!base)
    return;
  for (size_t i = 0; i < base->numSymbols; ++i)
    preparedDestroy(base->symbols[i].prepared);
  affineFree(&base->affine);
  free(base->stated.bounds);
  free(base->symbols);
  free(base->pending);
  free(base->facts);
  free(base->table);
  arenaDestroy(base->scratch);
  arenaDestroy(base->arena);
  free(base);
}

size_t symFactBaseSize(const SymFactBase *base) { return base->numFacts; }
