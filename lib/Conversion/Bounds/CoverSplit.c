//===- CoverSplit.c - which round of a split loop writes an element -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An index `factor * outer + inner` is reached in round `index floordiv factor`
// of the outer loop. Panels of balanced splits begin at `start(outer)`, each at
// most where the one before it ends, so that one of them has the element if the
// first begins at or before it and the last ends behind it: which one is a
// symbol, of which that is known.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Cover.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

void coverAssume(Cover *c, SymFact fact) {
  arrput(c->known, fact);
  if (c->base)
    symFactBaseDestroy(c->base);
  c->base = symFactBaseCreate(c->known, (size_t)arrlen(c->known));
}

/// `expr` with the iterators that are known.
bool coverPutIn(Cover *c, SymExpr expr, SymExpr *out) {
  Arena *arena = c->facts->arena;
  size_t count = 0, all = (size_t)arrlen(c->free);
  StrRef *names = ARENA_ARRAY(arena, StrRef, all);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, all);
  for (size_t i = 0; i < all; ++i) {
    if (!c->free[i].known)
      continue;
    names[count] = c->free[i].name;
    values[count++] = c->free[i].value;
  }
  return symExprSubstitute(arena, expr, names, values, count, out) == SYM_OK;
}

bool coverHolds(Cover *c, SymExpr small, SymExpr large) {
  return symAskAtMost(c->base, indexNamePanels(c->facts, small),
                      indexNamePanels(c->facts, large)) == SYM_YES;
}

static SymExpr freshSymbol(Cover *c) {
  StrRef name = arenaFormat(c->facts->arena, "$f%d", c->fresh++);
  return symExprSymbol(c->facts->arena, name);
}

//===----------------------------------------------------------------------===//
// Loops split by a factor
//===----------------------------------------------------------------------===//

/// The iterator with the largest factor; what is left of `expr` without those
/// that are not known.
static CoverFree *outermost(Cover *c, SymExpr expr, int64_t *factor,
                            SymExpr *rest) {
  Arena *arena = c->facts->arena;
  CoverFree *outer = NULL;
  SymExpr term;
  *factor = 1;
  *rest = expr;
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i) {
    CoverFree *it = &c->free[i];
    SymExpr symbol = symExprSymbol(arena, it->name);
    if (it->known || !symExprMentions(expr, it->name))
      continue;
    int64_t times = symExprCoefficient(arena, expr, symbol);
    if (times < 1 ||
        symExprMul(arena, symbol, symExprConst(arena, times), &term) !=
            SYM_OK ||
        symExprSub(arena, *rest, term, rest) != SYM_OK ||
        symExprMentions(*rest, it->name))
      return NULL;
    if (times > *factor) {
      *factor = times;
      outer = it;
    }
  }
  return outer;
}

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

/// No iterator in it is still to be found.
static bool isSettled(Cover *c, SymExpr expr, const CoverFree *but) {
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i)
    if (!c->free[i].known && &c->free[i] != but &&
        symExprMentions(expr, c->free[i].name))
      return false;
  return true;
}

static CoverFree *freeOf(Cover *c, SymExpr symbol) {
  StrRef name;
  if (!symExprIsSymbol(symbol, &name))
    return NULL;
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i)
    if (strRefEqual(c->free[i].name, name))
      return &c->free[i];
  return NULL;
}

/// Starts of panels of free loops are as free as these.
void coverAddPanels(Cover *c) {
  const IndexFacts *facts = c->facts;
  for (ptrdiff_t i = 0; i < arrlen(facts->panels); ++i) {
    CoverFree start = {.iterator = facts->panels[i].symbol,
                       .lower = symExprConst(facts->arena, 0),
                       .upper = symExprConst(facts->arena, 1),
                       .bounded = true};
    if (freeOf(c, facts->panels[i].outer) &&
        symExprIsSymbol(start.iterator, &start.name))
      arrput(c->free, start);
  }
}

/// `start <= target < start + size` in a round `round` of the outer loop, which
/// has `rounds` from 0 on.
static bool assumeRound(Cover *c, CoverFree *outer, SymExpr rounds,
                        SymExpr round, SymExpr start, SymExpr size,
                        SymExpr target) {
  Arena *arena = c->facts->arena;
  SymExpr one = symExprConst(arena, 1), end, after, next;
  if (symExprAdd(arena, start, size, &end) != SYM_OK ||
      symExprAdd(arena, target, one, &after) != SYM_OK ||
      symExprAdd(arena, round, one, &next) != SYM_OK)
    return false;
  coverAssume(c, factAtMost(next, rounds));
  coverAssume(c, factAtMost(start, target));
  coverAssume(c, factAtMost(after, end));
  outer->value = round;
  outer->known = true;
  return true;
}

static bool at(Cover *c, SymExpr expr, const CoverFree *it, SymExpr value,
               SymExpr *out) {
  return symExprSubstitute(c->facts->arena, expr, &it->name, &value, 1, out) ==
         SYM_OK;
}

/// Panels with a name, which are what a balanced split makes (IndexLoops.c).
static bool solveNamed(Cover *c, const IndexPanels *panels, SymExpr expr,
                       SymExpr target) {
  Arena *arena = c->facts->arena;
  CoverFree *outer = freeOf(c, panels->outer);
  SymExpr left, rounds, extent, after, size, upper;
  SymExpr one = symExprConst(arena, 1), zero = symExprConst(arena, 0);
  CoverFree *panel = freeOf(c, panels->symbol);
  if (!outer || !panel || outer->known || !symExprIs(outer->lower, 0) ||
      symExprCoefficient(arena, expr, panels->symbol) != 1 ||
      !coverPutIn(c, panels->size, &size) || !isSettled(c, size, outer) ||
      !symExprCeilDivParts(arena, size, &left, &rounds) ||
      symExprAdd(arena, left, panels->outer, &extent) != SYM_OK ||
      symExprAdd(arena, target, one, &after) != SYM_OK ||
      !coverPutIn(c, outer->upper, &upper) || !coverHolds(c, rounds, upper) ||
      !coverHolds(c, zero, target) || !coverHolds(c, after, extent))
    return false;
  SymExpr round = freshSymbol(c), start = freshSymbol(c);
  if (!at(c, size, outer, round, &size) ||
      symExprAdd(arena, start, one, &panel->upper) != SYM_OK ||
      !assumeRound(c, outer, rounds, round, start, size, target))
    return false;
  panel->value = panel->lower = start;
  panel->known = true;
  return true;
}

/// `start(outer) + inner`, where the next panel begins at most where one ends.
static bool solvePanels(Cover *c, CoverFree *outer, const CoverFree *inner,
                        SymExpr expr, SymExpr target) {
  Arena *arena = c->facts->arena;
  SymExpr one = symExprConst(arena, 1), zero = symExprConst(arena, 0);
  SymExpr start, size, rounds, first, last, here, next, end, after;
  SymExpr round = freshSymbol(c), later;
  if (!symExprIs(outer->lower, 0) || !symExprIs(inner->lower, 0) ||
      symExprSub(arena, expr, symExprSymbol(arena, inner->name), &start) !=
          SYM_OK ||
      !isSettled(c, start, outer) || !coverPutIn(c, inner->upper, &size) ||
      !isSettled(c, size, outer) || !coverPutIn(c, outer->upper, &rounds) ||
      !isSettled(c, rounds, NULL) || !at(c, start, outer, zero, &first) ||
      !at(c, start, outer, rounds, &last) ||
      !at(c, start, outer, round, &here) || !at(c, size, outer, round, &size) ||
      symExprAdd(arena, round, one, &later) != SYM_OK ||
      !at(c, start, outer, later, &next) ||
      symExprAdd(arena, here, size, &end) != SYM_OK ||
      symExprAdd(arena, target, one, &after) != SYM_OK)
    return false;
  SymFact isRound = factAtMost(later, rounds);
  return coverHolds(c, first, target) && coverHolds(c, after, last) &&
         symProve(arena, &isRound, 1, factAtMost(next, end), NULL) == SYM_YES &&
         assumeRound(c, outer, rounds, round, here, size, target);
}

static bool solveAnyPanels(Cover *c, SymExpr expr, SymExpr target) {
  for (ptrdiff_t i = 0; i < arrlen(c->facts->panels); ++i)
    if (solveNamed(c, &c->facts->panels[i], expr, target))
      return true;
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i)
    for (ptrdiff_t k = 0; k < arrlen(c->free); ++k) {
      CoverFree *outer = &c->free[i], *inner = &c->free[k];
      if (i != k && !outer->known && !inner->known &&
          symExprMentions(expr, outer->name) &&
          symExprCoefficient(c->facts->arena, expr,
                             symExprSymbol(c->facts->arena, inner->name)) ==
              1 &&
          solvePanels(c, outer, inner, expr, target))
        return true;
    }
  return false;
}

bool coverSolveOuter(Cover *c, intptr_t d, SymExpr expr) {
  Arena *arena = c->facts->arena;
  SymExpr target = c->read->exprs[d], rest;
  int64_t factor;
  CoverFree *outer = outermost(c, expr, &factor, &rest);
  if (!outer)
    return solveAnyPanels(c, expr, target);
  if (symExprSub(arena, target, rest, &target) != SYM_OK ||
      symExprFloorDiv(arena, target, symExprConst(arena, factor),
                      &outer->value) != SYM_OK)
    return false;
  outer->known = true;
  return true;
}
