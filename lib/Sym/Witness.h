//===- Witness.h - the search for a witness (internal) --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_WITNESS_H
#define RELAX_SYM_WITNESS_H

#include "lib/Sym/System.h"

enum {
  MAX_CONSTANTS = 40,
  MAX_CANDIDATES = 160,
  MAX_PERIOD = 64,
  MAX_NAMES = 256, // one level of recursion each
  MAX_FACTS = 256,
  MAX_OCCURRENCES = 4096, // of symbols in all facts
  WITNESS_LARGE = 5,      // the variant that tries large extents first
};

/// An expression with the places of its symbols in the search.
typedef struct Side {
  SymExpr expr;
  size_t *places;
} Side;

typedef struct Check {
  SymFact fact;
  Side lhs, rhs;
  size_t readyAt; // number of symbols that must have values
} Check;

typedef struct Candidates {
  int64_t values[MAX_CANDIDATES];
  size_t count;
} Candidates;

typedef struct Search {
  Prover *prover;
  StrRef *names; // in the order of the search
  int64_t *values;
  size_t numNames;
  Side *definitions; // by place; codeSize 0: free
  Check *checks;     // what is to be refuted comes last
  size_t numChecks;
  int64_t constants[MAX_CONSTANTS];
  size_t numConstants;
  int64_t period; // common multiple of literal divisors
  int64_t *scratch;
  Candidates *candidates; // by place, off the stack
  bool refutes;           // the last check is to be made false
  unsigned variant;
  uint64_t limit;
} Search;

/// What is looked for: extents that satisfy `facts`, at which `refuted` (NULL:
/// nothing) has a value and does not hold.
typedef struct WitnessQuery {
  const SymFact *facts;
  size_t numFacts;
  const SymFact *refuted;
  unsigned variant; // what is tried first: 0 small extents, WITNESS_LARGE
  uint64_t limit;   // steps
} WitnessQuery;

/// Fills in `proof` and its steps; the witness is in `arena`.
bool witnessFind(Arena *arena, const WitnessQuery *query, SymProof *proof);

/// Fills a zero-initialised search (with `prover`, `limit` and `variant` set).
/// False if the query is too large to search.
bool witnessSetUp(Search *search, const WitnessQuery *query);
/// Value of `side` under `search->values`.
SymStatus witnessEval(Search *search, const Side *side, int64_t *out);
/// Values worth trying for the symbol at `place`.
void witnessCandidates(Search *search, size_t place, Candidates *candidates);

#endif // RELAX_SYM_WITNESS_H
