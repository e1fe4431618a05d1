//===- CheckMatch.c - what matches leave out and never reach --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/ControlFlow/LowerMatch.h"

enum { COUNT_MATCHES, COUNT_UNREACHABLE, COUNT_PARTIAL };

/// What `partial` leaves out, or that it leaves nothing out.
static void checkPartial(RelaxPassRun *run, MlirOperation match) {
  MlirAttribute all = relaxMatchGetPatterns(match);
  intptr_t count = mlirArrayAttrGetNumElements(all);
  MlirAttribute *patterns = bridgeElements(run->arena, all, 1);
  RelaxAdtScope scope = {match, NULL};
  int64_t budget = RELAX_PATTERN_BUDGET;
  StrRef missing = relaxPatternMissing(
      run->arena, &scope, mlirValueGetType(relaxMatchGetValue(match)), count,
      patterns, &budget);
  MlirLocation loc = mlirOperationGetLocation(match);
  if (missing.length)
    bridgeEmitRemark(loc, "'relax.match' has no case for %.*s",
                     (int)missing.length, missing.data);
  else if (budget > 0)
    bridgeEmitWarning(
        loc, "'relax.match' says 'partial', but has a case for every value");
  run->counters[COUNT_PARTIAL] += missing.length > 0;
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  RelaxPassRun *run = userData;
  if (!relaxIsMatch(op))
    return MlirWalkResultAdvance;
  ++run->counters[COUNT_MATCHES];
  run->counters[COUNT_UNREACHABLE] += matchWarnUnreachable(run->arena, op);
  if (relaxMatchGetPartial(op))
    checkPartial(run, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  mlirOperationWalk(run->op, visit, run, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxCheckMatchPass = {
    .name = "relax-check-match",
    .summary = "say which cases never run and which values have none",
    .documentation =
        "Warnings for cases that those before them leave nothing to, and for a "
        "`partial` that leaves nothing out; a remark with a value that a "
        "partial match has no case for. (A match that leaves a value out "
        "without saying so is an error when the text is read.) The module is "
        "not changed.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_MATCHES] = "matches",
                 [COUNT_UNREACHABLE] = "unreachable-cases",
                 [COUNT_PARTIAL] = "partial-matches"},
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
