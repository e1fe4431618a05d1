//===- RuleOwnRows.c - tiles whose rows have operands of their own --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Poolings and convolutions by channels use no loaded vector for all rows of a
// tile. But windows that lie below each other overlap: with the steps of the
// window along the rows inside of the tile, as copies, most rows read what a
// row before them has read.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

intptr_t ruleOwnRows(Rules *r, const RuleCompute *c) {
  int64_t rounds = 1, most = r->limits.windowRounds;
  intptr_t sums = 0, row = -1;
  for (intptr_t i = 0; i < c->count; ++i) {
    bool known = c->extent[i] >= 0 && c->extent[i] <= most && rounds <= most;
    sums += !c->spatial[i];
    if (!c->spatial[i])
      rounds = known ? rounds * c->extent[i] : most + 1;
    else if (i != c->lanes && c->extent[i] != 1)
      row = i;
  }
  return sums < 2 || rounds < r->limits.chains || rounds > most ? -1 : row;
}

intptr_t ruleOverlap(Rules *r, const RuleCompute *c, intptr_t row) {
  Scheduler *s = &r->scheduler;
  MlirBlock body = bridgeBody(c->op);
  MlirValue iterator = mlirBlockGetArgument(body, row);
  MlirValue lanes = mlirBlockGetArgument(body, c->lanes);
  int64_t runs[RULE_MAX_RUNS];
  intptr_t found = -1;
  if (ruleRunsOf(r, c, c->count - 1, runs) > 0)
    return -1;
  ScheduleAccess *accesses = scheduleAccesses(s, c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses) && found < 0; ++a) {
    if (accesses[a].writes || scheduleStrideOf(s, &accesses[a], lanes) < 1)
      continue;
    for (intptr_t d = 0; d < accesses[a].rank; ++d)
      for (intptr_t k = 0; k < c->count; ++k)
        if (!c->spatial[k] && c->extent[k] > 1 &&
            c->extent[k] <= r->limits.mostUnrolled &&
            scheduleExprUses(s, accesses[a].exprs[d], iterator) &&
            scheduleExprUses(s, accesses[a].exprs[d],
                             mlirBlockGetArgument(body, k)))
          found = k;
  }
  arrfree(accesses);
  return found;
}
