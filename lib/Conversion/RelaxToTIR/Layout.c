//===- Layout.c - kernels of operations that move elements ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdio.h>

//===----------------------------------------------------------------------===//
// broadcast_to
//===----------------------------------------------------------------------===//

static MlirLogicalResult buildBroadcastTo(TirBuilder *b, MlirOperation op) {
  (void)op;
  tirBuildComputeOver(b, "broadcast_to", b->numBuffers - 1);
  return tirEndWith(b, tirBuildBroadcastLoad(b, 0));
}

/// The shape is what the input and something else broadcast to: that checked.
static bool isOwnShape(MlirValue target, MlirValue input) {
  MlirOperation op = bridgeDefiner(target);
  return relaxIsBroadcastShape(op) &&
         (mlirValueEqual(relaxBroadcastShapeGetLhs(op), input) ||
          mlirValueEqual(relaxBroadcastShapeGetRhs(op), input));
}

static void checkExtents(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxBroadcastToGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute *facts = ARENA_ARRAY(dims->arena, MlirAttribute, from.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < from.rank; ++i) {
    MlirAttribute dim = to.dims[to.rank - from.rank + i];
    int64_t literal;
    if (!relaxDimEqual(from.dims[i], dim) &&
        !(symAttributeIsConst(from.dims[i], &literal) && literal == 1))
      facts[count++] = relaxFitsFact(dims, from.dims[i], dim);
  }
  MlirValue given[] = {relaxBroadcastToGetInput(op),
                       relaxBroadcastToGetTarget(op)};
  relaxCheckFits(dims, op, facts, count, given);
}

MlirLogicalResult relaxExpandBroadcastTo(RelaxLegalizer *legalizer,
                                         MlirOperation op, MlirValue *result) {
  MlirValue input = relaxBroadcastToGetInput(op);
  MlirValue target = relaxBroadcastToGetTarget(op);
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op),
                                 "relax.broadcast_to", legalizer->arena);
  if (target.ptr && !isOwnShape(target, input))
    checkExtents(&dims, op);
  if (!relaxDimsOutcome(&dims))
    return mlirLogicalResultFailure();
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *inputs = ARENA_ARRAY(legalizer->arena, MlirValue, count);
  RelaxKernelCall call = {.name = "broadcast_to",
                          .bufferNames = "X",
                          .op = op,
                          .inputs = inputs,
                          .resultType = bridgeResultType(op),
                          .build = buildBroadcastTo};
  // Behind the input, tensors that only supply symbols.
  for (intptr_t i = 0; i < count; ++i)
    if (relaxIsTensorType(mlirValueGetType(mlirOperationGetOperand(op, i))))
      inputs[call.numInputs++] = mlirOperationGetOperand(op, i);
  return relaxCallKernel(legalizer, &call, result);
}

MlirLogicalResult relaxBuildPermuteDims(TirBuilder *b, MlirOperation op) {
  intptr_t rank;
  const int64_t *axes =
      relaxIntegers(b->dims.arena, relaxPermuteDimsGetAxes(op), &rank);
  tirBuildComputeOver(b, "permute_dims", 1);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    from[axes[i]] = tirIterator(b, i);
  return tirEndWith(b, tirBuildLoad(b, 0, from, (MlirValue){NULL}));
}

/// One compute per input, each at its offset along the axis. relax.append is
/// one of two operands.
MlirLogicalResult relaxBuildConcat(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  int64_t axis = mlirIntegerAttrGetValueInt(bridgeInherent(op, "axis"));
  intptr_t result = b->numBuffers - 1;
  SymExpr offset = relaxDimsConst(dims, 0);
  for (intptr_t input = 0; input < result; ++input) {
    char name[32];
    snprintf(name, sizeof(name), "concat%ld", (long)input);
    tirBuildComputeOver(b, name, input);
    intptr_t rank = b->numIterators;
    SymExpr *from = ARENA_ARRAY(dims->arena, SymExpr, rank);
    SymExpr *to = ARENA_ARRAY(dims->arena, SymExpr, rank);
    for (intptr_t i = 0; i < rank; ++i)
      from[i] = to[i] = tirIterator(b, i);
    to[axis] = relaxDimsAdd(dims, to[axis], offset);
    MlirValue x = tirBuildLoad(b, input, from, (MlirValue){NULL});
    tirBuildStore(b, x, result, to);
    tirEndCompute(b);
    offset = relaxDimsAdd(dims, offset, tirBufferDim(b, input, axis));
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Where a slice begins in a dimension, right wherever the result has elements:
/// a begin that is not negative is then inside for steps forward, and at most
/// the last element backward. Negative begins count from the end and are
/// clamped at 0 (ONNX Slice, in both directions); -1 needs no clamp.
static SymExpr sliceBegin(RelaxDims *dims, SymExpr extent, int64_t begin,
                          int64_t step) {
  SymExpr zero = relaxDimsConst(dims, 0);
  if (begin >= 0 && step > 0)
    return relaxDimsConst(dims, begin);
  if (begin >= 0) {
    SymExpr last = relaxDimsSub(dims, extent, relaxDimsConst(dims, 1));
    // No extent is larger than INT64_MAX, which exporters write for "the end".
    return begin == INT64_MAX
               ? last
               : relaxDimsMin(dims, relaxDimsConst(dims, begin), last);
  }
  if (begin <= -INT64_MAX)
    return zero;
  SymExpr start = relaxDimsAdd(dims, extent, relaxDimsConst(dims, begin));
  return begin == -1 ? start : relaxDimsMax(dims, start, zero);
}

MlirLogicalResult relaxBuildStridedSlice(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  Arena *arena = dims->arena;
  intptr_t count;
  const int64_t *begins =
      relaxIntegers(arena, relaxStridedSliceGetBegins(op), &count);
  const int64_t *steps =
      relaxIntegers(arena, relaxStridedSliceGetSteps(op), &count);
  const int64_t *axes =
      relaxIntegers(arena, relaxStridedSliceGetAxes(op), &count);
  tirBuildComputeOver(b, "strided_slice", 1);
  SymExpr *from = tirIterators(b, 0, b->numIterators);
  for (intptr_t i = 0; i < count; ++i) {
    int64_t axis = axes[i];
    SymExpr begin =
        sliceBegin(dims, tirBufferDim(b, 0, axis), begins[i], steps[i]);
    SymExpr moved =
        relaxDimsMul(dims, relaxDimsConst(dims, steps[i]), from[axis]);
    from[axis] = relaxDimsAdd(dims, begin, moved);
  }
  return tirEndWith(b, tirBuildLoad(b, 0, from, (MlirValue){NULL}));
}
