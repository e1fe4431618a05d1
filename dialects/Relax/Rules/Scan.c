//===- Scan.c - rules of operations along one axis ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Scan.gen.h"
#include "dialects/Relax/Types/Axes.h"

static bool checkAxis(RelaxDims *dims, RelaxTensorInfo input, int64_t axis) {
  if (axis >= 0 && (!input.ranked || axis < input.rank))
    return true;
  if (!input.ranked)
    return relaxDimsError(dims, "axis %lld: expected at least 0",
                          (long long)axis);
  return relaxDimsError(dims,
                        "axis %lld is out of range for an operand of rank %ld",
                        (long long)axis, (long)input.rank);
}

static bool inferArg(RelaxDims *dims, MlirValue value, int64_t axis,
                     bool keepDims, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  MlirContext context = relaxDimsContext(dims);
  MlirType element = mlirIntegerTypeGet(context, 64);
  if (!checkAxis(dims, input, axis))
    return false;
  *result = relaxUnrankedTensorType(element);
  if (!input.ranked)
    return true;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  intptr_t rank = 0;
  for (intptr_t i = 0; i < input.rank; ++i)
    if (i != axis)
      out[rank++] = input.dims[i];
    else if (keepDims)
      out[rank++] = symConstAttribute(context, 1);
  *result = relaxTensorTypeOf(element, rank, out);
  return true;
}

#define ARG(Op)                                                                \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    return inferArg(dims, args->input, args->axis, args->keep_dims, results);  \
  }

ARG(ArgMax)
ARG(ArgMin)

#define CUMULATIVE(Op)                                                         \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    results[0] = mlirValueGetType(args->input);                                \
    return checkAxis(dims, relaxTensorInfoOf(args->input), args->axis);        \
  }

CUMULATIVE(Cumsum)
CUMULATIVE(Cumprod)

#define DYNAMIC_CUMULATIVE(Op)                                                 \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    results[0] = mlirValueGetType(args->input);                                \
    return relaxCheckAxisOperand(dims, args->axis);                            \
  }

DYNAMIC_CUMULATIVE(DynamicCumsum)
DYNAMIC_CUMULATIVE(DynamicCumprod)
