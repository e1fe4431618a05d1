//===- Facts.c - what is known of the symbols of a function ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "lib/Sym/Prover.h"

#include <string.h>

static void addOwned(Facts *facts, SymFact fact, MlirOperation owner) {
  if (facts->count == facts->capacity) {
    size_t capacity = facts->capacity ? 2 * facts->capacity : 8;
    SymFact *wider = ARENA_ARRAY(facts->arena, SymFact, capacity);
    MlirOperation *owners = ARENA_ARRAY(facts->arena, MlirOperation, capacity);
    if (facts->count) {
      memcpy(wider, facts->items, facts->count * sizeof(SymFact));
      memcpy(owners, facts->owners, facts->count * sizeof(MlirOperation));
    }
    facts->items = wider;
    facts->owners = owners;
    facts->capacity = capacity;
  }
  facts->owners[facts->count] = owner;
  facts->items[facts->count++] = fact;
}

void factsAdd(Facts *facts, SymFact fact) {
  addOwned(facts, fact, (MlirOperation){NULL});
}

static void addList(Facts *facts, MlirAttribute list, MlirOperation owner) {
  if (!list.ptr || !mlirAttributeIsAArray(list))
    return;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(list, i);
    if (symIsFactAttr(fact))
      addOwned(facts, symFactOf(facts->arena, fact), owner);
  }
}

void factsAddList(Facts *facts, MlirAttribute list) {
  addList(facts, list, (MlirOperation){NULL});
}

void factsAddOf(Facts *facts, MlirOperation op) {
  addList(facts,
          mlirOperationGetInherentAttributeByName(
              op, mlirStringRefCreateFromCString("facts")),
          op);
}

void factsAddRegion(Facts *facts, MlirOperation op, MlirRegion region) {
  if (relaxIsWhile(op))
    addList(facts, relaxWhileGetInvariant(op), op);
  if (!relaxIsDispatch(op))
    return;
  MlirAttribute guards = relaxDispatchGetGuards(op);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(guards); i < e; ++i)
    if (mlirRegionEqual(mlirOperationGetRegion(op, i), region))
      addList(facts, mlirArrayAttrGetElement(guards, i), op);
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

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

typedef struct FactsIndex {
  SymFactBase *base; // null: not begun
} FactsIndex;

void factsIndexCreate(Facts *facts) {
  facts->index = ARENA_NEW(facts->arena, FactsIndex);
}

void factsIndexDestroy(Facts *facts) {
  if (facts->index && facts->index->base)
    symFactBaseDestroy(facts->index->base);
  facts->index = NULL;
}

void factsRewind(Facts *facts, size_t count) {
  // What is prepared for facts that go may be spread over the base.
  if (count < facts->count && facts->index && facts->index->base) {
    symFactBaseDestroy(facts->index->base);
    facts->index->base = NULL;
  }
  facts->count = count;
}

static bool proveIndexed(const Facts *facts, SymFact fact) {
  FactsIndex *index = facts->index;
  if (!index->base)
    index->base = symFactBaseCreate(NULL, 0);
  for (size_t i = symFactBaseSize(index->base); i < facts->count; ++i)
    symFactBaseAdd(index->base, facts->items[i]);
  return symAsk(index->base, (SymQuestion){fact, false}, NULL) == SYM_YES;
}

bool factsProve(const Facts *facts, SymFact fact) {
  if (facts->index)
    return proveIndexed(facts, fact);
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
