//===- ModuleSymbols.h - operations of a module by name -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A look-up by name, and a name that is free, are a walk over the module each
// (bridgeLookupNearestSymbol, bridgeUniqueSymbol). A pass that asks for every
// kernel makes a table once, and tells it what it adds and removes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_MODULESYMBOLS_H
#define RELAX_BRIDGE_CORE_MODULESYMBOLS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ModuleSymbols ModuleSymbols;

/// Of all operations of the module's body that have a name.
ModuleSymbols *moduleSymbolsCreate(MlirOperation module);
void moduleSymbolsDestroy(ModuleSymbols *symbols);
/// Null if nothing has the name.
MlirOperation moduleSymbolsFind(const ModuleSymbols *symbols, StrRef name);
/// As bridgeUniqueSymbol: `base`, or with the smallest number behind it that is
/// free. In the arena; it is free until something of that name is added.
StrRef moduleSymbolsUnique(ModuleSymbols *symbols, StrRef base, Arena *arena);
/// `op` stands in the module from now on.
void moduleSymbolsAdd(ModuleSymbols *symbols, MlirOperation op);
/// What has the name is destroyed, or gets another one.
void moduleSymbolsRemove(ModuleSymbols *symbols, StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_MODULESYMBOLS_H
