//===- ComputedAxes.c - axes that only the run knows ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

/// Marks the axes of the second operand among `rank` dimensions.
static bool markAxes(EvalStep *step, int64_t rank, bool *marked) {
  const RelaxTensor *list = step->operands[1];
  if (rank > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %" PRId64,
                     RELAX_MAX_RANK, rank);
  for (int64_t i = 0; i < rank; ++i)
    marked[i] = false;
  for (int64_t i = 0, e = relaxTensorCount(list); i < e; ++i) {
    int64_t given = relaxLoadInt(list->dtype, list->data, i);
    if (given < -rank || given >= rank)
      return relaxFail(step->error,
                       "axis %" PRId64 " is out of range for rank %" PRId64,
                       given, rank);
    int64_t axis = given < 0 ? given + rank : given;
    if (marked[axis])
      return relaxFail(step->error,
                       "axis %" PRId64 " is there twice for rank %" PRId64,
                       given, rank);
    marked[axis] = true;
  }
  return true;
}

static bool reducedShape(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  bool all = relaxTensorCount(step->operands[1]) == 0 &&
             !relaxReducedShapeGetNoop(step->op);
  bool reduced[RELAX_MAX_RANK];
  int64_t rank = input->rank;
  if (!markAxes(step, rank, reduced) || !evalCreate(step, RELAX_I64, 1, &rank))
    return false;
  for (int32_t i = 0; i < rank; ++i)
    relaxStoreInt(RELAX_I64, step->results[0].data, i,
                  all || reduced[i] ? 1 : input->dims[i]);
  return true;
}

static bool squeeze(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  bool units = relaxTensorCount(step->operands[1]) == 0 &&
               !relaxSqueezeGetNoop(step->op);
  bool dropped[RELAX_MAX_RANK];
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank = 0;
  if (!markAxes(step, input->rank, dropped))
    return false;
  for (int32_t i = 0; i < input->rank; ++i) {
    if (dropped[i] && input->dims[i] != 1)
      return relaxFail(step->error,
                       "axis %" PRId32
                       " is not of extent 1 but of extent %" PRId64,
                       i, input->dims[i]);
    if (!dropped[i] && !(units && input->dims[i] == 1))
      dims[rank++] = input->dims[i];
  }
  return relaxTensorReshape(input, rank, dims, &step->results[0], step->error);
}

static bool unsqueeze(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t rank = input->rank + relaxTensorCount(step->operands[1]);
  bool added[RELAX_MAX_RANK];
  int64_t dims[RELAX_MAX_RANK];
  if (!markAxes(step, rank, added))
    return false;
  for (int32_t i = 0, next = 0; i < rank; ++i)
    dims[i] = added[i] ? 1 : input->dims[next++];
  return relaxTensorReshape(input, (int32_t)rank, dims, &step->results[0],
                            step->error);
}

const EvalEntry evalComputedAxes[] = {
    {"relax.reduced_shape", reducedShape, NULL},
    {"relax.squeeze", squeeze, NULL},
    {"relax.unsqueeze", unsqueeze, NULL},
    {NULL, NULL, NULL}};
