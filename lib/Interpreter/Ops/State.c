//===- State.c - state as a value -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/State.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

static bool rowsFit(EvalStep *step, int64_t axis, int64_t position) {
  const RelaxTensor *state = step->operands[0], *rows = step->operands[1];
  bool agree = rows->rank == state->rank && axis < state->rank;
  for (int32_t i = 0; agree && i < state->rank; ++i)
    agree = i == axis || rows->dims[i] == state->dims[i];
  if (!agree)
    return relaxFail(step->error,
                     "the shape of the rows differs from that of operand 0 "
                     "outside of axis %" PRId64,
                     axis);
  if (position >= 0 && position <= state->dims[axis] &&
      rows->dims[axis] <= state->dims[axis] - position)
    return true;
  return relaxFail(step->error,
                   "rows from %" PRId64 " on: expected at most %" PRId64
                   " in all, got %" PRId64,
                   position, state->dims[axis], rows->dims[axis]);
}

static bool updateSlice(EvalStep *step) {
  const RelaxTensor *state = step->operands[0], *rows = step->operands[1];
  int64_t axis = relaxUpdateSliceGetAxis(step->op);
  int64_t position = relaxLoadInt(RELAX_I64, step->operands[2]->data, 0);
  if (!rowsFit(step, axis, position) ||
      !relaxTensorClone(state, &step->results[0], step->error))
    return false;
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(state->rank, state->dims, strides);
  evalCopyPart(rows, &step->results[0], position * strides[axis], strides,
               true);
  return true;
}

const EvalEntry evalState[] = {{"relax.update_slice", updateSlice, NULL},
                               {NULL, NULL, NULL}};
