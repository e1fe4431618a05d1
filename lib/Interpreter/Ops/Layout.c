//===- Layout.c - operations that move elements ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <string.h>

/// Reads a target shape, an i64 tensor of rank 1.
static bool readTarget(EvalStep *step, int32_t *rank, int64_t *values) {
  const RelaxTensor *target = step->operands[1];
  if (target->dtype != RELAX_I64 || target->rank != 1)
    return relaxFail(step->error,
                     "target: expected i64 tensor of rank 1, got %s tensor of "
                     "rank %" PRId32,
                     relaxDTypeName(target->dtype), target->rank);
  if (target->dims[0] > RELAX_MAX_RANK)
    return relaxFail(step->error,
                     "target: expected a rank of at most %d, got %" PRId64,
                     RELAX_MAX_RANK, target->dims[0]);
  *rank = (int32_t)target->dims[0];
  for (int32_t i = 0; i < *rank; ++i)
    values[i] = relaxLoadInt(RELAX_I64, target->data, i);
  return true;
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

static bool noMultiple(EvalStep *step, int64_t others) {
  const RelaxTensor *input = step->operands[0];
  StrBuf from = {0};
  relaxDimsPrint(input->rank, input->dims, &from);
  relaxFail(step->error,
            "the elements of %s are no multiple of %" PRId64
            ", those of the other extents",
            strBufText(&from), others);
  strBufFree(&from);
  return false;
}

/// Makes the one extent that is -1 the rest of the elements.
static bool fillRest(EvalStep *step, int32_t rank, int64_t *dims) {
  int64_t count = relaxTensorCount(step->operands[0]), product;
  int64_t others[RELAX_MAX_RANK];
  int32_t numOthers = 0, rest = -1;
  for (int32_t i = 0; i < rank; ++i) {
    if (dims[i] < -1)
      return relaxFail(step->error,
                       "target: expected extents of at least -1, got %" PRId64,
                       dims[i]);
    if (dims[i] >= 0)
      others[numOthers++] = dims[i];
    else if (rest >= 0)
      return relaxFail(step->error,
                       "more than one extent of the result is open");
    else
      rest = i;
  }
  if (rest < 0)
    return true; // relaxTensorReshape compares the counts
  if (!relaxNumElements(numOthers, others, &product))
    return relaxFail(step->error, "the elements of the result exceed 64 bits");
  if (product == 0)
    return relaxFail(step->error,
                     "an extent of the result is open beside an extent of 0");
  if (count % product != 0)
    return noMultiple(step, product);
  dims[rest] = count / product;
  return true;
}

/// 0 copies the extent of the input, unless `allow_zero`.
static bool copyZeros(EvalStep *step, int32_t rank, int64_t *dims) {
  const RelaxTensor *input = step->operands[0];
  if (relaxReshapeGetAllowZero(step->op))
    return true;
  for (int32_t i = 0; i < rank; ++i) {
    if (dims[i] != 0)
      continue;
    if (i >= input->rank)
      return relaxFail(step->error,
                       "target: 0 at %" PRId32
                       " copies an extent that an input of rank %" PRId32
                       " does not have",
                       i, input->rank);
    dims[i] = input->dims[i];
  }
  return true;
}

static bool reshape(EvalStep *step) {
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  // A shape says what it means; only a tensor copies and leaves the rest open.
  bool isShape =
      step->numOperands > 1 &&
      relaxIsShapeType(mlirValueGetType(mlirOperationGetOperand(step->op, 1)));
  bool good = step->numOperands == 1
                  ? evalDeclaredDims(step, &rank, dims)
                  : readTarget(step, &rank, dims) &&
                        (isShape || copyZeros(step, rank, dims));
  return good && fillRest(step, rank, dims) &&
         relaxTensorReshape(step->operands[0], rank, dims, &step->results[0],
                            step->error);
}

//===----------------------------------------------------------------------===//
// broadcast_to
//===----------------------------------------------------------------------===//

/// The extents of the result: with a target both broadcast against each other.
static bool broadcastShape(EvalStep *step, int32_t *rank, int64_t *dims) {
  RelaxTensor target = {0};
  if (!relaxBroadcastToGetTarget(step->op).ptr) {
    if (!evalDeclaredDims(step, rank, dims))
      return false;
    for (int32_t i = 0; i < *rank; ++i)
      if (dims[i] < 0)
        return relaxFail(step->error,
                         "dimension %" PRId32 " of the result is '?' and no "
                         "'to' operand gives it",
                         i);
    return true;
  }
  if (!readTarget(step, &target.rank, target.dims))
    return false;
  for (int32_t i = 0; i < target.rank; ++i)
    if (target.dims[i] < 0)
      return relaxFail(step->error,
                       "target: expected extents of at least 0, got %" PRId64,
                       target.dims[i]);
  const RelaxTensor *shapes[] = {step->operands[0], &target};
  return evalBroadcastDims(step, shapes, 2, rank, dims);
}

static bool broadcastTo(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if (!broadcastShape(step, &rank, dims))
    return false;
  for (int32_t i = 0; i < input->rank; ++i) {
    int32_t at = rank - input->rank + i;
    if (at < 0 || (input->dims[i] != 1 && input->dims[i] != dims[at])) {
      StrBuf from = {0}, to = {0};
      relaxDimsPrint(input->rank, input->dims, &from);
      relaxDimsPrint(rank, dims, &to);
      relaxFail(step->error, "cannot broadcast %s to %s", strBufText(&from),
                strBufText(&to));
      strBufFree(&from);
      strBufFree(&to);
      return false;
    }
  }
  if (!evalCreate(step, input->dtype, rank, dims))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, &input, 1);
  evalCopyPart(&step->results[0], input, 0, walk.strides[0], false);
  return true;
}

//===----------------------------------------------------------------------===//
// permute_dims, concat
//===----------------------------------------------------------------------===//

static bool permuteDims(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t axes[EVAL_MAX_INTEGERS], dims[RELAX_MAX_RANK];
  int64_t strides[RELAX_MAX_RANK], turned[RELAX_MAX_RANK];
  if (!evalIntegers(step, relaxPermuteDimsGetAxes(step->op), input->rank, axes))
    return false;
  evalStrides(input->rank, input->dims, strides);
  for (int32_t i = 0; i < input->rank; ++i) {
    dims[i] = input->dims[axes[i]];
    turned[i] = strides[axes[i]];
  }
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  evalCopyPart(&step->results[0], input, 0, turned, false);
  return true;
}

static bool concatShape(EvalStep *step, int64_t axis, int64_t *dims) {
  const RelaxTensor *first = step->operands[0];
  if (!evalCheckAxis(step, axis, first->rank))
    return false;
  for (int32_t i = 0; i < first->rank; ++i)
    dims[i] = first->dims[i];
  for (intptr_t k = 1; k < step->numOperands; ++k) {
    const RelaxTensor *next = step->operands[k];
    bool agree = next->rank == first->rank;
    for (int32_t i = 0; agree && i < first->rank; ++i)
      agree = i == axis
                  ? !__builtin_add_overflow(dims[i], next->dims[i], &dims[i])
                  : next->dims[i] == dims[i];
    if (!agree)
      return relaxFail(step->error,
                       "the shape of operand %ld differs from that of operand "
                       "0 outside of axis %" PRId64,
                       (long)k, axis);
  }
  return true;
}

static bool concat(EvalStep *step) {
  const RelaxTensor *first = step->operands[0];
  // relax.append is one of two operands.
  int64_t axis = mlirIntegerAttrGetValueInt(bridgeInherent(step->op, "axis"));
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK], begin = 0;
  if (!concatShape(step, axis, dims) ||
      !evalCreate(step, first->dtype, first->rank, dims))
    return false;
  evalStrides(first->rank, dims, strides);
  for (intptr_t k = 0; k < step->numOperands; ++k) {
    const RelaxTensor *input = step->operands[k];
    evalCopyPart(input, &step->results[0], begin * strides[axis], strides,
                 true);
    begin += input->dims[axis];
  }
  return true;
}

//===----------------------------------------------------------------------===//
// strided_slice
//===----------------------------------------------------------------------===//

/// A position of ONNX Slice as one in [low, high]: negative ones count from the
/// end; INT32_MAX and INT32_MIN stand for the ends, as ONNX recommends.
static int64_t clampPosition(int64_t given, int64_t extent, int64_t low,
                             int64_t high) {
  int64_t position = given;
  if (position == INT32_MAX)
    return high;
  if (position < 0)
    position += extent;
  // Without elements `high` is below `low` and wins.
  if (position < low || given == INT32_MIN)
    position = low;
  return position > high ? high : position;
}

/// First element and number of elements of `begin : end : step`.
static void sliceRange(int64_t extent, int64_t begin, int64_t end, int64_t step,
                       int64_t *first, int64_t *count) {
  bool forward = step > 0;
  int64_t last = extent - 1;
  *first = forward ? clampPosition(begin, extent, 0, extent)
                   : clampPosition(begin, extent, 0, last);
  int64_t stop = forward ? clampPosition(end, extent, 0, extent)
                         : clampPosition(end, extent, -1, last);
  int64_t length = forward ? stop - *first : *first - stop;
  uint64_t stride = forward ? (uint64_t)step : 0 - (uint64_t)step;
  *count = length <= 0 ? 0 : (int64_t)(((uint64_t)length - 1) / stride + 1);
}

bool evalTakeSlice(EvalStep *step, intptr_t count, const int64_t *axes,
                   const int64_t *begins, const int64_t *ends,
                   const int64_t *steps) {
  const RelaxTensor *input = step->operands[0];
  int64_t strides[RELAX_MAX_RANK], apart[RELAX_MAX_RANK];
  int64_t dims[RELAX_MAX_RANK];
  uint64_t base = 0; // beside an extent of 0 it may wrap
  evalStrides(input->rank, input->dims, strides);
  evalStrides(input->rank, input->dims, apart);
  memcpy(dims, input->dims, sizeof dims);
  for (intptr_t i = 0; i < count; ++i) {
    int64_t axis = axes[i], first;
    if (!evalCheckAxis(step, axis, input->rank))
      return false;
    if (steps[i] == 0)
      return relaxFail(step->error, "step along axis %" PRId64 " is 0", axis);
    sliceRange(input->dims[axis], begins[i], ends[i], steps[i], &first,
               &dims[axis]);
    base += dims[axis] > 0 ? (uint64_t)first * (uint64_t)strides[axis] : 0;
    // With fewer than two elements the step is never taken (and may be huge).
    apart[axis] = dims[axis] > 1
                      ? (int64_t)((uint64_t)strides[axis] * (uint64_t)steps[i])
                      : 0;
  }
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  evalCopyPart(&step->results[0], input, (int64_t)base, apart, false);
  return true;
}

static bool stridedSlice(EvalStep *step) {
  MlirAttribute axesAttr = relaxStridedSliceGetAxes(step->op);
  intptr_t count = mlirDenseArrayGetNumElements(axesAttr);
  int64_t axes[EVAL_MAX_INTEGERS], begins[EVAL_MAX_INTEGERS];
  int64_t ends[EVAL_MAX_INTEGERS], steps[EVAL_MAX_INTEGERS];
  return evalIntegers(step, axesAttr, count, axes) &&
         evalIntegers(step, relaxStridedSliceGetBegins(step->op), count,
                      begins) &&
         evalIntegers(step, relaxStridedSliceGetEnds(step->op), count, ends) &&
         evalIntegers(step, relaxStridedSliceGetSteps(step->op), count,
                      steps) &&
         evalTakeSlice(step, count, axes, begins, ends, steps);
}

const EvalEntry evalLayout[] = {{"relax.reshape", reshape, NULL},
                                {"relax.broadcast_to", broadcastTo, NULL},
                                {"relax.permute_dims", permuteDims, NULL},
                                {"relax.append", concat, NULL},
                                {"relax.concat", concat, NULL},
                                {"relax.strided_slice", stridedSlice, NULL},
                                {NULL, NULL, NULL}};
