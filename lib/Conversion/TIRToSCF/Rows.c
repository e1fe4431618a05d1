//===- Rows.c - loads from arguments whose rows lie apart -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The argument is one line of memory. The table says where in it a row begins;
// within the row elements lie as always, so vectors are loaded as always.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Rows.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

static intptr_t tableOf(TirLowering *l, MlirValue buffer) {
  return mlirValueIsABlockArgument(buffer) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(buffer), l->entry)
             ? tirRowsOf(l->func, mlirBlockArgumentGetArgNumber(buffer))
             : -1;
}

bool tirRowsAreApart(TirLowering *l, MlirValue buffer) {
  return tableOf(l, buffer) >= 0;
}

/// The argument as a line, which is its only use; null after an error.
static MlirValue lineOf(TirLowering *l, MlirValue argument) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tirIsView(mlirOpOperandGetOwner(use)))
      return mlirOperationGetResult(mlirOpOperandGetOwner(use), 0);
  const MlirAttribute *dims;
  MlirType type = mlirValueGetType(argument);
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  SymExpr count = symExprOf(l->arena, dims[0]);
  for (intptr_t d = 1; d < rank; ++d)
    if (symExprMul(l->arena, count, symExprOf(l->arena, dims[d]), &count) !=
        SYM_OK) {
      bridgeEmitOpError(l->func, "has an argument of too many elements");
      return (MlirValue){NULL};
    }
  MlirAttribute extent = symExprToAttribute(l->context, count);
  TirViewArgs args = {argument,
                      tirBufferTypeGet(l->context, 1, &extent,
                                       tirBufferTypeGetElementType(type))};
  MlirOperation view = tirViewCreate(mlirValueGetLocation(argument), &args);
  mlirBlockInsertOwnedOperation(l->entry, 0, view); // moves with its memref
  return mlirOperationGetResult(view, 0);
}

/// Memref and index of an element of an argument; false after an error.
static bool placeInRow(TirLowering *l, OpBuilder *b, MlirValue argument,
                       const MlirValue *indices, MlirValue *operands) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(argument), &dims);
  MlirValue line = lineOf(l, argument);
  if (!line.ptr)
    return false;
  // Elements of the row before the one that is asked for.
  MlirValue within = indices[1];
  for (intptr_t d = 2; d < rank; ++d) {
    MlirValue extent = tirBuildExpr(l, b, dims[d], NULL);
    if (!extent.ptr)
      return false;
    within =
        buildBinary(b, "arith.addi",
                    buildBinary(b, "arith.muli", within, extent), indices[d]);
  }
  MlirValue table = mlirBlockGetArgument(l->entry, tableOf(l, argument));
  MlirValue row = buildMemrefLoad(b, tirMemrefOf(l, table), indices, 1);
  row =
      buildValue(b, "arith.index_cast", mlirIndexTypeGet(l->context), &row, 1);
  operands[0] = tirMemrefOf(l, line);
  operands[1] = buildBinary(b, "arith.addi", row, within);
  return true;
}

TirPlace tirPlaceOf(TirLowering *l, OpBuilder *b, MlirValue buffer,
                    const MlirValue *indices) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  MlirValue *operands = ARENA_ARRAY(l->arena, MlirValue, rank + 3);
  if (tirRowsAreApart(l, buffer))
    return placeInRow(l, b, buffer, indices, operands) ? (TirPlace){operands, 2}
                                                       : (TirPlace){NULL, 0};
  operands[0] = tirMemrefOf(l, buffer);
  for (intptr_t d = 0; d < rank; ++d)
    operands[d + 1] = indices[d];
  return (TirPlace){operands, rank + 1};
}
