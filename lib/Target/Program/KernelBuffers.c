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
#include "lib/Bridge/Core/Blocks.h"

static RelaxDType dtypeOf(MlirType element) {
  StrBuf text = {0};
  RelaxDType dtype = RELAX_NUM_DTYPES;
  bridgePrintType(element, &text);
  (void)relaxDTypeParse((StrRef){text.data, text.length}, &dtype);
  strBufFree(&text);
  return dtype;
}

/// The extents over the symbols of the program.
static const uint32_t *dimsOf(RelaxProgram *program, Arena *arena,
                              MlirType buffer, const StrRef *symbols,
                              size_t numSymbols) {
  const MlirAttribute *attributes;
  intptr_t rank = tirBufferTypeGetDims(buffer, &attributes);
  uint32_t *dims = ARENA_ARRAY(arena, uint32_t, rank);
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr dim = symExprOf(arena, attributes[d]);
    uint32_t *numbers = ARENA_ARRAY(arena, uint32_t, dim.numSymbols);
    for (size_t s = 0; s < dim.numSymbols; ++s)
      for (size_t k = 0; k < numSymbols; ++k)
        if (strRefEqual(symbols[k], dim.symbols[s]))
          numbers[s] = (uint32_t)k;
    dims[d] = relaxProgramAddExpr(program, dim, numbers);
  }
  return dims;
}

RelaxKernelBuffer *targetKernelBuffers(RelaxProgram *program,
                                       MlirOperation func, Arena *arena) {
  MlirType type = tirFuncGetFunctionType(func);
  MlirBlock entry = bridgeBody(func);
  const MlirAttribute *dims;
  StrRef *symbols;
  size_t numSymbols = tirFuncSymbols(func, arena, &symbols);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  RelaxKernelBuffer *result = ARENA_ARRAY(arena, RelaxKernelBuffer, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType buffer = mlirFunctionTypeGetInput(type, i);
    result[i].dtype = dtypeOf(tirBufferTypeGetElementType(buffer));
    result[i].rank = (uint32_t)tirBufferTypeGetDims(buffer, &dims);
    result[i].dims = dimsOf(program, arena, buffer, symbols, numSymbols);
    intptr_t rows = tirRowsOf(func, i);
    result[i].name = entry.ptr ? bridgeLocationName(mlirValueGetLocation(
                                     mlirBlockGetArgument(entry, i)))
                               : (StrRef){"", 0};
    result[i].moved = tirIsMoved(func, i);
    result[i].rows = rows < 0 ? RELAX_NO_ROWS : (uint32_t)rows;
  }
  return result;
}
