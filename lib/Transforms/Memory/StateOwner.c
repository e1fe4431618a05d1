//===- StateOwner.c - whose storage state is ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/LastUse.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Memory/PlanState.h"

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Uses for the sake of symbols read no element.
static bool readsNothing(MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  return relaxIsShapeOf(user) || relaxIsCheck(user) || relaxIsKill(user) ||
         (relaxIsMatchCast(user) && mlirOpOperandGetOperandNumber(use) > 0) ||
         (relaxIsCallTir(user) &&
          mlirOpOperandGetOperandNumber(use) >= relaxCallTirGetNumInputs(user));
}

/// A user of `value`, or of a view of it, that runs behind `op`.
static MlirOperation laterUse(MlirValue value, MlirOperation op) {
  MlirOperation later = lastUseFindLater(value, op, readsNothing);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !later.ptr && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirValue source;
    if (relaxAliasOf(user, 0, &source) && mlirValueEqual(source, value))
      later = laterUse(mlirOperationGetResult(user, 0), op);
  }
  return later;
}

static bool isLoop(MlirOperation op) { return relaxIsWhile(op); }

static const char *format(Arena *arena, const char *before, StrRef name,
                          const char *behind) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s'%.*s'%s", before, (int)name.length, name.data,
                     behind);
  const char *kept =
      arenaCopyString(arena, (StrRef){text.data, text.length}).data;
  strBufFree(&text);
  return kept;
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

/// Of what an operation gives: `source` is set where it lies in an operand.
static const char *ownerOfResult(Arena *arena, MlirOperation op, intptr_t index,
                                 MlirValue *source) {
  if (relaxIsRowView(op))
    return "it is a row of something else";
  if (relaxAliasOf(op, index, source))
    return NULL;
  if (relaxIsGetWeight(op))
    return "it is a weight";
  if (relaxIsConstant(op))
    return "it is a constant";
  if (relaxIsCall(op) || relaxIsIf(op) || relaxIsWhile(op))
    return NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!relaxIsTensorType(type) && !relaxIsShapeType(type))
      return format(arena, "", bridgeOpName(op),
                    " takes it out of what others may have");
  }
  return NULL;
}

/// Of an argument of a block. `*op` becomes the operation that passes it.
static const char *ownerOfArgument(Ownership *owner, MlirValue value,
                                   MlirOperation *op, MlirValue *source) {
  MlirOperation parent =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  intptr_t index = mlirBlockArgumentGetArgNumber(value);
  if (relaxIsFunc(parent)) {
    owner->argument = index;
    return relaxArgumentIsDonated(parent, index)
               ? NULL
               : "it is an argument that is not 'donated'";
  }
  *op = parent;
  if (relaxIsDispatch(parent)) {
    *source = relaxDispatchGetInputs(parent, index);
    return NULL;
  }
  MlirBlock condition = bridgeBody(parent);
  if (mlirBlockEqual(mlirBlockArgumentGetOwner(value), condition))
    return "the round behind the condition needs it";
  return NULL;
}

/// The argument behind a loop's first round: what it reserves holds for all.
static void followCarried(Arena *arena, MlirOperation function, MlirValue value,
                          Ownership *owner) {
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (!relaxIsWhile(loop))
    return;
  Ownership first = stateOwnership(
      arena, function,
      relaxWhileGetInits(loop, mlirBlockArgumentGetArgNumber(value)), loop);
  if (first.obstacle)
    return;
  owner->argument = first.argument;
  owner->maker = first.maker;
}

Ownership stateOwnership(Arena *arena, MlirOperation function, MlirValue state,
                         MlirOperation op) {
  Ownership owner = {NULL, -1, {NULL}};
  bool reshaped = false;
  for (MlirValue value = state; value.ptr && !owner.obstacle;) {
    MlirValue source = {NULL};
    MlirOperation later = laterUse(value, op);
    MlirOperation loop = lastUseFindLoop(value, op, isLoop);
    if (later.ptr)
      owner.obstacle =
          format(arena, "", bridgeOpName(later), " still needs it");
    else if (loop.ptr)
      owner.obstacle = "every round of a loop needs it";
    else if (mlirValueIsABlockArgument(value))
      owner.obstacle = ownerOfArgument(&owner, value, &op, &source);
    else
      owner.obstacle =
          ownerOfResult(arena, owner.maker = mlirOpResultGetOwner(value),
                        mlirOpResultGetResultNumber(value), &source);
    if (!owner.obstacle && !source.ptr && mlirValueIsABlockArgument(value))
      followCarried(arena, function, value, &owner);
    reshaped |= relaxIsReshape(owner.maker);
    value = source;
  }
  if (reshaped) // dimensions are others there
    owner = (Ownership){owner.obstacle, -1, {NULL}};
  return owner;
}

//===----------------------------------------------------------------------===//
// Results in arguments
//===----------------------------------------------------------------------===//

static bool yieldsLieIn(MlirOperation op, intptr_t region, intptr_t index,
                        MlirValue argument) {
  MlirBlock block = bridgeBlock(op, region);
  MlirOperation yield = mlirBlockGetTerminator(block);
  return stateLiesIn(mlirOperationGetOperand(yield, index), argument);
}

static bool resultLiesIn(MlirOperation op, intptr_t index, MlirValue argument) {
  MlirValue source;
  if (!relaxIsRowView(op) && relaxAliasOf(op, index, &source))
    return stateLiesIn(source, argument);
  if (relaxIsAppend(op))
    return relaxAppendGetInPlace(op) &&
           stateLiesIn(relaxAppendGetState(op), argument);
  if (relaxIsUpdateSlice(op))
    return relaxUpdateSliceGetInPlace(op) &&
           stateLiesIn(relaxUpdateSliceGetState(op), argument);
  if (relaxIsCall(op)) {
    MlirOperation callee = bridgeFollow(op, relaxCallGetCallee(op));
    intptr_t in = relaxIsFunc(callee) ? relaxResultArgument(callee, index) : -1;
    return in >= 0 && stateLiesIn(relaxCallGetInputs(op, in), argument);
  }
  if (relaxIsIf(op))
    return yieldsLieIn(op, 0, index, argument) &&
           yieldsLieIn(op, 1, index, argument);
  if (relaxIsWhile(op)) {
    MlirBlock body = bridgeBlock(op, 1);
    return stateLiesIn(relaxWhileGetInits(op, index), argument) &&
           yieldsLieIn(op, 1, index, mlirBlockGetArgument(body, index));
  }
  bool lies = relaxIsDispatch(op);
  for (intptr_t r = 0; lies && r < mlirOperationGetNumRegions(op); ++r)
    lies = yieldsLieIn(op, r, index, argument);
  return lies;
}

bool stateLiesIn(MlirValue value, MlirValue argument) {
  if (mlirValueEqual(value, argument))
    return true;
  if (!mlirValueIsABlockArgument(value))
    return resultLiesIn(mlirOpResultGetOwner(value),
                        mlirOpResultGetResultNumber(value), argument);
  MlirOperation parent =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return relaxIsDispatch(parent) &&
         stateLiesIn(relaxDispatchGetInputs(
                         parent, mlirBlockArgumentGetArgNumber(value)),
                     argument);
}
