//===- FactBase.h - facts by the symbols they share (internal) ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts that share symbols, however indirectly, form a group (union-find over
// symbols). A group is prepared when a question first speaks of it: equalities
// eliminated, intervals found, a few models searched. Groups do not know of
// each other, so adding a fact costs only what it touches.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_FACTBASE_H
#define RELAX_SYM_FACTBASE_H

#include "lib/Sym/Affine.h"

enum {
  NUM_MODELS = 6,
  MAX_GROUPS = 16, // of one question
  NO_INDEX = -1,
};

/// What is worked out for one group.
typedef struct Prepared {
  Arena *arena;
  SymFact *facts; // of the group, in the order in which they were added
  size_t numFacts, firstFact;
  System system;
  DefinitionList definitions; // to be applied to a goal, in order
  BoundTable bounds;
  /// Assignments that satisfy the group; `models[k][place]`.
  StrRef *names;
  size_t numNames;
  int64_t *models[NUM_MODELS];
  size_t numModels;
  unsigned triedModels;
  uint64_t steps;
  int contradictory; // 1: the facts clash, 0: no such proof found, -1: not
                     // tried
} Prepared;

typedef struct SymbolEntry {
  StrRef name;
  size_t parent; // itself for a root
  // Of a root:
  size_t firstFact, lastFact, numFacts; // a chain through FactEntry::next
  Prepared *prepared;                   // NULL: not yet
  // In the group's models:
  size_t place;
} SymbolEntry;

/// Facts as inequalities, as they are stated.
typedef struct Stated {
  PolyList known;     // >= 0
  BoundEntry *bounds; // those that bound one atom by a number
  size_t numBounds, boundCapacity;
  size_t numFacts; // so many are in it
} Stated;

typedef struct FactEntry {
  SymFact fact;
  size_t next;
  size_t numKnown, numBounds; // of `stated` without it and those behind it
} FactEntry;

struct SymFactBase {
  Arena *arena;   // facts and names
  Arena *scratch; // one question
  FactEntry *facts;
  size_t numFacts, factCapacity;
  size_t numGrouped; // facts that are in groups
  Stated stated;
  SymbolEntry *symbols;
  size_t numSymbols, symbolCapacity;
  uint32_t *table; // open addressing: index + 1, 0 is free
  size_t tableSize;
  Affine affine;
  bool neverTrue; // a fact without symbols that does not hold
  /// Symbols of the groups that are not known to have a model.
  size_t *pending;
  size_t numPending, pendingCapacity;
  bool tables;  // some fact is about one (TableFacts.h)
  bool single;  // for one question: many models would not pay
  Trace *trace; // while a derivation is made
};

/// Puts all facts into groups.
void factBaseGather(SymFactBase *base);
/// The facts as they are stated say yes, which is quick to see; no is no
/// answer.
bool factBaseStates(SymFactBase *base, SymQuestion question);
/// Index of a symbol, or SIZE_MAX.
size_t factBaseFind(const SymFactBase *base, StrRef name);
size_t factBaseRoot(const SymFactBase *base, size_t symbol);
/// Looks for models of a group, at most so many. False if there is none.
bool factBaseModels(SymFactBase *base, Prepared *group, unsigned most);
/// Prepares the group of `root` if need be. NULL if it has no facts.
Prepared *factBaseGroup(SymFactBase *base, size_t root);
/// The groups that the symbols of a question belong to, in the order of their
/// first facts; more than MAX_GROUPS are left out (fewer facts imply less).
size_t factBaseGroupsOf(SymFactBase *base, SymFact fact,
                        Prepared *groups[MAX_GROUPS]);
/// True if every group has a model, except perhaps the given ones: then a
/// witness for those is one for all.
bool factBaseSatisfiable(SymFactBase *base, Prepared *const *except,
                         size_t numExcept);
/// True if the facts of some group are found to clash.
bool factBaseClashes(SymFactBase *base);

/// Prepare.c. `trace` may be NULL.
Prepared *prepareGroup(const SymFact *facts, size_t numFacts, size_t firstFact,
                       Trace *trace);
void preparedDestroy(Prepared *prepared);
void preparedFindModels(Prepared *prepared, unsigned most);
/// True if the facts of the group clash. Tried once.
bool preparedContradictory(Prepared *prepared);

#endif // RELAX_SYM_FACTBASE_H
