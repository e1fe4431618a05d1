//===- RuleRuns.c - rounds that have something in common ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `k floordiv 32` is the same for 32 rounds of k. Where all literals by which
// the indices of a compute divide an iterator are multiples of each other, a
// loop for each of them makes these expressions constant in the loops inside,
// and LLVM moves what follows from them out.
//
// Quantised numbers share bytes: `k mod 16` and `k floordiv 32` are the same
// for two rounds of k, 16 apart. They are taken out of the byte behind each
// other.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

typedef struct Search {
  const SymExpr *whole; // has the symbols of all codes
  StrRef iterator;
  int64_t *literals; // stb_ds
} Search;

static bool searchPoly(Search *s, const int64_t **at);

/// One factor of a term; true if it uses the iterator. A divisor is noted.
static bool searchAtom(Search *s, const int64_t **at) {
  int64_t kind = *(*at)++, literal;
  if (kind == SYM_ATOM_SYMBOL)
    return strRefEqual(s->whole->symbols[*(*at)++], s->iterator);
  bool uses = searchPoly(s, at);
  const int64_t *divisor = *at;
  bool inDivisor = searchPoly(s, at);
  if (!uses || (kind != SYM_ATOM_FLOORDIV && kind != SYM_ATOM_MOD))
    return uses || inDivisor;
  // A literal: one term without factors.
  if (divisor[0] == 1 && divisor[2] == 0) {
    literal = divisor[1];
    arrput(s->literals, literal);
  }
  return true;
}

static bool searchPoly(Search *s, const int64_t **at) {
  bool uses = false;
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at; // the coefficient
    for (int64_t factors = *(*at)++; factors > 0; --factors)
      uses |= searchAtom(s, at);
  }
  return uses;
}

static void searchOperation(Rules *r, MlirOperation op, Search *search) {
  intptr_t count;
  SymExpr *exprs = scheduleExprs(&r->scheduler, op, &count);
  for (intptr_t i = 0; i < count; ++i) {
    const int64_t *at = exprs[i].code;
    search->whole = &exprs[i];
    searchPoly(search, &at);
  }
}

/// The largest literal below `limit`; 0 if there is none.
static int64_t largestBelow(const int64_t *literals, int64_t limit) {
  int64_t best = 0;
  for (ptrdiff_t i = 0; i < arrlen(literals); ++i)
    if (literals[i] < limit && literals[i] > best)
      best = literals[i];
  return best;
}

intptr_t ruleRunsOf(Rules *r, const RuleCompute *c, intptr_t iterator,
                    int64_t runs[RULE_MAX_RUNS]) {
  MlirBlock body = scheduleBody(c->op);
  SymExpr symbol =
      scheduleSymbolOf(&r->scheduler, mlirBlockGetArgument(body, iterator));
  Search search = {.iterator = symbol.symbols[0]};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tirIsLoad(op) || tirIsExtent(op))
      searchOperation(r, op, &search);
  intptr_t count = 0;
  int64_t next = largestBelow(search.literals, INT64_MAX);
  for (; next > 1 && count >= 0; next = largestBelow(search.literals, next)) {
    bool divides =
        count < RULE_MAX_RUNS && (count == 0 || runs[count - 1] % next == 0);
    if (divides)
      runs[count++] = next;
    else
      count = -1;
  }
  arrfree(search.literals);
  return count < 0 ? 0 : count;
}

typedef struct Digit {
  const SymExpr *whole;
  StrRef iterator;
  int64_t from, to;
} Digit;

static bool polyChanges(const Digit *d, const int64_t **at);

/// The literal that a polynomial is, or 0.
static int64_t literalAt(const int64_t *poly) {
  return poly[0] == 1 && poly[2] == 0 ? poly[1] : 0;
}

static bool atomChanges(const Digit *d, const int64_t **at) {
  int64_t kind = *(*at)++;
  if (kind == SYM_ATOM_SYMBOL)
    return strRefEqual(d->whole->symbols[*(*at)++], d->iterator);
  bool changes = polyChanges(d, at);
  int64_t literal = literalAt(*at);
  changes |= polyChanges(d, at);
  return changes && !(kind == SYM_ATOM_FLOORDIV && literal >= d->to) &&
         !(kind == SYM_ATOM_MOD && literal > 0 && literal <= d->from);
}

static bool polyChanges(const Digit *d, const int64_t **at) {
  bool changes = false;
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at; // the coefficient
    for (int64_t factors = *(*at)++; factors > 0; --factors)
      changes |= atomChanges(d, at);
  }
  return changes;
}

/// Does an index change with the iterator's digit `i mod to floordiv from`?
static bool changesWith(const SymExpr *exprs, intptr_t count, StrRef iterator,
                        int64_t from, int64_t to) {
  bool changes = false;
  for (intptr_t i = 0; i < count; ++i) {
    const int64_t *at = exprs[i].code;
    Digit digit = {&exprs[i], iterator, from, to};
    changes |= polyChanges(&digit, &at);
  }
  return changes;
}

bool ruleSharesRuns(Rules *r, const RuleCompute *c, intptr_t iterator,
                    const int64_t *runs, intptr_t count) {
  if (count < 2 || runs[count - 2] / runs[count - 1] > r->limits.mostShared)
    return false;
  MlirBlock body = scheduleBody(c->op);
  SymExpr symbol =
      scheduleSymbolOf(&r->scheduler, mlirBlockGetArgument(body, iterator));
  bool shares = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!tirIsLoad(op))
      continue;
    intptr_t number;
    SymExpr *exprs = scheduleExprs(&r->scheduler, op, &number);
    shares |=
        changesWith(exprs, number, symbol.symbols[0], 1, runs[count - 1]) &&
        !changesWith(exprs, number, symbol.symbols[0], runs[count - 1],
                     runs[count - 2]);
  }
  return shares;
}

void ruleSplitRuns(Rules *r, const RuleCompute *c, MlirValue loop,
                   MlirValue row, MlirValue column) {
  int64_t runs[RULE_MAX_RUNS];
  intptr_t last = c->count - 1, count = ruleRunsOf(r, c, last, runs);
  MlirValue outer, order[RULE_MAX_RUNS];
  for (intptr_t i = 0; i < count; ++i)
    ruleSplit(r, loop, runs[i], false, &outer, &loop);
  if (!ruleSharesRuns(r, c, last, runs, count))
    return;
  count = 0;
  order[count++] = loop;
  order[count++] = outer;
  if (row.ptr)
    order[count++] = row;
  order[count++] = column;
  ruleReassociate(r, order, count);
  ruleUnroll(r, outer);
}
