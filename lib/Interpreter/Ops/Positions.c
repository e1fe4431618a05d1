//===- Positions.c - places that are counted, compared and moved ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Positions.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

/// The product of the extents behind `axis`.
static int64_t countBehind(const RelaxTensor *tensor, int64_t axis) {
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(tensor->rank, tensor->dims, strides);
  return strides[axis];
}

/// A vector with an element per `count`.
static bool checkVector(EvalStep *step, const char *what,
                        const RelaxTensor *vector, int64_t count) {
  return (vector->rank == 1 && vector->dims[0] == count) ||
         relaxFail(step->error,
                   "%s: expected a vector of %" PRId64
                   " elements, got %" PRId64,
                   what, count, relaxTensorCount(vector));
}

//===----------------------------------------------------------------------===//
// OneHot
//===----------------------------------------------------------------------===//

static bool oneHotOf(EvalStep *step, const RelaxTensor *values, int64_t depth,
                     int64_t axis) {
  const RelaxTensor *indices = step->operands[0];
  int64_t dims[RELAX_MAX_RANK];
  if (!evalCheckAxis(step, axis, indices->rank + 1) ||
      !checkVector(step, "values", values, 2))
    return false;
  if (depth < 0)
    return relaxFail(step->error, "depth: expected at least 0, got %" PRId64,
                     depth);
  if (indices->rank == RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %d",
                     RELAX_MAX_RANK, RELAX_MAX_RANK + 1);
  for (int32_t i = 0; i <= indices->rank; ++i)
    dims[i] = i == axis ? depth : indices->dims[i > axis ? i - 1 : i];
  if (!evalCreate(step, values->dtype, indices->rank + 1, dims))
    return false;
  int64_t behind = countBehind(&step->results[0], axis);
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    int64_t place = i / behind / depth * behind + i % behind;
    int64_t index = relaxLoadInt(indices->dtype, indices->data, place);
    int64_t along = i / behind % depth;
    evalCopyElement(values, index == along || index == along - depth,
                    &step->results[0], i);
  }
  return true;
}

static bool oneHot(EvalStep *step) {
  int64_t depth;
  return evalExtent(step, relaxOneHotGetDepth(step->op), &depth) &&
         oneHotOf(step, step->operands[1], depth, relaxOneHotGetAxis(step->op));
}

static bool dynamicOneHot(EvalStep *step) {
  const RelaxTensor *depth = step->operands[1];
  if (relaxTensorCount(depth) != 1)
    return relaxFail(step->error, "depth: expected one element, got %" PRId64,
                     relaxTensorCount(depth));
  return oneHotOf(step, step->operands[2],
                  relaxLoadInt(depth->dtype, depth->data, 0),
                  relaxDynamicOneHotGetAxis(step->op));
}

//===----------------------------------------------------------------------===//
// ReverseSequence
//===----------------------------------------------------------------------===//

static bool reverseSequence(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *lengths = step->operands[1];
  int64_t axis = relaxReverseSequenceGetAxis(step->op);
  int64_t batch = relaxReverseSequenceGetBatch(step->op);
  if (!evalCheckAxis(step, axis, input->rank) ||
      !evalCheckAxis(step, batch, input->rank) ||
      !checkVector(step, "lengths", lengths, input->dims[batch]) ||
      !evalCreate(step, input->dtype, input->rank, input->dims))
    return false;
  int64_t stride = countBehind(input, axis);
  EvalWalk walk = evalWalkOver(input->rank, input->dims, NULL);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t along = walk.index[axis];
    int64_t length =
        relaxLoadInt(lengths->dtype, lengths->data, walk.index[batch]);
    if (length > input->dims[axis])
      return relaxFail(step->error,
                       "length %" PRId64 " is more than the extent %" PRId64,
                       length, input->dims[axis]);
    int64_t from = along < length ? length - 1 - along : along;
    evalCopyElement(input, i + (from - along) * stride, &step->results[0], i);
    evalWalkNext(&walk);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// TensorScatter
//===----------------------------------------------------------------------===//

/// Where update `i` along the axis of batch `batch` goes.
static bool placeOf(EvalStep *step, int64_t batch, int64_t i, int64_t extent,
                    int64_t *place) {
  bool circular = relaxTensorScatterGetCircular(step->op);
  int64_t first = 0;
  if (step->numOperands > 2)
    first =
        relaxLoadInt(step->operands[2]->dtype, step->operands[2]->data, batch);
  // What an earlier update has at its place does not overflow here.
  *place = circular && extent > 0 ? (first % extent + i) % extent : first + i;
  if (*place < 0)
    *place += extent;
  return (*place >= 0 && *place < extent) ||
         relaxFail(step->error,
                   "update %" PRId64 " at %" PRId64
                   " is outside of an extent of %" PRId64,
                   i, first, extent);
}

static bool sameButFor(const RelaxTensor *a, const RelaxTensor *b,
                       int64_t axis) {
  bool same = a->rank == b->rank;
  for (int32_t i = 0; same && i < a->rank; ++i)
    same = i == axis || a->dims[i] == b->dims[i];
  return same;
}

static bool tensorScatter(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *updates = step->operands[1];
  int64_t axis = relaxTensorScatterGetAxis(step->op);
  int64_t strides[RELAX_MAX_RANK];
  if (!evalCheckAxis(step, axis, input->rank))
    return false;
  if (!sameButFor(input, updates, axis))
    return relaxFail(step->error,
                     "updates: expected the input's extents but for axis "
                     "%" PRId64,
                     axis);
  if ((step->numOperands > 2 &&
       !checkVector(step, "at", step->operands[2], input->dims[0])) ||
      !relaxTensorClone(input, &step->results[0], step->error))
    return false;
  evalStrides(input->rank, input->dims, strides);
  EvalWalk walk = evalWalkOver(input->rank, updates->dims, NULL);
  for (int64_t i = 0, e = relaxTensorCount(updates); i < e; ++i) {
    int64_t place, to = 0;
    if (!placeOf(step, walk.index[0], walk.index[axis], input->dims[axis],
                 &place))
      return false;
    for (int32_t d = 0; d < input->rank; ++d)
      to += (d == axis ? place : walk.index[d]) * strides[d];
    evalCopyElement(updates, i, &step->results[0], to);
    evalWalkNext(&walk);
  }
  return true;
}

const EvalEntry evalPositions[] = {
    {"relax.one_hot", oneHot, NULL},
    {"relax.dynamic_one_hot", dynamicOneHot, NULL},
    {"relax.reverse_sequence", reverseSequence, NULL},
    {"relax.tensor_scatter", tensorScatter, NULL},
    {NULL, NULL, NULL},
};
