//===- RuleParts.c - which rules for which computes -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

/// The computes of a function that consists of nothing else (stb_ds).
static bool findComputes(MlirOperation func, ScheduleOps *computes) {
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(func), &op);) {
    if (tirIsCompute(op))
      arrput(*computes, op);
    else if (!tirIsAlloc(op) && !tirIsView(op) && !tirIsReturn(op))
      return false;
  }
  return arrlen(*computes) != 0;
}

/// Appends primitives for all computes.
static void propose(Rules *r, const ScheduleOps computes,
                    RuleAmbition ambition) {
  for (ptrdiff_t i = 0; i < arrlen(computes); ++i) {
    RuleCompute compute = ruleLookAt(r, computes[i]);
    if (ruleUpdate(r, &compute))
      continue;
    if (ambition <= RULE_TILES) {
      RuleCompute next = {0};
      bool follows = ambition <= RULE_EPILOGUES && i + 1 < arrlen(computes);
      if (follows)
        next = ruleLookAt(r, computes[i + 1]);
      follows = follows && ruleIsEpilogue(r, &compute, &next);
      if (ruleTile(r, &compute, follows ? &next : NULL)) {
        i += follows;
        continue;
      }
      if (ruleDot(r, &compute, arrlen(computes) == 1 && !r->nested))
        continue;
    }
    if (!ruleElementwise(r, &compute) && !ruleScan(r, &compute))
      ruleRows(r, &compute);
  }
}

bool ruleFindParts(Scheduler *s, RuleParts *parts) {
  if (findComputes(s->func, &parts->computes))
    return true;
  arrfree(parts->computes);
  parts->nests = parts->own ? NULL : ruleFindNests(s, &parts->computes);
  return parts->nests || ruleFindRuns(s->func, !parts->own, &parts->runs);
}

void ruleFreeParts(RuleParts *parts) {
  for (ptrdiff_t i = 0; i < arrlen(parts->runs); ++i)
    arrfree(parts->runs[i]);
  arrfree(parts->runs);
  ruleFreeNests(&parts->nests);
  arrfree(parts->computes);
}

void ruleProposeParts(Rules *r, const RuleParts *parts, RuleAmbition ambition) {
  propose(r, parts->computes, ambition);
  for (ptrdiff_t i = 0; i < arrlen(parts->nests); ++i)
    ruleNest(r, &parts->nests[i]);
  for (ptrdiff_t i = 0; i < arrlen(parts->runs); ++i) {
    MlirOperation around = mlirOperationGetParentOperation(parts->runs[i][0]);
    r->nested = !parts->own || tirIsFor(around);
    propose(r, parts->runs[i], ambition);
  }
}
