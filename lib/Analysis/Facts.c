//===- Facts.c - what is known of the symbols of a function ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/FactsIndex.h"
#include "lib/Analysis/ShapeFacts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Sym/Memo.h"

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

void factsAddClause(Facts *facts, MlirOperation op) {
  addList(facts, bridgeInherent(op, "facts"), op);
}

/// Extents stay the same through a check, however they are called before it and
/// behind it.
static void addEqualities(Facts *facts, MlirOperation cast) {
  const MlirAttribute *from, *to;
  intptr_t rank =
      symTypeDims(mlirValueGetType(relaxMatchCastGetInput(cast)), &from);
  if (symTypeDims(mlirValueGetType(mlirOperationGetResult(cast, 0)), &to) !=
      rank)
    return;
  for (intptr_t i = 0; i < rank; ++i)
    if (!mlirAttributeEqual(from[i], to[i]) &&
        !symAttributeIsUnknown(from[i]) && !symAttributeIsUnknown(to[i]))
      addOwned(facts,
               factEqual(symExprOf(facts->arena, from[i]),
                         symExprOf(facts->arena, to[i])),
               cast);
}

/// That a name is a table's: what is said of its entries is then no fact about
/// an extent (lib/Sym/TableFacts.h).
static void addTables(Facts *facts, MlirOperation function) {
  intptr_t count;
  RelaxTable *tables = relaxTablesOf(facts->arena, function, &count);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = {.kind = SYM_FACT_LE, .lhs = symExprConst(facts->arena, 0)};
    symExprTableSum(facts->arena, relaxIndexName(facts->arena, 0),
                    (StrRef){NULL, 0}, fact.lhs,
                    relaxTableEntry(facts->arena, tables[i].name), &fact.rhs);
    addOwned(facts, fact, function);
  }
}

void factsAddOf(Facts *facts, MlirOperation op) {
  if (relaxIsFunc(op))
    addTables(facts, op);
  factsAddClause(facts, op);
  if (relaxIsMatchCast(op))
    addEqualities(facts, op);
  size_t before = facts->count;
  shapeFactsAddBound(facts, op);
  for (size_t i = before; i < facts->count; ++i)
    facts->owners[i] = op;
}

void factsAddRegion(Facts *facts, MlirOperation op, MlirRegion region) {
  if (relaxIsWhile(op))
    addList(facts, relaxWhileGetInvariant(op), op);
  for (intptr_t i = 0,
                e = relaxIsMatch(op) ? mlirOperationGetNumRegions(op) : 0;
       i < e; ++i)
    if (mlirRegionEqual(mlirOperationGetRegion(op, i), region))
      addList(facts, relaxMatchCaseFacts(facts->arena, op, i), op);
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

void factsIndexCreate(Facts *facts) {
  facts->index = ARENA_NEW(facts->arena, FactsIndex);
}

void factsIndexDestroy(Facts *facts) {
  if (facts->index)
    factsIndexClear(facts->index);
  facts->index = NULL;
}

void factsRewind(Facts *facts, size_t count) {
  // What is prepared for facts that go may be spread over the base.
  if (count < facts->count && facts->index)
    factsIndexClear(facts->index);
  facts->count = count;
}

static bool proveIndexed(const Facts *facts, SymFact fact) {
  FactsIndex *index = facts->index;
  while (index->numFacts < facts->count)
    factsIndexAdd(index, facts->items[index->numFacts]);
  return factsIndexProve(index, fact);
}

/// Asked once for the same list.
static bool proveListed(const Facts *facts, SymFact fact) {
  // The prover's memory goes at once: a function asks many questions.
  Arena *scratch = arenaCreate();
  MemoKey key = {.arena = scratch};
  MemoAnswer answer = {0};
  memoKeyWord(&key, MEMO_LIST);
  for (size_t i = 0; i < facts->count; ++i)
    memoKeyFact(&key, facts->items[i]);
  memoKeyFact(&key, fact);
  if (!memoFind(&key, &answer)) {
    answer.low =
        symProve(scratch, facts->items, facts->count, fact, NULL) == SYM_YES;
    memoKeep(&key, answer);
  }
  arenaDestroy(scratch);
  return answer.low;
}

bool factsProve(const Facts *facts, SymFact fact) {
  return facts->index ? proveIndexed(facts, fact) : proveListed(facts, fact);
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
