//===- PackRewrite.c - operations without a program, written with others --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Norms and the like become what their definitions say, sums of f16 and bf16
// those of f32, as in dense programs; each step then has a program, or treats
// rows alike.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Conversion/Ragged/Pack.h"
#include "lib/Transforms/Decompose/Decompose.h"

static bool isNarrow(MlirType type) {
  RelaxTensorInfo info;
  return relaxTensorInfo(type, &info) && (mlirTypeIsAF16(info.elementType) ||
                                          mlirTypeIsABF16(info.elementType));
}

static MlirType asWide(MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  info.elementType = mlirF32TypeGet(mlirTypeGetContext(type));
  return relaxTensorTypeLike(info, info.rank, info.dims);
}

/// The same of f32, between casts. False if it has no narrow operands, or would
/// have no program then.
static bool widen(GraphBuilder *g, MlirOperation op) {
  bool narrow = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    narrow |= isNarrow(mlirValueGetType(mlirOperationGetOperand(op, i)));
  if (!narrow)
    return false;
  MlirOperation wide = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(wide, i);
    if (isNarrow(mlirValueGetType(result)))
      mlirValueSetType(result, asWide(mlirValueGetType(result)));
  }
  if (!packHasKernel(wide)) {
    mlirOperationDestroy(wide);
    return false;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (isNarrow(mlirValueGetType(operand)))
      mlirOperationSetOperand(wide, i, graphWiden(g, operand));
  }
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, wide);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirValue own = mlirOperationGetResult(wide, i);
    RelaxTensorInfo info = relaxTensorInfoOf(result);
    mlirValueReplaceAllUsesOfWith(result,
                                  isNarrow(mlirValueGetType(result))
                                      ? graphCast(g, own, info.elementType)
                                      : own);
  }
  mlirOperationDestroy(op);
  return true;
}

/// e^(x - max) over its sum.
static bool softmax(GraphBuilder *g, MlirOperation op) {
  if (!relaxIsSoftmax(op))
    return false;
  MlirAttribute axes = graphAxis(g, relaxSoftmaxGetAxis(op));
  MlirValue x = relaxSoftmaxGetInput(op);
  MlirValue powers = graphExp(g, graphSubtract(g, x, graphMax(g, x, axes)));
  MlirValue y = graphDivide(g, powers, graphSum(g, powers, axes));
  if (!y.ptr)
    return false;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), y);
  mlirOperationDestroy(op);
  return true;
}

/// Attention whose definition says which places see each other: no operation
/// on ragged rows does.
static bool goesByPlaces(MlirOperation op) {
  return relaxIsAttention(op) &&
         (mlirOperationGetNumOperands(op) > 3 || relaxAttentionGetCausal(op) ||
          relaxAttentionGetOffset(op).ptr || relaxAttentionGetLeft(op).ptr ||
          relaxAttentionGetRight(op).ptr);
}

/// `*changed`: the operation is gone.
static MlirLogicalResult rewrite(Pack *pack, MlirOperation op, bool *changed) {
  GraphBuilder g = {
      .context = pack->context,
      .arena = pack->arena,
      .before = op,
      .loc = mlirOperationGetLocation(op),
      .name = arenaCopyString(
          pack->arena, bridgeLocationName(mlirOperationGetLocation(op)))};
  *changed = widen(&g, op) || (!g.failed && softmax(&g, op));
  if (g.failed)
    return mlirLogicalResultFailure();
  return *changed || goesByPlaces(op)
             ? mlirLogicalResultSuccess()
             : decomposeOperation(pack->arena, op, changed);
}

MlirLogicalResult packRewrite(Pack *pack, MlirBlock block) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (bool more = true; more && mlirLogicalResultIsSuccess(outcome);) {
    more = false; // steps may need steps themselves
    MlirOperation next;
    for (MlirOperation op = mlirBlockGetFirstOperation(block);
         op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
      bool changed = false;
      next = mlirOperationGetNextInBlock(op);
      if (!bridgeIsTerminator(op) && relaxHasRagged(op) && !packIsOfRows(op) &&
          !packHasKernel(op))
        outcome = rewrite(pack, op, &changed);
      more |= changed;
    }
  }
  return outcome;
}
