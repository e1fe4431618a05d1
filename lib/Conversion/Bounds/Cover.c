//===- Cover.c - does a write go where a read comes from? -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Bounds/Cover.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

/// In a round before the read's, the iterator of the loop is less.
static bool addFree(Cover *c, MlirOperation loop, intptr_t i) {
  CoverFree it = {.known = false};
  bool compute = tirIsCompute(loop);
  MlirAttribute lower =
      compute ? tirComputeGetLower(loop) : tirForGetLower(loop);
  MlirAttribute upper =
      compute ? tirComputeGetUpper(loop) : tirForGetUpper(loop);
  MlirValue iterator = bridgeArgument(loop, i);
  it.name =
      symOperandName(c->facts->arena, indexValueNumber(c->facts, iterator));
  it.iterator = indexValueExpr(c->facts, iterator);
  bool good = indexOperandExpr(c->facts, loop,
                               mlirArrayAttrGetElement(lower, i), &it.lower) &&
              indexOperandExpr(c->facts, loop,
                               mlirArrayAttrGetElement(upper, i), &it.upper) &&
              indexFollow(c->facts, it.lower, &it.lower) &&
              indexFollow(c->facts, it.upper, &it.upper);
  if (c->loop.ptr && mlirOperationEqual(loop, c->loop)) {
    it.upper = it.iterator;
    it.bounded = true; // by what the read's is: no name in it is the write's
  }
  if (good)
    arrput(c->free, it);
  return good;
}

static bool addCompute(Cover *c, MlirOperation op) {
  bool reduces = tirIsReduce(c->write->op);
  bool before = c->loop.ptr && mlirOperationEqual(op, c->loop);
  intptr_t count = bridgeNumArguments(op);
  // A reduction initialises its targets whatever its own iterators do. Rounds
  // of scans follow each other where the other iterators stay.
  for (intptr_t i = 0; i < count; ++i)
    if ((before ? tirComputeIsKind(op, i, "scan")
                : !(reduces && tirComputeIsKind(op, i, "reduce"))) &&
        !addFree(c, op, i))
      return false;
  return true;
}

/// The loops around the write that are not around the read, or up to the one
/// that goes on. False if one of them may leave it out.
static bool collectFree(Cover *c) {
  for (MlirOperation op = mlirOperationGetParentOperation(c->write->op);;
       op = mlirOperationGetParentOperation(op)) {
    bool last = c->loop.ptr && mlirOperationEqual(op, c->loop);
    if (!c->loop.ptr && bridgeIsInside(c->read->op, op))
      return true;
    if (tirIsSpecialize(op))
      continue;
    if (!tirIsCompute(op) && !tirIsFor(op))
      return false;
    if (tirIsCompute(op) ? !addCompute(c, op) : !addFree(c, op, 0))
      return false;
    if (last)
      return true;
  }
}

/// The only iterator in `expr` that is not known; `*more`: there are more.
static CoverFree *onlyUnknown(Cover *c, SymExpr expr, bool *more) {
  CoverFree *found = NULL;
  for (ptrdiff_t i = 0; i < arrlen(c->free); ++i)
    if (!c->free[i].known && symExprMentions(expr, c->free[i].name)) {
      *more |= found != NULL;
      found = &c->free[i];
    }
  return found;
}

/// Looks for iterators in one dimension; true if one was found.
static bool solve(Cover *c, intptr_t d) {
  Arena *arena = c->facts->arena;
  SymExpr expr, rest;
  bool more = false;
  if (!coverPutIn(c, c->exprs[d], &expr))
    return false;
  CoverFree *it = onlyUnknown(c, expr, &more);
  if (it && more)
    return coverSolveOuter(c, d, expr);
  if (!it ||
      symExprSub(arena, expr, symExprSymbol(arena, it->name), &rest) !=
          SYM_OK ||
      symExprMentions(rest, it->name) ||
      symExprSub(arena, c->read->exprs[d], rest, &it->value) != SYM_OK)
    return false;
  it->known = true;
  return true;
}

/// The first that is not known is missing.
static bool holdsOrMisses(Cover *c, SymExpr small, SymExpr large) {
  if (coverHolds(c, small, large))
    return true;
  bool first = !c->misses;
  c->misses = true;
  c->small = small;
  c->large = large;
  return first;
}

/// The iterator is in its bounds there; one that no index uses has a round.
static bool isInBounds(Cover *c, CoverFree *it) {
  SymExpr at, lower, upper = it->upper, next;
  if (!it->known) {
    it->known = true;
    it->value = symExprConst(c->facts->arena, 0); // a natural number, or
    if (symExprIsNonNegative(it->lower))          // what is added to `lower`
      it->value = it->lower;
  }
  return coverPutIn(c, it->iterator, &at) && coverPutIn(c, it->lower, &lower) &&
         (it->bounded || coverPutIn(c, it->upper, &upper)) &&
         symExprAdd(c->facts->arena, at, symExprConst(c->facts->arena, 1),
                    &next) == SYM_OK &&
         holdsOrMisses(c, lower, at) && holdsOrMisses(c, next, upper);
}

static bool isSame(Cover *c, intptr_t d) {
  SymExpr at, read = c->read->exprs[d];
  return coverPutIn(c, c->exprs[d], &at) &&
         (symExprEqual(at, read) ||
          (holdsOrMisses(c, at, read) && holdsOrMisses(c, read, at)));
}

static bool covers(Cover *c) {
  bool good = collectFree(c), more = good;
  if (good)
    coverAddPanels(c);
  while (more) {
    more = false;
    for (intptr_t d = 0; d < c->read->rank; ++d)
      more |= solve(c, d);
  }
  for (ptrdiff_t i = 0; i < arrlen(c->free) && good; ++i)
    good = isInBounds(c, &c->free[i]);
  for (intptr_t d = 0; d < c->read->rank && good; ++d)
    good = isSame(c, d);
  return good;
}

bool coverTry(Cover *c, const BoundsAccess *write, MlirOperation loop) {
  c->write = write;
  c->loop = loop;
  c->misses = false;
  c->free = NULL;
  c->exprs = ARENA_ARRAY(c->facts->arena, SymExpr, c->read->rank);
  for (intptr_t d = 0; d < c->read->rank; ++d)
    c->exprs[d] = indexNamePanels(c->facts, write->exprs[d]);
  bool good = covers(c);
  arrfree(c->free);
  return good;
}
