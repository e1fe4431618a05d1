//===- Resize.c - sampling on another grid --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A resize is one resize per axis. For each a small kernel computes the places
// of the new elements on the old axis, another one the weights of what lies
// around them, and where these are normalised one their sums, before the
// elements themselves.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Resize.gen.h"
#include "lib/Conversion/RelaxToTIR/ResizeKernels.h"

//===----------------------------------------------------------------------===//
// One axis
//===----------------------------------------------------------------------===//

/// Inputs so far, and a call of the next kernel on them.
enum { MAX_INPUTS = 16 };
typedef struct Calls {
  RelaxLegalizer *legalizer;
  MlirOperation op;
  MlirValue inputs[MAX_INPUTS];
  intptr_t count;
} Calls;

static bool call(Calls *calls, const char *name, const char *letters,
                 MlirType type, RelaxKernelBuild *build, MlirValue *result) {
  RelaxKernelCall kernel = {name,          letters, calls->op, calls->count,
                            calls->inputs, type,    build};
  return mlirLogicalResultIsSuccess(
      relaxCallKernel(calls->legalizer, &kernel, result));
}

/// A row for each element of the new axis: the weights of its neighbours.
static MlirType tableType(RelaxLegalizer *legalizer, MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxResizeGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t dim = mlirDenseI64ArrayGetElement(relaxResizeGetAxes(op), 0);
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.resize",
                                 legalizer->arena);
  MlirAttribute extents[] = {
      to.dims[dim],
      relaxDimsAttribute(
          &dims,
          relaxResizeNeighbours(&dims, op, relaxDimsOf(&dims, from.dims[dim]),
                                relaxDimsOf(&dims, to.dims[dim])))};
  return relaxTensorTypeOf(tirWideType(from.elementType), 2, extents);
}

/// The inputs so far end with the places.
static bool expandWeighted(Calls *calls, MlirType vector, MlirValue places,
                           MlirValue *result) {
  MlirOperation op = calls->op;
  MlirType type = bridgeResultType(op);
  MlirValue sums, weights;
  if (relaxResizeIsNormalised(op)) {
    if (!call(calls, "resize_sums", NULL, vector, relaxBuildResizeSums, &sums))
      return false;
    calls->inputs[calls->count++] = sums;
  }
  if (!call(calls, "resize_weights", NULL, tableType(calls->legalizer, op),
            relaxBuildResizeWeights, &weights))
    return false;
  calls->inputs[1] = places;
  calls->inputs[2] = weights;
  calls->count = 3;
  return call(calls, "resize", "XPW", type, relaxBuildResizeWeighted, result);
}

static MlirLogicalResult expandAxis(RelaxLegalizer *legalizer, MlirOperation op,
                                    MlirValue *result) {
  Calls calls = {.legalizer = legalizer, .op = op, .count = 1};
  MlirValue scales = relaxResizeGetScales(op), roi = relaxResizeGetRoi(op);
  MlirType type = bridgeResultType(op);
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  intptr_t dim = mlirDenseI64ArrayGetElement(relaxResizeGetAxes(op), 0);
  MlirType vector =
      relaxTensorTypeOf(mlirF64TypeGet(legalizer->context), 1, &info.dims[dim]);
  bool nearest = strRefIs(relaxResizeGetMode(op), "nearest");
  MlirValue places;
  calls.inputs[0] = relaxResizeGetInput(op);
  MlirLogicalResult failed = mlirLogicalResultFailure();
  if (nearest && relaxResizeRepetition(op))
    return call(&calls, "repeat", "X", type, relaxBuildResizeRepeat, result)
               ? mlirLogicalResultSuccess()
               : failed;
  int64_t step, first;
  if (nearest && relaxResizeSteps(op, &step, &first))
    return call(&calls, "every", "X", type, relaxBuildResizeEvery, result)
               ? mlirLogicalResultSuccess()
               : failed;
  if (scales.ptr)
    calls.inputs[calls.count++] = scales;
  if (roi.ptr)
    calls.inputs[calls.count++] = roi;
  // They bring symbols of the new extent, which the places have then.
  intptr_t count = calls.count;
  for (intptr_t i = 0;
       i < relaxResizeGetNumGiven(op) && calls.count < MAX_INPUTS; ++i)
    if (relaxIsTensorType(mlirValueGetType(relaxResizeGetGiven(op, i))))
      calls.inputs[calls.count++] = relaxResizeGetGiven(op, i);
  if (!call(&calls, "resize_places", NULL, vector, relaxBuildResizePlaces,
            &places))
    return failed;
  calls.count = count;
  if (nearest) {
    calls.inputs[1] = places;
    calls.count = 2;
    return call(&calls, "resize", "XP", type, relaxBuildResizeNearest, result)
               ? mlirLogicalResultSuccess()
               : failed;
  }
  calls.inputs[calls.count++] = places;
  return expandWeighted(&calls, vector, places, result)
             ? mlirLogicalResultSuccess()
             : failed;
}

//===----------------------------------------------------------------------===//
// Axis after axis
//===----------------------------------------------------------------------===//

/// Elements i, i + step, ... of a vector.
static bool slice(RelaxLegalizer *legalizer, MlirOperation op, MlirValue vector,
                  int64_t begin, int64_t step, MlirValue *result) {
  static const int64_t zero = 0, last = INT64_MAX;
  MlirContext context = legalizer->context;
  int64_t end = step ? last : begin + 1, by = step ? step : 1;
  RelaxStridedSliceArgs args = {vector, mlirDenseI64ArrayGet(context, 1, &zero),
                                mlirDenseI64ArrayGet(context, 1, &begin),
                                mlirDenseI64ArrayGet(context, 1, &end),
                                mlirDenseI64ArrayGet(context, 1, &by)};
  MlirOperation created =
      relaxStridedSliceCreate(mlirOperationGetLocation(op), &args);
  return mlirLogicalResultIsSuccess(
      relaxLegalizeCreated(legalizer, op, created, result));
}

/// Resize of `input` along the i-th axis alone.
static MlirLogicalResult resizeAlong(RelaxLegalizer *legalizer,
                                     MlirOperation op, intptr_t i,
                                     MlirValue input, MlirValue *result) {
  MlirContext context = legalizer->context;
  RelaxTensorInfo from = relaxTensorInfoOf(input);
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t count = mlirDenseArrayGetNumElements(relaxResizeGetAxes(op));
  int64_t axis = mlirDenseI64ArrayGetElement(relaxResizeGetAxes(op), i);
  MlirAttribute factors = relaxResizeGetFactors(op);
  MlirAttribute *dims = ARENA_ARRAY(legalizer->arena, MlirAttribute, from.rank);
  for (intptr_t d = 0; d < from.rank; ++d)
    dims[d] = d == axis ? to.dims[d] : from.dims[d];
  MlirOperation one = mlirOperationClone(op);
  MlirValue own = mlirOperationGetResult(one, 0);
  mlirOperationSetOperand(one, 0, input);
  relaxResizeSetAxes(one, mlirDenseI64ArrayGet(context, 1, &axis));
  if (factors.ptr) {
    double factor = mlirDenseF64ArrayGetElement(factors, i);
    relaxResizeSetFactors(one, mlirDenseF64ArrayGet(context, 1, &factor));
  }
  mlirValueSetType(own, relaxTensorTypeOf(from.elementType, from.rank, dims));
  bool scaled = relaxResizeGetScales(op).ptr != NULL, good = true;
  MlirValue part;
  if (scaled && count > 1) {
    good = slice(legalizer, op, relaxResizeGetScales(op), i, 0, &part);
    if (good)
      mlirOperationSetOperand(one, 1, part);
  }
  if (good && count > 1 && relaxResizeGetRoi(op).ptr) {
    good = slice(legalizer, op, relaxResizeGetRoi(op), i, count, &part);
    if (good)
      mlirOperationSetOperand(one, 1 + scaled, part);
  }
  bridgeInsert(op, one);
  MlirLogicalResult outcome =
      good ? expandAxis(legalizer, one, result) : mlirLogicalResultFailure();
  mlirOperationDestroy(one);
  return outcome;
}

/// True if nothing changes along the axis: the same extent, not scaled, not
/// cut.
static bool keepsAxis(MlirOperation op, intptr_t i) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxResizeGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  int64_t axis = mlirDenseI64ArrayGetElement(relaxResizeGetAxes(op), i);
  MlirAttribute factors = relaxResizeGetFactors(op);
  return relaxDimEqual(from.dims[axis], to.dims[axis]) &&
         !relaxResizeGetScales(op).ptr && !relaxResizeGetRoi(op).ptr &&
         (!factors.ptr || mlirDenseF64ArrayGetElement(factors, i) == 1);
}

/// Is it known that the axis gets fewer elements? Such axes come first, from
/// the outermost on, the others from the innermost on: elements of the last one
/// are picked one by one, those of others in rows.
static bool shrinksAxis(MlirOperation op, intptr_t i) {
  MlirAttribute factors = relaxResizeGetFactors(op);
  return factors.ptr && mlirDenseF64ArrayGetElement(factors, i) < 1;
}

MlirLogicalResult relaxExpandResize(RelaxLegalizer *legalizer, MlirOperation op,
                                    MlirValue *result) {
  MlirType element = relaxTensorInfoOf(relaxResizeGetInput(op)).elementType;
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  intptr_t count = mlirDenseArrayGetNumElements(relaxResizeGetAxes(op));
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  *result = relaxResizeGetInput(op);
  for (intptr_t i = 0; i < count && mlirLogicalResultIsSuccess(outcome); ++i)
    if (shrinksAxis(op, i) && !keepsAxis(op, i))
      outcome = resizeAlong(legalizer, op, i, *result, result);
  for (intptr_t i = count; i-- > 0 && mlirLogicalResultIsSuccess(outcome);)
    if (!shrinksAxis(op, i) && !keepsAxis(op, i))
      outcome = resizeAlong(legalizer, op, i, *result, result);
  return outcome;
}
