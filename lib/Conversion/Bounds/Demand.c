//===- Demand.c - what has to hold for an access --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

static void printEnd(int64_t value, StrBuf *out) {
  if (value == INT64_MIN || value == INT64_MAX)
    strBufAppendC(out, "?");
  else
    strBufAppendFormat(out, "%lld", (long long)value);
}

StrRef boundsNameOf(MlirValue buffer) {
  if (tirIsAlloc(bridgeDefiner(buffer)))
    return tirAllocGetName(mlirOpResultGetOwner(buffer));
  return bridgeLocationName(mlirValueGetLocation(buffer));
}

/// "index 1 of 'X': expected at most 'n - 1', got '%i + 1' (1 to ?)"
static void printDemand(BoundsRun *run, const BoundsDemand *demand, bool high,
                        StrBuf *out) {
  SymExpr asked = high ? demand->small : demand->large;
  SymExpr bound = high ? demand->large : demand->small;
  SymExpr followed = asked;
  int64_t least, most;
  (void)indexFollow(&run->facts, asked, &followed);
  indexFactsRange(&run->facts, followed, &least, &most);
  if (demand->what)
    strBufAppendC(out, demand->what);
  else
    strBufAppendFormat(out, "index %ld of '%.*s'", (long)demand->dim,
                       (int)boundsNameOf(demand->buffer).length,
                       boundsNameOf(demand->buffer).data);
  strBufAppendFormat(out, ": expected at %s '", high ? "most" : "least");
  indexPrint(&run->facts, bound, out);
  strBufAppendC(out, "', got '");
  indexPrint(&run->facts, asked, out);
  strBufAppendC(out, "' (");
  printEnd(least, out);
  strBufAppendC(out, " to ");
  printEnd(most, out);
  strBufAppendC(out, ")");
}

/// What is asked in terms of what values are; false if numbers in it may leave
/// 64 bits, or it is too large.
static bool follow(IndexFacts *facts, const BoundsDemand *asked, SymFact *out) {
  SymExpr small, large;
  if (!indexFollow(facts, asked->small, &small) ||
      !indexFollow(facts, asked->large, &large) ||
      !indexPartsFit(facts, small) || !indexPartsFit(facts, large))
    return false;
  *out = factAtMost(small, large);
  return true;
}

/// Notes what is not proved; from then on it holds, for there is a check.
static void noteUnproved(BoundsRun *run, BoundsDemand asked, bool followed,
                         SymFact fact, bool high) {
  asked.wraps = !followed || !indexFits(&run->facts, fact.lhs, INDEX_MOST) ||
                !indexFits(&run->facts, fact.rhs, INDEX_MOST);
  StrBuf text = {0};
  printDemand(run, &asked, high, &text);
  if (run->mode == BOUNDS_REQUIRE)
    run->outcome = bridgeEmitOpError(asked.op, "%s", strBufText(&text));
  else if (run->mode == BOUNDS_REPORT)
    bridgeEmitRemark(mlirOperationGetLocation(asked.op), "checked: %s",
                     strBufText(&text));
  asked.text = arenaKeep(run->facts.arena, &text);
  if (!asked.wraps)
    indexFactsAddChecked(&run->facts, fact);
  arrput(run->unproved, asked);
}

bool boundsDemand(BoundsRun *run, BoundsDemand asked, bool high) {
  SymFact fact = {0};
  bool followed = follow(&run->facts, &asked, &fact);
  if (followed && indexFactsProve(&run->facts, fact))
    return true;
  noteUnproved(run, asked, followed, fact, high);
  return false;
}

/// Divisors in an expression of `op`.
void boundsDemandDivisors(BoundsRun *run, MlirOperation op, SymExpr expr) {
  SymExpr *divisors;
  size_t count = symExprDivisors(run->facts.arena, expr, &divisors);
  for (size_t i = 0; i < count; ++i) {
    BoundsDemand asked = {.op = op,
                          .small = symExprConst(run->facts.arena, 1),
                          .large = divisors[i],
                          .reason = "division by zero",
                          .what = "divisor"};
    boundsDemand(run, asked, false);
  }
}

/// `0 <= index <= last`. Sums that may leave 64 bits are right if both is
/// proved; else both is checked of what the machine computes.
static bool demandIndex(BoundsRun *run, BoundsDemand asked, SymExpr index,
                        SymExpr last) {
  IndexFacts *facts = &run->facts;
  BoundsDemand least = asked, most = asked;
  SymFact low = {0}, high = {0};
  least.small = symExprConst(facts->arena, 0);
  least.large = index;
  most.small = index;
  most.large = last;
  bool good = follow(facts, &least, &low) && follow(facts, &most, &high);
  bool wraps = !good || !indexFits(facts, low.rhs, INDEX_MOST);
  bool isLeast = good && indexFactsProve(facts, low);
  if (!isLeast && !wraps)
    noteUnproved(run, least, true, low, false); // which may help the other
  bool isMost = good && (isLeast || !wraps) && indexFactsProve(facts, high);
  if (isLeast && isMost)
    return true;
  if (wraps)
    noteUnproved(run, least, false, low, false);
  if (wraps || !isMost)
    noteUnproved(run, most, !wraps, high, true);
  return false;
}

/// The indices of one access to one buffer.
bool boundsDemandAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                        MlirAttribute exprs, MlirOperation initialisedBy) {
  const MlirAttribute *dims;
  Arena *arena = run->facts.arena;
  SymExpr index, last;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  bool proved = true;
  for (intptr_t d = 0; d < rank; ++d) {
    BoundsDemand asked = {.op = op,
                          .initialisedBy = initialisedBy,
                          .reason = "index out of bounds",
                          .buffer = buffer,
                          .dim = d};
    if (!indexOperandExpr(&run->facts, op, mlirArrayAttrGetElement(exprs, d),
                          &index) ||
        symExprSub(arena, symExprOf(arena, dims[d]), symExprConst(arena, 1),
                   &last) != SYM_OK) {
      run->outcome = bridgeEmitOpError(op, "index %ld: %s", (long)d,
                                       symStatusText(SYM_TOO_LARGE));
      return false;
    }
    boundsDemandDivisors(run, op, index);
    proved &= demandIndex(run, asked, index, last);
  }
  return proved;
}

void boundsDemandExtents(BoundsRun *run, MlirOperation alloc) {
  const MlirAttribute *dims;
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr extent = symExprOf(run->facts.arena, dims[d]);
    if (extent.numSymbols == 0 || indexFits(&run->facts, extent, INDEX_MOST))
      continue;
    StrBuf text = {0};
    symExprPrint(extent, &text);
    StrRef name = boundsNameOf(buffer);
    run->outcome =
        bridgeEmitOpError(alloc, "extent '%s' of '%.*s' may leave 64 bits",
                          strBufText(&text), SPREAD(name));
    strBufFree(&text);
    return;
  }
}

void boundsDemandStep(BoundsRun *run, MlirOperation op) {
  MlirValue step = mlirOperationGetOperand(op, 2);
  if (!mlirTypeIsAIndex(mlirValueGetType(step)))
    return;
  intptr_t number = indexValueNumber(&run->facts, step);
  BoundsDemand asked = {.op = op,
                        .small = symExprConst(run->facts.arena, 1),
                        .large = symOperandExpr(run->facts.arena, number),
                        .reason = "index out of bounds",
                        .what = "step of a loop"};
  boundsDemand(run, asked, false);
}

static bool isConstantAboveZero(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return op.ptr && bridgeIsNamed(op, "arith.constant") &&
         mlirIntegerAttrGetValueInt(bridgeInherent(op, "value")) > 0;
}

/// Steps of a loop of `scf` are asked about, too.
static MlirWalkResult findStep(MlirOperation op, void *userData) {
  MlirValue step = bridgeIsNamed(op, "scf.for") ? mlirOperationGetOperand(op, 2)
                                                : (MlirValue){NULL};
  bool *found = userData;
  *found = step.ptr && !isConstantAboveZero(step);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool boundsWereChecked(MlirOperation func) {
  bool found = false;
  mlirOperationWalk(func, findStep, &found, MlirWalkPreOrder);
  return !found && relaxIsLoweredTir(func);
}
