//===- Replace.c - a match gives way to a rewrite -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Replace.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Patterns/Build.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

static MlirValue rootOf(const Match *match, size_t i) {
  return match->values[match->pattern->roots[i]];
}

/// The made value is of the type of what it replaces, or its extents are proved
/// to be equal.
static bool fits(Match *match, MlirValue made, MlirType want) {
  RelaxTensorInfo a, b;
  MlirType got = mlirValueGetType(made);
  if (mlirTypeEqual(got, want))
    return true;
  if (!relaxTensorInfo(want, &a) || !relaxTensorInfo(got, &b) || !a.ranked ||
      !b.ranked || a.rank != b.rank ||
      !mlirTypeEqual(a.elementType, b.elementType))
    return false;
  for (intptr_t i = 0; i < a.rank; ++i)
    if (!symAttributeIsUnknown(a.dims[i]) &&
        !relaxDimEqual(a.dims[i], b.dims[i]) &&
        !factsEqual(match->facts, symExprOf(match->arena, a.dims[i]),
                    symExprOf(match->arena, b.dims[i])))
      return false;
  return true;
}

/// Then with that very type; false if nothing there has an extent's symbol.
/// Appends the casts to `*made`.
static bool castAll(MlirOperation before, MlirValue *values,
                    const MlirType *types, size_t count, MlirOperation **made) {
  for (size_t i = 0; i < count; ++i) {
    if (mlirTypeEqual(mlirValueGetType(values[i]), types[i]))
      continue;
    values[i] = checkedCastInsert(before, values[i], types[i],
                                  (MlirAttribute){NULL}, (MlirAttribute){NULL});
    if (!values[i].ptr)
      return false;
    arrput(*made, mlirOpResultGetOwner(values[i]));
  }
  return true;
}

/// The operation and what only it was made of. An operation is on the list once
/// its last user is gone, so that none is there twice.
static void removeDead(MlirOperation op) {
  MlirOperation *dead = NULL, *definers = NULL;
  if (bridgeIsTriviallyDead(op))
    arrput(dead, op);
  while (arrlen(dead) > 0) {
    op = arrpop(dead);
    arrsetlen(definers, 0);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
      MlirOperation definer = bridgeDefiner(mlirOperationGetOperand(op, i));
      if (definer.ptr && bridgeIndexOf(definers, arrlen(definers), definer) < 0)
        arrput(definers, definer);
    }
    mlirOperationDestroy(op);
    for (ptrdiff_t i = 0; i < arrlen(definers); ++i)
      if (bridgeIsTriviallyDead(definers[i]))
        arrput(dead, definers[i]);
  }
  arrfree(dead);
  arrfree(definers);
}

static void keepNames(const Match *match, MlirValue *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    MlirOperation op = bridgeDefiner(values[i]);
    bool isArgument = false;
    for (size_t a = 0; a < match->pattern->numArguments; ++a)
      isArgument |=
          match->values[a].ptr && mlirValueEqual(match->values[a], values[i]);
    if (op.ptr && !isArgument && mlirOperationGetNumResults(op) == 1)
      mlirOperationSetLocation(
          op, mlirOperationGetLocation(bridgeDefiner(rootOf(match, i))));
  }
}

/// Replaced values go, each with what only it needed.
static void exchange(const Match *match, const MlirValue *values) {
  size_t count = match->pattern->numRoots;
  MlirOperation *roots = ARENA_ARRAY(match->arena, MlirOperation, count);
  for (size_t i = 0; i < count; ++i)
    roots[i] = bridgeDefiner(rootOf(match, i));
  for (size_t i = 0; i < count; ++i)
    mlirValueReplaceAllUsesOfWith(rootOf(match, i), values[i]);
  for (size_t i = 0; i < count; ++i) {
    bool again = false;
    for (size_t k = 0; k < i; ++k)
      again |= mlirOperationEqual(roots[k], roots[i]);
    if (!again)
      removeDead(roots[i]);
  }
}

static MlirType *typesOfRoots(const Match *match) {
  size_t count = match->pattern->numRoots;
  MlirType *types = ARENA_ARRAY(match->arena, MlirType, count);
  for (size_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(rootOf(match, i));
  return types;
}

bool patternReplace(const Rewrite *rewrite, Match *match, MlirOperation *next) {
  size_t count = match->pattern->numRoots;
  MatchSpan span = matchSpan(match);
  MlirValue *values = ARENA_ARRAY(match->arena, MlirValue, count);
  MlirType *types = typesOfRoots(match);
  PatternMaking making = {.match = match,
                          .body = bridgeBody(rewrite->op),
                          .before = span.last,
                          .results = types};
  bool good = patternMake(&making, values);
  if (!good)
    matchFail(match, "%s", strBufText(&making.why));
  for (size_t i = 0; i < count && good; ++i)
    good = fits(match, values[i], types[i]) ||
           matchFail(match, "result %zu of the rewrite is of another type", i);
  if (good && !castAll(span.last, values, types, count, &making.made))
    good = matchFail(match, "nothing here has the extents of a result");
  // Users move last, when nothing else can fail.
  good = good && matchGather(match, span);
  *next = arrlen(making.made) ? making.made[0]
                              : mlirOperationGetNextInBlock(span.last);
  if (good) {
    keepNames(match, values, count);
    exchange(match, values);
  } else {
    while (arrlen(making.made) > 0)
      mlirOperationDestroy(arrpop(making.made));
  }
  patternMakingFree(&making);
  return good;
}
