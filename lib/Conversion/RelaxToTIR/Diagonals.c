//===- Diagonals.c - kernels of matrices by their diagonals ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Diagonals.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// The diagonal of the element at the iterators of the open compute, as an i64.
static MlirValue diagonal(TirBuilder *b) {
  intptr_t rank = b->numIterators;
  SymExpr number = relaxDimsSub(&b->dims, tirIterator(b, rank - 1),
                                tirIterator(b, rank - 2));
  return tirNamed(b, "diagonal", tirBuildNumber(b, number));
}

MlirLogicalResult relaxBuildTriangle(TirBuilder *b, MlirOperation op) {
  MlirType element = tirStoredType(tirBufferElement(b, 0));
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  bool lower = relaxIsTril(op);
  SymExpr first = relaxDimsConst(&b->dims, 0);
  tirBuildComputeOver(b, lower ? "tril" : "triu", 2);
  MlirValue k = tirBuildLoad(b, 1, &first, (MlirValue){NULL});
  MlirValue kept =
      tirBuildCompare(b, lower ? TIR_CMPI_SLE : TIR_CMPI_SGE, diagonal(b), k);
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  MlirValue x = relaxBuildIndexLoad(b, 0, 0, b->numIterators);
  return tirEndWith(b, tirBuildSelect(b, kept, x, zero));
}

MlirLogicalResult relaxBuildEyeLike(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 1);
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  tirBuildComputeOver(b, "eye_like", 1);
  MlirValue k = tirBuildInteger(b, mlirIntegerTypeGet(b->context, 64),
                                relaxEyeLikeGetK(op));
  MlirValue is = tirBuildCompare(b, TIR_CMPI_EQ, diagonal(b), k);
  MlirValue one = tirNamed(b, "one", tirBuildConstant(b, element, 1));
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  return tirEndWith(b, tirBuildSelect(b, is, one, zero));
}
