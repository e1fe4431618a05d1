//===- Ragged.c - between ragged and dense tensors ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Both run on one instance at a time (lib/Interpreter/Ragged.c): a dense tensor
// is made larger or smaller at the ends of its dimensions.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

/// The elements that both have, at the same indices.
static void copyCommon(const RelaxTensor *from, RelaxTensor *to) {
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(from->rank, from->dims, strides);
  EvalWalk walk = evalWalkOver(to->rank, to->dims, strides);
  for (int64_t i = 0, e = relaxTensorCount(to); i < e; ++i) {
    bool inside = true;
    for (int32_t d = 0; d < to->rank; ++d)
      inside &= walk.index[d] < from->dims[d];
    if (inside)
      evalCopyElement(from, walk.offset[0], to, i);
    evalWalkNext(&walk);
  }
}

/// Result 0 with its declared extents, where the smaller of both fits into the
/// larger.
static bool createResult(EvalStep *step, bool grows) {
  const RelaxTensor *input = step->operands[0];
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if (!evalDeclaredDims(step, &rank, dims))
    return false;
  for (int32_t d = 0; d < rank; ++d) {
    int64_t most = grows ? dims[d] : input->dims[d];
    int64_t got = grows ? input->dims[d] : dims[d];
    if (got > most)
      return relaxFail(step->error,
                       "dimension %d: expected an extent of at most %" PRId64
                       ", got %" PRId64,
                       (int)d, most, got);
  }
  return evalCreate(step, input->dtype, rank, dims);
}

static bool toPadded(EvalStep *step) {
  if (!createResult(step, true))
    return false;
  RelaxTensor *result = &step->results[0];
  double pad = relaxRaggedToPaddedGetPad(step->op);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    if (relaxDTypeIsFloat(result->dtype))
      relaxStoreFloat(result->dtype, result->data, i, pad);
    else
      relaxStoreInt(result->dtype, result->data, i, (int64_t)pad);
  copyCommon(step->operands[0], result);
  return true;
}

static bool toRagged(EvalStep *step) {
  if (!createResult(step, false))
    return false;
  copyCommon(step->operands[0], &step->results[0]);
  return true;
}

/// Of one instance, or of a dense batch.
static bool positions(EvalStep *step) {
  const int64_t *dims = step->operands[0]->dims;
  if (!evalCreate(step, RELAX_I64, 2, dims))
    return false;
  RelaxTensor *result = &step->results[0];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    relaxStoreInt(RELAX_I64, result->data, i, i % dims[1]);
  return true;
}

/// Another type of the same memory.
static bool sameMemory(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

const EvalEntry evalRagged[] = {{"relax.ragged_to_rows", sameMemory, NULL},
                                {"relax.rows_to_ragged", sameMemory, NULL},
                                {"relax.ragged_repad", sameMemory, NULL},
                                {"relax.lengths_to_tensor", sameMemory, NULL},
                                {"relax.ragged_positions", positions, NULL},
                                {"relax.ragged_to_padded", toPadded, NULL},
                                {"relax.padded_to_ragged", toRagged, NULL},
                                {NULL, NULL, NULL}};
