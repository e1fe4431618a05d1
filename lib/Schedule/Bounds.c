//===- Bounds.c - arithmetic, bounds and facts of loops -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

SymExpr scheduleConst(Scheduler *s, int64_t value) {
  return symExprConst(s->arena, value);
}

SymExpr scheduleExprOf(Scheduler *s, MlirAttribute attribute) {
  return symExprOf(s->arena, attribute);
}

SymExpr scheduleCombine(Scheduler *s, ScheduleOperator op, SymExpr a, SymExpr b,
                        bool *good) {
  SymExpr result = symExprConst(s->arena, 0);
  SymStatus status = op(s->arena, a, b, &result);
  if (status != SYM_OK && *good) {
    scheduleError(s, "index expression: %s", symStatusText(status));
    *good = false;
  }
  return result;
}

void scheduleBounds(Scheduler *s, MlirOperation loop, SymExpr *lower,
                    SymExpr *upper) {
  intptr_t count;
  SymExpr *exprs = scheduleExprs(s, loop, &count);
  *lower = exprs[0];
  *upper = exprs[1];
}

const char *scheduleText(Scheduler *s, SymExpr expr) {
  StrBuf text = {0}, out = {0};
  symExprPrint(expr, &text);
  for (const char *p = strBufText(&text); *p;) {
    char *end = (char *)p + 1;
    long n = *p == '%' ? strtol(p + 1, &end, 10) : -1;
    if (n >= 0 && n < arrlen(s->values) && s->values[n].ptr) {
      StrRef name = bridgeLocationName(mlirValueGetLocation(s->values[n]));
      strBufAppendC(&out, "%");
      strBufAppend(&out, name);
      p = end;
    } else {
      strBufAppend(&out, (StrRef){p, 1});
      ++p;
    }
  }
  strBufFree(&text);
  return arenaKeep(s->arena, &out).data;
}

/// What is inside of a loop without rounds may move out of it, as an
/// initialisation does: there the bounds, which contradict each other, would
/// say anything.
static bool hasNoRounds(Scheduler *s, SymExpr lower, SymExpr upper) {
  SymExpr extent;
  int64_t rounds;
  return symExprSub(s->arena, upper, lower, &extent) == SYM_OK &&
         symExprIsConst(extent, &rounds) && rounds <= 0;
}

Facts scheduleFactsAt(Scheduler *s, MlirOperation op) {
  Facts facts = {.arena = s->arena};
  factsAddOf(&facts, s->func);
  for (MlirOperation at = mlirOperationGetParentOperation(op);
       at.ptr && !mlirOperationEqual(at, s->func);
       at = mlirOperationGetParentOperation(at)) {
    if (!tirIsFor(at) && !tirIsCompute(at))
      continue;
    intptr_t count;
    SymExpr *exprs = scheduleExprs(s, at, &count);
    for (intptr_t i = 0; i < count / 2; ++i) {
      SymExpr iterator = scheduleSymbolOf(s, bridgeArgument(at, i));
      SymExpr next, lower = exprs[i], upper = exprs[count / 2 + i];
      if (hasNoRounds(s, lower, upper) ||
          symExprAdd(s->arena, iterator, scheduleConst(s, 1), &next) != SYM_OK)
        continue;
      factsAdd(&facts, factAtMost(lower, iterator));
      factsAdd(&facts, factAtMost(next, upper));
    }
  }
  return facts;
}

int64_t scheduleUpperBound(Scheduler *s, MlirOperation op, SymExpr expr) {
  int64_t low, high;
  if (symExprIsConst(expr, &high)) // as a panel of few elements may be
    return high;
  // The prover does not know that the panels of a balanced split are short.
  for (ptrdiff_t i = 0; i < arrlen(s->splits); ++i)
    if (symExprEqual(s->splits[i].size, expr))
      return s->splits[i].factor;
  Facts facts = scheduleFactsAt(s, op);
  symRange(s->arena, facts.items, facts.count, expr, &low, &high);
  return high;
}
