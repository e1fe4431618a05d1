//===- Resize.c - rules of sampling on another grid -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Resize.gen.h"

#include <string.h>

/// One of the `count` words of `list`.
static MlirLogicalResult checkWord(MlirOperation op, const char *what,
                                   MlirAttribute attribute,
                                   const char *const *list, size_t count) {
  StrRef word = strRefFromMlir(mlirStringAttrGetValue(attribute));
  StrBuf known = {0};
  for (size_t i = 0; i < count; ++i) {
    if (strRefEqual(word, strRefFromC(list[i]))) {
      strBufFree(&known);
      return mlirLogicalResultSuccess();
    }
    strBufAppendFormat(&known, "%s'%s'", i ? ", " : "", list[i]);
  }
  MlirLogicalResult failed =
      bridgeEmitOpError(op, "%s: expected one of %s, got '%.*s'", what,
                        strBufText(&known), (int)word.length, word.data);
  strBufFree(&known);
  return failed;
}

static MlirLogicalResult checkWords(MlirOperation op) {
  static const char *const modes[] = {"nearest", "linear", "cubic"};
  static const char *const coordinates[] = {
      "half_pixel",    "half_pixel_symmetric", "pytorch_half_pixel",
      "align_corners", "asymmetric",           "tf_crop_and_resize"};
  static const char *const roundings[] = {"round_prefer_floor",
                                          "round_prefer_ceil", "floor", "ceil"};
  if (mlirLogicalResultIsFailure(
          checkWord(op, "mode", relaxResizeGetMode(op), modes, 3)) ||
      mlirLogicalResultIsFailure(checkWord(
          op, "coordinates", relaxResizeGetCoordinates(op), coordinates, 6)))
    return mlirLogicalResultFailure();
  return checkWord(op, "rounding", relaxResizeGetRounding(op), roundings, 4);
}

/// An optional vector of `count` elements.
static MlirLogicalResult checkVector(MlirOperation op, Arena *arena,
                                     const char *what, MlirValue value,
                                     MlirType element, int64_t count) {
  if (!value.ptr)
    return mlirLogicalResultSuccess();
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  int64_t extent;
  if (mlirTypeEqual(info.elementType, element) && info.ranked &&
      info.rank == 1 && symAttributeIsConst(info.dims[0], &extent) &&
      extent == count)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "%s: expected !relax.tensor<[%lld], %s>, got %s",
                           what, (long long)count,
                           relaxTypeText(arena, element),
                           relaxTypeText(arena, mlirValueGetType(value)));
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
  if (mlirLogicalResultIsFailure(checkVector(
          op, arena, "sizes", relaxResizeGetSizes(op), i64, count)) ||
      mlirLogicalResultIsFailure(checkVector(
          op, arena, "scales", relaxResizeGetScales(op), f32, count)))
    return mlirLogicalResultFailure();
  return checkVector(op, arena, "roi", relaxResizeGetRoi(op), f32, 2 * count);
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
    outcome = bridgeEmitOpError(op, "expected float elements, got '%s'",
                                relaxTypeText(arena, input.elementType));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkOperands(op, arena);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxVerifyChangedAlong(op, arena, relaxResizeGetAxes(op));
  arenaDestroy(arena);
  return outcome;
}
