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

MlirAttribute callSymbol(MlirOperation op, MlirOperation function,
                         const MlirType *types, StrRef symbol) {
  MlirType type = mlirTypeAttrGetValue(tirFuncGetFunctionType(function));
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
  MlirAttribute given = relaxCallTirGetSymbols(op);
  if (!given.ptr)
    return given;
  return mlirDictionaryAttrGetElementByName(given, strRefToMlir(symbol));
}
