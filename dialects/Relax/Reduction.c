//===- Reduction.c - rules of operations that combine along axes ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Axes.h"
#include "dialects/Relax/Reduction.gen.h"

static MlirType reducedType(MlirContext context, Arena *arena,
                            RelaxTensorInfo input, const int64_t *axes,
                            intptr_t count, bool all, bool keepDims) {
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  intptr_t rank = 0, next = 0;
  for (intptr_t i = 0; i < input.rank; ++i) {
    bool reduced = all || (next < count && axes[next] == i);
    if (reduced && !all)
      ++next;
    if (!reduced)
      dims[rank++] = input.dims[i];
    else if (keepDims)
      dims[rank++] = symConstAttribute(context, 1);
  }
  return relaxTensorTypeOf(input.elementType, rank, dims);
}

static MlirLogicalResult inferReduction(MlirLocation loc, const char *opName,
                                        MlirValue value, MlirAttribute axesAttr,
                                        MlirAttribute keepDims,
                                        MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  Arena *arena = arenaCreate();
  intptr_t count;
  const int64_t *axes = relaxIntegers(arena, axesAttr, &count);
  MlirLogicalResult outcome =
      relaxCheckAxes(loc, opName, axes, count, input.ranked ? input.rank : -1);
  if (mlirLogicalResultIsSuccess(outcome))
    *result = input.ranked
                  ? reducedType(mlirLocationGetContext(loc), arena, input, axes,
                                count, !axesAttr.ptr, keepDims.ptr != NULL)
                  : relaxUnrankedTensorType(input.elementType);
  arenaDestroy(arena);
  return outcome;
}

#define REDUCTION(Op, name)                                                    \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    return inferReduction(loc, "relax." name, args->input, args->axes,         \
                          args->keep_dims, results);                           \
  }

REDUCTION(Sum, "sum")
REDUCTION(Prod, "prod")
REDUCTION(Mean, "mean")
REDUCTION(Max, "max")
REDUCTION(Min, "min")
REDUCTION(ReduceL1, "reduce_l1")
REDUCTION(ReduceL2, "reduce_l2")
REDUCTION(ReduceSumSquare, "reduce_sum_square")
REDUCTION(ReduceLogSum, "reduce_log_sum")
REDUCTION(ReduceLogSumExp, "reduce_log_sum_exp")

MlirLogicalResult relaxSoftmaxInferTypes(MlirLocation loc,
                                         const RelaxSoftmaxArgs *args,
                                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  if (!mlirTypeIsAFloat(input.elementType)) {
    Arena *arena = arenaCreate();
    MlirLogicalResult failed = bridgeEmitError(
        loc, "'relax.softmax' op element type: expected a float type, got '%s'",
        relaxTypeText(arena, input.elementType));
    arenaDestroy(arena);
    return failed;
  }
  if (mlirLogicalResultIsFailure(relaxCheckAxes(
          loc, "relax.softmax", &axis, 1, input.ranked ? input.rank : -1)))
    return mlirLogicalResultFailure();
  results[0] = mlirValueGetType(args->input);
  return mlirLogicalResultSuccess();
}
