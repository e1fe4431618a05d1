//===- Effects.c - what a function does beside computing ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Reference.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

/// Functions that were looked into already.
typedef struct EffectSearch {
  MlirOperation *seen; // stb_ds
  MlirOperation found;
} EffectSearch;

static MlirWalkResult searchEffect(MlirOperation op, void *userData);

static void searchCallee(EffectSearch *search, MlirOperation op,
                         MlirAttribute callee) {
  MlirOperation function = bridgeLookupNearestSymbol(op, bridgeRefName(callee));
  if (!function.ptr)
    return;
  for (ptrdiff_t i = 0; i < arrlen(search->seen); ++i)
    if (mlirOperationEqual(search->seen[i], function))
      return;
  arrput(search->seen, function);
  mlirOperationWalk(function, searchEffect, search, MlirWalkPreOrder);
}

/// What a function does is the same whoever chooses.
static bool decides(MlirOperation op) {
  return strRefIs(relaxCallLibraryGetFunction(op), "relax.decide");
}

static MlirWalkResult searchEffect(MlirOperation op, void *userData) {
  EffectSearch *search = userData;
  // A function that is only made here does nothing yet.
  if (relaxIsLambda(op))
    return MlirWalkResultSkip;
  bool effect =
      relaxIsEmit(op) || relaxIsRef(op) || relaxIsRefRead(op) ||
      relaxIsRefWrite(op) ||
      (relaxIsCallLibrary(op) && !relaxCallLibraryGetPure(op) &&
       !decides(op)) ||
      (relaxIsInvoke(op) &&
       relaxFnTypeGetEffects(mlirValueGetType(relaxInvokeGetFunction(op))));
  if (effect)
    search->found = op;
  else if (relaxIsCall(op))
    searchCallee(search, op, relaxCallGetCallee(op));
  return search->found.ptr ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

MlirOperation relaxFindEffect(MlirOperation root) {
  EffectSearch search = {0};
  arrput(search.seen, root);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(root); r < e; ++r) {
    MlirBlock block = bridgeBlock(root, r);
    for (MlirOperation op = block.ptr ? mlirBlockGetFirstOperation(block)
                                      : (MlirOperation){NULL};
         op.ptr && !search.found.ptr; op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, searchEffect, &search, MlirWalkPreOrder);
  }
  arrfree(search.seen);
  return search.found;
}
