//===- Norm.c - rules of normalisations -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Axes.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Norm.gen.h"

static MlirLogicalResult refuse(MlirLocation loc, const char *opName,
                                const char *what, MlirType type) {
  Arena *arena = arenaCreate();
  bridgeEmitError(loc, "'%s' op %s, got '%s'", opName, what,
                  relaxTypeText(arena, type));
  arenaDestroy(arena);
  return mlirLogicalResultFailure();
}

/// All operands have the first one's element type, which is a float type.
static MlirLogicalResult checkFloats(MlirLocation loc, const char *opName,
                                     const MlirValue *operands,
                                     intptr_t count) {
  MlirType element = relaxTensorInfoOf(operands[0]).elementType;
  if (!mlirTypeIsAFloat(element))
    return refuse(loc, opName, "element type: expected a float type", element);
  for (intptr_t i = 1; i < count; ++i)
    if (operands[i].ptr && mlirLogicalResultIsFailure(relaxSameElements(
                               loc, opName, relaxTensorInfoOf(operands[0]),
                               relaxTensorInfoOf(operands[i]))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Over the axes from one on
//===----------------------------------------------------------------------===//

/// Scale and bias (which may be null) broadcast to the input's shape; the
/// result has the input's type.
static MlirLogicalResult inferFrom(MlirLocation loc, const char *opName,
                                   const MlirValue *operands, int count,
                                   MlirAttribute axisAttr, MlirType *result) {
  RelaxTensorInfo infos[3];
  int known = 0;
  RelaxTensorInfo input = relaxTensorInfoOf(operands[0]);
  int64_t axis = mlirIntegerAttrGetValueInt(axisAttr);
  if (mlirLogicalResultIsFailure(checkFloats(loc, opName, operands, count)) ||
      mlirLogicalResultIsFailure(relaxCheckAxes(
          loc, opName, &axis, 1, input.ranked ? input.rank : -1)))
    return mlirLogicalResultFailure();
  *result = mlirValueGetType(operands[0]);
  for (int i = 0; i < count; ++i)
    if (operands[i].ptr)
      infos[known++] = relaxTensorInfoOf(operands[i]);
  MlirType joined;
  if (mlirLogicalResultIsFailure(relaxInferBroadcast(
          loc, opName, operands[0], infos, known, input.elementType, &joined)))
    return mlirLogicalResultFailure();
  RelaxTensorInfo whole;
  relaxTensorInfo(joined, &whole);
  bool same = !input.ranked || !whole.ranked || whole.rank == input.rank;
  for (intptr_t i = 0; same && input.ranked && i < whole.rank; ++i)
    same = symAttributeIsUnknown(input.dims[i]) ||
           relaxDimEqual(whole.dims[i], input.dims[i]);
  return same ? mlirLogicalResultSuccess()
              : refuse(loc, opName,
                       "expected operands that broadcast to the input's shape",
                       joined);
}

MlirLogicalResult relaxLayerNormInferTypes(MlirLocation loc,
                                           const RelaxLayerNormArgs *args,
                                           MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  return inferFrom(loc, "relax.layer_norm", operands, 3, args->axis, results);
}

MlirLogicalResult relaxRmsNormInferTypes(MlirLocation loc,
                                         const RelaxRmsNormArgs *args,
                                         MlirType *results) {
  MlirValue operands[] = {args->input, args->scale};
  return inferFrom(loc, "relax.rms_norm", operands, 2, args->axis, results);
}

MlirLogicalResult
relaxLayerNormStatisticsInferTypes(MlirLocation loc,
                                   const RelaxLayerNormStatisticsArgs *args,
                                   MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType element = input.elementType;
  if (mlirLogicalResultIsFailure(inferFrom(loc, "relax.layer_norm_statistics",
                                           &args->input, 1, args->axis,
                                           results)))
    return mlirLogicalResultFailure();
  if (mlirTypeIsAF16(element) || mlirTypeIsABF16(element))
    element = mlirF32TypeGet(mlirLocationGetContext(loc));
  Arena *arena = arenaCreate();
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = i < axis ? input.dims[i]
                       : symConstAttribute(mlirLocationGetContext(loc), 1);
  results[0] = results[1] = input.ranked
                                ? relaxTensorTypeOf(element, input.rank, dims)
                                : relaxUnrankedTensorType(element);
  arenaDestroy(arena);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// By channels
//===----------------------------------------------------------------------===//

/// The input is [batch, channels, ...], the others are [channels].
static MlirLogicalResult inferChannels(MlirLocation loc, const char *opName,
                                       const MlirValue *operands,
                                       intptr_t count, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(operands[0]);
  *result = mlirValueGetType(operands[0]);
  if (mlirLogicalResultIsFailure(checkFloats(loc, opName, operands, count)))
    return mlirLogicalResultFailure();
  if (input.ranked && input.rank < 2)
    return refuse(loc, opName, "input: expected rank at least 2", *result);
  for (intptr_t i = 1; i < count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(operands[i]);
    if (info.ranked && info.rank != 1)
      return refuse(loc, opName, "expected vectors beside the input",
                    mlirValueGetType(operands[i]));
    if (!input.ranked || !info.ranked || symAttributeIsUnknown(input.dims[1]) ||
        symAttributeIsUnknown(info.dims[0]) ||
        relaxDimEqual(input.dims[1], info.dims[0]))
      continue;
    Arena *arena = arenaCreate();
    StrBuf text = {0};
    strBufAppendFormat(
        &text,
        "'%s' op operand %ld: expected an element per channel of "
        "%s, got %s; if they are equal, say so with "
        "'relax.match_cast'",
        opName, (long)i, relaxShapeText(arena, input),
        relaxShapeText(arena, info));
    arenaDestroy(arena);
    return relaxReportDims(loc, operands[0], input.dims[1], info.dims[0],
                           &text);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxInstanceNormInferTypes(MlirLocation loc,
                                              const RelaxInstanceNormArgs *args,
                                              MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  return inferChannels(loc, "relax.instance_norm", operands, 3, results);
}

MlirLogicalResult relaxGroupNormInferTypes(MlirLocation loc,
                                           const RelaxGroupNormArgs *args,
                                           MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias};
  int64_t groups = mlirIntegerAttrGetValueInt(args->groups), channels;
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  if (mlirLogicalResultIsFailure(
          inferChannels(loc, "relax.group_norm", operands, 3, results)))
    return mlirLogicalResultFailure();
  if (groups < 1)
    return bridgeEmitError(
        loc, "'relax.group_norm' op groups: expected at least 1, got %lld",
        (long long)groups);
  if (input.ranked && symAttributeIsConst(input.dims[1], &channels) &&
      channels % groups != 0)
    return bridgeEmitError(loc,
                           "'relax.group_norm' op expected channels that %lld "
                           "groups divide, got %lld",
                           (long long)groups, (long long)channels);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxBatchNormInferTypes(MlirLocation loc,
                                           const RelaxBatchNormArgs *args,
                                           MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias, args->mean,
                          args->variance};
  return inferChannels(loc, "relax.batch_norm", operands, 5, results);
}

MlirLogicalResult
relaxBatchNormTrainingInferTypes(MlirLocation loc,
                                 const RelaxBatchNormTrainingArgs *args,
                                 MlirType *results) {
  MlirValue operands[] = {args->input, args->scale, args->bias, args->mean,
                          args->variance};
  results[1] = mlirValueGetType(args->mean);
  results[2] = mlirValueGetType(args->variance);
  return inferChannels(loc, "relax.batch_norm_training", operands, 5, results);
}

MlirLogicalResult relaxLrnInferTypes(MlirLocation loc, const RelaxLrnArgs *args,
                                     MlirType *results) {
  int64_t size = mlirIntegerAttrGetValueInt(args->size);
  if (size < 1)
    return bridgeEmitError(loc,
                           "'relax.lrn' op size: expected at least 1, got %lld",
                           (long long)size);
  return inferChannels(loc, "relax.lrn", &args->input, 1, results);
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static MlirLogicalResult inferOver(MlirLocation loc, const char *opName,
                                   MlirValue input, const int64_t *axes,
                                   intptr_t count, MlirType *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  *result = mlirValueGetType(input);
  if (mlirLogicalResultIsFailure(checkFloats(loc, opName, &input, 1)))
    return mlirLogicalResultFailure();
  return relaxCheckAxes(loc, opName, axes, count, info.ranked ? info.rank : -1);
}

MlirLogicalResult relaxLpNormInferTypes(MlirLocation loc,
                                        const RelaxLpNormArgs *args,
                                        MlirType *results) {
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  int64_t p = mlirIntegerAttrGetValueInt(args->p);
  if (p != 1 && p != 2)
    return bridgeEmitError(
        loc, "'relax.lp_norm' op p: expected 1 or 2, got %lld", (long long)p);
  return inferOver(loc, "relax.lp_norm", args->input, &axis, 1, results);
}

MlirLogicalResult relaxHardmaxInferTypes(MlirLocation loc,
                                         const RelaxHardmaxArgs *args,
                                         MlirType *results) {
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  return inferOver(loc, "relax.hardmax", args->input, &axis, 1, results);
}

#define OVER_AXES(Op, name)                                                    \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    Arena *arena = arenaCreate();                                              \
    intptr_t count;                                                            \
    const int64_t *axes = relaxIntegers(arena, args->axes, &count);            \
    MlirLogicalResult outcome =                                                \
        inferOver(loc, "relax." name, args->input, axes, count, results);      \
    arenaDestroy(arena);                                                       \
    return outcome;                                                            \
  }

OVER_AXES(MeanVarianceNorm, "mean_variance_norm")
OVER_AXES(LogSoftmax, "log_softmax")
