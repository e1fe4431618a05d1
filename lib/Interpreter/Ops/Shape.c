//===- Shape.c - shapes as values -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Shape.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool shapeOf(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t rank = input->rank;
  if (!evalCreate(step, RELAX_I64, 1, &rank))
    return false;
  memcpy(step->results[0].data, input->dims, (size_t)rank * sizeof(int64_t));
  return true;
}

/// The extents that the result's type says.
static bool shape(EvalStep *step) {
  const MlirAttribute *dims;
  int64_t rank = relaxShapeTypeGetDims(
      mlirValueGetType(mlirOperationGetResult(step->op, 0)), &dims);
  if (!evalCreate(step, RELAX_I64, 1, &rank))
    return false;
  int64_t *values = step->results[0].data;
  for (int64_t i = 0; i < rank; ++i)
    if (!evalExtent(step, dims[i], &values[i]))
      return false;
  return true;
}

/// A shape is an i64 tensor already.
static bool shapeToTensor(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

static bool tensorToShape(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t count = relaxTensorCount(input);
  if (!evalCreate(step, RELAX_I64, 1, &count))
    return false;
  for (int64_t i = 0; i < count; ++i) {
    int64_t extent = relaxLoadInt(input->dtype, input->data, i);
    if (extent < 0)
      return relaxFail(step->error,
                       "element %" PRId64
                       ": expected an extent >= 0, got %" PRId64,
                       i, extent);
    relaxStoreInt(RELAX_I64, step->results[0].data, i, extent);
  }
  return true;
}

static bool broadcastShape(EvalStep *step) {
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank;
  if (!evalBroadcastDims(step, step->operands, 2, &rank, dims))
    return false;
  int64_t count = rank;
  if (!evalCreate(step, RELAX_I64, 1, &count))
    return false;
  memcpy(step->results[0].data, dims, (size_t)rank * sizeof(int64_t));
  return true;
}

//===----------------------------------------------------------------------===//
// arange, iota
//===----------------------------------------------------------------------===//

/// ceildiv(limit - start, step), at least 0.
static bool arangeCount(EvalStep *step, int64_t *count) {
  const RelaxTensor *const *scalars = step->operands;
  RelaxDType dtype = scalars[0]->dtype;
  if (relaxDTypeIsFloat(dtype)) {
    double start = relaxLoadFloat(dtype, scalars[0]->data, 0);
    double limit = relaxLoadFloat(dtype, scalars[1]->data, 0);
    double number =
        ceil((limit - start) / relaxLoadFloat(dtype, scalars[2]->data, 0));
    *count = number > 0 ? (int64_t)fmin(number, 0x1p62) : 0;
    return !isnan(number) ||
           relaxFail(step->error, "a range from %g to %g by %g has no end",
                     start, limit, relaxLoadFloat(dtype, scalars[2]->data, 0));
  }
  int64_t start = relaxLoadInt(dtype, scalars[0]->data, 0), length;
  int64_t limit = relaxLoadInt(dtype, scalars[1]->data, 0);
  int64_t by = relaxLoadInt(dtype, scalars[2]->data, 0);
  if (by == 0 || by == INT64_MIN ||
      __builtin_sub_overflow(limit, start, &length))
    return relaxFail(step->error,
                     "a range from %" PRId64 " to %" PRId64 " by %" PRId64
                     " has no end",
                     start, limit, by);
  bool none = by > 0 ? length <= 0 : length >= 0;
  *count = none ? 0 : (length - (by > 0 ? 1 : -1)) / by + 1;
  return true;
}

/// Elements begin + i * step, as the type's arithmetic has it.
static bool arange(EvalStep *step) {
  int64_t count;
  for (int i = 0; i < 3; ++i)
    if (step->operands[i]->rank != 0)
      return relaxFail(step->error,
                       "operand %d: expected a scalar, got rank %" PRId32, i,
                       step->operands[i]->rank);
  if (!arangeCount(step, &count))
    return false;
  RelaxDType dtype = step->operands[0]->dtype;
  if (!evalCreate(step, dtype, 1, &count))
    return false;
  void *out = step->results[0].data;
  const void *start = step->operands[0]->data, *by = step->operands[2]->data;
  for (int64_t i = 0; i < count; ++i) {
    if (relaxDTypeIsFloat(dtype))
      relaxStoreFloat(dtype, out, i,
                      relaxLoadFloat(dtype, start, 0) +
                          (double)i * relaxLoadFloat(dtype, by, 0));
    else
      relaxStoreInt(dtype, out, i,
                    relaxLoadInt(dtype, start, 0) +
                        i * relaxLoadInt(dtype, by, 0));
  }
  return true;
}

static bool iota(EvalStep *step) {
  int64_t begin, by, count;
  int32_t rank;
  RelaxDType dtype;
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  bool good = evalExtent(step, relaxIotaGetBegin(step->op), &begin) &&
              evalExtent(step, relaxIotaGetStep(step->op), &by);
  if (!good || !evalDeclaredDims(step, &rank, &count))
    return false;
  if (!relaxElementDType(info.elementType, &dtype))
    return evalRefuseType(mlirValueGetType(mlirOperationGetResult(step->op, 0)),
                          step->error);
  if (count < 0)
    return relaxFail(step->error, "the result type does not say the extent");
  if (!evalCreate(step, dtype, 1, &count))
    return false;
  for (int64_t i = 0; i < count; ++i) {
    int64_t value = (int64_t)((uint64_t)begin + (uint64_t)i * (uint64_t)by);
    if (relaxDTypeIsFloat(dtype))
      relaxStoreFloat(dtype, step->results[0].data, i, (double)value);
    else
      relaxStoreInt(dtype, step->results[0].data, i, value);
  }
  return true;
}

const EvalEntry evalShape[] = {{"relax.shape", shape, NULL},
                               {"relax.shape_of", shapeOf, NULL},
                               {"relax.shape_to_tensor", shapeToTensor, NULL},
                               {"relax.tensor_to_shape", tensorToShape, NULL},
                               {"relax.broadcast_shape", broadcastShape, NULL},
                               {"relax.arange", arange, NULL},
                               {"relax.iota", iota, NULL},
                               {NULL, NULL, NULL}};
