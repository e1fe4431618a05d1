//===- KernelBuffers.c - what kernels take their buffers to be -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Program/KernelBuffers.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"

/// Bytes of a buffer over the symbols of its program.
static SymStatus bytesOf(Arena *arena, MlirType buffer, SymExpr *bytes) {
  const MlirAttribute *dims;
  MlirType element = tirBufferTypeGetElementType(buffer);
  bool complex = mlirTypeIsAComplex(element);
  if (complex)
    element = mlirComplexTypeGetElementType(element);
  *bytes = symExprConst(arena, tirElementBytes(element) * (complex ? 2 : 1));
  SymStatus status = SYM_OK;
  for (intptr_t d = 0, e = tirBufferTypeGetDims(buffer, &dims);
       d < e && status == SYM_OK; ++d)
    status = symExprMul(arena, *bytes, symExprOf(arena, dims[d]), bytes);
  return status;
}

RelaxKernelBuffer *targetKernelBuffers(RelaxProgram *program,
                                       MlirOperation func, MlirOperation at,
                                       Arena *arena) {
  MlirType type = mlirTypeAttrGetValue(tirFuncGetFunctionType(func));
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  StrRef *symbols;
  size_t numSymbols = tirFuncSymbols(func, arena, &symbols);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  RelaxKernelBuffer *result = ARENA_ARRAY(arena, RelaxKernelBuffer, count);
  for (intptr_t i = 0; i < count; ++i) {
    SymExpr bytes;
    SymStatus status =
        bytesOf(arena, mlirFunctionTypeGetInput(type, i), &bytes);
    if (status != SYM_OK) {
      bridgeEmitOpError(at, "buffer %ld: %s", (long)i, symStatusText(status));
      return NULL;
    }
    uint32_t *numbers = ARENA_ARRAY(arena, uint32_t, bytes.numSymbols);
    for (size_t s = 0; s < bytes.numSymbols; ++s)
      for (size_t k = 0; k < numSymbols; ++k)
        if (strRefEqual(symbols[k], bytes.symbols[s]))
          numbers[s] = (uint32_t)k;
    intptr_t rows = tirRowsOf(func, i);
    result[i].bytes = relaxProgramAddExpr(program, bytes, numbers);
    result[i].name = entry.ptr ? bridgeLocationName(mlirValueGetLocation(
                                     mlirBlockGetArgument(entry, i)))
                               : (StrRef){"", 0};
    result[i].rows = rows < 0 ? RELAX_NO_ROWS : (uint32_t)rows;
  }
  return result;
}
