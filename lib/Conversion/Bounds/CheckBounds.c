//===- CheckBounds.c - the pass tir-check-bounds --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Bounds/CheckBounds.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Sym/Operand.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

enum { OPTION_BOUNDS };
enum { COUNT_PROVED, COUNT_CHECKED };

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static void visitBlock(BoundsRun *w, MlirBlock block);

static void demandAccess(BoundsRun *w, MlirOperation op, MlirValue buffer,
                         MlirAttribute exprs, MlirOperation initialisedBy) {
  if (boundsDemandAccess(w, op, buffer, exprs, initialisedBy))
    ++w->proved;
  else
    ++w->checked;
}

/// Data in a bound of a loop: far from 64 bits, if sums with them are right
/// then.
static void narrow(BoundsRun *w, MlirOperation op, SymExpr expr) {
  Arena *arena = w->facts.arena;
  SymExpr followed;
  if (!indexFollow(&w->facts, expr, &followed) ||
      indexFits(&w->facts, followed, INDEX_WIDE) ||
      !indexFits(&w->facts, followed, INDEX_MOST))
    return;
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    SymExpr value = symExprSymbol(arena, expr.symbols[i]);
    BoundsDemand asked = {.op = op,
                          .reason = "index out of bounds",
                          .what = "bound of a loop",
                          .small = symExprConst(arena, -(int64_t)INDEX_MOST),
                          .large = value};
    if (symOperandNumber(expr.symbols[i]) < 0 ||
        !indexFollow(&w->facts, value, &followed) ||
        !indexIsWide(&w->facts, followed))
      continue;
    boundsDemand(w, asked, false);
    asked.small = value;
    asked.large = symExprConst(arena, (int64_t)INDEX_MOST);
    boundsDemand(w, asked, true);
  }
}

/// Enters an iterator of a loop or compute.
static void enter(BoundsRun *w, MlirOperation op, intptr_t i,
                  MlirAttribute lower, MlirAttribute upper) {
  SymExpr low, high;
  if (indexOperandExpr(&w->facts, op, mlirArrayAttrGetElement(lower, i),
                       &low) &&
      indexOperandExpr(&w->facts, op, mlirArrayAttrGetElement(upper, i),
                       &high)) {
    boundsDemandDivisors(w, op, low);
    boundsDemandDivisors(w, op, high);
    narrow(w, op, low);
    narrow(w, op, high);
    if (indexFollow(&w->facts, low, &low) &&
        indexFollow(&w->facts, high, &high))
      indexFactsAddIterator(&w->facts, bridgeArgument(op, i), low, high);
  }
}

static void visitReduce(BoundsRun *w, MlirOperation op,
                        MlirOperation initialisedBy) {
  bool initialises = initialisedBy.ptr && !tirComputeGetUpdate(initialisedBy);
  for (intptr_t t = 0, e = tirReduceGetNumBuffers(op); t < e; ++t) {
    boundsNoteAccess(w, op, tirReduceGetBuffers(op, t),
                     mlirArrayAttrGetElement(tirReduceGetExprs(op), t),
                     initialises ? BOUNDS_WRITE : BOUNDS_UPDATE);
    demandAccess(w, op, tirReduceGetBuffers(op, t),
                 mlirArrayAttrGetElement(tirReduceGetExprs(op), t),
                 initialisedBy);
  }
}

/// Reductions of a compute initialise their targets, or read what was there,
/// also where there is nothing to combine: then without the facts of reduce
/// iterators.
static void visitCompute(BoundsRun *w, MlirOperation op) {
  size_t mark = indexFactsMark(&w->facts);
  MlirBlock body = bridgeBody(op);
  intptr_t count = mlirBlockGetNumArguments(body);
  for (int reduce = 0; reduce < 2; ++reduce) {
    for (intptr_t i = 0; i < count; ++i)
      if (tirComputeIsKind(op, i, "reduce") == (reduce != 0))
        enter(w, op, i, tirComputeGetLower(op), tirComputeGetUpper(op));
    for (MlirOperation at = {NULL}; !reduce && bridgeAdvance(body, &at);)
      if (tirIsReduce(at))
        visitReduce(w, at, op);
  }
  visitBlock(w, body);
  indexFactsRewind(&w->facts, mark);
}

static bool isParallel(MlirOperation op) {
  return strRefIs(tirForGetKind(op), "parallel");
}

static void visitFor(BoundsRun *w, MlirOperation op) {
  size_t mark = indexFactsMark(&w->facts), first = arrlenu(w->accesses);
  enter(w, op, 0, tirForGetLower(op), tirForGetUpper(op));
  visitBlock(w, bridgeBody(op));
  indexFactsRewind(&w->facts, mark);
  MlirValue shared =
      isParallel(op) ? boundsSharedBuffer(w, op, first) : (MlirValue){NULL};
  if (!shared.ptr)
    return;
  static const char why[] = "parallel rounds are not known to use different "
                            "elements of '%.*s', which they write";
  StrRef name = boundsNameOf(shared);
  if (w->mode == BOUNDS_REQUIRE)
    w->outcome = bridgeEmitOpError(op, why, SPREAD(name));
  else if (w->mode == BOUNDS_REPORT)
    bridgeEmitRemark(mlirOperationGetLocation(op), why, SPREAD(name));
  tirForSetKind(op, strRefFromC("serial"));
}

/// In the arms the expression has one of the values; with a single one and no
/// other body nobody asks.
static void visitSpecialize(BoundsRun *w, MlirOperation op) {
  size_t mark = indexFactsMark(&w->facts);
  Arena *arena = w->facts.arena;
  MlirAttribute values = tirSpecializeGetValues(op);
  intptr_t count = mlirDenseArrayGetNumElements(values);
  SymExpr expr;
  bool only = tirSpecializeGetOnly(op) &&
              indexOperandExpr(&w->facts, op, tirSpecializeGetExpr(op), &expr);
  if (only && count >= 1) {
    SymExpr first = symExprConst(arena, mlirDenseI64ArrayGetElement(values, 0));
    SymExpr last =
        symExprConst(arena, mlirDenseI64ArrayGetElement(values, count - 1));
    SymExpr followed;
    boundsDemandDivisors(w, op, expr);
    if (indexFollow(&w->facts, expr, &followed))
      indexFactsAddPanels(&w->facts, followed);
    BoundsDemand asked = {.op = op,
                          .small = first,
                          .large = expr,
                          .reason = "shapes do not fit",
                          .what = "expression"};
    boundsDemand(w, asked, false);
    asked.small = expr;
    asked.large = last;
    boundsDemand(w, asked, true);
  }
  visitBlock(w, bridgeBody(op));
  indexFactsRewind(&w->facts, mark);
}

static void visitIf(BoundsRun *w, MlirOperation op) {
  for (intptr_t r = 0; r < 2; ++r) {
    size_t mark = indexFactsMark(&w->facts);
    MlirBlock block = bridgeBlock(op, r);
    indexFactsAssume(&w->facts, mlirOperationGetOperand(op, 0), r == 0);
    if (block.ptr)
      visitBlock(w, block);
    indexFactsRewind(&w->facts, mark);
  }
}

/// Behind a check that fails a round does nothing; a loop that goes on as long
/// as its own values say would not end.
static bool refusedInWhile(BoundsRun *w, MlirOperation op) {
  for (MlirOperation at = op; at.ptr && !tirIsFunc(at);
       at = mlirOperationGetParentOperation(at))
    if (bridgeIsNamed(at, "scf.while")) {
      w->outcome = bridgeEmitOpError(
          op, "in 'scf.while' expected no check: one that fails would not end "
              "the loop");
      return true;
    }
  return false;
}

static void visitOp(BoundsRun *w, MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (tirIsFor(op)) {
    visitFor(w, op);
  } else if (tirIsCompute(op)) {
    visitCompute(w, op);
  } else if (tirIsSpecialize(op)) {
    visitSpecialize(w, op);
  } else if (tirIsLoad(op)) {
    boundsNoteAccess(w, op, tirLoadGetBuffer(op), tirLoadGetExprs(op),
                     BOUNDS_READ);
    boundsNoteRow(w, op);
    if (!tirLoadGetPad(op).ptr)
      demandAccess(w, op, tirLoadGetBuffer(op), tirLoadGetExprs(op),
                   (MlirOperation){NULL});
    else
      ++w->proved;
  } else if (tirIsStore(op)) {
    boundsNoteAccess(w, op, tirStoreGetBuffer(op), tirStoreGetExprs(op),
                     BOUNDS_WRITE);
    demandAccess(w, op, tirStoreGetBuffer(op), tirStoreGetExprs(op),
                 (MlirOperation){NULL});
  } else if (tirIsReduce(op)) {
    if (!tirIsCompute(parent))
      visitReduce(w, op, (MlirOperation){NULL});
  } else if (tirIsAlloc(op)) {
    boundsDemandExtents(w, op);
    indexFactsAddBuffer(&w->facts, mlirOperationGetResult(op, 0));
    arrput(w->allocs, op);
  } else if (tirIsCheck(op)) {
    if (tirCheckGetStops(op) && !refusedInWhile(w, op)) {
      indexFactsAssume(&w->facts, tirCheckGetCondition(op), true);
      boundsAssumeRows(w, tirCheckGetCondition(op));
    }
  } else if (bridgeIsNamed(op, "scf.if")) {
    visitIf(w, op);
  } else {
    if (bridgeIsNamed(op, "scf.for"))
      boundsDemandStep(w, op);
    for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
      for (MlirBlock b = bridgeBlock(op, r); b.ptr;
           b = mlirBlockGetNextInRegion(b))
        visitBlock(w, b);
  }
}

static void visitBlock(BoundsRun *w, MlirBlock block) {
  size_t mark = indexFactsMark(&w->facts), rows = arrlenu(w->rows);
  for (MlirOperation op = {NULL};
       mlirLogicalResultIsSuccess(w->outcome) && bridgeAdvance(block, &op);)
    visitOp(w, op);
  indexFactsRewind(&w->facts, mark);
  if (w->rows)
    arrsetlen(w->rows, rows);
}

static void insertChecks(BoundsRun *w) {
  for (ptrdiff_t i = 0;
       i < arrlen(w->unproved) && mlirLogicalResultIsSuccess(w->outcome); ++i)
    if (!refusedInWhile(w, w->unproved[i].op) &&
        !boundsInsertCheck(&w->facts, &w->unproved[i]))
      w->outcome = bridgeEmitOpError(w->unproved[i].op, "index: %s",
                                     symStatusText(SYM_TOO_LARGE));
}

MlirLogicalResult relaxCheckBounds(MlirOperation func, Arena *arena,
                                   BoundsMode mode, uint64_t *proved,
                                   uint64_t *checked) {
  BoundsRun w = {.mode = mode, .outcome = mlirLogicalResultSuccess()};
  if (!bridgeBody(func).ptr || // a declaration
      boundsWereChecked(func))
    return w.outcome;
  indexFactsBegin(&w.facts, arena, func);
  w.facts.mayCheck = mode != BOUNDS_REQUIRE;
  visitBlock(&w, bridgeBody(func));
  if (mlirLogicalResultIsSuccess(w.outcome))
    insertChecks(&w);
  if (mlirLogicalResultIsSuccess(w.outcome))
    boundsInsertEntry(&w, func);
  boundsFillUnwritten(&w, func);
  if (mode == BOUNDS_REPORT)
    bridgeEmitRemark(
        mlirOperationGetLocation(func), "%llu accesses proved, %llu checked",
        (unsigned long long)w.proved, (unsigned long long)w.checked);
  arrfree(w.unproved);
  arrfree(w.accesses);
  arrfree(w.rows);
  arrfree(w.allocs);
  arrfree(w.results);
  indexFactsEnd(&w.facts);
  *proved += w.proved;
  *checked += w.checked;
  return w.outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrRef text = relaxOptionString(run, OPTION_BOUNDS);
  BoundsMode mode = strRefIs(text, "report")    ? BOUNDS_REPORT
                    : strRefIs(text, "require") ? BOUNDS_REQUIRE
                                                : BOUNDS_CHECK;
  return relaxCheckBounds(run->op, run->arena, mode,
                          &run->counters[COUNT_PROVED],
                          &run->counters[COUNT_CHECKED]);
}

static const char *const modes[] = {"check", "report", "require", NULL};

const RelaxPass relaxCheckBoundsPass = {
    .name = "tir-check-bounds",
    .summary = "accesses stay within their buffers: proved, or checked",
    .documentation =
        "Every `tir.load`, `tir.store` and `tir.reduce` is proved to lie "
        "within its buffer, from the domains of the loops around, the "
        "function's facts, pads, conditions and checks that stop. What is not "
        "proved gets a `tir.check ... stops` in front, outside of every loop "
        "that it need not be in: of all rounds, the one is asked for that is "
        "hardest to satisfy. Where everything is proved the text stays as it "
        "is. `bounds=report` says in remarks how many accesses of a program "
        "are proved, and what is checked and why; `bounds=require` refuses "
        "what is not proved.\n\n"
        "Of a parallel loop it is proved that what a round writes no other "
        "round reads or writes; else it is made a serial one. Of local memory "
        "it is proved that an element is written before it is read, of results "
        "(arguments that are written) that all are written in the end; else "
        "they are filled with zeros first, results with `bounds=require`, "
        "too. A result that a plan of memory may have put on an argument is "
        "left: what is not written there is the argument's.\n",
    .anchor = "tir.func",
    .options = {[OPTION_BOUNDS] = {"bounds", RELAX_OPTION_STRING,
                                   "what becomes of what is not proved",
                                   "check", modes}},
    .counters = {[COUNT_PROVED] = "accesses-proved",
                 [COUNT_CHECKED] = "accesses-checked"},
    .dialects = {RELAX_LOWER_TIR_DIALECTS},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
