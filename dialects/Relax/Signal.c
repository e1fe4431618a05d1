//===- Signal.c - rules of Fourier transforms -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.h"

RelaxDftSizes relaxDftSizes(RelaxDims *dims, const RelaxDftArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  SymExpr one = relaxDimsConst(dims, 1), two = relaxDimsConst(dims, 2);
  SymExpr extent =
      relaxDimsOf(dims, input.dims[mlirIntegerAttrGetValueInt(args->axis)]);
  bool inverse = args->inverse.ptr != NULL, half = args->onesided.ptr != NULL;
  RelaxDftSizes sizes = {.points = extent,
                         .parts = inverse && half ? 1 : 2,
                         .low = inverse && half ? 2 : 1,
                         .high = half && !inverse ? 1 : 2};
  if (args->points.ptr) {
    RelaxTensorInfo points = relaxTensorInfoOf(args->points);
    sizes.points = points.ranked ? relaxDimsOf(dims, points.dims[0])
                                 : symExprUnknown(dims->arena);
  } else if (inverse && half) {
    sizes.points = relaxDimsClamp(
        dims, relaxDimsMul(dims, two, relaxDimsSub(dims, extent, one)));
  }
  sizes.result =
      half && !inverse
          ? relaxDimsAdd(dims, relaxDimsFloorDiv(dims, sizes.points, two), one)
          : sizes.points;
  return sizes;
}

static MlirLogicalResult check(RelaxDims *dims, const RelaxDftArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  if (!mlirTypeIsAFloat(input.elementType))
    return bridgeEmitError(
        dims->loc, "'%s' op expected float elements, got '%s'", dims->opName,
        relaxTypeText(dims->arena, input.elementType));
  if (axis < 0 || (input.ranked && axis > input.rank - 2))
    return bridgeEmitError(
        dims->loc,
        "'%s' op axis %lld: expected one before the last dimension, got %s",
        dims->opName, (long long)axis, relaxShapeText(dims->arena, input));
  if (args->points.ptr && relaxTensorInfoOf(args->points).ranked &&
      relaxTensorInfoOf(args->points).rank != 1)
    return bridgeEmitError(
        dims->loc, "'%s' op points: expected rank 1, got %s", dims->opName,
        relaxShapeText(dims->arena, relaxTensorInfoOf(args->points)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult infer(RelaxDims *dims, const RelaxDftArgs *args,
                               MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  *result = relaxUnrankedTensorType(input.elementType);
  if (mlirLogicalResultIsFailure(check(dims, args)))
    return mlirLogicalResultFailure();
  if (!input.ranked)
    return mlirLogicalResultSuccess();
  RelaxDftSizes sizes = relaxDftSizes(dims, args);
  int64_t parts;
  if (symAttributeIsConst(input.dims[input.rank - 1], &parts) &&
      (parts < sizes.low || parts > sizes.high))
    return bridgeEmitError(
        dims->loc,
        "'%s' op last dimension: expected %lld to %lld parts of an element, "
        "got %s",
        dims->opName, (long long)sizes.low, (long long)sizes.high,
        relaxShapeText(dims->arena, input));
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] = input.dims[i];
  out[mlirIntegerAttrGetValueInt(args->axis)] =
      relaxDimsAttribute(dims, sizes.result);
  out[input.rank - 1] =
      relaxDimsAttribute(dims, relaxDimsConst(dims, sizes.parts));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return relaxDimsOutcome(dims);
}

MlirLogicalResult relaxDftInferTypes(MlirLocation loc, const RelaxDftArgs *args,
                                     MlirType *results) {
  RelaxDims dims = {loc, "relax.dft", arenaCreate(), SYM_OK};
  MlirLogicalResult outcome = infer(&dims, args, results);
  arenaDestroy(dims.arena);
  return outcome;
}
