//===- Axes.c - lists of axes ---------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Types/Axes.h"

bool relaxCheckAxes(RelaxDims *dims, const int64_t *axes, intptr_t count,
                    intptr_t rank) {
  for (intptr_t i = 0; i < count; ++i) {
    if (axes[i] < 0 || (rank >= 0 && axes[i] >= rank)) {
      if (rank == 0)
        return relaxDimsError(
            dims, "axis %lld: expected an operand of rank at least 1",
            (long long)axes[i]);
      if (rank < 0)
        return relaxDimsError(dims, "axis %lld: expected at least 0",
                              (long long)axes[i]);
      return relaxDimsError(
          dims, "axis %lld: expected 0 to %ld for an operand of rank %ld",
          (long long)axes[i], (long)rank - 1, (long)rank);
    }
    if (i > 0 && axes[i] <= axes[i - 1])
      return relaxDimsError(
          dims, "axes: expected ascending axes, got %lld after %lld",
          (long long)axes[i], (long long)axes[i - 1]);
  }
  return true;
}

bool relaxCheckAxisOperand(RelaxDims *dims, MlirValue axis) {
  RelaxTensorInfo info = relaxTensorInfoOf(axis);
  MlirType i64 = mlirIntegerTypeGet(relaxDimsContext(dims), 64);
  if (mlirTypeEqual(info.elementType, i64) && (!info.ranked || info.rank == 0))
    return true;
  return relaxDimsError(dims, "axis: expected !relax.tensor<[], i64>, got %s",
                        relaxTypeText(dims->arena, mlirValueGetType(axis)));
}
