//===- BindExtentsCast.c - names for what values leave open ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What comes into a function, or out of data, a place, a branch or a call, may
// have any extents, and whoever computes with it needs them: a relax.match_cast
// names them there. Who only hands the value on does not pay for it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Reference.gen.h"
#include "dialects/Relax/Sequence.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Symbols/BindExtents.h"

#include <stb/stb_ds.h>

/// `type` with names for each `?`, which are in `*binds`.
static MlirType named(ExtentBinder *binder, MlirType type,
                      MlirAttribute *binds) {
  RelaxTensorInfo info;
  relaxExtentsInfo(type, &info);
  MlirAttribute *dims = ARENA_ARRAY(binder->g.arena, MlirAttribute, info.rank);
  MlirAttribute *names = ARENA_ARRAY(binder->g.arena, MlirAttribute, info.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < info.rank; ++i) {
    StrRef name;
    dims[i] = info.dims[i];
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    dims[i] = bindFreshSymbol(binder, "d");
    symAttributeIsSymbol(dims[i], &name);
    names[count++] = mlirStringAttrGet(binder->g.context, strRefToMlir(name));
  }
  *binds = mlirArrayAttrGet(binder->g.context, count, names);
  return relaxTypeWithDims(type, info.rank, dims);
}

/// A tensor of known rank, and of some unknown extent.
static bool isOpen(MlirValue value) {
  return relaxIsTensorType(mlirValueGetType(value)) &&
         relaxTensorTypeGetRanked(mlirValueGetType(value)) &&
         !bindIsKnown(value);
}

/// Its results may be of any extents that fit their types.
static bool gives(MlirOperation op) {
  return relaxIsGetField(op) || relaxIsTupleGet(op) || relaxIsRefRead(op) ||
         relaxIsInvoke(op) || relaxIsCall(op) || relaxIsIf(op) ||
         relaxIsWhile(op) || relaxIsDispatch(op) || relaxIsSequenceAt(op) ||
         relaxIsOptionalGet(op) || relaxIsMatchCast(op);
}

/// Hands its operands on, whatever their extents are, or names those that it
/// needs.
static bool handsOn(MlirOperation op) {
  return (relaxKeeps(op) && !relaxIsDefer(op)) || relaxIsCallLibrary(op) ||
         relaxIsMatchCast(op) || relaxIsShape(op) || relaxIsCheck(op) ||
         mlirOperationGetNumRegions(op) || bridgeIsTerminator(op) ||
         (mlirOperationGetNumResults(op) == 1 &&
          relaxContainedType(mlirValueGetType(mlirOperationGetResult(op, 0)))
              .ptr);
}

/// Without names nobody could give memory to its results; names for several
/// operands would say that their extents differ.
static bool needsNames(MlirOperation op, MlirValue value, bool named) {
  bool open = named || relaxIsShapeOf(op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    open |= isOpen(mlirOperationGetResult(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    open &= mlirValueEqual(mlirOperationGetOperand(op, i), value) ||
            !isOpen(mlirOperationGetOperand(op, i));
  return open && !handsOn(op);
}

/// `before` is what comes behind the value's definition.
static bool bindValue(ExtentBinder *binder, MlirValue result,
                      MlirOperation before) {
  MlirOperation *users = NULL; // stb_ds
  // The names that a round before has given serve all who can use them.
  bool isNamed = relaxIsMatchCast(before) &&
                 mlirValueEqual(relaxMatchCastGetInput(before), result) &&
                 bindIsKnown(mlirOperationGetResult(before, 0));
  for (MlirOpOperand use = mlirValueGetFirstUse(result); use.ptr;
       use = mlirOpOperandGetNextUse(use))
    if (needsNames(mlirOpOperandGetOwner(use), result, isNamed))
      arrput(users, mlirOpOperandGetOwner(use));
  for (ptrdiff_t i = 0; isNamed && i < arrlen(users); ++i)
    mlirOperationReplaceUsesOfWith(users[i], result,
                                   mlirOperationGetResult(before, 0));
  if (arrlen(users) && !isNamed) {
    RelaxMatchCastArgs args = {.input = result};
    args.resultType = named(binder, mlirValueGetType(result), &args.binds);
    MlirOperation cast =
        relaxMatchCastCreate(mlirValueGetLocation(result), &args);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                        cast);
    for (ptrdiff_t i = 0; i < arrlen(users); ++i)
      mlirOperationReplaceUsesOfWith(users[i], result,
                                     mlirOperationGetResult(cast, 0));
  }
  bool bound = arrlen(users) > 0;
  arrfree(users);
  return bound;
}

bool bindArguments(ExtentBinder *binder, MlirOperation op) {
  bool bound = false;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    for (intptr_t i = 0, n = block.ptr ? mlirBlockGetNumArguments(block) : 0;
         i < n; ++i)
      if (isOpen(mlirBlockGetArgument(block, i)))
        bound |= bindValue(binder, mlirBlockGetArgument(block, i),
                           mlirBlockGetFirstOperation(block));
  }
  return bound;
}

bool bindValues(ExtentBinder *binder, MlirOperation op) {
  bool bound = false;
  for (intptr_t i = 0, e = gives(op) ? mlirOperationGetNumResults(op) : 0;
       i < e; ++i)
    if (isOpen(mlirOperationGetResult(op, i)))
      bound |= bindValue(binder, mlirOperationGetResult(op, i),
                         mlirOperationGetNextInBlock(op));
  return bound | bindArguments(binder, op);
}
