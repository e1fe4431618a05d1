//===- Initialised.c - what is read of local memory was written -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A read is covered by a write in front of it, in the same round of the loops
// around both, if the iterators of the loops around the write alone have values
// in their bounds for which it goes to the element that is read. Each is looked
// for in a dimension where the index of the write is the iterator and something
// that is known already. A write that goes to a part of what is read (a piece
// of a concatenation) leaves the rest to others: where one inequality is
// missing, they have to cover what is read where it does not hold.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>

/// An iterator of a loop around the write alone.
typedef struct Free {
  StrRef name;
  SymExpr iterator, lower, upper;
  SymExpr value; // where the element is written
  bool known;
} Free;

typedef struct Cover {
  IndexFacts *facts;
  const BoundsAccess *write, *read;
  SymFactBase *base; // what holds at the read
  Free *free;        // stb_ds
  bool misses;       // covered only where `small <= large`
  SymExpr small, large;
} Cover;

static bool boundsOf(Cover *c, MlirOperation loop, intptr_t i,
                     MlirAttribute lower, MlirAttribute upper) {
  Free it = {.known = false};
  MlirValue iterator = mlirBlockGetArgument(opBody(loop, 0), i);
  it.name =
      symOperandName(c->facts->arena, indexValueNumber(c->facts, iterator));
  it.iterator = indexValueExpr(c->facts, iterator);
  bool good = indexOperandExpr(c->facts, loop,
                               mlirArrayAttrGetElement(lower, i), &it.lower) &&
              indexOperandExpr(c->facts, loop,
                               mlirArrayAttrGetElement(upper, i), &it.upper) &&
              indexFollow(c->facts, it.lower, &it.lower) &&
              indexFollow(c->facts, it.upper, &it.upper);
  if (good)
    arrput(c->free, it);
  return good;
}

/// The loops around the write that are not around the read. False if one of
/// them may leave it out.
static bool collectFree(Cover *c) {
  for (MlirOperation op = mlirOperationGetParentOperation(c->write->op);
       !boundsIsInside(c->read->op, op);
       op = mlirOperationGetParentOperation(op)) {
    bool compute = tirIsCompute(op);
    if (tirIsSpecialize(op))
      continue;
    if (!compute && !tirIsFor(op))
      return false;
    intptr_t count = mlirBlockGetNumArguments(opBody(op, 0));
    // A reduction initialises its targets whatever its own iterators do.
    for (intptr_t i = 0; i < count; ++i)
      if (!(compute && tirIsReduce(c->write->op) && boundsIsReduce(op, i)) &&
          !boundsOf(c, op, i,
                    compute ? tirComputeGetLower(op) : tirForGetLower(op),
                    compute ? tirComputeGetUpper(op) : tirForGetUpper(op)))
        return false;
  }
  return true;
}

/// `expr` with the iterators that are known.
static bool putIn(Cover *c, SymExpr expr, SymExpr *out) {
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

static bool uses(SymExpr expr, StrRef name) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (strRefEqual(expr.symbols[i], name))
      return true;
  return false;
}

/// The only iterator in `expr` that is not known; NULL if there are more.
static Free *onlyUnknown(Cover *c, SymExpr expr) {
  Free *found = NULL;
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i)
    if (!c->free[i].known && uses(expr, c->free[i].name)) {
      if (found)
        return NULL;
      found = &c->free[i];
    }
  return found;
}

/// Looks for iterators in one dimension; true if one was found.
static bool solve(Cover *c, intptr_t d) {
  Arena *arena = c->facts->arena;
  SymExpr expr, rest;
  if (!putIn(c, c->write->exprs[d], &expr))
    return false;
  Free *it = onlyUnknown(c, expr);
  if (!it ||
      symExprSub(arena, expr, symExprSymbol(arena, it->name), &rest) !=
          SYM_OK ||
      uses(rest, it->name) ||
      symExprSub(arena, c->read->exprs[d], rest, &it->value) != SYM_OK)
    return false;
  it->known = true;
  return true;
}

static bool holds(Cover *c, SymExpr small, SymExpr large) {
  return symAskAtMost(c->base, indexNamePanels(c->facts, small),
                      indexNamePanels(c->facts, large)) == SYM_YES;
}

/// The first that is not known is missing.
static bool holdsOrMisses(Cover *c, SymExpr small, SymExpr large) {
  if (holds(c, small, large))
    return true;
  bool first = !c->misses;
  c->misses = true;
  c->small = small;
  c->large = large;
  return first;
}

/// The iterator is in its bounds there; one that no index uses has a round.
static bool isInBounds(Cover *c, Free *it) {
  SymExpr at, lower, upper, next;
  if (!it->known) {
    it->known = true;
    it->value = symExprConst(c->facts->arena, 0); // a natural number, or
    if (symExprIsNonNegative(it->lower))          // what is added to `lower`
      it->value = it->lower;
  }
  return putIn(c, it->iterator, &at) && putIn(c, it->lower, &lower) &&
         putIn(c, it->upper, &upper) &&
         symExprAdd(c->facts->arena, at, symExprConst(c->facts->arena, 1),
                    &next) == SYM_OK &&
         holdsOrMisses(c, lower, at) && holdsOrMisses(c, next, upper);
}

static bool isSame(Cover *c, intptr_t d) {
  SymExpr at;
  return putIn(c, c->write->exprs[d], &at) &&
         (symExprEqual(at, c->read->exprs[d]) ||
          (holds(c, at, c->read->exprs[d]) && holds(c, c->read->exprs[d], at)));
}

static bool covers(Cover *c) {
  bool good = collectFree(c), more = good;
  while (more) {
    more = false;
    for (intptr_t d = 0; d < c->read->rank; ++d)
      more |= solve(c, d);
  }
  for (ptrdiff_t i = 0; i < arrlen(c->free) && good; ++i)
    good = isInBounds(c, &c->free[i]);
  for (intptr_t d = 0; d < c->read->rank && good; ++d)
    good = isSame(c, d);
  arrfree(c->free);
  return good;
}

/// What is missing does not hold.
static bool addRest(Cover *c, SymFact **facts) {
  SymExpr next;
  if (symExprAdd(c->facts->arena, c->large, symExprConst(c->facts->arena, 1),
                 &next) != SYM_OK)
    return false;
  arrput(*facts, factAtMost(indexNamePanels(c->facts, next),
                            indexNamePanels(c->facts, c->small)));
  symFactBaseDestroy(c->base);
  c->base = symFactBaseCreate(*facts, (size_t)arrlen(*facts));
  return true;
}

/// Does a write, or all that cover a part together, cover the read? `facts` are
/// those of the base.
static bool isCoveredBy(Cover *c, BoundsRun *run, size_t read,
                        SymFact **facts) {
  bool *used = ARENA_ARRAY(run->facts.arena, bool, read);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = read; i-- > 0;) {
      c->write = &run->accesses[i];
      c->misses = false;
      if (used[i] || c->write->kind != BOUNDS_WRITE ||
          !mlirValueEqual(c->write->buffer, c->read->buffer) || !covers(c))
        continue;
      if (!c->misses)
        return true;
      used[i] = more = true;
      if (!addRest(c, facts))
        return false;
    }
  }
  return false;
}

static bool isCovered(BoundsRun *run, size_t read) {
  Cover c = {.facts = &run->facts, .read = &run->accesses[read]};
  SymFact *all = NULL;
  for (ptrdiff_t i = 0; i < arrlen(run->facts.everywhere); ++i)
    arrput(all, run->facts.everywhere[i]);
  for (size_t i = 0; i < c.read->numFacts; ++i)
    arrput(all, c.read->facts[i]);
  c.base = symFactBaseCreate(all, (size_t)arrlen(all));
  bool covered = isCoveredBy(&c, run, read, &all);
  arrfree(all);
  symFactBaseDestroy(c.base);
  return covered;
}

MlirOperation boundsReadUnwritten(BoundsRun *run, MlirValue buffer) {
  for (size_t i = 0; i < arrlenu(run->accesses); ++i)
    if (run->accesses[i].kind != BOUNDS_WRITE &&
        mlirValueEqual(run->accesses[i].buffer, buffer) && !isCovered(run, i))
      return run->accesses[i].op;
  return (MlirOperation){NULL};
}
