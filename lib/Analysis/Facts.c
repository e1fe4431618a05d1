//===- Facts.c - what is known of the symbols of a function ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "dialects/Relax/ControlFlow.gen.h"

#include <string.h>

void factsAdd(Facts *facts, SymFact fact) {
  if (facts->count == facts->capacity) {
    size_t capacity = facts->capacity ? 2 * facts->capacity : 8;
    SymFact *wider = ARENA_ARRAY(facts->arena, SymFact, capacity);
    if (facts->count)
      memcpy(wider, facts->items, facts->count * sizeof(SymFact));
    facts->items = wider;
    facts->capacity = capacity;
  }
  facts->items[facts->count++] = fact;
}

void factsAddList(Facts *facts, MlirAttribute list) {
  if (!list.ptr || !mlirAttributeIsAArray(list))
    return;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(list, i);
    if (symIsFactAttr(fact))
      factsAdd(facts, symFactOf(facts->arena, fact));
  }
}

void factsAddOf(Facts *facts, MlirOperation op) {
  factsAddList(facts, mlirOperationGetInherentAttributeByName(
                          op, mlirStringRefCreateFromCString("facts")));
}

void factsAddRegion(Facts *facts, MlirOperation op, MlirRegion region) {
  if (relaxIsWhile(op))
    factsAddList(facts, relaxWhileGetInvariant(op));
  if (!relaxIsDispatch(op))
    return;
  MlirAttribute guards = relaxDispatchGetGuards(op);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(guards); i < e; ++i)
    if (mlirRegionEqual(mlirOperationGetRegion(op, i), region))
      factsAddList(facts, mlirArrayAttrGetElement(guards, i));
}

void factsAddAt(Facts *facts, MlirOperation op) {
  while (op.ptr && !bridgeIsFunction(op)) {
    MlirBlock block = mlirOperationGetBlock(op);
    for (MlirOperation before = mlirBlockGetFirstOperation(block);
         !mlirOperationEqual(before, op);
         before = mlirOperationGetNextInBlock(before))
      factsAddOf(facts, before);
    op = mlirOperationGetParentOperation(op);
    // What an operation says of its results does not hold inside.
    if (op.ptr && bridgeIsFunction(op))
      factsAddOf(facts, op);
    else if (op.ptr)
      factsAddRegion(facts, op, mlirBlockGetParentRegion(block));
  }
}

bool factsProve(const Facts *facts, SymFact fact) {
  // The prover's memory goes at once: a function asks many questions.
  Arena *scratch = arenaCreate();
  SymAnswer answer = symProve(scratch, facts->items, facts->count, fact, NULL);
  arenaDestroy(scratch);
  return answer == SYM_YES;
}

SymFact factEqual(SymExpr a, SymExpr b) {
  return (SymFact){.kind = SYM_FACT_EQ, .lhs = a, .rhs = b};
}

SymFact factAtMost(SymExpr a, SymExpr b) {
  return (SymFact){.kind = SYM_FACT_LE, .lhs = a, .rhs = b};
}

bool factsEqual(const Facts *facts, SymExpr a, SymExpr b) {
  return symExprEqual(a, b) || factsProve(facts, factEqual(a, b));
}

bool factsAtMost(const Facts *facts, SymExpr a, SymExpr b) {
  return factsProve(facts, factAtMost(a, b));
}

bool factsLess(const Facts *facts, SymExpr a, SymExpr b) {
  SymExpr next;
  return symExprAdd(facts->arena, a, symExprConst(facts->arena, 1), &next) ==
             SYM_OK &&
         factsAtMost(facts, next, b);
}

bool factsDifferent(const Facts *facts, SymExpr a, SymExpr b) {
  return factsLess(facts, a, b) || factsLess(facts, b, a);
}
