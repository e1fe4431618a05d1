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
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.gen.h"
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
  bridgeInsert(op, wide);
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
  bridgeReplace(op, y);
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

/// There is a program of it that takes each operand where it is stored.
static bool takesPadding(MlirOperation op) {
  if (packIsOfRows(op) || relaxIsRaggedRepad(op))
    return true;
  if (relaxRaggedIsPointwise(op)) {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
    return !info.padding.ptr || mlirTypeIsAFloat(info.elementType);
  }
  return packHasKernel(op) && !relaxIsAttention(op) &&
         !(relaxIsTake(op) && !relaxTypeIsRagged(mlirValueGetType(
                                  mlirOperationGetOperand(op, 0))));
}

static MlirValue repad(MlirValue value, MlirType type, MlirOperation before) {
  RelaxRaggedRepadArgs args = {.input = value, .resultType = type};
  MlirOperation made =
      relaxRaggedRepadCreate(mlirValueGetLocation(value), &args);
  return bridgeInsert(before, made);
}

/// Operands and results of the operation without padding, between copies.
static void unpad(MlirOperation op) {
  MlirAttribute none = {NULL};
  MlirOperation next = mlirOperationGetNextInBlock(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(operand);
    if (relaxPaddingOf(type).ptr)
      mlirOperationSetOperand(
          op, i, repad(operand, relaxTensorTypePadded(type, none), op));
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (!relaxPaddingOf(type).ptr)
      continue;
    mlirValueSetType(result, relaxTensorTypePadded(type, none));
    MlirValue padded = repad(result, type, next);
    mlirValueReplaceAllUsesOfWith(result, padded);
    mlirOperationSetOperand(mlirOpResultGetOwner(padded), 0, result);
  }
}

/// What leaves the program has 0 between its elements, whatever was computed
/// there.
static void clearPadding(MlirOperation end) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(end); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(end, i);
    MlirType type = mlirValueGetType(operand);
    if (relaxPaddingOf(type).ptr)
      mlirOperationSetOperand(end, i, repad(operand, type, end));
  }
}

static void rewritePadding(MlirBlock block) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!relaxHasPadded(op))
      continue;
    if (bridgeIsTerminator(op))
      clearPadding(op);
    else if (!takesPadding(op))
      unpad(op);
  }
}

/// Axes without the first dimension.
static void shiftAxes(Pack *pack, MlirOperation op) {
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  intptr_t count = mlirDenseArrayGetNumElements(axes) - 1;
  int64_t *moved = ARENA_ARRAY(pack->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    moved[i] = mlirDenseI64ArrayGetElement(axes, i + 1) - 1;
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("axes"),
      mlirDenseI64ArrayGet(pack->context, count, moved));
}

/// The operation on pairs of indices as one on as many instances of one index,
/// between views of the same memory.
static void flattenChain(Pack *pack, MlirOperation op) {
  MlirOperation next = mlirOperationGetNextInBlock(op);
  if (relaxIsPermuteDims(op))
    shiftAxes(pack, op);
  else
    packMoveAxes(pack, op, 1);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(operand);
    if (!relaxTypeIsRagged(type))
      continue;
    RelaxRaggedToRowsArgs args = {.input = operand,
                                  .resultType = relaxFlattenedType(type)};
    MlirOperation view =
        relaxRaggedToRowsCreate(mlirValueGetLocation(operand), &args);
    bridgeInsert(op, view);
    mlirOperationSetOperand(op, i, mlirOperationGetResult(view, 0));
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    RelaxRowsToRaggedArgs args = {.input = result,
                                  .resultType = mlirValueGetType(result)};
    mlirValueSetType(result, relaxFlattenedType(args.resultType));
    MlirOperation view =
        relaxRowsToRaggedCreate(mlirValueGetLocation(result), &args);
    bridgeInsert(next, view);
    mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(view, 0));
    mlirOperationSetOperand(view, 0, result);
  }
}

static void rewriteChains(Pack *pack, MlirBlock block) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!bridgeIsTerminator(op) && relaxInstanceDims(op) > 1 &&
        !relaxIsRaggedToRows(op) && !relaxIsRowsToRagged(op) &&
        !packIsOfRows(op))
      flattenChain(pack, op);
  }
}

MlirLogicalResult packRewrite(Pack *pack, MlirBlock block) {
  rewritePadding(block);
  rewriteChains(pack, block);
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
