//===- Norm.c - rules of normalisations -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Types/Axes.h"

static bool refuse(RelaxDims *dims, const char *what, MlirType type) {
  return relaxDimsError(dims, "%s, got '%s'", what,
                        relaxTypeText(dims->arena, type));
}

/// All operands have the first one's element type, which is a float type.
static bool checkFloats(RelaxDims *dims, const MlirValue *operands,
                        intptr_t count) {
  MlirType element = relaxTensorInfoOf(operands[0]).elementType;
  if (!mlirTypeIsAFloat(element))
    return refuse(dims, "element type: expected a float type", element);
  for (intptr_t i = 1; i < count; ++i)
    if (operands[i].ptr &&
        !relaxSameElements(dims, relaxTensorInfoOf(operands[0]),
                           relaxTensorInfoOf(operands[i])))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Over the axes from one on
//===----------------------------------------------------------------------===//

/// Scale and bias (which may be null) broadcast to the input's shape; the
/// result has the input's type.
static bool inferFrom(RelaxDims *dims, const MlirValue *operands, int count,
                      int64_t axis, MlirType *result) {
  RelaxTensorInfo infos[3];
  int known = 0;
  RelaxTensorInfo input = relaxTensorInfoOf(operands[0]);
  if (!checkFloats(dims, operands, count) ||
      !relaxCheckAxes(dims, &axis, 1, input.ranked ? input.rank : -1))
    return false;
  *result = mlirValueGetType(operands[0]);
  for (int i = 0; i < count; ++i)
    if (operands[i].ptr)
      infos[known++] = relaxTensorInfoOf(operands[i]);
  MlirType joined;
  if (!relaxInferBroadcast(dims, infos, known, input.elementType, &joined))
    return false;
  RelaxTensorInfo whole;
  relaxTensorInfo(joined, &whole);
  bool same = !input.ranked || !whole.ranked || whole.rank == input.rank;
  for (intptr_t i = 0; same && input.ranked && i < whole.rank; ++i)
    same = symAttributeIsUnknown(input.dims[i]) ||
           relaxDimEqual(whole.dims[i], input.dims[i]);
  return same ||
         refuse(dims, "expected operands that broadcast to the input's shape",
                joined);
}

bool relaxLayerNormInferTypes(RelaxDims *dims, const RelaxLayerNormArgs *args,
                              MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  return inferFrom(dims, operands, 3, args->axis, results);
}

bool relaxRmsNormInferTypes(RelaxDims *dims, const RelaxRmsNormArgs *args,
                            MlirType *results) {
  MlirValue operands[] = {args->input, args->scale};
  return inferFrom(dims, operands, 2, args->axis, results);
}

bool relaxLayerNormStatisticsInferTypes(
    RelaxDims *dims, const RelaxLayerNormStatisticsArgs *args,
    MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType element = input.elementType;
  if (!inferFrom(dims, &args->input, 1, args->axis, results))
    return false;
  if (mlirTypeIsAF16(element) || mlirTypeIsABF16(element))
    element = mlirF32TypeGet(relaxDimsContext(dims));
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  int64_t axis = args->axis;
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] =
        i < axis ? input.dims[i] : symConstAttribute(relaxDimsContext(dims), 1);
  results[0] = results[1] = input.ranked
                                ? relaxTensorTypeOf(element, input.rank, out)
                                : relaxUnrankedTensorType(element);
  return true;
}

//===----------------------------------------------------------------------===//
// By channels
//===----------------------------------------------------------------------===//

/// The input is [batch, channels, ...], the others are [channels].
static bool inferChannels(RelaxDims *dims, const MlirValue *operands,
                          intptr_t count, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(operands[0]);
  *result = mlirValueGetType(operands[0]);
  if (!checkFloats(dims, operands, count))
    return false;
  if (input.ranked && input.rank < 2)
    return refuse(dims, "input: expected rank at least 2", *result);
  for (intptr_t i = 1; i < count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(operands[i]);
    if (info.ranked && info.rank != 1)
      return refuse(dims, "expected vectors beside the input",
                    mlirValueGetType(operands[i]));
  }
  return true;
}

bool relaxInstanceNormInferTypes(RelaxDims *dims,
                                 const RelaxInstanceNormArgs *args,
                                 MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  return inferChannels(dims, operands, 3, results);
}

bool relaxGroupNormInferTypes(RelaxDims *dims, const RelaxGroupNormArgs *args,
                              MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  int64_t groups = args->groups, channels;
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  if (!inferChannels(dims, operands, 3, results))
    return false;
  if (groups < 1)
    return relaxDimsError(dims, "groups: expected at least 1, got %lld",
                          (long long)groups);
  if (input.ranked && symAttributeIsConst(input.dims[1], &channels) &&
      channels % groups != 0)
    return relaxDimsError(dims,
                          "expected channels that %lld groups divide, got %lld",
                          (long long)groups, (long long)channels);
  return true;
}

bool relaxBatchNormInferTypes(RelaxDims *dims, const RelaxBatchNormArgs *args,
                              MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias, args->mean,
                          args->variance};
  return inferChannels(dims, operands, 5, results);
}

bool relaxBatchNormTrainingInferTypes(RelaxDims *dims,
                                      const RelaxBatchNormTrainingArgs *args,
                                      MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias, args->mean,
                          args->variance};
  results[1] = mlirValueGetType(args->mean);
  results[2] = mlirValueGetType(args->variance);
  return inferChannels(dims, operands, 5, results);
}

bool relaxLrnInferTypes(RelaxDims *dims, const RelaxLrnArgs *args,
                        MlirType *results) {
  int64_t size = args->size;
  if (size < 1)
    return relaxDimsError(dims, "size: expected at least 1, got %lld",
                          (long long)size);
  return inferChannels(dims, &args->input, 1, results);
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static bool inferOver(RelaxDims *dims, MlirValue input, const int64_t *axes,
                      intptr_t count, MlirType *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  *result = mlirValueGetType(input);
  if (!checkFloats(dims, &input, 1))
    return false;
  return relaxCheckAxes(dims, axes, count, info.ranked ? info.rank : -1);
}

bool relaxLpNormInferTypes(RelaxDims *dims, const RelaxLpNormArgs *args,
                           MlirType *results) {
  int64_t axis = args->axis;
  int64_t p = args->p;
  if (p != 1 && p != 2)
    return relaxDimsError(dims, "p: expected 1 or 2, got %lld", (long long)p);
  return inferOver(dims, args->input, &axis, 1, results);
}

bool relaxHardmaxInferTypes(RelaxDims *dims, const RelaxHardmaxArgs *args,
                            MlirType *results) {
  int64_t axis = args->axis;
  return inferOver(dims, args->input, &axis, 1, results);
}

#define OVER_AXES(Op)                                                          \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    intptr_t count;                                                            \
    const int64_t *axes = relaxIntegers(dims->arena, args->axes, &count);      \
    return inferOver(dims, args->input, axes, count, results);                 \
  }

OVER_AXES(MeanVarianceNorm)
OVER_AXES(LogSoftmax)
