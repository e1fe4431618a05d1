//===- Lists.h - attributes that are lists of names and others ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An operation has no attribute where its list is empty: null is a list without
// elements.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_LISTS_H
#define RELAX_BRIDGE_CORE_LISTS_H

#include "lib/Bridge/Core/Bridge.h"

static inline intptr_t bridgeLength(MlirAttribute list) {
  return list.ptr ? mlirArrayAttrGetNumElements(list) : 0;
}
/// Copies of the elements, with room for `more` behind them.
static inline MlirAttribute *bridgeElements(Arena *arena, MlirAttribute list,
                                            intptr_t more) {
  intptr_t count = bridgeLength(list);
  MlirAttribute *elements = ARENA_ARRAY(arena, MlirAttribute, count + more + 1);
  for (intptr_t i = 0; i < count; ++i)
    elements[i] = mlirArrayAttrGetElement(list, i);
  return elements;
}

/// The text of a string attribute; of element i of a list of such.
static inline StrRef bridgeText(MlirAttribute string) {
  return strRefFromMlir(mlirStringAttrGetValue(string));
}
static inline StrRef bridgeTextAt(MlirAttribute list, intptr_t i) {
  return bridgeText(mlirArrayAttrGetElement(list, i));
}
/// The name in a reference `@name`.
static inline StrRef bridgeRefName(MlirAttribute reference) {
  return strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference));
}
/// What it means where `from` is; null if there is no such operation.
static inline MlirOperation bridgeFollow(MlirOperation from,
                                         MlirAttribute reference) {
  return bridgeLookupNearestSymbol(from, bridgeRefName(reference));
}

#endif // RELAX_BRIDGE_CORE_LISTS_H
