//===- PrintShapeFacts.c - says what is known of every symbol -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Match.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/ShapeFacts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"

#include <inttypes.h>

typedef struct Report {
  RelaxPassRun *run;
  Facts known; // up to the present operation
  ShapeFacts implied;
} Report;

static void sayFacts(Report *report, MlirLocation loc, const char *what,
                     const Facts *facts, size_t first) {
  if (facts->count == first)
    return;
  StrBuf text = {0};
  symFactsPrint(facts->items + first, facts->count - first, &text);
  bridgeEmitRemark(loc, "%s: %s", what, strBufText(&text));
  strBufFree(&text);
  (void)report;
}

/// `symbol 'n' from argument 'x', dimension 0: 1 to 8`.
static void saySymbol(Report *report, MlirLocation loc, StrRef name,
                      const char *origin) {
  int64_t low, high;
  // The prover's memory goes at once.
  Arena *scratch = arenaCreate();
  symRange(scratch, report->known.items, report->known.count,
           symExprSymbol(scratch, name), &low, &high);
  if (low == high)
    bridgeEmitRemark(loc, "symbol '%.*s' from %s: %" PRId64, (int)name.length,
                     name.data, origin, low);
  else if (high == INT64_MAX)
    bridgeEmitRemark(loc, "symbol '%.*s' from %s: at least %" PRId64,
                     (int)name.length, name.data, origin, low > 0 ? low : 0);
  else
    bridgeEmitRemark(loc, "symbol '%.*s' from %s: %" PRId64 " to %" PRId64,
                     (int)name.length, name.data, origin, low > 0 ? low : 0,
                     high);
  arenaDestroy(scratch);
}

static void sayArguments(Report *report, MlirOperation function) {
  MlirBlock entry = bridgeBody(function);
  RelaxMatch seen = {.arena = report->run->arena};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    StrRef given = bridgeLocationName(mlirValueGetLocation(argument));
    const MlirAttribute *dims;
    intptr_t rank = symTypeDims(mlirValueGetType(argument), &dims);
    for (intptr_t d = 0; d < rank; ++d) {
      StrRef name;
      if (!symAttributeIsSymbol(dims[d], &name) || relaxMatchKnows(&seen, name))
        continue;
      relaxMatchAdd(&seen, name, dims[d]);
      StrBuf origin = {0};
      if (given.length)
        strBufAppendFormat(&origin, "argument '%.*s', dimension %ld",
                           (int)given.length, given.data, (long)d);
      else
        strBufAppendFormat(&origin, "argument %ld, dimension %ld", (long)i,
                           (long)d);
      saySymbol(report, mlirValueGetLocation(argument), name,
                strBufText(&origin));
      strBufFree(&origin);
    }
  }
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Report *report = userData;
  if (mlirOperationEqual(op, report->run->op))
    return MlirWalkResultAdvance;
  MlirLocation loc = mlirOperationGetLocation(op);
  size_t before = report->known.count;
  factsAddClause(&report->known, op);
  sayFacts(report, loc, "facts", &report->known, before);
  before = report->known.count;
  shapeFactsVisit(&report->implied, op, &report->known);
  sayFacts(report, loc, "implied", &report->known, before);
  MlirAttribute binds = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("binds"));
  StrRef name = bridgeOpName(op);
  StrBuf origin = {0};
  strBufAppendFormat(&origin, "'%.*s'", (int)name.length, name.data);
  for (intptr_t i = 0, e = binds.ptr && mlirAttributeIsAArray(binds)
                               ? mlirArrayAttrGetNumElements(binds)
                               : 0;
       i < e; ++i)
    saySymbol(report, loc, bridgeTextAt(binds, i), strBufText(&origin));
  strBufFree(&origin);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Report report = {.run = run,
                   .known = {.arena = run->arena},
                   .implied = {.arena = run->arena}};
  factsAddOf(&report.known, run->op);
  sayFacts(&report, mlirOperationGetLocation(run->op), "facts", &report.known,
           0);
  sayArguments(&report, run->op);
  mlirOperationWalk(run->op, visit, &report, MlirWalkPreOrder);
  shapeFactsFree(&report.implied);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxPrintShapeFactsPass = {
    .name = "relax-print-shape-facts",
    .summary = "say what is known of every symbol",
    .documentation =
        "Remarks: the facts of each clause, each symbol with the place that "
        "binds it and the range that follows from all facts so far, and what "
        "operations imply that no clause states (a `relax.match_cast` keeps "
        "the extents that were known, a reshape keeps the element count). The "
        "module is not changed.\n",
    .anchor = "relax.func",
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
