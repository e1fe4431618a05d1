//===- MergeEntry.c - the body of a public function has fewer symbols -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Whoever calls a public function knows its symbols (by `--dims=`, from the
// messages of its boundary), so its arguments keep them. In the body stands
// what they are equal to: each argument comes through a relax.match_cast, which
// cannot fail behind the boundary.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Symbols/Merge.h"

#include <stb/stb_ds.h>

static MlirBlock entryOf(const Merge *merge) {
  return bridgeBody(merge->function);
}

static SymMap mapOf(const Merge *merge) {
  return (SymMap){merge->arena, merge->names, merge->values,
                  arrlenu(merge->names), SYM_OK};
}

/// Some tensor or shape brings the symbol to a check.
static bool isCarried(MlirBlock entry, StrRef name) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    if ((relaxIsTensorType(type) || relaxIsShapeType(type)) &&
        symTypeHasSymbol(type, name))
      return true;
  }
  return false;
}

/// Every argument that has the symbol can be checked, by what is there.
static bool canGo(MlirBlock entry, StrRef name, SymExpr value) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    if (!relaxIsTensorType(type) && !relaxIsShapeType(type) &&
        symTypeHasSymbol(type, name))
      return false;
  }
  for (size_t i = 0; i < value.numSymbols; ++i)
    if (!isCarried(entry, value.symbols[i]))
      return false;
  return true;
}

static void keepUnchecked(Merge *merge) {
  MlirBlock entry = entryOf(merge);
  for (ptrdiff_t s = arrlen(merge->names) - 1; s >= 0; --s)
    if (!canGo(entry, merge->names[s], merge->values[s])) {
      arrdel(merge->names, s);
      arrdel(merge->values, s);
    }
}

static void findMerged(StrRef name, void *userData) {
  const Merge **found = userData;
  for (ptrdiff_t i = 0; *found && i < arrlen((*found)->names); ++i)
    if (strRefEqual((*found)->names[i], name))
      *found = NULL;
}

/// The shape of an argument, which checks at the entry take, says nothing of
/// the body.
static MlirWalkResult findMention(MlirOperation op, void *userData) {
  const Merge **found = userData;
  if (mlirOperationEqual(op, (*found)->function) ||
      (relaxIsShapeOf(op) &&
       mlirValueIsABlockArgument(relaxShapeOfGetInput(op))))
    return MlirWalkResultAdvance;
  symWalkDefinedSymbols(op, findMerged, found);
  if (*found)
    symWalkOperationSymbols(op, findMerged, found);
  return *found ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Some operation takes an argument as it is that will have another type;
/// checks at the entry do, and shapes for them.
static bool takesArguments(const Merge *merge) {
  MlirBlock entry = entryOf(merge);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    SymMap map = mapOf(merge);
    MlirType now = symSubstituteType(&map, mlirValueGetType(argument));
    if (mlirTypeEqual(now, mlirValueGetType(argument)))
      continue;
    for (MlirOpOperand use = mlirValueGetFirstUse(argument);
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      bool checks =
          relaxIsShapeOf(user) ||
          (relaxIsMatchCast(user) &&
           mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(user, 0)),
                         now));
      if (!checks)
        return true;
    }
  }
  return false;
}

/// Nothing in the body does after it was merged.
static bool bodyMentions(const Merge *merge) {
  const Merge *found = merge;
  mlirOperationWalk(merge->function, findMention, &found, MlirWalkPreOrder);
  return !found;
}

/// What the results are known to be follows.
static SymStatus substituteResults(const Merge *merge) {
  MlirType old = relaxFuncGetFunctionType(merge->function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  intptr_t numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *inputs = ARENA_ARRAY(merge->arena, MlirType, numInputs);
  MlirType *results = ARENA_ARRAY(merge->arena, MlirType, numResults);
  SymMap map = mapOf(merge);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirFunctionTypeGetInput(old, i);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = symSubstituteType(&map, mlirFunctionTypeGetResult(old, i));
  MlirContext context = mlirOperationGetContext(merge->function);
  if (map.status == SYM_OK)
    relaxFuncSetFunctionType(
        merge->function,
        mlirFunctionTypeGet(context, numInputs, inputs, numResults, results));
  return map.status;
}

/// The argument as `type`, by a check before `first`, for all uses from there
/// on.
static bool castArgument(MlirValue argument, MlirType type, MlirBlock entry,
                         MlirOperation first) {
  MlirAttribute none = {NULL};
  MlirValue cast = checkedCastInsert(first, argument, type, none, none);
  if (!cast.ptr)
    return false;
  MlirOperation *checks = NULL; // stb_ds; other checks take its symbols
  for (MlirOperation op = mlirBlockGetFirstOperation(entry);
       !mlirOperationEqual(op, first); op = mlirOperationGetNextInBlock(op))
    arrput(checks, op);
  mlirValueReplaceAllUsesExcept(argument, cast, arrlen(checks), checks);
  arrfree(checks);
  return true;
}

SymStatus mergeInBody(Merge *merge, uint64_t *casts) {
  MlirBlock entry = entryOf(merge);
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  keepUnchecked(merge);
  if (!bodyMentions(merge) && !takesArguments(merge)) {
    arrsetlen(merge->names, 0);
    arrsetlen(merge->values, 0);
    return SYM_OK;
  }
  SymMap map = mapOf(merge);
  for (MlirOperation op = first; map.count && op.ptr && map.status == SYM_OK;
       op = mlirOperationGetNextInBlock(op))
    symSubstitute(op, &map);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry);
       map.count && i < e && map.status == SYM_OK; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    MlirType type = mlirValueGetType(argument);
    MlirType now = symSubstituteType(&map, type);
    if (!mlirTypeEqual(type, now) && mlirValueGetFirstUse(argument).ptr &&
        castArgument(argument, now, entry, first))
      ++*casts;
  }
  return map.status == SYM_OK && map.count ? substituteResults(merge)
                                           : map.status;
}
