//===- WitnessCandidates.c - values worth trying for a symbol -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Small values, the constants that occur and their neighbours, and the values
// at which a comparison turns, which two evaluations tell if it is linear.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Witness.h"

static void addCandidate(Candidates *candidates, int64_t value) {
  if (value < 0 || candidates->count == MAX_CANDIDATES)
    return;
  for (size_t i = 0; i < candidates->count; ++i)
    if (candidates->values[i] == value)
      return;
  candidates->values[candidates->count++] = value;
}

/// rhs - lhs with the symbol at `place` set to `value`.
static bool slack(Search *search, const Check *check, size_t place,
                  int64_t value, int64_t *out) {
  int64_t a, b;
  search->values[place] = value;
  return witnessEval(search, &check->lhs, &a) == SYM_OK &&
         witnessEval(search, &check->rhs, &b) == SYM_OK &&
         !__builtin_sub_overflow(b, a, out);
}

/// Where a linear comparison turns; with divisions, one period from there.
static void addTurningPoint(Search *search, const Check *check, size_t place,
                            Candidates *candidates) {
  int64_t at1, at2, slope, root;
  // 0 may have no value (as a divisor), and 0 to 1 is where max(n - 1, 0)
  // bends.
  if (check->fact.kind == SYM_FACT_IN ||
      !slack(search, check, place, 1, &at1) ||
      !slack(search, check, place, 2, &at2) ||
      __builtin_sub_overflow(at2, at1, &slope) || slope == 0 ||
      slope == INT64_MIN || at1 == INT64_MIN)
    return;
  root = slope > 0 ? symFloorDiv64(-at1, slope) : symFloorDiv64(at1, -slope);
  if (root > INT64_MAX - MAX_PERIOD - 4 || root < 0)
    return;
  for (int64_t near = root; near <= root + 3; ++near)
    addCandidate(candidates, near);
  for (int64_t near = root + 4; near <= root + 1 + search->period; ++near)
    addCandidate(candidates, near);
}

/// What a variant of the search tries first, so that models differ.
static void addPreferred(Search *search, size_t place, Candidates *candidates) {
  static const int64_t primes[] = {7, 5, 11, 3, 13};
  switch (search->variant) {
  case 1:
    addCandidate(candidates, 1);
    break;
  case 2:
    addCandidate(candidates, 2 + (int64_t)(place % 7));
    break;
  case 3:
    addCandidate(candidates, primes[place % 5]);
    break;
  case 4:
    addCandidate(candidates, 64 * (1 + (int64_t)(place % 4)));
    break;
  case WITNESS_LARGE:
    addCandidate(candidates, 1000 - (int64_t)(place % 10));
    break;
  default:
    break;
  }
}

void witnessCandidates(Search *search, size_t place, Candidates *candidates) {
  candidates->count = 0;
  addPreferred(search, place, candidates);
  for (int64_t small = 0; small < 4; ++small)
    addCandidate(candidates, small);
  for (size_t i = search->numChecks; i-- > 0;)
    if (search->checks[i].readyAt == place + 1)
      addTurningPoint(search, &search->checks[i], place, candidates);
  for (size_t i = 0; i < search->numConstants; ++i)
    addCandidate(candidates, search->constants[i]);
  for (int64_t small = 4; small < 8 || small <= search->period; ++small)
    addCandidate(candidates, small);
  for (size_t i = 0; i < search->numConstants; ++i)
    if (search->constants[i] <= INT64_MAX / 2)
      addCandidate(candidates, 2 * search->constants[i]);
  addCandidate(candidates, 101);
  addCandidate(candidates, 1 << 20);
}

SymStatus witnessEval(Search *search, const Side *side, int64_t *out) {
  for (size_t i = 0; i < side->expr.numSymbols; ++i)
    search->scratch[i] = search->values[side->places[i]];
  search->prover->steps += 1 + side->expr.codeSize / 8;
  return symExprEval(side->expr, search->scratch, out);
}
