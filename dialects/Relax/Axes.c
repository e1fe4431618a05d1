//===- Axes.c - lists of axes ---------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Axes.h"

MlirLogicalResult relaxCheckAxes(MlirLocation loc, const char *opName,
                                 const int64_t *axes, intptr_t count,
                                 intptr_t rank) {
  for (intptr_t i = 0; i < count; ++i) {
    if (axes[i] < 0 || (rank >= 0 && axes[i] >= rank)) {
      if (rank == 0)
        return bridgeEmitError(
            loc, "'%s' op axis %lld: expected an operand of rank at least 1",
            opName, (long long)axes[i]);
      if (rank < 0)
        return bridgeEmitError(loc, "'%s' op axis %lld: expected at least 0",
                               opName, (long long)axes[i]);
      return bridgeEmitError(
          loc,
          "'%s' op axis %lld: expected 0 to %ld for an operand of rank %ld",
          opName, (long long)axes[i], (long)rank - 1, (long)rank);
    }
    if (i > 0 && axes[i] <= axes[i - 1])
      return bridgeEmitError(
          loc, "'%s' op axes: expected ascending axes, got %lld after %lld",
          opName, (long long)axes[i], (long long)axes[i - 1]);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxCheckAxisOperand(MlirLocation loc, const char *opName,
                                        MlirValue axis) {
  RelaxTensorInfo info = relaxTensorInfoOf(axis);
  MlirType i64 = mlirIntegerTypeGet(mlirLocationGetContext(loc), 64);
  if (mlirTypeEqual(info.elementType, i64) && (!info.ranked || info.rank == 0))
    return mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  MlirLogicalResult failed = bridgeEmitError(
      loc, "'%s' op axis: expected !relax.tensor<[], i64>, got %s", opName,
      relaxTypeText(arena, mlirValueGetType(axis)));
  arenaDestroy(arena);
  return failed;
}
