//===- Region.c - the part of a buffer that a loop's body touches ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Per dimension: where it starts and how far it goes, in values from outside of
// the body. Index expressions are linear in the iterators inside of the body,
// once iterators of one split that both lie inside are joined again; then the
// start takes every iterator at its lower bound, and the extent adds what each
// can contribute. Starts of several accesses differ by constants.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

/// The range of an iterator symbol inside of the body.
typedef struct Range {
  SymExpr symbol, lower, upper;
} Range;

typedef struct Inference {
  Scheduler *s;
  MlirOperation loop, at; // the access's operation
  Range *ranges;          // stb_ds
  bool gaps;              // elements between those that it touches
} Inference;

static bool usesSymbol(SymExpr expr, SymExpr symbol) {
  for (size_t k = 0; k < expr.numSymbols; ++k)
    if (strRefEqual(expr.symbols[k], symbol.symbols[0]))
      return true;
  return false;
}

static bool replaceSymbol(Inference *in, SymExpr *expr, SymExpr symbol,
                          SymExpr by) {
  return symExprSubstitute(in->s->arena, *expr, symbol.symbols, &by, 1, expr) ==
         SYM_OK;
}

static Range *rangeOf(Inference *in, SymExpr symbol) {
  for (ptrdiff_t i = 0; i < arrlen(in->ranges); ++i)
    if (symExprEqual(in->ranges[i].symbol, symbol))
      return &in->ranges[i];
  return NULL;
}

/// Ranges of all iterators between `op` and the loop.
static void takeRanges(Inference *in, MlirOperation op) {
  for (MlirOperation at = mlirOperationGetParentOperation(op);
       !mlirOperationEqual(at, in->loop);
       at = mlirOperationGetParentOperation(at)) {
    if (!tirIsFor(at) && !tirIsCompute(at))
      continue;
    intptr_t count;
    SymExpr *bounds = scheduleExprs(in->s, at, &count);
    for (intptr_t i = 0; i < count / 2; ++i) {
      Range range = {scheduleSymbolOf(in->s, bridgeArgument(at, i)), bounds[i],
                     bounds[count / 2 + i]};
      arrput(in->ranges, range);
    }
  }
}

/// Puts the iterator that was split in the place of `value`: inner = old -
/// (value - inner), then `outer` cancels. False if it does not.
static bool joinSplit(Inference *in, const ScheduleSplit *split, SymExpr value,
                      SymExpr *expr) {
  Arena *arena = in->s->arena;
  SymExpr start, inner, joined = *expr;
  if (symExprSub(arena, value, split->inner, &start) != SYM_OK ||
      symExprSub(arena, split->old, start, &inner) != SYM_OK ||
      !replaceSymbol(in, &joined, split->inner, inner) ||
      usesSymbol(joined, split->outer))
    return false;
  *expr = joined;
  return true;
}

/// Joins splits whose loops both lie inside: the newest first, so that what was
/// split twice is joined twice.
static void joinSplits(Inference *in, SymExpr *expr) {
  Scheduler *s = in->s;
  for (ptrdiff_t i = arrlen(s->splits) - 1; i >= 0; --i) {
    ScheduleSplit *split = &s->splits[i];
    if (!rangeOf(in, split->outer) || !rangeOf(in, split->inner))
      continue;
    if (!rangeOf(in, split->old)) {
      Range range = {split->old, split->lower, split->upper};
      arrput(in->ranges, range);
    }
    if (!joinSplit(in, split, split->value, expr)) {
      // What is known at the access has made its index simpler.
      SymExpr simple = scheduleSimplify(s, in->at, *expr);
      if (joinSplit(in, split, scheduleSimplify(s, in->at, split->value),
                    &simple))
        *expr = simple;
    }
  }
}

/// Adds what one iterator contributes; false if that is not linear.
static bool takeIterator(Inference *in, const Range *range, SymExpr *start,
                         SymExpr *extent) {
  Arena *arena = in->s->arena;
  SymExpr one = symExprConst(arena, 1), next = *start, moved, step, last;
  int64_t coefficient;
  if (!usesSymbol(*start, range->symbol))
    return true;
  if (symExprAdd(arena, range->symbol, one, &moved) != SYM_OK ||
      !replaceSymbol(in, &next, range->symbol, moved) ||
      symExprSub(arena, next, *start, &step) != SYM_OK ||
      !symExprIsConst(step, &coefficient) || coefficient < 0)
    return false;
  in->gaps |= coefficient > 1;
  SymExpr rounds;
  return replaceSymbol(in, start, range->symbol, range->lower) &&
         symExprSub(arena, range->upper, range->lower, &rounds) == SYM_OK &&
         symExprSub(arena, rounds, one, &last) == SYM_OK &&
         symExprMul(arena, last, step, &last) == SYM_OK &&
         symExprAdd(arena, *extent, last, extent) == SYM_OK;
}

/// Start and extent of one index expression.
static bool inferDim(Inference *in, SymExpr expr, SymExpr *start,
                     SymExpr *extent) {
  joinSplits(in, &expr);
  *start = expr;
  *extent = symExprConst(in->s->arena, 1);
  // Inner iterators first: the bounds of a loop may use those around it.
  for (ptrdiff_t i = 0; i < arrlen(in->ranges); ++i)
    if (!takeIterator(in, &in->ranges[i], start, extent))
      return false;
  for (ptrdiff_t i = 0; i < arrlen(in->ranges); ++i)
    if (usesSymbol(*start, in->ranges[i].symbol) ||
        usesSymbol(*extent, in->ranges[i].symbol))
      return false;
  return true;
}

static MlirLogicalResult refuse(Inference *in, const ScheduleAccess *access,
                                intptr_t dim) {
  StrRef name = scheduleBufferName(access->buffer);
  StrRef loop = scheduleNameOf(in->loop);
  return scheduleError(
      in->s,
      "index '%s' of '%.*s' (dimension %ld) has no region in loop '%.*s' that "
      "starts and ends at an expression",
      scheduleText(in->s, access->exprs[dim]), SPREAD(name), (long)dim,
      SPREAD(loop));
}

/// Takes one more range into dimension `d`: its start differs by a constant,
/// and one of the ends is known to be the last.
static bool unite(Inference *in, const Facts *facts, ScheduleRegion *region,
                  intptr_t d, SymExpr start, SymExpr extent) {
  Arena *arena = in->s->arena;
  SymExpr difference, more;
  int64_t behind;
  if (symExprSub(arena, start, region->start[d], &difference) != SYM_OK ||
      !symExprIsConst(difference, &behind) || behind == INT64_MIN)
    return false;
  more = symExprConst(arena, behind < 0 ? -behind : behind);
  if (behind < 0) {
    region->start[d] = start;
    if (symExprAdd(arena, region->extent[d], more, &region->extent[d]) !=
        SYM_OK)
      return false;
  } else if (symExprAdd(arena, extent, more, &extent) != SYM_OK) {
    return false;
  }
  if (factsAtMost(facts, region->extent[d], extent))
    region->extent[d] = extent;
  else if (!factsAtMost(facts, extent, region->extent[d]))
    return false;
  return true;
}

/// Joins the region of one access into `region`. What holds where the access
/// is says nothing of the others: its loops may have no rounds.
static MlirLogicalResult take(Inference *in, const ScheduleAccess *access,
                              ScheduleRegion *region, bool first) {
  Facts facts =
      scheduleFactsAt(in->s, mlirBlockGetFirstOperation(bridgeBody(in->loop)));
  for (intptr_t d = 0; d < access->rank; ++d) {
    SymExpr start, extent;
    if (!inferDim(in, access->exprs[d], &start, &extent))
      return refuse(in, access, d);
    if (first) {
      region->start[d] = start;
      region->extent[d] = extent;
    } else if (!unite(in, &facts, region, d, start, extent)) {
      return refuse(in, access, d);
    }
  }
  region->gaps |= access->writes && in->gaps;
  region->read |= access->reads;
  region->written |= access->writes;
  return mlirLogicalResultSuccess();
}

/// Some loop around it has no rounds: what is known there is worth nothing.
static bool neverRuns(Inference *in) {
  Facts facts =
      scheduleFactsAt(in->s, mlirBlockGetFirstOperation(bridgeBody(in->loop)));
  for (ptrdiff_t i = 0; i < arrlen(in->ranges); ++i)
    if (factsAtMost(&facts, in->ranges[i].upper, in->ranges[i].lower))
      return true;
  return false;
}

MlirLogicalResult scheduleRegionOf(Scheduler *s, MlirOperation loop,
                                   MlirOperation within, MlirValue buffer,
                                   ScheduleRegion *region) {
  const MlirAttribute *dims;
  *region = (ScheduleRegion){
      .rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims)};
  region->start = ARENA_ARRAY(s->arena, SymExpr, region->rank);
  region->extent = ARENA_ARRAY(s->arena, SymExpr, region->rank);
  ScheduleAccess *accesses = scheduleAccesses(s, within);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool first = true;
  for (ptrdiff_t a = 0;
       a < arrlen(accesses) && mlirLogicalResultIsSuccess(outcome); ++a) {
    if (!mlirValueEqual(accesses[a].buffer, buffer))
      continue;
    Inference in = {.s = s, .loop = loop, .at = accesses[a].op};
    takeRanges(&in, accesses[a].op);
    if (neverRuns(&in)) {
      arrfree(in.ranges);
      continue;
    }
    if (tirIsLoad(accesses[a].op) && tirLoadGetPad(accesses[a].op).ptr)
      outcome = scheduleError(s, "load with padding has no region");
    else
      outcome = take(&in, &accesses[a], region, first);
    arrfree(in.ranges);
    first = false;
  }
  arrfree(accesses);
  if (first && mlirLogicalResultIsSuccess(outcome)) {
    StrRef name = scheduleBufferName(buffer), loopName = scheduleNameOf(loop);
    return scheduleError(s, "loop '%.*s' does not use '%.*s'", SPREAD(loopName),
                         SPREAD(name));
  }
  return outcome;
}
