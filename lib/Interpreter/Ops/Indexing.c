//===- Indexing.c - parts of tensors --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

static bool take(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  int64_t axis = relaxTakeGetAxis(step->op);
  int64_t dims[RELAX_MAX_RANK], outer = 1, inner = 1;
  int32_t rank = 0;
  int32_t wanted = input->rank - 1 + indices->rank;
  if (wanted > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %" PRId32,
                     RELAX_MAX_RANK, wanted);
  if (!evalCheckAxis(step, axis, input->rank))
    return false;
  for (int32_t i = 0; i < input->rank; ++i) {
    if (i != axis)
      dims[rank++] = input->dims[i];
    for (int32_t k = 0; i == axis && k < indices->rank; ++k)
      dims[rank++] = indices->dims[k];
  }
  if (!evalCreate(step, input->dtype, rank, dims))
    return false;
  int64_t extent = input->dims[axis], count = relaxTensorCount(indices), index;
  // Also those whose slices have no elements.
  for (int64_t i = 0; i < count; ++i)
    if (!evalReadIndex(step, indices, i, extent, &index))
      return false;
  if (relaxTensorCount(&step->results[0]) == 0)
    return true;
  for (int32_t i = 0; i < input->rank; ++i)
    *(i < axis ? &outer : &inner) *= i == axis ? 1 : input->dims[i];
  size_t bytes = relaxDTypeBlock(input->dtype)
                     ? relaxPackedBytes(input->dtype, inner)
                     : (size_t)inner * relaxDTypeBytes(input->dtype);
  char *out = step->results[0].data;
  const char *in = input->data;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < count; ++i, out += bytes) {
      evalReadIndex(step, indices, i, extent, &index);
      memcpy(out, in + (size_t)(o * extent + index) * bytes, bytes);
    }
  return true;
}

//===----------------------------------------------------------------------===//
// slices
//===----------------------------------------------------------------------===//

static bool dynamicSlice(EvalStep *step) {
  MlirAttribute list = relaxDynamicSliceGetAxes(step->op);
  intptr_t count = mlirDenseArrayGetNumElements(list);
  int64_t axes[EVAL_MAX_INTEGERS], begins[EVAL_MAX_INTEGERS];
  int64_t ends[EVAL_MAX_INTEGERS], steps[EVAL_MAX_INTEGERS];
  bool along = relaxDynamicSliceGetAlong(step->op).ptr != NULL;
  if (along && !evalAlongOperand(step, 4, &count, axes))
    return false;
  return (along || evalIntegers(step, list, count, axes)) &&
         evalIntegerOperand(step, 1, count, begins) &&
         evalIntegerOperand(step, 2, count, ends) &&
         evalIntegerOperand(step, 3, count, steps) &&
         evalTakeSlice(step, count, axes, begins, ends, steps);
}

/// The extents along the axes are those of the result type; every index has to
/// be inside.
static bool slice(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirAttribute list = relaxSliceGetAxes(step->op);
  intptr_t count = mlirDenseArrayGetNumElements(list);
  int64_t axes[EVAL_MAX_INTEGERS], steps[EVAL_MAX_INTEGERS];
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK], first = 0;
  int32_t rank;
  if (!evalIntegers(step, list, count, axes) ||
      !evalIntegers(step, relaxSliceGetSteps(step->op), count, steps) ||
      !evalDeclaredDims(step, &rank, dims))
    return false;
  evalStrides(input->rank, input->dims, strides);
  for (int32_t i = 0; i < input->rank; ++i)
    dims[i] = dims[i] < 0 ? input->dims[i] : dims[i];
  for (intptr_t i = 0; i < count; ++i) {
    int64_t axis = axes[i], begin, last;
    if (!evalExtent(step,
                    mlirArrayAttrGetElement(relaxSliceGetBegins(step->op), i),
                    &begin))
      return false;
    if (dims[axis] == 0)
      continue;
    if (__builtin_mul_overflow(dims[axis] - 1, steps[i], &last) ||
        __builtin_add_overflow(last, begin, &last) || begin < 0 || last < 0 ||
        begin >= input->dims[axis] || last >= input->dims[axis])
      return relaxFail(step->error,
                       "axis %" PRId64 ": %" PRId64 " elements from %" PRId64
                       " by %" PRId64 " are not inside of %" PRId64,
                       axis, dims[axis], begin, steps[i], input->dims[axis]);
    first += begin * strides[axis];
    strides[axis] = dims[axis] > 1 ? strides[axis] * steps[i] : 0;
  }
  if (!evalCreate(step, input->dtype, rank, dims))
    return false;
  evalCopyPart(&step->results[0], input, first, strides, false);
  return true;
}

//===----------------------------------------------------------------------===//
// split
//===----------------------------------------------------------------------===//

static bool split(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t axis = relaxSplitGetAxis(step->op);
  MlirAttribute sizes = relaxSplitGetSizes(step->op);
  intptr_t parts = step->numResults;
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK], begin = 0, total = 0;
  if (!evalCheckAxis(step, axis, input->rank))
    return false;
  int64_t extent = input->dims[axis];
  for (intptr_t i = 0; sizes.ptr && i < parts; ++i)
    total += mlirDenseI64ArrayGetElement(sizes, i);
  if (sizes.ptr ? total != extent : extent % parts != 0)
    return relaxFail(step->error,
                     sizes.ptr ? "the sizes do not add up to an extent of "
                                 "%" PRId64
                               : "expected a multiple of the number of "
                                 "results, got an extent of %" PRId64,
                     extent);
  memcpy(dims, input->dims, sizeof(dims));
  evalStrides(input->rank, input->dims, strides);
  for (intptr_t i = 0; i < parts; ++i) {
    dims[axis] =
        sizes.ptr ? mlirDenseI64ArrayGetElement(sizes, i) : extent / parts;
    if (!evalCreateResult(step, i, input->dtype, input->rank, dims))
      return false;
    evalCopyPart(&step->results[i], input, begin * strides[axis], strides,
                 false);
    begin += dims[axis];
  }
  return true;
}

const EvalEntry evalIndexing[] = {{"relax.take", take, NULL},
                                  {"relax.dynamic_slice", dynamicSlice, NULL},
                                  {"relax.slice", slice, NULL},
                                  {"relax.split", split, NULL},
                                  {NULL, NULL, NULL}};
