//===- Clauses.c - binds, symbols and facts of operations -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"

MlirAttribute symClauseNames(MlirOperation op, const char *clause) {
  MlirAttribute names = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(clause));
  // The `symbols` of calls are values for the callee: a dictionary in
  // relax.call_tir, expressions in vm.kernel.
  bool isList = names.ptr && mlirAttributeIsAArray(names) &&
                !(mlirArrayAttrGetNumElements(names) > 0 &&
                  symIsExprAttr(mlirArrayAttrGetElement(names, 0)));
  return isList ? names : (MlirAttribute){NULL};
}

/// What the grammar takes as a symbol: the generic form must say no more.
static bool isName(StrRef name) {
  if (name.length == 0 || (name.data[0] >= '0' && name.data[0] <= '9'))
    return false;
  for (size_t i = 0; i < name.length; ++i) {
    char c = name.data[i], lower = (char)(c | 0x20);
    if ((lower < 'a' || lower > 'z') && (c < '0' || c > '9') && c != '_')
      return false;
  }
  return true;
}

MlirLogicalResult symClauseName(MlirOperation op, const char *clause,
                                MlirAttribute element, StrRef *name) {
  if (!mlirAttributeIsAString(element))
    return bridgeEmitOpError(op, "'%s': expected names", clause);
  *name = bridgeText(element);
  if (!isName(*name) || symIsReserved(*name))
    return bridgeEmitOpError(op, "'%s': '%.*s' cannot name a symbol", clause,
                             (int)name->length, name->data);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult symCheckBinds(MlirOperation op, intptr_t count,
                                const MlirType *results) {
  MlirAttribute names = symClauseNames(op, "binds");
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    StrRef name = bridgeTextAt(names, i);
    SymMatch match = {name, false};
    for (intptr_t r = 0; r < count; ++r)
      symWalkBareDims(results[r], symMatchName, &match);
    if (!match.found)
      return bridgeEmitOpError(op,
                               "binds '%.*s', which is no bare dimension of a "
                               "result type",
                               (int)name.length, name.data);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult symCheckFacts(MlirOperation op) {
  MlirAttribute facts = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("facts"));
  bool good = !facts.ptr || mlirAttributeIsAArray(facts);
  for (intptr_t i = 0;
       good && facts.ptr && i < mlirArrayAttrGetNumElements(facts); ++i)
    good = symIsFactAttr(mlirArrayAttrGetElement(facts, i));
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "'facts': expected facts");
}
