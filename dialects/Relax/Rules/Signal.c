//===- Signal.c - rules of Fourier transforms, windows, mel filters -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.h"
#include "dialects/Relax/Quantization.h"
#include "dialects/Relax/Types/Axes.h"

RelaxDftSizes relaxDftSizes(RelaxDims *dims, const RelaxDftArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  SymExpr one = relaxDimsConst(dims, 1), two = relaxDimsConst(dims, 2);
  SymExpr extent = relaxDimsOf(dims, input.dims[args->axis]);
  bool inverse = args->inverse, half = args->onesided;
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

static bool check(RelaxDims *dims, const RelaxDftArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  int64_t axis = args->axis;
  if (!mlirTypeIsAFloat(input.elementType))
    return relaxDimsError(dims, "expected float elements, got '%s'",
                          relaxTypeText(dims->arena, input.elementType));
  if (axis < 0 || (input.ranked && axis > input.rank - 2))
    return relaxDimsError(
        dims, "axis %lld: expected one before the last dimension, got %s",
        (long long)axis, relaxShapeText(dims->arena, input));
  if (args->points.ptr && relaxTensorInfoOf(args->points).ranked &&
      relaxTensorInfoOf(args->points).rank != 1)
    return relaxDimsError(
        dims, "points: expected rank 1, got %s",
        relaxShapeText(dims->arena, relaxTensorInfoOf(args->points)));
  return true;
}

/// Parts of an element of the input, from `low` to `high`.
static bool checkParts(RelaxDims *dims, RelaxTensorInfo input, int64_t low,
                       int64_t high) {
  int64_t parts;
  if (!symAttributeIsConst(input.dims[input.rank - 1], &parts) ||
      (parts >= low && parts <= high))
    return true;
  return relaxDimsError(
      dims, "last dimension: expected %lld to %lld parts of an element, got %s",
      (long long)low, (long long)high, relaxShapeText(dims->arena, input));
}

bool relaxDftInferTypes(RelaxDims *dims, const RelaxDftArgs *args,
                        MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  *result = relaxUnrankedTensorType(input.elementType);
  if (!check(dims, args))
    return false;
  if (!input.ranked)
    return true;
  RelaxDftSizes sizes = relaxDftSizes(dims, args);
  if (!checkParts(dims, input, sizes.low, sizes.high))
    return false;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] = input.dims[i];
  out[args->axis] = relaxDimsAttribute(dims, sizes.result);
  out[input.rank - 1] =
      relaxDimsAttribute(dims, relaxDimsConst(dims, sizes.parts));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return true;
}

//===----------------------------------------------------------------------===//
// Along a computed axis
//===----------------------------------------------------------------------===//

/// The result but for the extents along what may be the axis.
static MlirType openResult(MlirContext context, Arena *arena,
                           RelaxTensorInfo input, bool real) {
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = symUnknownAttribute(context);
  if (!input.ranked)
    return relaxUnrankedTensorType(input.elementType);
  dims[input.rank - 1] = symConstAttribute(context, real ? 1 : 2);
  return relaxTensorTypeOf(input.elementType, input.rank, dims);
}

static MlirLogicalResult verifyDynamic(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxDynamicDftGetInput(op));
  MlirValue points = relaxDynamicDftGetPoints(op);
  bool inverse = relaxDynamicDftGetInverse(op);
  bool half = relaxDynamicDftGetOnesided(op);
  if (!relaxCheckAxisOperand(dims, relaxDynamicDftGetAxis(op)))
    return mlirLogicalResultFailure();
  if (!mlirTypeIsAFloat(input.elementType))
    return relaxRefuseElements(op, input.elementType);
  if (input.ranked && input.rank < 2)
    return relaxOutcome(
        relaxDimsMisfit(dims, "input", "rank 2 or more", input));
  if (points.ptr && relaxTensorInfoOf(points).ranked &&
      relaxTensorInfoOf(points).rank != 1)
    return relaxOutcome(
        relaxDimsMisfit(dims, "points", "rank 1", relaxTensorInfoOf(points)));
  if (input.ranked && !checkParts(dims, input, inverse && half ? 2 : 1,
                                  half && !inverse ? 1 : 2))
    return mlirLogicalResultFailure();
  MlirType type = openResult(mlirOperationGetContext(op), dims->arena, input,
                             inverse && half);
  return relaxVerifyInferred(op, &type);
}

MlirLogicalResult relaxDynamicDftVerify(MlirOperation op) {
  RelaxDims dims = relaxDimsOpen(op);
  return relaxDimsClose(&dims, verifyDynamic(&dims, op));
}

/// Operand `what` has that rank, if it has a known one.
static bool checkRank(RelaxDims *dims, const char *what, MlirValue value,
                      intptr_t rank) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  StrBuf subject = {0}, expected = {0};
  strBufAppendFormat(&subject, "rank of %s", what);
  strBufAppendFormat(&expected, "%ld", (long)rank);
  bool good = !info.ranked || info.rank == rank ||
              quantRefuse(dims, strBufText(&subject), strBufText(&expected),
                          relaxShapeText(dims->arena, info));
  strBufFree(&subject);
  strBufFree(&expected);
  return good;
}

static bool isIndex(MlirType type) {
  return mlirTypeIsAInteger(type) && (mlirIntegerTypeGetWidth(type) == 32 ||
                                      mlirIntegerTypeGetWidth(type) == 64);
}
static const QuantElements indexElement = {isIndex, "i32 or i64"};

static bool isNumber(MlirType type) {
  return quantWideFloat.holds(type) || isIndex(type);
}
static const QuantElements numberElement = {
    isNumber, "a float type of 16 bits or more, i32 or i64"};

/// The extent of a vector, or `?`.
static MlirAttribute extentOf(RelaxDims *dims, MlirValue vector) {
  RelaxTensorInfo info = relaxTensorInfoOf(vector);
  return info.ranked ? info.dims[0]
                     : relaxDimsAttribute(dims, symExprUnknown(dims->arena));
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

static bool checkStft(RelaxDims *dims, const RelaxStftArgs *args) {
  RelaxTensorInfo signal = relaxTensorInfoOf(args->signal);
  int64_t parts;
  if (!quantCheckElement(dims, "signal", signal.elementType, &quantWideFloat) ||
      !quantCheckElement(dims, "begins", quantElementOf(args->begins),
                         &indexElement) ||
      !checkRank(dims, "the signal", args->signal, 3) ||
      !checkRank(dims, "begins", args->begins, 1) ||
      (args->window.ptr &&
       (!checkRank(dims, "the window", args->window, 1) ||
        !quantCheckSameElement(dims, "window", quantElementOf(args->window),
                               signal.elementType))) ||
      (args->points.ptr && !checkRank(dims, "points", args->points, 1)))
    return false;
  if (args->window.ptr && args->points.ptr)
    return quantRefuse(dims, "length of a frame", "'window' or 'points'",
                       "both");
  if (!signal.ranked || !symAttributeIsConst(signal.dims[2], &parts) ||
      (parts >= 1 && parts <= (args->onesided ? 1 : 2)))
    return true;
  return quantRefuse(dims, "parts of an element",
                     args->onesided ? "1" : "1 or 2",
                     relaxShapeText(dims->arena, signal));
}

bool relaxStftInferTypes(RelaxDims *dims, const RelaxStftArgs *args,
                         MlirType *results) {
  RelaxTensorInfo signal = relaxTensorInfoOf(args->signal);
  SymExpr unknown = symExprUnknown(dims->arena);
  if (!checkStft(dims, args))
    return false;
  MlirAttribute any = relaxDimsAttribute(dims, unknown);
  MlirAttribute frame = args->window.ptr   ? extentOf(dims, args->window)
                        : args->points.ptr ? extentOf(dims, args->points)
                        : signal.ranked    ? signal.dims[1]
                                           : any;
  SymExpr points = relaxDimsOf(dims, frame);
  if (args->onesided)
    points = relaxDimsAdd(
        dims, relaxDimsFloorDiv(dims, points, relaxDimsConst(dims, 2)),
        relaxDimsConst(dims, 1));
  MlirAttribute out[] = {signal.ranked ? signal.dims[0] : any,
                         extentOf(dims, args->begins),
                         relaxDimsAttribute(dims, points),
                         relaxDimsAttribute(dims, relaxDimsConst(dims, 2))};
  results[0] = relaxTensorTypeOf(signal.elementType, 4, out);
  return true;
}

//===----------------------------------------------------------------------===//
// Windows and mel filters
//===----------------------------------------------------------------------===//

bool relaxCosineWindowInferTypes(RelaxDims *dims,
                                 const RelaxCosineWindowArgs *args,
                                 MlirType *results) {
  MlirType element = args->element;
  bool good = quantCheckElement(dims, "result", element, &quantWideFloat) &&
              checkRank(dims, "what it is like", args->like, 1) &&
              (mlirDenseArrayGetNumElements(args->coefficients) > 0 ||
               quantRefuse(dims, "coefficients", "at least one", "none"));
  if (!good)
    return false;
  MlirAttribute extent = extentOf(dims, args->like);
  results[0] = relaxTensorTypeOf(element, 1, &extent);
  return true;
}

bool relaxMelWeightMatrixInferTypes(RelaxDims *dims,
                                    const RelaxMelWeightMatrixArgs *args,
                                    MlirType *results) {
  MlirType element = args->element;
  const struct {
    const char *what;
    MlirValue value;
  } scalars[] = {
      {"rate", args->rate}, {"low", args->low}, {"high", args->high}};
  bool good = quantCheckElement(dims, "result", element, &quantWideFloat) &&
              checkRank(dims, "bands", args->bands, 1) &&
              checkRank(dims, "points", args->points, 1);
  for (size_t i = 0; good && i < sizeof scalars / sizeof *scalars; ++i)
    good = checkRank(dims, scalars[i].what, scalars[i].value, 0) &&
           quantCheckElement(dims, scalars[i].what,
                             quantElementOf(scalars[i].value), &numberElement);
  if (!good)
    return false;
  SymExpr points = relaxDimsOf(dims, extentOf(dims, args->points));
  SymExpr bins = relaxDimsAdd(
      dims, relaxDimsFloorDiv(dims, points, relaxDimsConst(dims, 2)),
      relaxDimsConst(dims, 1));
  MlirAttribute out[] = {relaxDimsAttribute(dims, bins),
                         extentOf(dims, args->bands)};
  results[0] = relaxTensorTypeOf(element, 2, out);
  return true;
}
