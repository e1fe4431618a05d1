//===- Resize.c - rules of sampling on another grid -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Resize.gen.h"

static MlirLogicalResult checkWords(MlirOperation op) {
  static const char *const modes[] = {"nearest", "linear", "cubic"};
  static const char *const coordinates[] = {
      "half_pixel",    "half_pixel_symmetric", "pytorch_half_pixel",
      "align_corners", "asymmetric",           "tf_crop_and_resize"};
  static const char *const roundings[] = {"round_prefer_floor",
                                          "round_prefer_ceil", "floor", "ceil"};
  if (mlirLogicalResultIsFailure(
          relaxVerifyWord(op, "mode", relaxResizeGetMode(op), modes, 3)) ||
      mlirLogicalResultIsFailure(relaxVerifyWord(
          op, "coordinates", relaxResizeGetCoordinates(op), coordinates, 6)))
    return mlirLogicalResultFailure();
  return relaxVerifyWord(op, "rounding", relaxResizeGetRounding(op), roundings,
                         4);
}

static MlirLogicalResult checkOperands(MlirOperation op, Arena *arena) {
  MlirContext context = mlirOperationGetContext(op);
  MlirType f32 = mlirF32TypeGet(context), i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute factors = relaxResizeGetFactors(op);
  int64_t count = mlirDenseArrayGetNumElements(relaxResizeGetAxes(op));
  bool crops = strRefEqual(
      strRefFromMlir(mlirStringAttrGetValue(relaxResizeGetCoordinates(op))),
      strRefFromC("tf_crop_and_resize"));
  if (factors.ptr && (mlirDenseArrayGetNumElements(factors) != count ||
                      relaxResizeGetScales(op).ptr))
    return bridgeEmitOpError(op, "expected a factor per axis, or scales");
  if (crops != (relaxResizeGetRoi(op).ptr != NULL))
    return bridgeEmitOpError(
        op, "expected 'roi' with 'tf_crop_and_resize' and only there");
  if (mlirLogicalResultIsFailure(relaxVerifyVector(
          op, arena, "sizes", relaxResizeGetSizes(op), i64, count)) ||
      mlirLogicalResultIsFailure(relaxVerifyVector(
          op, arena, "scales", relaxResizeGetScales(op), f32, count)))
    return mlirLogicalResultFailure();
  return relaxVerifyVector(op, arena, "roi", relaxResizeGetRoi(op), f32,
                           2 * count);
}

MlirLogicalResult relaxResizeVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  RelaxTensorInfo input = relaxTensorInfoOf(relaxResizeGetInput(op));
  MlirLogicalResult outcome = checkWords(op);
  bool nearest = strRefEqual(
      strRefFromMlir(mlirStringAttrGetValue(relaxResizeGetMode(op))),
      strRefFromC("nearest"));
  if (mlirLogicalResultIsSuccess(outcome) && !nearest &&
      !mlirTypeIsAFloat(input.elementType))
    outcome = relaxRefuseElements(op, input.elementType);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkOperands(op, arena);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxVerifyChangedAlong(op, arena, relaxResizeGetAxes(op));
  arenaDestroy(arena);
  return outcome;
}
