//===- Model.c - extents that satisfy facts -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each round has a wish for every symbol. The wishes are granted one after the
// other, as far as the facts leave room: the prover's witness against `1 <= 0`
// is an assignment that satisfies everything so far.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Model.h"

#include <string.h>

typedef struct Finder {
  Arena *arena;
  SymFact *facts; // those given, then the wishes that were granted
  size_t numGiven, numFacts;
  const StrRef *names;
  size_t numNames;
  int64_t largest;
  int64_t *values; // of all models
  size_t count, limit;
} Finder;

/// The rounds that wish the same for every symbol; then come those that wish 0,
/// then 1, for one symbol, and primes for the others.
typedef enum Round {
  ROUND_PRIMES,
  ROUND_ZERO,
  ROUND_ONE,
  ROUND_LOW,
  ROUND_HIGH,
  ROUND_LAST_OF_SET,
  ROUND_LARGE_PRIMES,
  NUM_ROUNDS,
} Round;

static int64_t nextPrime(int64_t from) {
  for (int64_t n = from < 2 ? 2 : from;; ++n) {
    bool prime = true;
    for (int64_t d = 2; prime && d * d <= n; ++d)
      prime = n % d != 0;
    if (prime)
      return n;
  }
}

/// The place-th prime from `from` on.
static int64_t primeAt(int64_t from, size_t place) {
  int64_t prime = nextPrime(from);
  while (place--)
    prime = nextPrime(prime + 1);
  return prime;
}

static int64_t bound(const Finder *finder, size_t name, bool high) {
  int64_t low, up;
  Arena *scratch = arenaCreate();
  symRange(scratch, finder->facts, finder->numGiven,
           symExprSymbol(scratch, finder->names[name]), &low, &up);
  arenaDestroy(scratch);
  int64_t value = high ? up : low;
  return value < 0 ? 0 : value > finder->largest ? finder->largest : value;
}

/// The last alternative that a fact leaves for the symbol, else a prime.
static int64_t lastOfSet(const Finder *finder, size_t name) {
  for (size_t i = 0; i < finder->numGiven; ++i) {
    const SymFact *fact = &finder->facts[i];
    StrRef symbol;
    if (fact->kind == SYM_FACT_IN && !fact->likely &&
        symExprIsSymbol(fact->lhs, &symbol) &&
        strRefEqual(symbol, finder->names[name]))
      return fact->values[fact->numValues - 1];
  }
  return primeAt(2, name);
}

static int64_t wish(const Finder *finder, size_t round, size_t name) {
  size_t single = round - NUM_ROUNDS;
  if (round >= NUM_ROUNDS && single % finder->numNames == name)
    return single / finder->numNames;
  switch (round) {
  case ROUND_ZERO:
    return 0;
  case ROUND_ONE:
    return 1;
  case ROUND_LOW:
    return bound(finder, name, false);
  case ROUND_HIGH:
    return bound(finder, name, true);
  case ROUND_LAST_OF_SET:
    return lastOfSet(finder, name);
  case ROUND_LARGE_PRIMES:
    return primeAt(17, finder->numNames - name);
  default:
    return primeAt(2, name);
  }
}

/// A witness of all facts so far.
static bool isPossible(const Finder *finder, SymProof *proof) {
  SymFact never = {.kind = SYM_FACT_LE,
                   .lhs = symExprConst(finder->arena, 1),
                   .rhs = symExprConst(finder->arena, 0)};
  *proof = (SymProof){0};
  return symProve(finder->arena, finder->facts, finder->numFacts, never,
                  proof) == SYM_NO;
}

static bool satisfies(const Finder *finder, const int64_t *values) {
  SymExpr *exprs = ARENA_ARRAY(finder->arena, SymExpr, finder->numNames);
  for (size_t i = 0; i < finder->numNames; ++i)
    exprs[i] = symExprConst(finder->arena, values[i]);
  for (size_t i = 0; i < finder->numGiven; ++i) {
    SymFact fact;
    if (finder->facts[i].likely)
      continue;
    if (symFactSubstitute(finder->arena, finder->facts[i], finder->names, exprs,
                          finder->numNames, &fact) != SYM_OK)
      return false;
    // What other symbols are is open, but not that they exist.
    bool decided = fact.lhs.numSymbols + fact.rhs.numSymbols == 0;
    if (decided && symProve(finder->arena, NULL, 0, fact, NULL) != SYM_YES)
      return false;
  }
  return true;
}

static bool isNew(const Finder *finder, const int64_t *values) {
  for (size_t i = 0; i < finder->count; ++i)
    if (!memcmp(finder->values + i * finder->numNames, values,
                finder->numNames * sizeof(int64_t)))
      return false;
  return true;
}

/// Grants the wishes of a round and adds the model.
static void tryRound(Finder *finder, size_t round) {
  SymProof proof;
  int64_t *values = finder->values + finder->count * finder->numNames;
  finder->numFacts = finder->numGiven;
  for (size_t i = 0; i < finder->numNames; ++i) {
    values[i] = wish(finder, round, i);
    finder->facts[finder->numFacts++] =
        (SymFact){.kind = SYM_FACT_EQ,
                  .lhs = symExprSymbol(finder->arena, finder->names[i]),
                  .rhs = symExprConst(finder->arena, values[i])};
    if (!isPossible(finder, &proof))
      --finder->numFacts;
  }
  if (!isPossible(finder, &proof))
    return;
  for (size_t i = 0; i < finder->numNames; ++i)
    for (size_t w = 0; w < proof.numWitness; ++w)
      if (strRefEqual(proof.witnessSymbols[w], finder->names[i]))
        values[i] = proof.witness[w];
  if (satisfies(finder, values) && isNew(finder, values))
    ++finder->count;
}

size_t symFindModels(Arena *arena, const SymFact *facts, size_t numFacts,
                     const StrRef *names, size_t numNames, int64_t largest,
                     size_t limit, int64_t **values) {
  Finder finder = {.arena = arena,
                   .facts = ARENA_ARRAY(arena, SymFact, numFacts + numNames),
                   .numGiven = numFacts,
                   .names = names,
                   .numNames = numNames,
                   .largest = largest,
                   .values =
                       ARENA_ARRAY(arena, int64_t, (limit + 1) * numNames),
                   .limit = limit};
  if (numFacts)
    memcpy(finder.facts, facts, numFacts * sizeof(SymFact));
  size_t rounds = NUM_ROUNDS + (numNames > 1 ? 2 * numNames : 0);
  for (size_t round = 0; numNames && round < rounds && finder.count < limit;
       ++round)
    tryRound(&finder, round);
  *values = finder.values;
  return finder.count;
}
