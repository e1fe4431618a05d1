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

static MlirLogicalResult verifyCol2im(RelaxDims *dims, MlirOperation op) {
  enum { MAX_DIMS = 6 };
  MlirValue input = relaxCol2imGetInput(op);
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  RelaxWindow w = relaxWindowOf(op);
  intptr_t d = w.strides.count;
  if (d < 1 || d > MAX_DIMS ||
      !relaxIntegersWithin(w.strides, d, 1, INT32_MAX) ||
      !relaxIntegersWithin(w.dilations, d, 1, INT32_MAX) ||
      !relaxIntegersWithin(w.pads, 2 * d, 0, INT32_MAX))
    return bridgeEmitOpError(
        op, "expected a stride and a dilation of at least 1 and two pads of at "
            "least 0 for each of 1 to 6 dimensions, at most 2147483647");
  if (!y.ranked || y.rank != d + 2)
    return relaxOutcome(relaxDimsMisfit(
        dims, "result", "two dimensions more than there are strides", y));
  if (x.ranked && x.rank != d + 3)
    return relaxOutcome(
        relaxDimsMisfit(dims, "input",
                        "[n, channels, block..., steps], three dimensions "
                        "more than there are strides",
                        x));
  if (mlirTypeIsAInteger(x.elementType) &&
      mlirIntegerTypeGetWidth(x.elementType) == 1)
    return bridgeEmitOpError(op, "expected numbers, got '%s'",
                             relaxTypeText(dims->arena, x.elementType));
  SymExpr any = symExprUnknown(dims->arena), out[MAX_DIMS + 2];
  for (intptr_t i = 0; i < d + 2; ++i)
    out[i] = i < 2 && x.ranked ? relaxDimsOf(dims, x.dims[i]) : any;
  if (!relaxSameElements(dims, x, y) ||
      !relaxDimsCheckShape(dims, "result", mlirOperationGetResult(op, 0), d + 2,
                           out, "the first two extents of the input"))
    return mlirLogicalResultFailure();
  return relaxVerifyVector(op, dims->arena, "sizes", relaxCol2imGetSizes(op),
                           i64(op), d);
}

MlirLogicalResult relaxCol2imVerify(MlirOperation op) {
  RelaxDims dims = relaxDimsOpen(op);
  return relaxDimsClose(&dims, verifyCol2im(&dims, op));
}
