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
#include "lib/Sym/CodeWalk.h"

#include <stb/stb_ds.h>

typedef struct Search {
  const SymExpr *whole; // has the symbols of all codes
  StrRef iterator;
  int64_t *literals; // stb_ds
} Search;

/// True if a factor uses the iterator. A divisor is noted.
static bool searchAtom(const SymAtom *atom, void *userData) {
  Search *s = userData;
  if (atom->kind == SYM_ATOM_SYMBOL)
    return strRefEqual(s->whole->symbols[atom->symbol], s->iterator);
  bool divides = atom->kind == SYM_ATOM_FLOORDIV || atom->kind == SYM_ATOM_MOD;
  if (atom->first && divides && atom->literal)
    arrput(s->literals, atom->literal);
  return atom->first || atom->second;
}

static void searchOperation(Rules *r, MlirOperation op, Search *search) {
  intptr_t count;
  SymExpr *exprs = scheduleExprs(&r->scheduler, op, &count);
  for (intptr_t i = 0; i < count; ++i) {
    const int64_t *at = exprs[i].code;
    search->whole = &exprs[i];
    symCodeAny(&at, searchAtom, search);
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
  MlirBlock body = bridgeBody(c->op);
  SymExpr symbol =
      scheduleSymbolOf(&r->scheduler, mlirBlockGetArgument(body, iterator));
  Search search = {.iterator = symbol.symbols[0]};
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);)
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

static bool atomChanges(const SymAtom *atom, void *userData) {
  const Digit *d = userData;
  if (atom->kind == SYM_ATOM_SYMBOL)
    return strRefEqual(d->whole->symbols[atom->symbol], d->iterator);
  return (atom->first || atom->second) &&
         !(atom->kind == SYM_ATOM_FLOORDIV && atom->literal >= d->to) &&
         !(atom->kind == SYM_ATOM_MOD && atom->literal > 0 &&
           atom->literal <= d->from);
}

/// Does an index change with the iterator's digit `i mod to floordiv from`?
static bool changesWith(const SymExpr *exprs, intptr_t count, StrRef iterator,
                        int64_t from, int64_t to) {
  bool changes = false;
  for (intptr_t i = 0; i < count; ++i) {
    const int64_t *at = exprs[i].code;
    Digit digit = {&exprs[i], iterator, from, to};
    changes |= symCodeAny(&at, atomChanges, &digit);
  }
  return changes;
}

bool ruleSharesRuns(Rules *r, const RuleCompute *c, intptr_t iterator,
                    const int64_t *runs, intptr_t count) {
  if (count < 2 || runs[count - 2] / runs[count - 1] > r->limits.mostShared)
    return false;
  MlirBlock body = bridgeBody(c->op);
  SymExpr symbol =
      scheduleSymbolOf(&r->scheduler, mlirBlockGetArgument(body, iterator));
  bool shares = false;
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);) {
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
