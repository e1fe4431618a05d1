//===- Diagonals.c - rules of matrices by their diagonals -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Diagonals.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"

static bool checkRank(RelaxDims *dims, RelaxTensorInfo input) {
  return !input.ranked || input.rank >= 2 ||
         relaxDimsError(dims, "expected rank 2 or more, got %s",
                        relaxShapeText(dims->arena, input));
}

static bool inferTriangle(RelaxDims *dims, MlirValue input, MlirValue k,
                          MlirType *result) {
  if (!checkRank(dims, relaxTensorInfoOf(input)))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(k);
  int64_t extent = 1;
  if (info.ranked && info.rank == 1 &&
      !symAttributeIsConst(info.dims[0], &extent))
    extent = -1;
  MlirType i64 = mlirIntegerTypeGet(relaxDimsContext(dims), 64);
  *result = mlirValueGetType(input);
  return ((!info.ranked || info.rank <= 1) && extent == 1 &&
          mlirTypeEqual(info.elementType, i64)) ||
         relaxDimsError(dims, "diagonal: expected one element i64, got %s",
                        relaxTypeText(dims->arena, mlirValueGetType(k)));
}

bool relaxTrilInferTypes(RelaxDims *dims, const RelaxTrilArgs *args,
                         MlirType *results) {
  return inferTriangle(dims, args->input, args->k, results);
}

bool relaxTriuInferTypes(RelaxDims *dims, const RelaxTriuArgs *args,
                         MlirType *results) {
  return inferTriangle(dims, args->input, args->k, results);
}

MlirLogicalResult relaxEyeLikeVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxEyeLikeGetInput(op));
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  RelaxDims dims = relaxDimsOpen(op);
  MlirLogicalResult outcome =
      relaxDimsClose(&dims, relaxOutcome(checkRank(&dims, input)));
  MlirType expected = relaxTypeWithElements(input, element);
  return mlirLogicalResultIsSuccess(outcome)
             ? relaxVerifyInferred(op, &expected)
             : outcome;
}
