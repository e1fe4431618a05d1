//===- Rearrange.c - repeated and regrouped elements ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

static bool tileBy(EvalStep *step, const int64_t *repeats) {
  const RelaxTensor *input = step->operands[0];
  int64_t dims[RELAX_MAX_RANK], strides[RELAX_MAX_RANK];
  for (int32_t i = 0; i < input->rank; ++i) {
    if (repeats[i] < 0)
      return relaxFail(step->error,
                       "repeats: expected at least 0, got %" PRId64,
                       repeats[i]);
    if (__builtin_mul_overflow(input->dims[i], repeats[i], &dims[i]))
      return relaxFail(step->error, "the extents of the result exceed 64 bits");
  }
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  evalStrides(input->rank, input->dims, strides);
  EvalWalk walk = evalWalkOver(input->rank, dims, NULL);
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    int64_t from = 0;
    for (int32_t d = 0; d < input->rank; ++d)
      from += walk.index[d] % input->dims[d] * strides[d];
    evalCopyElement(input, from, &step->results[0], i);
    evalWalkNext(&walk);
  }
  return true;
}

static bool tile(EvalStep *step) {
  MlirAttribute list = relaxTileGetRepeats(step->op);
  intptr_t count = mlirArrayAttrGetNumElements(list);
  int64_t repeats[RELAX_MAX_RANK];
  if (count != step->operands[0]->rank)
    return relaxFail(step->error,
                     "repeats: expected %" PRId32 " of them, got %ld",
                     step->operands[0]->rank, (long)count);
  return evalExtents(step, list, count, repeats) && tileBy(step, repeats);
}

static bool dynamicTile(EvalStep *step) {
  int64_t repeats[EVAL_MAX_INTEGERS];
  return evalIntegerOperand(step, 1, step->operands[0]->rank, repeats) &&
         tileBy(step, repeats);
}

//===----------------------------------------------------------------------===//
// DepthToSpace, SpaceToDepth
//===----------------------------------------------------------------------===//

/// The channel that has row `row` and column `column` of the blocks of channel
/// `channel`, of `channels`.
static int64_t blockChannel(bool depthFirst, int64_t block, int64_t row,
                            int64_t column, int64_t channel, int64_t channels) {
  int64_t place = row * block + column;
  return depthFirst ? place * channels + channel
                    : channel * block * block + place;
}

/// Copies between the pixel [n, c, h, w] of the `space` extents and its place
/// in the depth, which a walk over the pixels finds.
static void regroup(EvalStep *step, const int64_t *space, const int64_t *depth,
                    int64_t block, StrRef mode, bool toSpace) {
  bool depthFirst = strRefEqual(mode, strRefFromC("DCR"));
  int64_t strides[4];
  evalStrides(4, depth, strides);
  EvalWalk walk = evalWalkOver(4, space, NULL);
  for (int64_t i = 0, e = relaxTensorCount(&step->results[0]); i < e; ++i) {
    const int64_t *at = walk.index;
    int64_t channel = blockChannel(depthFirst, block, at[2] % block,
                                   at[3] % block, at[1], space[1]);
    int64_t other = at[0] * strides[0] + channel * strides[1] +
                    at[2] / block * strides[2] + at[3] / block * strides[3];
    evalCopyElement(step->operands[0], toSpace ? other : i, &step->results[0],
                    toSpace ? i : other);
    evalWalkNext(&walk);
  }
}

static bool checkImage(EvalStep *step) {
  return step->operands[0]->rank == 4 ||
         relaxFail(step->error, "expected rank 4, got %" PRId32,
                   step->operands[0]->rank);
}

static bool isMultiple(EvalStep *step, int32_t axis, int64_t divisor) {
  int64_t extent = step->operands[0]->dims[axis];
  return extent % divisor == 0 ||
         relaxFail(step->error,
                   "dimension %" PRId32 ": expected a multiple of %" PRId64
                   ", got %" PRId64,
                   axis, divisor, extent);
}

static bool depthToSpace(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t block = relaxDepthToSpaceGetBlock(step->op);
  if (!checkImage(step) || !isMultiple(step, 1, block * block))
    return false;
  int64_t dims[4] = {input->dims[0], input->dims[1] / (block * block)};
  for (int i = 2; i < 4; ++i)
    if (__builtin_mul_overflow(input->dims[i], block, &dims[i]))
      return relaxFail(step->error, "the extents of the result exceed 64 bits");
  if (!evalCreate(step, input->dtype, 4, dims))
    return false;
  regroup(step, dims, input->dims, block, relaxDepthToSpaceGetMode(step->op),
          true);
  return true;
}

static bool spaceToDepth(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int64_t block = relaxSpaceToDepthGetBlock(step->op);
  if (!checkImage(step) || !isMultiple(step, 2, block) ||
      !isMultiple(step, 3, block))
    return false;
  int64_t dims[4] = {input->dims[0], 0, input->dims[2] / block,
                     input->dims[3] / block};
  if (__builtin_mul_overflow(input->dims[1], block * block, &dims[1]))
    return relaxFail(step->error, "the extents of the result exceed 64 bits");
  if (!evalCreate(step, input->dtype, 4, dims))
    return false;
  regroup(step, input->dims, dims, block, relaxSpaceToDepthGetMode(step->op),
          false);
  return true;
}

const EvalEntry evalRearrange[] = {
    {"relax.tile", tile, NULL},
    {"relax.dynamic_tile", dynamicTile, NULL},
    {"relax.depth_to_space", depthToSpace, NULL},
    {"relax.space_to_depth", spaceToDepth, NULL},
    {NULL, NULL, NULL},
};
