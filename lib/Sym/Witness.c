//===- Witness.c - an assignment at which a question fails ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Backtracking over few values per symbol: small ones, the constants that occur
// and their neighbours, and the values at which a fact or the question turns
// (found by evaluating at 0 and 1). Symbols that an equality defines are
// computed. A fact is checked as soon as its symbols have values, and the
// answer is checked by evaluation alone, so "no" needs no trust in the prover.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Witness.h"

typedef enum Truth { FALSE, TRUE, UNDEFINED } Truth;

static Truth evalCheck(Search *search, const Check *check) {
  int64_t a, b;
  if (witnessEval(search, &check->lhs, &a) != SYM_OK)
    return UNDEFINED;
  if (check->fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < check->fact.numValues; ++i)
      if (check->fact.values[i] == a)
        return TRUE;
    return FALSE;
  }
  if (witnessEval(search, &check->rhs, &b) != SYM_OK)
    return UNDEFINED;
  return check->fact.kind == SYM_FACT_EQ ? a == b : a <= b;
}

/// Checks what has values once `count` symbols have.
static bool consistent(Search *search, size_t count) {
  for (size_t i = 0; i < search->numChecks; ++i) {
    if (search->checks[i].readyAt != count)
      continue;
    if (SYM_BROKEN(SYM_FAULT_WITNESS) && i != search->numChecks - 1 &&
        search->checks[i].fact.kind == SYM_FACT_LE)
      continue;
    bool isQuestion = search->refutes && i == search->numChecks - 1;
    if (evalCheck(search, &search->checks[i]) != (isQuestion ? FALSE : TRUE))
      return false;
  }
  return true;
}

static bool assign(Search *search, size_t place);

static bool tryValue(Search *search, size_t place, int64_t value) {
  search->values[place] = value;
  return value >= 0 && search->prover->steps < search->limit &&
         consistent(search, place + 1) && assign(search, place + 1);
}

static bool assign(Search *search, size_t place) {
  if (place == search->numNames)
    return true;
  const Side *definition = &search->definitions[place];
  int64_t value;
  if (definition->expr.codeSize != 0)
    return witnessEval(search, definition, &value) == SYM_OK &&
           tryValue(search, place, value);
  Candidates *candidates = &search->candidates[place];
  witnessCandidates(search, place, candidates);
  for (size_t i = 0; i < candidates->count; ++i)
    if (tryValue(search, place, candidates->values[i]))
      return true;
  return false;
}

bool witnessFind(Arena *arena, const WitnessQuery *query, SymProof *proof) {
  Arena *scratch = arenaCreate();
  Prover prover = {.builder = symBuilder(scratch), .limit = UINT64_MAX};
  Search search = {
      .prover = &prover, .limit = query->limit, .variant = query->variant};
  bool found = witnessSetUp(&search, query) && consistent(&search, 0) &&
               assign(&search, 0);
  if (found) {
    StrRef *names = ARENA_ARRAY(arena, StrRef, search.numNames);
    for (size_t i = 0; i < search.numNames; ++i)
      names[i] = arenaCopyString(arena, search.names[i]);
    proof->witnessSymbols = names;
    proof->witness =
        arenaCopy(arena, search.values, search.numNames * sizeof(int64_t));
    proof->numWitness = search.numNames;
  }
  proof->steps += prover.steps + prover.builder.work;
  arenaDestroy(scratch);
  return found;
}
