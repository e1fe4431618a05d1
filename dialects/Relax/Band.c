//===- Band.c - rules of matrices by their diagonals ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Band.gen.h"
#include "dialects/Relax/Dims.h"

static MlirLogicalResult checkRank(RelaxDims *dims, RelaxTensorInfo input) {
  return !input.ranked || input.rank >= 2
             ? mlirLogicalResultSuccess()
             : bridgeEmitError(
                   dims->loc, "'%s' op expected rank 2 or more, got %s",
                   dims->opName, relaxShapeText(dims->arena, input));
}

static MlirLogicalResult inferTriangle(MlirLocation loc, const char *name,
                                       MlirValue input, MlirValue k,
                                       MlirType *result) {
  RelaxDims dims = {loc, name, arenaCreate(), SYM_OK};
  MlirLogicalResult outcome = checkRank(&dims, relaxTensorInfoOf(input));
  if (mlirLogicalResultIsSuccess(outcome)) {
    RelaxTensorInfo info = relaxTensorInfoOf(k);
    int64_t extent = 1;
    if (info.ranked && info.rank == 1 &&
        !symAttributeIsConst(info.dims[0], &extent))
      extent = -1;
    MlirType i64 = mlirIntegerTypeGet(mlirLocationGetContext(loc), 64);
    if ((info.ranked && info.rank > 1) || extent != 1 ||
        !mlirTypeEqual(info.elementType, i64))
      outcome = bridgeEmitError(
          loc, "'%s' op diagonal: expected one element i64, got %s", name,
          relaxTypeText(dims.arena, mlirValueGetType(k)));
  }
  *result = mlirValueGetType(input);
  arenaDestroy(dims.arena);
  return outcome;
}

MlirLogicalResult relaxTrilInferTypes(MlirLocation loc,
                                      const RelaxTrilArgs *args,
                                      MlirType *results) {
  return inferTriangle(loc, "relax.tril", args->input, args->k, results);
}

MlirLogicalResult relaxTriuInferTypes(MlirLocation loc,
                                      const RelaxTriuArgs *args,
                                      MlirType *results) {
  return inferTriangle(loc, "relax.triu", args->input, args->k, results);
}

MlirLogicalResult relaxEyeLikeVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxEyeLikeGetInput(op));
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  RelaxDims dims = {mlirOperationGetLocation(op), "relax.eye_like",
                    arenaCreate(), SYM_OK};
  MlirLogicalResult outcome = checkRank(&dims, input);
  arenaDestroy(dims.arena);
  MlirType expected = input.ranked
                          ? relaxTensorTypeOf(element, input.rank, input.dims)
                          : relaxUnrankedTensorType(element);
  return mlirLogicalResultIsSuccess(outcome)
             ? relaxVerifyInferred(op, &expected)
             : outcome;
}
