//===- Resize.c - rules of sampling on another grid -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.h"
#include "lib/Bridge/Core/Blocks.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

bool relaxResizeExtent(int64_t extent, float scale, float add,
                       int64_t *result) {
  float value = floorf((float)extent * scale + add);
  if (!(value >= 0 && value < 0x1p63f))
    return false;
  *result = (int64_t)value;
  return true;
}

float relaxResizeAspect(bool larger, intptr_t count, const int64_t *sizes,
                        const int64_t *extents) {
  float best = 1;
  for (intptr_t i = 0; i < count; ++i) {
    float scale = (float)sizes[i] / (float)extents[i];
    if (i == 0 || (larger ? scale > best : scale < best))
      best = scale;
  }
  return best;
}

bool relaxResizeIsLarger(MlirAttribute aspect) {
  return strRefEqual(bridgeText(aspect), strRefFromC("not_smaller"));
}

bool relaxResizeAspectExtents(MlirAttribute aspect, intptr_t count,
                              const int64_t *sizes,
                              const MlirAttribute *extents, int64_t *results,
                              float *scale) {
  int64_t known[RELAX_RESIZE_MAX_AXES];
  bool good = count <= RELAX_RESIZE_MAX_AXES;
  for (intptr_t i = 0; good && i < count; ++i)
    good = symAttributeIsConst(extents[i], &known[i]) && known[i] > 0;
  if (!good)
    return false;
  *scale = relaxResizeAspect(relaxResizeIsLarger(aspect), count, sizes, known);
  for (intptr_t i = 0; good && i < count; ++i)
    good = relaxResizeExtent(known[i], *scale, 0.5f, &results[i]);
  return good;
}

/// The fraction of small terms that rounds to `scale`; false if there is none.
static bool fractionOf(float scale, int64_t *numerator, int64_t *denominator) {
  for (int64_t q = 1; q <= 4096; ++q) {
    double p = round((double)scale * (double)q);
    if (p >= 0 && p < 0x1p31 && (float)(p / (double)q) == scale) {
      *numerator = (int64_t)p;
      *denominator = q;
      return true;
    }
  }
  return false;
}

MlirAttribute relaxResizeScaled(RelaxDims *dims, MlirAttribute extent,
                                float scale) {
  MlirContext context = mlirLocationGetContext(dims->loc);
  RelaxDims math = relaxDimsMake(dims->loc, dims->opName, dims->arena);
  int64_t literal, p, q;
  if (symAttributeIsConst(extent, &literal))
    return relaxResizeExtent(literal, scale, 0, &literal)
               ? symConstAttribute(context, literal)
               : symUnknownAttribute(context);
  if (symAttributeIsUnknown(extent) || !fractionOf(scale, &p, &q))
    return symUnknownAttribute(context);
  SymExpr scaled = relaxDimsFloorDiv(
      &math,
      relaxDimsMul(&math, relaxDimsOf(&math, extent), relaxDimsConst(&math, p)),
      relaxDimsConst(&math, q));
  return math.status == SYM_OK ? relaxDimsAttribute(&math, scaled)
                               : symUnknownAttribute(context);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static MlirLogicalResult checkWords(MlirOperation op) {
  static const char *const modes[] = {"nearest", "linear", "cubic"};
  static const char *const coordinates[] = {
      "half_pixel",        "half_pixel_symmetric", "pytorch_half_pixel",
      "align_corners",     "asymmetric",           "tf_half_pixel_for_nn",
      "tf_crop_and_resize"};
  static const char *const roundings[] = {"round_prefer_floor",
                                          "round_prefer_ceil", "floor", "ceil",
                                          "ceil_if_smaller"};
  if (mlirLogicalResultIsFailure(
          relaxVerifyWord(op, "mode", relaxResizeGetMode(op), modes, 3)) ||
      mlirLogicalResultIsFailure(relaxVerifyWord(
          op, "coordinates", relaxResizeGetCoordinates(op), coordinates, 7)))
    return mlirLogicalResultFailure();
  static const char *const aspects[] = {"not_larger", "not_smaller"};
  MlirAttribute aspect = relaxResizeGetAspect(op);
  if (aspect.ptr && mlirLogicalResultIsFailure(relaxVerifyWord(
                        op, "aspect", bridgeText(aspect), aspects, 2)))
    return mlirLogicalResultFailure();
  return relaxVerifyWord(op, "rounding", relaxResizeGetRounding(op), roundings,
                         5);
}

/// Something says every extent along the axes.
static bool saysExtents(MlirOperation op) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxResizeGetAxes(op);
  if (relaxResizeGetSizes(op).ptr || relaxResizeGetScales(op).ptr ||
      relaxResizeGetFactors(op).ptr)
    return true;
  bool known = true;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes);
       result.ranked && i < e; ++i) {
    int64_t axis = mlirDenseI64ArrayGetElement(axes, i);
    known &= axis >= 0 && axis < result.rank &&
             !symAttributeIsUnknown(result.dims[axis]);
  }
  return known;
}

static MlirLogicalResult checkOperands(MlirOperation op, Arena *arena) {
  MlirContext context = mlirOperationGetContext(op);
  MlirType f32 = mlirF32TypeGet(context), i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute factors = relaxResizeGetFactors(op);
  int64_t count = mlirDenseArrayGetNumElements(relaxResizeGetAxes(op));
  bool crops = strRefIs(relaxResizeGetCoordinates(op), "tf_crop_and_resize");
  if (factors.ptr && (mlirDenseArrayGetNumElements(factors) != count ||
                      relaxResizeGetScales(op).ptr))
    return bridgeEmitOpError(op, "expected a factor per axis, or scales");
  if (relaxResizeGetAspect(op).ptr &&
      (!relaxResizeGetSizes(op).ptr || factors.ptr ||
       relaxResizeGetScales(op).ptr))
    return bridgeEmitOpError(
        op, "expected 'aspect' beside sizes and without scales");
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
  bool nearest = strRefIs(relaxResizeGetMode(op), "nearest");
  if (mlirLogicalResultIsSuccess(outcome) && !nearest &&
      !mlirTypeIsAFloat(input.elementType))
    outcome = relaxRefuseElements(op, input.elementType);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkOperands(op, arena);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxVerifyChangedAlong(op, arena, relaxResizeGetAxes(op));
  if (mlirLogicalResultIsSuccess(outcome) && !saysExtents(op))
    outcome = bridgeEmitOpError(
        op, "expected extents in the result type, sizes or scales");
  arenaDestroy(arena);
  return outcome;
}
