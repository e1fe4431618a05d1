//===- PartitionReport.c - what other targets have, as formulas -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Read off the text, whoever made it: a region is a call of a function with
// `target @name`. Like the analyses that MLIR prints, the report goes to
// stderr.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Patterns/Match.h"
#include "lib/Transforms/Patterns/RegionCost.h"

#include <stb/stb_ds.h>
#include <stdio.h>

/// What one target has of a function; an empty name: what has none.
typedef struct Side {
  StrRef target;
  RegionCost cost;
  size_t numRegions;
} Side;

typedef struct PartitionReport {
  Arena *arena;
  ModuleSymbols *symbols;
  MlirOperation function;
  Side *sides; // stb_ds, the first without a target
  RegionCost *cost;
  StrBuf *out;
} PartitionReport;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static StrRef targetOf(MlirOperation function) {
  MlirAttribute target = relaxFuncGetTarget(function);
  return target.ptr ? bridgeRefName(target) : (StrRef){"", 0};
}

/// The function of another target that a call runs, or null.
static MlirOperation calleeOf(const PartitionReport *report, MlirOperation op) {
  if (!relaxIsCall(op))
    return (MlirOperation){NULL};
  MlirOperation callee = moduleSymbolsFind(
      report->symbols, bridgeRefName(relaxCallGetCallee(op)));
  bool other = relaxIsFunc(callee) && targetOf(callee).length &&
               !strRefEqual(targetOf(callee), targetOf(report->function));
  return other ? callee : (MlirOperation){NULL};
}

/// Weights and constants are no work.
static bool isWork(MlirOperation op) {
  bool isWeight = mlirOperationGetNumOperands(op) == 0 &&
                  mlirOperationGetNumResults(op) > 0 &&
                  matchIsWeight(mlirOperationGetResult(op, 0));
  return !isWeight && !relaxIsFunc(op) && !bridgeIsTerminator(op);
}

static MlirWalkResult countBody(MlirOperation op, void *userData) {
  PartitionReport *report = userData;
  if (isWork(op))
    regionCostAddWork(report->arena, report->cost, op);
  return MlirWalkResultAdvance;
}

static Side *sideOf(PartitionReport *report, StrRef target) {
  for (ptrdiff_t i = 0; i < arrlen(report->sides); ++i)
    if (strRefEqual(report->sides[i].target, target))
      return &report->sides[i];
  Side side = {target, regionCostNone(report->arena), 0};
  arrput(report->sides, side);
  return &report->sides[arrlen(report->sides) - 1];
}

static RegionCost costOfCall(PartitionReport *report, MlirOperation call,
                             MlirOperation callee) {
  RegionCost cost = regionCostNone(report->arena);
  report->cost = &cost;
  mlirOperationWalk(callee, countBody, report, MlirWalkPreOrder);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); ++i)
    regionCostAddValue(report->arena, &cost, mlirOperationGetOperand(call, i));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); ++i)
    regionCostAddValue(report->arena, &cost, mlirOperationGetResult(call, i));
  return cost;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void append(PartitionReport *report, SymExpr expr, const char *what) {
  symExprPrint(expr, report->out);
  strBufAppendC(report->out, what);
}

static void appendTransfers(PartitionReport *report, RegionCost cost) {
  append(report, cost.moved, " bytes moved, ");
  append(report, cost.weights, " bytes of weights\n");
}

static void reportRegion(PartitionReport *report, MlirOperation callee,
                         RegionCost cost) {
  StrRef name = relaxFuncGetSymName(callee), target = targetOf(callee);
  strBufAppendFormat(report->out, "  @%.*s on @%.*s: ", (int)name.length,
                     name.data, (int)target.length, target.data);
  append(report, cost.nodes,
         symExprIs(cost.nodes, 1) ? " operation, " : " operations, ");
  append(report, cost.work, " multiply-adds, ");
  appendTransfers(report, cost);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  PartitionReport *report = userData;
  MlirOperation callee = calleeOf(report, op);
  if (!callee.ptr) {
    report->cost = &report->sides[0].cost;
    return countBody(op, report);
  }
  RegionCost cost = costOfCall(report, op, callee);
  Side *side = sideOf(report, targetOf(callee));
  side->cost = regionCostSum(report->arena, side->cost, cost);
  ++side->numRegions;
  reportRegion(report, callee, cost);
  return MlirWalkResultAdvance;
}

static void reportSides(PartitionReport *report) {
  RegionCost all = regionCostNone(report->arena);
  for (ptrdiff_t i = 0; i < arrlen(report->sides); ++i)
    all = regionCostSum(report->arena, all, report->sides[i].cost);
  for (ptrdiff_t i = 0; i < arrlen(report->sides); ++i) {
    Side *side = &report->sides[i];
    strBufAppendFormat(report->out, i ? "  on @%.*s: " : "  here: ",
                       (int)side->target.length, side->target.data);
    append(report, side->cost.nodes, " of ");
    append(report, all.nodes, " operations, ");
    append(report, side->cost.work, " of ");
    append(report, all.work, " multiply-adds");
    if (!i) {
      strBufAppendC(report->out, "\n");
      continue;
    }
    strBufAppendFormat(report->out, " in %zu region%s, ", side->numRegions,
                       side->numRegions == 1 ? "" : "s");
    appendTransfers(report, side->cost);
  }
}

static void reportFunction(PartitionReport *report, MlirOperation function) {
  StrRef name = relaxFuncGetSymName(function);
  StrRef target = targetOf(function);
  report->function = function;
  strBufAppendFormat(report->out, "partition of @%.*s\n", (int)name.length,
                     name.data);
  arrsetlen(report->sides, 0);
  Side here = {target, regionCostNone(report->arena), 0};
  arrput(report->sides, here);
  mlirOperationWalk(function, visit, report, MlirWalkPreOrder);
  reportSides(report);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrBuf text = {0};
  PartitionReport report = {.arena = run->arena,
                            .symbols = moduleSymbolsCreate(run->op),
                            .out = &text};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (!mlirRegionIsNull(mlirOperationGetRegion(op, 0)) &&
        !targetOf(op).length)
      reportFunction(&report, op);
  fputs(strBufText(&text), stderr);
  moduleSymbolsDestroy(report.symbols);
  arrfree(report.sides);
  strBufFree(&text);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxPartitionReportPass = {
    .name = "relax-partition-report",
    .summary = "print what other targets have of each function, on stderr",
    .documentation =
        "For every function without a target, and for each of its calls of a "
        "function with one: the operations, the multiply-adds of products, "
        "convolutions and attention, the bytes that come in and go out at a "
        "call, and those of the weights, all formulas in the function's "
        "symbols; then both sides beside each other. A loop's body counts "
        "once. The module is not changed.\n",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
