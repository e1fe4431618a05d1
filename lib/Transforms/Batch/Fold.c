//===- Fold.c - a function that adds up a list ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/Fold.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

MlirValue foldSum(const Fold *fold, ptrdiff_t index) {
  return mlirBlockGetArgument(bridgeBody(fold->function), fold->sums[index]);
}

MlirValue foldNext(const Fold *fold, ptrdiff_t index) {
  return relaxCallGetInputs(fold->call, fold->sums[index]);
}

MlirValue foldRest(const Fold *fold) {
  return relaxCallGetInputs(fold->call, fold->listAt);
}

void foldFree(Fold *fold) {
  arrfree(fold->sums);
  arrfree(fold->others);
}

static MlirOperation calleeOf(const Fold *fold, MlirOperation call) {
  return bridgeFollow(fold->run->op, relaxCallGetCallee(call));
}

static MlirBlock bodyOf(MlirOperation op, intptr_t region) {
  return bridgeBlock(op, region);
}

static bool givesAll(MlirOperation end, MlirOperation from) {
  intptr_t count = mlirOperationGetNumOperands(end);
  bool same = count == mlirOperationGetNumResults(from);
  for (intptr_t i = 0; i < count && same; ++i)
    same = mlirValueEqual(mlirOperationGetOperand(end, i),
                          mlirOperationGetResult(from, i));
  return same;
}

/// All operations of the block but its last compute, and do nothing else.
static bool isStraight(MlirBlock block) {
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr && good;
       op = mlirOperationGetNextInBlock(op))
    good = mlirOperationGetNumRegions(op) == 0 &&
           (bridgeIsTerminator(op) || bridgeIsPure(op));
  return good;
}

/// Where extents have names, copies would need others.
static bool hasSymbols(const Fold *fold, MlirOperation function) {
  StrRef *names;
  return symNamesIn(function, fold->run->arena, &names) > 0;
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

/// `asks`, `branch` and a return of its results are the whole function.
static bool findBranch(Fold *fold) {
  MlirBlock body = bodyOf(fold->function, 0);
  if (!body.ptr)
    return false;
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (op.ptr && (relaxIsConstant(op) || relaxIsGetWeight(op)))
    op = mlirOperationGetNextInBlock(op);
  fold->asks = op;
  fold->branch = mlirOperationGetNextInBlock(op);
  MlirOperation last = mlirBlockGetTerminator(body);
  if (!relaxIsIsConstructor(op) || !fold->branch.ptr ||
      !relaxIsIf(fold->branch) ||
      !mlirValueEqual(relaxIfGetCondition(fold->branch),
                      mlirOperationGetResult(op, 0)) ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(fold->branch), last) ||
      !givesAll(last, fold->branch))
    return false;
  fold->list = mlirOperationGetOperand(op, 0);
  fold->end = bodyOf(fold->branch, 0);
  return mlirValueIsABlockArgument(fold->list) && isStraight(fold->end);
}

/// The arm ends with a call of the function.
static bool findCall(Fold *fold) {
  fold->yield = mlirBlockGetTerminator(bodyOf(fold->branch, 1));
  MlirValue first = mlirOperationGetNumOperands(fold->yield)
                        ? mlirOperationGetOperand(fold->yield, 0)
                        : (MlirValue){NULL};
  if (!first.ptr || !mlirValueIsAOpResult(first))
    return false;
  fold->call = mlirOpResultGetOwner(first);
  fold->listAt = mlirBlockArgumentGetArgNumber(fold->list);
  return relaxIsCall(fold->call) && givesAll(fold->yield, fold->call) &&
         mlirOperationEqual(calleeOf(fold, fold->call), fold->function) &&
         mlirOperationEqual(mlirOperationGetNextInBlock(fold->call),
                            fold->yield);
}

//===----------------------------------------------------------------------===//
// Calls of straight lines
//===----------------------------------------------------------------------===//

static void inlineCall(MlirOperation call, MlirOperation callee) {
  MlirBlock body = bodyOf(callee, 0);
  struct Meaning {
    const void *key;
    MlirValue value;
  } *map = NULL;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    hmput(map, (const void *)mlirBlockGetArgument(body, i).ptr,
          relaxCallGetInputs(call, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    bool last = bridgeIsTerminator(op);
    MlirOperation copy = last ? op : mlirOperationClone(op);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
      MlirValue value =
          mapEntry(map, mlirOperationGetOperand(op, i).ptr)->value;
      if (last)
        mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i), value);
      else
        mlirOperationSetOperand(copy, i, value);
    }
    if (last)
      break;
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call,
                                        copy);
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      hmput(map, (const void *)mlirOperationGetResult(op, i).ptr,
            mlirOperationGetResult(copy, i));
  }
  hmfree(map);
  mlirOperationDestroy(call);
}

MlirOperation foldStraight(const Fold *fold, MlirOperation call) {
  MlirOperation callee = calleeOf(fold, call);
  bool straight = relaxIsFunc(callee) && bodyOf(callee, 0).ptr &&
                  relaxFuncGetSymVisibility(callee).ptr &&
                  isStraight(bodyOf(callee, 0)) && !hasSymbols(fold, callee);
  return straight ? callee : (MlirOperation){NULL};
}

MlirOperation foldFirst(const Fold *fold) {
  return mlirBlockGetFirstOperation(bodyOf(fold->branch, 1));
}

void foldInline(Fold *fold) {
  for (MlirOperation op = foldFirst(fold), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation callee =
        relaxIsCall(op) ? foldStraight(fold, op) : (MlirOperation){NULL};
    if (callee.ptr)
      inlineCall(op, callee);
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static bool isIn(MlirOperation op, MlirBlock block) {
  return mlirBlockEqual(mlirOperationGetBlock(op), block);
}

/// The argument, and something that does not depend on it.
static bool isSum(const Fold *fold, MlirValue argument, MlirValue next) {
  MlirBlock arm = bodyOf(fold->branch, 1);
  MlirOperation add = bridgeDefiner(next);
  intptr_t uses = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    uses += !isIn(mlirOpOperandGetOwner(use), fold->end);
  MlirOpOperand only = mlirValueGetFirstUse(next);
  return relaxIsAdd(add) && isIn(add, arm) && uses == 1 &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(only)) &&
         mlirTypeEqual(mlirValueGetType(argument), mlirValueGetType(next)) &&
         (mlirValueEqual(mlirOperationGetOperand(add, 0), argument) ||
          mlirValueEqual(mlirOperationGetOperand(add, 1), argument));
}

/// The next call gets the rest of the list, sums, and other arguments: no two
/// uses of a sum, so that nothing else depends on one.
static bool findSums(Fold *fold) {
  MlirBlock body = bodyOf(fold->function, 0);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, i),
              next = relaxCallGetInputs(fold->call, i);
    if (mlirValueEqual(argument, next))
      continue;
    if (i != fold->listAt && isSum(fold, argument, next))
      arrput(fold->sums, i);
    else
      arrput(fold->others, i);
  }
  return arrlen(fold->sums) > 0;
}

bool foldShape(Fold *fold, MlirOperation function) {
  fold->function = function;
  return relaxFuncGetSymVisibility(function).ptr && findBranch(fold) &&
         findCall(fold) && !hasSymbols(fold, function);
}

bool foldAddsUp(Fold *fold) {
  foldInline(fold);
  return findSums(fold);
}
