//===- CallSymbols.c - symbols of a program at a call ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/CallSymbols.h"
#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Lists.h"

/// The expression in the call's `symbols (...)`, which names the symbols of the
/// program: a version has its own at the same places. Null: there is none.
static MlirAttribute givenAtCall(MlirOperation call, MlirOperation program,
                                 MlirOperation function, StrRef symbol) {
  MlirAttribute given = relaxCallTirGetSymbols(call),
                own = tirFuncGetSymbols(function),
                clause = tirFuncGetSymbols(program);
  if (!given.ptr || !own.ptr)
    return (MlirAttribute){NULL};
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(own); i < e; ++i)
    if (strRefEqual(bridgeTextAt(own, i), symbol))
      return mlirDictionaryAttrGetElementByName(
          given, mlirStringAttrGetValue(mlirArrayAttrGetElement(clause, i)));
  return (MlirAttribute){NULL};
}

MlirAttribute callSymbol(MlirOperation call, MlirOperation program,
                         MlirOperation function, const MlirType *types,
                         StrRef symbol) {
  MlirType type = tirFuncGetFunctionType(function);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i) {
    const MlirAttribute *formal, *actual;
    intptr_t rank = symTypeDims(mlirFunctionTypeGetInput(type, i), &formal);
    symTypeDims(relaxStoredTensorType(types[i]), &actual);
    StrRef name;
    for (intptr_t axis = 0; axis < rank; ++axis)
      if (symAttributeIsSymbol(formal[axis], &name) &&
          strRefEqual(name, symbol))
        return actual[axis];
  }
  return givenAtCall(call, program, function, symbol);
}
