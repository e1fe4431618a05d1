//===- FactList.c - where (...) clauses after a substitution --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Symbols/FactList.h"
#include "lib/Support/Text.h"

MlirAttribute factListOf(MlirOperation op) {
  MlirAttribute list = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("facts"));
  return list.ptr && mlirAttributeIsAArray(list) ? list : (MlirAttribute){NULL};
}

void factListSet(MlirOperation op, MlirAttribute facts) {
  MlirStringRef name = mlirStringRefCreateFromCString("facts");
  if (facts.ptr && mlirArrayAttrGetNumElements(facts))
    mlirOperationSetInherentAttributeByName(op, name, facts);
  else
    mlirOperationRemoveAttributeByName(op, name);
}

const char *factText(Arena *arena, MlirAttribute attribute) {
  SymFact fact = symFactOf(arena, attribute);
  StrBuf text = {0};
  symFactsPrint(&fact, 1, &text);
  return arenaKeep(arena, &text).data;
}

static SymAnswer byForm(Arena *arena, SymFact fact) {
  bool decided = fact.lhs.numSymbols + fact.rhs.numSymbols == 0;
  if (fact.kind != SYM_FACT_IN && symExprEqual(fact.lhs, fact.rhs))
    return SYM_YES;
  if (!decided)
    return SYM_UNKNOWN;
  bool holds = symProve(arena, NULL, 0, fact, NULL) == SYM_YES;
  // A hint that does not come true is no error.
  return holds || fact.likely ? SYM_YES : SYM_NO;
}

static bool isListed(MlirAttribute fact, const MlirAttribute *list,
                     intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (mlirAttributeEqual(fact, list[i]))
      return true;
  return false;
}

intptr_t factListSimplify(Arena *arena, MlirOperation op) {
  MlirAttribute facts = factListOf(op);
  if (!facts.ptr)
    return -1;
  intptr_t count = mlirArrayAttrGetNumElements(facts), kept = 0;
  MlirAttribute *rest = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    SymAnswer answer = byForm(arena, symFactOf(arena, fact));
    if (answer == SYM_NO)
      return i;
    if (answer == SYM_UNKNOWN && !isListed(fact, rest, kept))
      rest[kept++] = fact;
  }
  if (kept != count)
    factListSet(op, mlirArrayAttrGet(mlirOperationGetContext(op), kept, rest));
  return -1;
}
