//===- FuseRowsMembers.c - questions about a plan's members ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseRows.h"

intptr_t rowsMemberOf(const RowsPlan *plan, MlirValue operand) {
  intptr_t node = rowsProducer(plan->graph, operand);
  for (intptr_t m = 0; m < plan->numMembers && node >= 0; ++m)
    if (plan->members[m] == node)
      return m;
  return -1;
}

bool rowsIsMember(const RowsPlan *plan, MlirOperation op) {
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (mlirOperationEqual(rowsMember(plan, m)->call.op, op))
      return true;
  return false;
}

bool rowsEscapes(const RowsPlan *plan, intptr_t m) {
  MlirValue value = mlirOperationGetResult(rowsMember(plan, m)->call.op, 0);
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool escapes = mlirOpOperandIsNull(use);
  for (; !mlirOpOperandIsNull(use) && !escapes;
       use = mlirOpOperandGetNextUse(use))
    escapes = !rowsIsMember(plan, mlirOpOperandGetOwner(use));
  return escapes;
}

int64_t rowsPoints(const TirComputeAccesses *compute, intptr_t first,
                   intptr_t end) {
  int64_t points = 1, extent;
  for (intptr_t i = first; i < end; ++i)
    if (!symExprIsConst(compute->extents[i], &extent) ||
        __builtin_mul_overflow(points, extent, &points))
      return -1;
  return points;
}

int64_t rowsLongest(const RowsPlan *plan) {
  int64_t longest = 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    for (intptr_t c = 0; c < node->numComputes && longest >= 0; ++c) {
      const TirComputeAccesses *compute = &node->computes[c];
      int64_t points = rowsPoints(compute, plan->rows, compute->numIterators);
      longest = points < 0 || points > longest ? points : longest;
    }
  }
  return longest;
}

bool rowsAreElements(const RowsPlan *plan) {
  bool elements = plan->rows == 1;
  for (intptr_t m = 0; m < plan->numMembers && elements; ++m)
    elements = rowsMember(plan, m)->computes->numIterators == 1;
  return elements;
}

int64_t rowsMost(const RowsPlan *plan, SymExpr extent) {
  int64_t low, high;
  Facts facts = {.arena = plan->graph->base.arena};
  factsAddClause(&facts, plan->graph->base.function);
  symRange(facts.arena, facts.items, facts.count, extent, &low, &high);
  return high;
}

int64_t rowsAtMost(const RowsPlan *plan) {
  int64_t longest = 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    for (intptr_t c = 0; c < node->numComputes; ++c) {
      const TirComputeAccesses *compute = &node->computes[c];
      int64_t points = 1;
      for (intptr_t i = plan->rows; i < compute->numIterators; ++i) {
        int64_t most = rowsMost(plan, compute->extents[i]);
        if (most < 0 || __builtin_mul_overflow(points, most, &points))
          return INT64_MAX;
      }
      longest = points > longest ? points : longest;
    }
  }
  return longest;
}
