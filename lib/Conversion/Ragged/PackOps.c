//===- PackOps.c - operations on packed storage ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where an operation treats the rows of all instances alike it is the same one
// on the packed tensor, along axes that are further to the left by as many as
// dimensions became one. Everything else is a program of its own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/Ragged/Pack.h"

#include <stb/stb_ds.h>

static bool isRagged(MlirValue value) {
  return relaxTypeIsRagged(mlirValueGetType(value));
}

static void packResults(Pack *pack, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    mlirValueSetType(result, packType(pack, mlirValueGetType(result)));
  }
}

/// The axes lie behind the packed dimensions.
static bool goesBehind(MlirOperation op, intptr_t packed) {
  MlirAttribute axis = bridgeInherent(op, "axis"),
                axes = bridgeInherent(op, "axes");
  if (axis.ptr)
    return mlirIntegerAttrGetValueInt(axis) >= packed;
  // No axes are all of them.
  intptr_t count = axes.ptr ? mlirDenseArrayGetNumElements(axes) : 0;
  bool behind = count > 0;
  for (intptr_t i = 0; i < count; ++i)
    behind &= mlirDenseI64ArrayGetElement(axes, i) >= packed;
  return behind;
}

void packMoveAxes(Pack *pack, MlirOperation op, intptr_t by) {
  MlirAttribute axis = bridgeInherent(op, "axis"),
                axes = bridgeInherent(op, "axes");
  if (axis.ptr)
    mlirOperationSetAttributeByName(
        op, mlirStringRefCreateFromCString("axis"),
        mlirIntegerAttrGet(mlirIntegerTypeGet(pack->context, 64),
                           mlirIntegerAttrGetValueInt(axis) - by));
  if (!axes.ptr)
    return;
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  int64_t *moved = ARENA_ARRAY(pack->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    moved[i] = mlirDenseI64ArrayGetElement(axes, i) - by;
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("axes"),
      mlirDenseI64ArrayGet(pack->context, count, moved));
}

/// All operands and results begin with the same packed dimensions.
static bool samePrefix(MlirOperation op, intptr_t packed) {
  const MlirAttribute *want, *dims;
  symTypeDims(mlirValueGetType(mlirOperationGetOperand(op, 0)), &want);
  intptr_t operands = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  bool same = true;
  for (intptr_t i = 0; same && i < operands + results; ++i) {
    MlirType type = mlirValueGetType(
        i < operands ? mlirOperationGetOperand(op, i)
                     : mlirOperationGetResult(op, i - operands));
    if (!relaxTypeIsRagged(type))
      continue; // scales and biases
    same = relaxNumRaggedDims(type) == packed;
    symTypeDims(type, &dims);
    for (intptr_t d = 0; same && d < packed; ++d)
      same = mlirAttributeEqual(dims[d], want[d]);
  }
  return same;
}

/// A product of rows with one matrix for all.
static bool isRowProduct(MlirOperation op) {
  const MlirAttribute *dims;
  if (!relaxIsMatmul(op))
    return false;
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType rhs = mlirValueGetType(mlirOperationGetOperand(op, 1));
  return relaxTypeIsRagged(lhs) && !relaxTypeIsRagged(rhs) &&
         symTypeDims(rhs, &dims) <= 2 &&
         relaxNumRaggedDims(lhs) < symTypeDims(lhs, &dims) &&
         relaxPadsAlike(op, relaxNumRaggedDims(lhs));
}

/// The same elements of every instance, so the same elements.
static bool isView(MlirOperation op) {
  return relaxIsReshape(op) && mlirOperationGetNumOperands(op) == 1 &&
         !relaxHasPadded(op);
}

/// Its axes lie behind the packed dimensions of all that is ragged.
static bool goesAlongRows(MlirOperation op, intptr_t *packed) {
  if (relaxIsPermuteDims(op) || relaxIsReshape(op) || relaxIsMatmul(op) ||
      relaxIsRaggedToPadded(op) || !isRagged(mlirOperationGetOperand(op, 0)))
    return false;
  *packed =
      relaxNumRaggedDims(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  bool along = bridgeInherent(op, "axis").ptr || bridgeInherent(op, "axes").ptr;
  return along && goesBehind(op, *packed) && samePrefix(op, *packed) &&
         relaxPadsAlike(op, *packed);
}

static bool isSame(MlirOperation op) {
  return relaxRaggedIsFlat(op) || isRowProduct(op) || isView(op) ||
         (relaxIsTake(op) && !isRagged(mlirOperationGetOperand(op, 0)) &&
          !relaxHasPadded(op));
}

bool packIsOfRows(MlirOperation op) {
  intptr_t packed;
  return isSame(op) || goesAlongRows(op, &packed);
}

/// A cast to extents that are sums of tables gets them from the prelude.
static void packCast(Pack *pack, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0), *given = NULL;
  MlirType type = packType(pack, mlirValueGetType(result));
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(op); i < e; ++i)
    arrput(given, mlirOperationGetOperand(op, i));
  for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
    if (symTypeHasSymbol(type, pack->sums[s].symbol))
      arrput(given, pack->sums[s].shape);
  RelaxMatchCastArgs args = {.input = relaxMatchCastGetInput(op),
                             .numGiven = arrlen(given),
                             .given = given,
                             .binds = relaxMatchCastGetBinds(op),
                             .facts = relaxMatchCastGetFacts(op),
                             .resultType = type};
  MlirOperation cast =
      relaxMatchCastCreate(mlirOperationGetLocation(op), &args);
  bridgeInsert(op, cast);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(cast, 0));
  mlirOperationDestroy(op);
  arrfree(given);
}

/// The same memory under another type.
static bool isSameMemory(MlirOperation op) {
  return relaxIsRaggedToRows(op) || relaxIsRowsToRagged(op) ||
         relaxIsLengthsToTensor(op);
}

MlirLogicalResult packOperation(Pack *pack, MlirOperation op) {
  intptr_t packed;
  if (isSameMemory(op)) {
    bridgeReplace(op, mlirOperationGetOperand(op, 0));
    return mlirLogicalResultSuccess();
  }
  if (relaxIsMatchCast(op)) {
    packCast(pack, op);
    return mlirLogicalResultSuccess();
  }
  if (!bridgeIsTerminator(op) && relaxHasRagged(op) && !isSame(op)) {
    if (!goesAlongRows(op, &packed))
      return packKernel(pack, op);
    packMoveAxes(pack, op, packed - 1);
  }
  packResults(pack, op); // sums stand in types of dense tensors, too
  return mlirLogicalResultSuccess();
}
