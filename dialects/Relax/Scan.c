//===- Scan.c - rules of operations along one axis ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Axes.h"
#include "dialects/Relax/Scan.gen.h"

static MlirLogicalResult checkAxis(MlirLocation loc, const char *opName,
                                   RelaxTensorInfo input, int64_t axis) {
  if (axis >= 0 && (!input.ranked || axis < input.rank))
    return mlirLogicalResultSuccess();
  if (!input.ranked)
    return bridgeEmitError(loc, "'%s' op axis %lld: expected at least 0",
                           opName, (long long)axis);
  return bridgeEmitError(
      loc, "'%s' op axis %lld is out of range for an operand of rank %ld",
      opName, (long long)axis, (long)input.rank);
}

static MlirLogicalResult inferArg(MlirLocation loc, const char *opName,
                                  MlirValue value, MlirAttribute axisAttr,
                                  bool keepDims, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  MlirContext context = mlirLocationGetContext(loc);
  MlirType element = mlirIntegerTypeGet(context, 64);
  int64_t axis = mlirIntegerAttrGetValueInt(axisAttr);
  if (mlirLogicalResultIsFailure(checkAxis(loc, opName, input, axis)))
    return mlirLogicalResultFailure();
  *result = relaxUnrankedTensorType(element);
  if (!input.ranked)
    return mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  intptr_t rank = 0;
  for (intptr_t i = 0; i < input.rank; ++i)
    if (i != axis)
      dims[rank++] = input.dims[i];
    else if (keepDims)
      dims[rank++] = symConstAttribute(context, 1);
  *result = relaxTensorTypeOf(element, rank, dims);
  arenaDestroy(arena);
  return mlirLogicalResultSuccess();
}

#define ARG(Op, name)                                                          \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    return inferArg(loc, "relax." name, args->input, args->axis,               \
                    args->keep_dims.ptr != NULL, results);                     \
  }

ARG(ArgMax, "arg_max")
ARG(ArgMin, "arg_min")

#define CUMULATIVE(Op, name)                                                   \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    results[0] = mlirValueGetType(args->input);                                \
    return checkAxis(loc, "relax." name, relaxTensorInfoOf(args->input),       \
                     mlirIntegerAttrGetValueInt(args->axis));                  \
  }

CUMULATIVE(Cumsum, "cumsum")
CUMULATIVE(Cumprod, "cumprod")

#define DYNAMIC_CUMULATIVE(Op, name)                                           \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    results[0] = mlirValueGetType(args->input);                                \
    return relaxCheckAxisOperand(loc, "relax." name, args->axis);              \
  }

DYNAMIC_CUMULATIVE(DynamicCumsum, "dynamic_cumsum")
DYNAMIC_CUMULATIVE(DynamicCumprod, "dynamic_cumprod")
