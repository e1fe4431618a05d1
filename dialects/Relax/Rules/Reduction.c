//===- Reduction.c - rules of operations that combine along axes ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Types/Axes.h"

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

static bool inferReduction(RelaxDims *dims, MlirValue value,
                           MlirAttribute axesAttr, bool keepDims,
                           MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  intptr_t count;
  const int64_t *axes = relaxIntegers(dims->arena, axesAttr, &count);
  bool outcome =
      relaxCheckAxes(dims, axes, count, input.ranked ? input.rank : -1);
  if (outcome)
    *result = input.ranked
                  ? reducedType(relaxDimsContext(dims), dims->arena, input,
                                axes, count, !axesAttr.ptr, keepDims)
                  : relaxUnrankedTensorType(input.elementType);
  return outcome;
}

#define REDUCTION(Op)                                                          \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    return inferReduction(dims, args->input, args->axes, args->keep_dims,      \
                          results);                                            \
  }

REDUCTION(Sum)
REDUCTION(Prod)
REDUCTION(Mean)
REDUCTION(Max)
REDUCTION(Min)
REDUCTION(ReduceL1)
REDUCTION(ReduceL2)
REDUCTION(ReduceSumSquare)
REDUCTION(ReduceLogSum)
REDUCTION(ReduceLogSumExp)

bool relaxSoftmaxInferTypes(RelaxDims *dims, const RelaxSoftmaxArgs *args,
                            MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  int64_t axis = args->axis;
  if (!mlirTypeIsAFloat(input.elementType)) {
    bool failed =
        relaxDimsError(dims, "element type: expected a float type, got '%s'",
                       relaxTypeText(dims->arena, input.elementType));
    return failed;
  }
  if (!relaxCheckAxes(dims, &axis, 1, input.ranked ? input.rank : -1))
    return false;
  results[0] = mlirValueGetType(args->input);
  return true;
}
