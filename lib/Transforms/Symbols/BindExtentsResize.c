//===- BindExtentsResize.c - new extents that scales give -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A relax.resize without a vector of sizes, or with sizes that are only a limit
// (`aspect`), gets a vector of its extents, which the next round binds. Its
// arithmetic is f32, as dialects/Relax/Resize.h has it for literals. (Shape
// deduction writes no expression for `aspect`: it would divide by extents,
// which may be 0, and round otherwise than f32 does.)
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Resize.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static const MlirValue none = {NULL};

static MlirType f32(GraphBuilder *g) { return mlirF32TypeGet(g->context); }

/// The literal scales as a vector.
static MlirValue constantScales(GraphBuilder *g, MlirAttribute factors) {
  int64_t count = mlirDenseArrayGetNumElements(factors);
  float *values = ARENA_ARRAY(g->arena, float, count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = (float)mlirDenseF64ArrayGetElement(factors, (intptr_t)i);
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrFloatGet(
          mlirRankedTensorTypeGet(1, &count, f32(g), mlirAttributeGetNull()),
          (intptr_t)count, values)};
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "scales"), &args));
}

/// The one scale of all axes, an element for each.
static MlirValue aspectScales(GraphBuilder *g, MlirOperation op,
                              MlirValue extents) {
  MlirValue ratios =
      graphDivide(g, graphCast(g, relaxResizeGetSizes(op), f32(g)), extents);
  bool larger = relaxResizeIsLarger(relaxResizeGetAspect(op));
  MlirAttribute count =
      graphLiteral(g, mlirDenseArrayGetNumElements(relaxResizeGetAxes(op)));
  // The smallest of x is -(the largest of -x).
  MlirValue best = larger
                       ? graphMax(g, ratios, graphAxis(g, 0))
                       : graphNegative(g, graphMax(g, graphNegative(g, ratios),
                                                   graphAxis(g, 0)));
  return graphBroadcast(g, best, 1, &count, none);
}

/// Extents that neither the type nor a vector says.
static bool isOpen(MlirOperation op) {
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute axes = relaxResizeGetAxes(op);
  bool open = false;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes);
       result.ranked && i < e; ++i)
    open |= symAttributeIsUnknown(
        result.dims[mlirDenseI64ArrayGetElement(axes, i)]);
  return open;
}

MlirValue bindResize(ExtentBinder *binder, MlirOperation op, bool *failed) {
  GraphBuilder *g = &binder->g;
  MlirValue input = relaxResizeGetInput(op);
  bool aspect = relaxResizeGetAspect(op).ptr != NULL;
  MlirAttribute factors = relaxResizeGetFactors(op);
  if (relaxResizeGetSizes(op).ptr && !aspect)
    return bindSizes(binder, op, failed);
  *failed = false;
  if (!aspect && !isOpen(op))
    return none;
  *failed = true;
  intptr_t count;
  const int64_t *axes = relaxIntegers(g->arena, relaxResizeGetAxes(op), &count);
  MlirValue extents =
      graphCast(g, bindExtentsAlong(binder, input, axes, count), f32(g));
  MlirValue scales = relaxResizeGetScales(op);
  if (aspect)
    scales = aspectScales(g, op, extents);
  else if (factors.ptr)
    scales = constantScales(g, factors);
  MlirValue wanted = graphMultiply(g, extents, scales);
  if (aspect)
    wanted = graphPlus(g, wanted, 0.5);
  MlirValue sizes = graphCast(g, graphFloor(g, wanted), graphInt64(g));
  if (!sizes.ptr)
    return none;
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t numGiven = relaxResizeGetNumGiven(op);
  MlirValue *given = ARENA_ARRAY(g->arena, MlirValue, numGiven);
  for (intptr_t i = 0; i < numGiven; ++i)
    given[i] = relaxResizeGetGiven(op, i);
  RelaxResizeArgs args = {
      .input = input,
      .numGiven = numGiven,
      .given = given,
      .sizes = sizes,
      .scales = factors.ptr ? none : scales,
      .roi = relaxResizeGetRoi(op),
      .axes = relaxResizeGetAxes(op),
      .factors = factors,
      .mode = relaxResizeGetMode(op),
      .coordinates = relaxResizeGetCoordinates(op),
      .rounding = relaxResizeGetRounding(op),
      .cubic = relaxResizeGetCubic(op),
      .extrapolation = relaxResizeGetExtrapolation(op),
      .antialias = relaxResizeGetAntialias(op),
      .exclude_outside = relaxResizeGetExcludeOutside(op),
      .resultType = relaxTensorTypeLike(result, result.rank, result.dims)};
  return graphInsert(g, relaxResizeCreate(mlirOperationGetLocation(op), &args));
}
