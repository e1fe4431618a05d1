//===- Layout.c - operations that move nothing ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Transforms/Fold/Fold.h"
#include "lib/Transforms/Symbols/TypeSymbols.h"

static const MlirValue none = {NULL};

static MlirType resultType(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

/// The operand, if it has the result's type.
static MlirValue sameType(MlirOperation op) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  return mlirTypeEqual(mlirValueGetType(input), resultType(op)) ? input : none;
}

/// A reshape or broadcast whose type says the shape, from a known shape.
static bool saysShape(MlirOperation op) {
  bool target = relaxIsReshape(op) ? relaxReshapeGetTarget(op).ptr != NULL
                                   : relaxBroadcastToGetTarget(op).ptr != NULL;
  return !target && relaxTypeIsExact(resultType(op)) &&
         relaxTypeIsExact(mlirValueGetType(mlirOperationGetOperand(op, 0)));
}

/// The input of a first operation of the same kind, if one step may do both.
static MlirValue skipFirst(MlirOperation op, bool (*sameKind)(MlirOperation)) {
  MlirOperation first = bridgeDefiner(mlirOperationGetOperand(op, 0));
  if (!sameKind(first) || !saysShape(first))
    return none;
  MlirValue input = mlirOperationGetOperand(first, 0);
  return typeSymbolsFlow(mlirValueGetType(input), resultType(op)) ? input
                                                                  : none;
}

static MlirValue foldReshape(MlirOperation op) {
  if (!saysShape(op))
    return none;
  MlirValue same = sameType(op);
  if (same.ptr)
    return same;
  RelaxReshapeArgs args = {.input = skipFirst(op, relaxIsReshape),
                           .resultType = resultType(op)};
  return args.input.ptr
             ? foldInsert(
                   op, relaxReshapeCreate(mlirOperationGetLocation(op), &args))
             : none;
}

/// A target that is a shape is the result's.
static bool isOfKnownShape(MlirOperation op) {
  MlirValue target = relaxBroadcastToGetTarget(op);
  return target.ptr && relaxIsShapeType(mlirValueGetType(target)) &&
         relaxTypeIsExact(resultType(op));
}

static MlirValue foldBroadcastTo(MlirOperation op) {
  if (isOfKnownShape(op))
    return sameType(op);
  if (!saysShape(op))
    return none;
  MlirValue same = sameType(op);
  if (same.ptr)
    return same;
  RelaxBroadcastToArgs args = {.input = skipFirst(op, relaxIsBroadcastTo),
                               .resultType = resultType(op)};
  return args.input.ptr
             ? foldInsert(op, relaxBroadcastToCreate(
                                  mlirOperationGetLocation(op), &args))
             : none;
}

static bool isIdentity(MlirAttribute axes) {
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i)
    if (mlirDenseI64ArrayGetElement(axes, i) != i)
      return false;
  return true;
}

static MlirValue foldPermuteDims(Fold *fold, MlirOperation op) {
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  if (isIdentity(axes))
    return sameType(op);
  MlirOperation first = bridgeDefiner(relaxPermuteDimsGetInput(op));
  if (!relaxIsPermuteDims(first))
    return none;
  // Dimension i of the result is axes[i] of the middle, inner[axes[i]] of the
  // input.
  MlirAttribute inner = relaxPermuteDimsGetAxes(first);
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  int64_t *both = ARENA_ARRAY(fold->run->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    both[i] = mlirDenseI64ArrayGetElement(
        inner, (intptr_t)mlirDenseI64ArrayGetElement(axes, i));
  RelaxPermuteDimsArgs args = {
      .input = relaxPermuteDimsGetInput(first),
      .axes = mlirDenseI64ArrayGet(fold->run->context, count, both)};
  MlirOperation fresh =
      relaxPermuteDimsCreate(mlirOperationGetLocation(op), &args);
  if (fresh.ptr && mlirTypeEqual(resultType(fresh), resultType(op)))
    return foldInsert(op, fresh);
  if (fresh.ptr)
    mlirOperationDestroy(fresh); // the declared types of the two differed
  return none;
}

/// With step 1 a slice that has as many elements as its operand is all of it.
static MlirValue foldStridedSlice(MlirOperation op) {
  MlirAttribute steps = relaxStridedSliceGetSteps(op);
  intptr_t count = mlirDenseArrayGetNumElements(steps);
  for (intptr_t i = 0; i < count; ++i)
    if (mlirDenseI64ArrayGetElement(steps, i) != 1)
      return none;
  return count == 0 || relaxTypeIsExact(resultType(op)) ? sameType(op) : none;
}

/// A check that names nothing and states nothing new.
static MlirValue foldMatchCast(MlirOperation op) {
  if (relaxMatchCastGetBinds(op).ptr || relaxMatchCastGetFacts(op).ptr)
    return none;
  return sameType(op);
}

MlirValue foldLayout(Fold *fold, MlirOperation op) {
  if (relaxIsReshape(op))
    return foldReshape(op);
  if (relaxIsBroadcastTo(op))
    return foldBroadcastTo(op);
  if (relaxIsPermuteDims(op))
    return foldPermuteDims(fold, op);
  if (relaxIsStridedSlice(op))
    return foldStridedSlice(op);
  if (relaxIsMatchCast(op))
    return foldMatchCast(op);
  if (relaxIsConcat(op) && relaxConcatGetNumInputs(op) == 1)
    return sameType(op);
  return none;
}
