//===- Places.c - indices that are data -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Checks stand in a compute of their own, over the indices alone; what follows
// is defined whatever the indices are (tir.check).
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

MlirValue relaxBuildIndexLoad(TirBuilder *b, intptr_t buffer, intptr_t first,
                              intptr_t count) {
  return tirBuildLoad(b, buffer, tirIterators(b, first, count),
                      (MlirValue){NULL});
}

MlirValue relaxBuildPlace(TirBuilder *b, MlirValue index, SymExpr extent) {
  MlirType type = mlirIndexTypeGet(b->context);
  MlirValue given =
      tirNamed(b, "given", tirBuildConvert(b, "arith.index_cast", index, type));
  MlirValue zero = tirNamed(b, "zero", tirBuildInteger(b, type, 0));
  MlirValue below = tirBuildCompare(b, TIR_CMPI_SLT, given, zero);
  MlirValue moved =
      tirBuildArith2(b, "arith.addi", given, tirBuildExtent(b, extent));
  return tirNamed(b, "place", tirBuildSelect(b, below, moved, given));
}

void relaxBuildPlaceCheck(TirBuilder *b, MlirValue place, SymExpr extent) {
  tirBuildFailIf(
      b, tirBuildCompare(b, TIR_CMPI_UGE, place, tirBuildExtent(b, extent)),
      "index out of bounds");
}

void relaxBuildIndexCheck(TirBuilder *b, MlirValue index, SymExpr extent) {
  relaxBuildPlaceCheck(b, relaxBuildPlace(b, index, extent), extent);
}

MlirValue relaxBuildClampedPlace(TirBuilder *b, MlirValue place,
                                 SymExpr extent) {
  RelaxDims *dims = &b->dims;
  MlirType type = mlirIndexTypeGet(b->context);
  MlirValue last =
      tirBuildExtent(b, relaxDimsSub(dims, extent, relaxDimsConst(dims, 1)));
  MlirValue below = tirBuildArith2(b, "arith.minsi", place, last);
  return tirBuildArith2(b, "arith.maxsi", below, tirBuildInteger(b, type, 0));
}
