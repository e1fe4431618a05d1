//===- Broadcast.c - what is repeated is computed once --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters expand a mask to a square before they compute with it. An
// elementwise operation reads what was there before; where all its operands
// were repeated, its result is, and so on down to what needs all elements.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Literal.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Fold/Fold.h"
#include "lib/Transforms/Shapes/Inference.h"
#include "lib/Transforms/Symbols/TypeSymbols.h"

static const MlirValue none = {NULL};

/// Each element depends on those of the operands at its place alone, and is
/// there for any values: no division of integers ends a call that has no
/// elements to divide.
static bool isMap(MlirOperation op) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool ends = relaxIsDivide(op) || relaxIsMod(op) || relaxIsFmod(op) ||
              relaxIsPower(op);
  return (relaxBroadcasts(op) || relaxIsCast(op)) && info.ranked &&
         !(ends && mlirTypeIsAInteger(info.elementType));
}

/// The dimensions of `from` are 1 or those of `to`, counted from the last.
static bool broadcastsPlainly(MlirType from, MlirType to) {
  const MlirAttribute *dims, *wanted;
  intptr_t rank = symTypeDims(from, &dims), all = symTypeDims(to, &wanted);
  for (intptr_t d = 0; d < rank && rank <= all; ++d) {
    if (!mlirAttributeEqual(dims[d], wanted[all - rank + d]) &&
        !symAttributeIs(dims[d], 1))
      return false;
  }
  return rank <= all;
}

/// What a value repeats, or the value.
static MlirValue repeated(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  if (!relaxIsBroadcastTo(op) || relaxBroadcastToGetTarget(op).ptr)
    return value;
  MlirValue input = relaxBroadcastToGetInput(op);
  MlirType from = mlirValueGetType(input), to = mlirValueGetType(value);
  return relaxTypeIsExact(from) && relaxTypeIsExact(to) &&
                 broadcastsPlainly(from, to)
             ? input
             : value;
}

/// The type of what an operation computes from other operands; null.
static MlirType typeOf(MlirOperation op) {
  MlirType types[MAX_INFERRED_RESULTS] = {{NULL}};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (relaxIsCast(op)) { // says its element type itself
    RelaxTensorInfo from = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
    from.elementType = info.elementType;
    return relaxTensorTypeLike(from, from.rank, from.dims);
  }
  bool good = inferResultTypes(op, types, &outcome) &&
              mlirLogicalResultIsSuccess(outcome) && relaxTypeIsExact(*types);
  return good ? *types : (MlirType){NULL};
}

/// The same operation on what its operands repeat; null: none does. Not in a
/// block yet.
static MlirOperation onRepeated(MlirOperation op) {
  MlirOperation fresh = mlirOperationClone(op);
  bool smaller = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i), input = repeated(value);
    smaller |= !mlirValueEqual(value, input);
    mlirOperationSetOperand(fresh, i, input);
  }
  MlirType type = smaller ? typeOf(fresh) : (MlirType){NULL};
  if (type.ptr) {
    mlirValueSetType(mlirOperationGetResult(fresh, 0), type);
    return fresh;
  }
  mlirOperationDestroy(fresh);
  return (MlirOperation){NULL};
}

MlirValue foldBroadcast(Fold *fold, MlirOperation op) {
  (void)fold;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!relaxIsTensorType(type) || !isMap(op) || !relaxTypeIsExact(type) ||
      relaxHasRagged(op))
    return none;
  MlirOperation fresh = onRepeated(op);
  if (!fresh.ptr)
    return none;
  MlirValue result = mlirOperationGetResult(fresh, 0);
  MlirType found = mlirValueGetType(result);
  if (mlirTypeEqual(found, type))
    return foldInsert(op, fresh);
  if (!typeSymbolsFlow(found, type) || !broadcastsPlainly(found, type)) {
    mlirOperationDestroy(fresh);
    return none;
  }
  foldInsert(op, fresh);
  RelaxBroadcastToArgs args = {.input = result, .resultType = type};
  return foldInsert(
      op, relaxBroadcastToCreate(mlirOperationGetLocation(op), &args));
}
