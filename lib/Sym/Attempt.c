//===- Attempt.c - what a question is about -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"

#include <string.h>

enum { STEP_LIMIT = 1 << 19 };

static void joinLists(Prover *prover, PolyList *list, const PolyList *more) {
  for (size_t i = 0; i < more->count; ++i)
    proverPush(prover, list, more->items[i]);
}

/// Groups share no symbols, so what is known of them is put side by side.
static void mergeGroups(Attempt *attempt) {
  Arena *arena = attempt->prover.builder.arena;
  System *system = &attempt->system;
  size_t numSets = 0, numEntries = 0;
  for (size_t i = 0; i < attempt->numGroups; ++i) {
    numSets += attempt->groups[i]->system.numSets;
    numEntries += attempt->groups[i]->bounds.count;
  }
  system->sets = ARENA_ARRAY(arena, ValueSet, numSets);
  BoundTable *table = &attempt->merged;
  *table = (BoundTable){.entries = ARENA_ARRAY(arena, BoundEntry, numEntries)};
  for (size_t i = 0; i < attempt->numGroups; ++i) {
    const Prepared *group = attempt->groups[i];
    joinLists(&attempt->prover, &system->zero, &group->system.zero);
    joinLists(&attempt->prover, &system->nonNegative,
              &group->system.nonNegative);
    memcpy(system->sets + system->numSets, group->system.sets,
           group->system.numSets * sizeof(ValueSet));
    system->numSets += group->system.numSets;
    if (group->bounds.count != 0)
      memcpy(table->entries + table->count, group->bounds.entries,
             group->bounds.count * sizeof(BoundEntry));
    table->count += group->bounds.count;
  }
  table->capacity = table->count;
  proverBoundsLookUp(table);
  attempt->bounds = table;
}

void attemptBegin(Attempt *attempt, SymFactBase *base, SymFact fact) {
  arenaReset(base->scratch);
  factBaseGather(base);
  attempt->base = base;
  attempt->prover = (Prover){.builder = symBuilder(base->scratch),
                             .limit = STEP_LIMIT,
                             .numFresh = 1u << 24,
                             .trace = base->trace};
  attempt->numGroups = factBaseGroupsOf(base, fact, attempt->groups);
  attempt->system = (System){.prepared = true};
  if (attempt->numGroups == 1) {
    attempt->system = attempt->groups[0]->system;
    attempt->bounds = &attempt->groups[0]->bounds;
  } else {
    mergeGroups(attempt);
  }
}

/// What stands for `poly` after the equalities of the groups were used up.
const Poly *attemptRewrite(Attempt *attempt, const Poly *poly) {
  SymBuilder *builder = &attempt->prover.builder;
  for (size_t i = 0; i < attempt->numGroups && poly; ++i) {
    const DefinitionList *list = &attempt->groups[i]->definitions;
    for (size_t j = 0; j < list->count && poly; ++j)
      if (proverMentions(poly, list->items[j].atom))
        poly = proverReplaceIn(builder, poly, list->items[j].atom,
                               list->items[j].value);
  }
  return proverTake(&attempt->prover, poly);
}

MemoKey attemptKey(Attempt *attempt, MemoKind kind) {
  MemoKey key = {.arena = attempt->base->scratch};
  memoKeyWord(&key, kind);
  memoKeyWord(&key, (int64_t)attempt->numGroups);
  for (size_t g = 0; g < attempt->numGroups; ++g) {
    const Prepared *group = attempt->groups[g];
    memoKeyWord(&key, (int64_t)group->firstFact); // symbols of its own follow
    memoKeyWord(&key, (int64_t)group->numFacts);
    for (size_t i = 0; i < group->numFacts; ++i)
      memoKeyFact(&key, group->facts[i]);
  }
  return key;
}
