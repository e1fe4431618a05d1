//===- Expr.c - index expressions of programs -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

static bool valueOf(ProgRun *run, const ProgNode *node, int32_t source,
                    int64_t *out) {
  if (source < 0) {
    *out = run->symbols[-1 - source];
    return true;
  }
  *out = run->cells[source].i;
  return progMustKnow(run, node, &run->cells[source], "an index");
}

bool progEval(ProgRun *run, const ProgNode *node, const ProgExpr *expr,
              int64_t *out) {
  if (expr->isConstant) {
    *out = expr->constant;
    return true;
  }
  if (expr->isBare)
    return valueOf(run, node, expr->sources[0], out);
  for (size_t i = 0; i < expr->expr.numSymbols; ++i)
    if (!valueOf(run, node, expr->sources[i], &run->scratch[i]))
      return false;
  SymStatus status = symExprEval(expr->expr, run->scratch, out);
  return status == SYM_OK || progFail(run, node, "cannot compute an index: %s",
                                      symStatusText(status));
}

bool progEvalAll(ProgRun *run, const ProgNode *node, const ProgExprs *list,
                 int64_t *out) {
  for (intptr_t i = 0; i < list->count; ++i)
    if (!progEval(run, node, &list->exprs[i], &out[i]))
      return false;
  return true;
}
