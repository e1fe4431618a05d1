//===- RuleColumns.c - sums of columns, some rows at a time ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One tile of columns after the other would go through all rows with steps of a
// row, a few lines of memory at each. Some rows at a time are read as they lie,
// and the subtotals of a panel of columns stay in the first cache meanwhile.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Schedule/Rules.h"

/// Loops from the outermost to the innermost.
enum { PANELS, TILES, VECTORS, ROWS, COLUMNS, NUM_LOOPS };

/// One operand that is read in lanes, each element once.
static bool readsOnce(const RuleCompute *c) {
  intptr_t loads = 0;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(c->op), &op);)
    loads += tirIsLoad(op);
  return loads == 1;
}

bool ruleColumns(Rules *r, const RuleCompute *c) {
  intptr_t column = c->lanes, row = 1 - column;
  if (c->count != 2 || c->rank != 1 || c->spatial[row] || !c->spatial[column] ||
      !tirIsFunc(mlirOperationGetParentOperation(c->op)) || !readsOnce(c) ||
      (c->extent[column] >= 0 &&
       c->extent[column] < r->limits.panelColumns / 2) ||
      (c->extent[row] >= 0 && c->extent[row] < 2 * r->limits.panelRows))
    return false;
  StrRef buffer = scheduleBufferName(c->target);
  MlirValue target = ruleFind(r, buffer), loops[2], order[NUM_LOOPS], init,
            next;
  MlirValue zeros, loads, stores;
  int64_t columns = ruleTileShape(r, c).vectors * r->lanes;
  bool masked = ruleMasks(r, c, column);
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, c->count, loops);
  init = ruleFindSuffix(r, scheduleNameOf(c->op), ".init");
  ruleSplit(r, loops[column], r->limits.panelColumns, false, &order[PANELS],
            &next);
  ruleSplit(r, next, columns, false, &order[VECTORS], &order[COLUMNS]);
  ruleSplit(r, loops[row], r->limits.panelRows, false, &order[TILES],
            &order[ROWS]);
  ruleReorder(r, order, NUM_LOOPS);
  ruleComputeAt(r, init, order[PANELS]);
  ruleStage(r, target, order[VECTORS]);
  rulePlace(r, ruleFindSuffix(r, buffer, ".stage"), "register");
  ruleLoopsOf(r, init, "z", 1, &zeros);
  ruleLoopsOf(r, ruleFindSuffix(r, buffer, ".load"), "v", 1, &loads);
  ruleLoopsOf(r, ruleFindSuffix(r, buffer, ".store"), "w", 1, &stores);
  ruleSizes(r, order[COLUMNS], c->extent[column], columns, false);
  ruleVectorize(r, order[COLUMNS], masked);
  ruleVectorize(r, zeros, masked);
  ruleVectorize(r, loads, masked);
  ruleVectorize(r, stores, masked);
  if (ruleIsLarge(r, c))
    ruleParallel(r, order[PANELS]);
  return true;
}
