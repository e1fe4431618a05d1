//===- FuseOpsShare.c - programs that are one up to names of symbols ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/ProgramKey.h"
#include "lib/Transforms/Fusion/FuseTIR.h"
#include "lib/Transforms/Symbols/RenameSymbols.h"

void fuseProgramKey(MlirOperation function, StrBuf *key) {
  // In a module of its own, where also the names of `symbols (...)` may change.
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(function));
  MlirOperation copy = mlirOperationClone(function);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), copy);
  relaxCanonicalSymbols(mlirModuleGetOperation(module));
  programKey(copy, key);
  mlirModuleDestroy(module);
}

MlirAttribute fuseSymbolsFor(MlirOperation kernel, MlirOperation equal,
                             MlirAttribute symbols, Arena *arena) {
  if (!symbols.ptr)
    return symbols;
  MlirAttribute names = tirFuncGetSymbols(kernel),
                own = tirFuncGetSymbols(equal);
  intptr_t count = mlirArrayAttrGetNumElements(names);
  MlirNamedAttribute *values = ARENA_ARRAY(arena, MlirNamedAttribute, count);
  MlirContext context = mlirOperationGetContext(kernel);
  for (intptr_t i = 0; i < count; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    MlirAttribute value = mlirDictionaryAttrGetElementByName(
        symbols, mlirStringAttrGetValue(mlirArrayAttrGetElement(own, i)));
    values[i] = mlirNamedAttributeGet(mlirIdentifierGet(context, name), value);
  }
  return mlirDictionaryAttrGet(context, count, values);
}
