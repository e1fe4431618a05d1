//===- Symbols.c - the symbols of a program, in the order of the ABI ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static bool contains(const StrRef *names, size_t count, StrRef name) {
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(names[i], name))
      return true;
  return false;
}

bool tirIsSettled(MlirOperation func) {
  return tirFuncGetSchedule(func).ptr || tirFuncGetVersions(func).ptr;
}

size_t tirFuncSymbols(MlirOperation func, Arena *arena, StrRef **names) {
  MlirType type = tirFuncGetFunctionType(func);
  MlirAttribute clause = tirFuncGetSymbols(func);
  intptr_t listed = bridgeLength(clause);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type), limit = listed;
  const MlirAttribute *dims;
  for (intptr_t i = 0; i < inputs; ++i)
    limit += tirBufferTypeGetDims(mlirFunctionTypeGetInput(type, i), &dims);
  *names = ARENA_ARRAY(arena, StrRef, limit);
  size_t count = 0;
  for (intptr_t i = 0; i < inputs; ++i) {
    intptr_t rank =
        tirBufferTypeGetDims(mlirFunctionTypeGetInput(type, i), &dims);
    for (intptr_t d = 0; d < rank; ++d) {
      StrRef name;
      if (symAttributeIsSymbol(dims[d], &name) &&
          !contains(*names, count, name))
        (*names)[count++] = name;
    }
  }
  for (intptr_t i = 0; i < listed; ++i)
    (*names)[count++] = bridgeTextAt(clause, i);
  return count;
}
