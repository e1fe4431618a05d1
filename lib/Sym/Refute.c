//===- Refute.c - assignments at which a question fails -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The models that every group keeps refute most wrong guesses by evaluation
// alone. If they do not, a search of its own is made (Witness.c).
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"
#include "lib/Sym/Witness.h"

#include <string.h>

enum { MAX_INLINE = 16 };

/// Extents by name.
typedef struct Assignment {
  const StrRef *names;
  const int64_t *values;
  size_t count;
} Assignment;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// What a symbol without facts is worth in model number `model`. Those from
/// NUM_MODELS on are large, or 0 for one symbol: products often fail there.
static int64_t freeValue(size_t model, size_t symbol) {
  static const int64_t primes[] = {7, 5, 11, 3, 13};
  switch (model) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return 2 + (int64_t)(symbol % 7);
  case 3:
    return primes[symbol % 5];
  case 4:
    return 64 * (1 + (int64_t)(symbol % 4));
  case 5:
    return 1000 - (int64_t)(symbol % 10);
  case NUM_MODELS:
    return (int64_t)(16 + symbol % 4) << 12;
  default:
    return symbol == model - NUM_MODELS - 1 ? 0 : 2 + (int64_t)(symbol % 7);
  }
}

static bool sameName(StrRef a, StrRef b) {
  return (a.data == b.data && a.length == b.length) || strRefEqual(a, b);
}

/// Number of a symbol among those of the question.
static size_t numberOf(SymFact fact, StrRef name) {
  size_t i = 0;
  while (i < fact.lhs.numSymbols && !sameName(fact.lhs.symbols[i], name))
    ++i;
  for (size_t j = 0; i == fact.lhs.numSymbols; ++j)
    if (sameName(fact.rhs.symbols[j], name))
      return fact.lhs.numSymbols + j;
  return i;
}

static int64_t valueIn(const SymFactBase *base, SymFact fact, StrRef name,
                       size_t model) {
  size_t symbol = factBaseFind(base, name);
  const Prepared *group =
      symbol == SIZE_MAX ? NULL
                         : base->symbols[factBaseRoot(base, symbol)].prepared;
  if (!group)
    return freeValue(model, numberOf(fact, name));
  return group->models[model % group->numModels][base->symbols[symbol].place];
}

static bool evalIn(const SymFactBase *base, SymFact fact, SymExpr side,
                   size_t model, int64_t *out) {
  int64_t values[MAX_INLINE];
  for (size_t i = 0; i < side.numSymbols; ++i)
    values[i] = valueIn(base, fact, side.symbols[i], model);
  return symExprEval(side, values, out) == SYM_OK;
}

/// The question has a value in the model and fails there.
static bool failsIn(const SymFactBase *base, SymQuestion question,
                    size_t model) {
  SymFact fact = question.fact;
  int64_t a, b;
  if (!evalIn(base, fact, fact.lhs, model, &a))
    return false;
  bool holds = false;
  if (fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact.numValues; ++i)
      holds |= fact.values[i] == a;
  } else {
    if (!evalIn(base, fact, fact.rhs, model, &b))
      return false;
    holds = fact.kind == SYM_FACT_EQ ? a == b : a <= b;
  }
  return holds == question.negated;
}

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

typedef struct WitnessList {
  Arena *arena;
  StrRef *names;
  int64_t *values;
  size_t count;
} WitnessList;

static void addValue(WitnessList *list, StrRef name, int64_t value) {
  for (size_t i = 0; i < list->count; ++i)
    if (sameName(list->names[i], name))
      return;
  list->names[list->count] = name;
  list->values[list->count++] = value;
}

/// The first `known` values are those of the question's groups. All other
/// groups take part with a model of their own.
static void finishWitness(SymFactBase *base, WitnessList *list,
                          SymProof *proof) {
  size_t known = list->count;
  for (size_t i = 0; i < base->numSymbols; ++i) {
    const SymbolEntry *entry = &base->symbols[i];
    const Prepared *group = base->symbols[factBaseRoot(base, i)].prepared;
    bool listed = !group || group->numModels == 0;
    for (size_t j = 0; j < known && !listed; ++j)
      listed = sameName(list->names[j], entry->name);
    if (!listed) {
      list->names[list->count] = entry->name;
      list->values[list->count++] = group->models[0][entry->place];
    }
  }
  proof->witnessSymbols = list->names;
  proof->witness = list->values;
  proof->numWitness = list->count;
}

static WitnessList newList(SymFactBase *base, size_t more) {
  size_t most = base->numSymbols + more;
  return (WitnessList){base->scratch, ARENA_ARRAY(base->scratch, StrRef, most),
                       ARENA_ARRAY(base->scratch, int64_t, most), 0};
}

static void writeModel(Attempt *attempt, SymFact fact, size_t model,
                       SymProof *proof) {
  SymFactBase *base = attempt->base;
  SymExpr sides[] = {fact.lhs, fact.rhs};
  int numSides = 1 + proverHasRhs(fact);
  size_t occurrences =
      fact.lhs.numSymbols + (numSides == 2 ? fact.rhs.numSymbols : 0);
  WitnessList list = newList(base, occurrences);
  for (int side = 0; side < numSides; ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i) {
      StrRef name = sides[side].symbols[i];
      addValue(&list, name, valueIn(base, fact, name, model));
    }
  for (size_t g = 0; g < attempt->numGroups; ++g) {
    const Prepared *group = attempt->groups[g];
    for (size_t i = 0; i < group->numNames; ++i)
      addValue(&list, group->names[i],
               group->models[model % group->numModels][i]);
  }
  finishWitness(base, &list, proof);
}

/// Models to try: those of the groups, and more if a symbol has none.
static size_t countModels(const SymFactBase *base, SymFact fact) {
  SymExpr sides[] = {fact.lhs, fact.rhs};
  size_t occurrences = 0;
  bool isFree = false;
  for (int side = 0; side < 1 + proverHasRhs(fact); ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i, ++occurrences) {
      size_t symbol = factBaseFind(base, sides[side].symbols[i]);
      isFree |= symbol == SIZE_MAX ||
                !base->symbols[factBaseRoot(base, symbol)].prepared;
    }
  return NUM_MODELS + (isFree ? 1 + occurrences : 0);
}

bool attemptRefuteByModel(Attempt *attempt, SymQuestion question,
                          SymProof *proof) {
  SymFact fact = question.fact;
  if (fact.lhs.numSymbols > MAX_INLINE ||
      (proverHasRhs(fact) && fact.rhs.numSymbols > MAX_INLINE))
    return false;
  if (attempt->base->single)
    return false;
  if (attempt->numGroups == MAX_GROUPS)
    return false; // there may be more, without models
  for (size_t i = 0; i < attempt->numGroups; ++i)
    if (!factBaseModels(attempt->base, attempt->groups[i], NUM_MODELS))
      return false;
  size_t numModels = countModels(attempt->base, fact);
  for (size_t model = 0; model < numModels; ++model) {
    attempt->prover.steps += 1;
    if (!failsIn(attempt->base, question, model))
      continue;
    if (!factBaseSatisfiable(attempt->base, NULL, 0))
      return false;
    if (attempt->wantsWitness)
      writeModel(attempt, fact, model, proof);
    return true;
  }
  return false;
}

typedef enum Truth { FALSE, TRUE, UNDEFINED } Truth;

static bool evalAt(const Assignment *at, SymExpr expr, int64_t *scratch,
                   int64_t *out) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t j = 0;
    while (j < at->count && !sameName(at->names[j], expr.symbols[i]))
      ++j;
    if (j == at->count)
      return false;
    scratch[i] = at->values[j];
  }
  return symExprEval(expr, scratch, out) == SYM_OK;
}

static Truth truthAt(const Assignment *at, SymFact fact, int64_t *scratch) {
  int64_t a, b;
  if (!evalAt(at, fact.lhs, scratch, &a))
    return UNDEFINED;
  if (fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact.numValues; ++i)
      if (fact.values[i] == a)
        return TRUE;
    return FALSE;
  }
  if (!evalAt(at, fact.rhs, scratch, &b))
    return UNDEFINED;
  return fact.kind == SYM_FACT_EQ ? a == b : a <= b;
}

bool attemptAcceptWitness(Attempt *attempt, SymQuestion question,
                          const StrRef *names, const int64_t *values,
                          size_t count, SymProof *proof) {
  SymFactBase *base = attempt->base;
  Assignment at = {names, values, count};
  int64_t *scratch = ARENA_ARRAY(base->scratch, int64_t, count + 1);
  for (size_t i = 0; i < attempt->numGroups; ++i)
    for (size_t j = 0; j < attempt->groups[i]->numFacts; ++j)
      if (truthAt(&at, attempt->groups[i]->facts[j], scratch) != TRUE)
        return false;
  if (truthAt(&at, question.fact, scratch) !=
          (question.negated ? TRUE : FALSE) ||
      !factBaseSatisfiable(base, attempt->groups, attempt->numGroups))
    return false;
  if (!attempt->wantsWitness)
    return true;
  WitnessList list = newList(base, count);
  for (size_t i = 0; i < count; ++i)
    addValue(&list, names[i], values[i]);
  finishWitness(base, &list, proof);
  return true;
}

bool attemptSearchWitness(Attempt *attempt, SymQuestion question,
                          uint64_t limit, SymProof *proof) {
  Arena *arena = attempt->base->scratch;
  size_t count = 0, at = 0;
  for (size_t i = 0; i < attempt->numGroups; ++i)
    count += attempt->groups[i]->numFacts;
  SymFact *facts = ARENA_ARRAY(arena, SymFact, count + 1);
  for (size_t i = 0; i < attempt->numGroups; ++i) {
    const Prepared *group = attempt->groups[i];
    memcpy(facts + at, group->facts, group->numFacts * sizeof(SymFact));
    at += group->numFacts;
  }
  WitnessQuery query = {.facts = facts, .numFacts = count, .limit = limit};
  if (question.negated)
    facts[query.numFacts++] = question.fact;
  else
    query.refuted = &question.fact;
  SymProof found = {0};
  bool good = witnessFind(arena, &query, &found);
  proof->steps += found.steps;
  if (!good ||
      !factBaseSatisfiable(attempt->base, attempt->groups, attempt->numGroups))
    return false;
  if (!attempt->wantsWitness)
    return true;
  WitnessList list = newList(attempt->base, found.numWitness);
  for (size_t i = 0; i < found.numWitness; ++i)
    addValue(&list, found.witnessSymbols[i], found.witness[i]);
  finishWitness(attempt->base, &list, proof);
  return true;
}
