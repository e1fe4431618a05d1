//===- Crop.c - rules of images of other extents --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Crop.gen.h"
#include "dialects/Relax/Dims.h"

static MlirType i64(MlirOperation op) {
  return mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
}

MlirLogicalResult relaxCenterCropPadVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  MlirAttribute axes = relaxCenterCropPadGetAxes(op);
  MlirLogicalResult outcome =
      relaxVerifyVector(op, arena, "sizes", relaxCenterCropPadGetSizes(op),
                        i64(op), mlirDenseArrayGetNumElements(axes));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxVerifyChangedAlong(op, arena, axes);
  arenaDestroy(arena);
  return outcome;
}

static bool allAtLeast(const int64_t *values, intptr_t count, int64_t least) {
  for (intptr_t i = 0; i < count; ++i)
    if (values[i] < least || values[i] > INT32_MAX)
      return false;
  return true;
}

static MlirLogicalResult verifyCol2im(RelaxDims *dims, MlirOperation op) {
  enum { MAX_DIMS = 6 };
  MlirValue input = relaxCol2imGetInput(op);
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t d, pads, dilations;
  const int64_t *stride =
      relaxIntegers(dims->arena, relaxCol2imGetStrides(op), &d);
  const int64_t *pad =
      relaxIntegers(dims->arena, relaxCol2imGetPads(op), &pads);
  const int64_t *dilation =
      relaxIntegers(dims->arena, relaxCol2imGetDilations(op), &dilations);
  if (d < 1 || d > MAX_DIMS || dilations != d || pads != 2 * d ||
      !allAtLeast(stride, d, 1) || !allAtLeast(dilation, d, 1) ||
      !allAtLeast(pad, pads, 0))
    return bridgeEmitOpError(
        op, "expected a stride and a dilation of at least 1 and two pads of at "
            "least 0 for each of 1 to 6 dimensions, at most 2147483647");
  if (!y.ranked || y.rank != d + 2)
    return relaxDimsMisfit(dims, "result",
                           "two dimensions more than there are strides", y);
  if (x.ranked && x.rank != d + 3)
    return relaxDimsMisfit(dims, "input",
                           "[n, channels, block..., steps], three dimensions "
                           "more than there are strides",
                           x);
  if (mlirTypeIsAInteger(x.elementType) &&
      mlirIntegerTypeGetWidth(x.elementType) == 1)
    return bridgeEmitOpError(op, "expected numbers, got '%s'",
                             relaxTypeText(dims->arena, x.elementType));
  SymExpr any = symExprUnknown(dims->arena), out[MAX_DIMS + 2];
  for (intptr_t i = 0; i < d + 2; ++i)
    out[i] = i < 2 && x.ranked ? relaxDimsOf(dims, x.dims[i]) : any;
  if (mlirLogicalResultIsFailure(relaxSameElements(dims, x, y)) ||
      mlirLogicalResultIsFailure(relaxDimsCheckShape(
          dims, "result", mlirOperationGetResult(op, 0), d + 2, out,
          "the first two extents of the input")))
    return mlirLogicalResultFailure();
  return relaxVerifyVector(op, dims->arena, "sizes", relaxCol2imGetSizes(op),
                           i64(op), d);
}

MlirLogicalResult relaxCol2imVerify(MlirOperation op) {
  RelaxDims dims = relaxDimsOpen(op);
  return relaxDimsClose(&dims, verifyCol2im(&dims, op));
}
