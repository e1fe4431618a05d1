//===- FactGroups.c - groups of facts, prepared when they are needed ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FactBase.h"

#include <stdlib.h>

static int byIndex(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

Prepared *factBaseGroup(SymFactBase *base, size_t root) {
  SymbolEntry *entry = &base->symbols[root];
  if (entry->prepared || entry->numFacts == 0)
    return entry->prepared;
  // In the order in which they were added, so that the answer does not depend
  // on how the groups grew.
  size_t *indices = ARENA_ARRAY(base->scratch, size_t, entry->numFacts);
  size_t at = entry->firstFact;
  for (size_t i = 0; i < entry->numFacts; ++i, at = base->facts[at].next)
    indices[i] = at;
  qsort(indices, entry->numFacts, sizeof(size_t), byIndex);
  SymFact *facts = ARENA_ARRAY(base->scratch, SymFact, entry->numFacts);
  for (size_t i = 0; i < entry->numFacts; ++i)
    facts[i] = base->facts[indices[i]].fact;
  Prepared *prepared =
      prepareGroup(facts, entry->numFacts, indices[0], base->trace);
  entry->prepared = prepared;
  return prepared;
}

bool factBaseModels(SymFactBase *base, Prepared *group, unsigned most) {
  bool named = group->numNames != 0;
  if (!base->trace)
    preparedFindModels(group, most);
  for (size_t i = 0; i < group->numNames && !named; ++i)
    base->symbols[factBaseFind(base, group->names[i])].place = i;
  return group->numModels != 0;
}

static size_t addGroups(SymFactBase *base, SymExpr expr, Prepared **groups,
                        size_t count) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t symbol = factBaseFind(base, expr.symbols[i]);
    Prepared *group = symbol == SIZE_MAX
                          ? NULL
                          : factBaseGroup(base, factBaseRoot(base, symbol));
    bool known = !group || count == MAX_GROUPS;
    for (size_t j = 0; j < count && !known; ++j)
      known = groups[j] == group;
    if (!known)
      groups[count++] = group;
  }
  return count;
}

size_t factBaseGroupsOf(SymFactBase *base, SymFact fact,
                        Prepared *groups[MAX_GROUPS]) {
  size_t count = addGroups(base, fact.lhs, groups, 0);
  if (proverHasRhs(fact))
    count = addGroups(base, fact.rhs, groups, count);
  for (size_t i = 1; i < count; ++i)
    for (size_t j = i; j > 0 && groups[j]->firstFact < groups[j - 1]->firstFact;
         --j) {
      Prepared *swap = groups[j];
      groups[j] = groups[j - 1];
      groups[j - 1] = swap;
    }
  return count;
}

/// The group of a pending symbol; NULL if it has got a model and is struck off.
static Prepared *pendingGroup(SymFactBase *base, size_t index) {
  size_t root = factBaseRoot(base, base->pending[index]);
  Prepared *group = factBaseGroup(base, root);
  if (group && !factBaseModels(base, group, 1))
    return group;
  base->pending[index] = base->pending[--base->numPending];
  return NULL;
}

bool factBaseSatisfiable(SymFactBase *base, Prepared *const *except,
                         size_t numExcept) {
  for (size_t i = 0; i < base->numPending && !base->neverTrue;) {
    const Prepared *group = pendingGroup(base, i);
    if (!group)
      continue; // another one is at this place now
    bool excepted = false;
    for (size_t j = 0; j < numExcept; ++j)
      excepted |= except[j] == group;
    if (!excepted)
      return false;
    ++i;
  }
  return !base->neverTrue;
}

bool factBaseClashes(SymFactBase *base) {
  for (size_t i = 0; i < base->numPending;) {
    Prepared *group = pendingGroup(base, i);
    if (group && preparedContradictory(group))
      return true;
    i += group != NULL;
  }
  return base->neverTrue;
}
