//===- TensorBound.c - memory for tensors before their extents are known --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/TensorBound.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Analysis/UpperBound.h"
#include "lib/Bridge/Core/Lists.h"

/// What the operands broadcast to is no larger than the larger of them.
static void addBroadcast(Facts *facts, MlirOperation op) {
  Arena *arena = facts->arena;
  const MlirAttribute *dims[3];
  intptr_t ranks[3];
  for (int i = 0; i < 3; ++i)
    ranks[i] =
        symTypeDims(mlirValueGetType(i ? mlirOperationGetOperand(op, i - 1)
                                       : mlirOperationGetResult(op, 0)),
                    &dims[i]);
  for (intptr_t back = 1;
       back <= ranks[0] && back <= ranks[1] && back <= ranks[2]; ++back) {
    SymExpr a = symExprOf(arena, dims[1][ranks[1] - back]), most;
    SymExpr b = symExprOf(arena, dims[2][ranks[2] - back]);
    if (symExprMax(arena, a, b, &most) == SYM_OK && !symExprIsUnknown(most))
      factsAdd(facts,
               factAtMost(symExprOf(arena, dims[0][ranks[0] - back]), most));
  }
}

static void addBefore(Facts *facts, MlirBlock block) {
  MlirOperation parent = mlirBlockGetParentOperation(block);
  if (bridgeIsFunction(parent))
    factsAddOf(facts, parent);
  else
    factsAddAt(facts, mlirBlockGetFirstOperation(block));
}

/// What the operation binds holds from here on, and so do the facts so far.
static void addNames(TensorBounds *bounds, MlirOperation op) {
  MlirAttribute names = symClauseNames(op, "binds");
  intptr_t count = bridgeLength(names);
  for (intptr_t i = 0; i < count; ++i) {
    bounds->holding[bounds->bound.count] = bounds->binders.count;
    symNameListAdd(bridgeTextAt(names, i), &bounds->bound);
  }
}

static intptr_t countNames(MlirBlock block) {
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute names = symClauseNames(op, "binds");
    count += bridgeLength(names);
  }
  return count;
}

void tensorBoundsOf(Arena *arena, MlirBlock block, TensorBounds *out) {
  *out =
      (TensorBounds){.block = block,
                     .facts = {.arena = arena},
                     .binders = {.arena = arena},
                     .bound = {.arena = arena},
                     .holding = ARENA_ARRAY(arena, size_t, countNames(block))};
  addBefore(&out->facts, block);
  addBefore(&out->binders, block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    factsAddOf(&out->binders, op);
    if (relaxIsBroadcastShape(op))
      addBroadcast(&out->binders, op);
    addNames(out, op);
  }
}

/// The facts that hold where the last extent of a tensor is bound.
typedef struct Holding {
  const TensorBounds *bounds;
  Facts facts;
} Holding;

static void extendTo(StrRef name, void *userData) {
  Holding *holding = userData;
  intptr_t at = symNameListFind(&holding->bounds->bound, name);
  if (at >= 0 && holding->bounds->holding[at] > holding->facts.count)
    holding->facts.count = holding->bounds->holding[at];
}

static Facts factsFor(const TensorBounds *bounds, MlirType type) {
  Holding holding = {bounds, bounds->binders};
  holding.facts.count = bounds->facts.count;
  symWalkTypeSymbols(type, extendTo, &holding);
  return holding.facts;
}

static bool bindsAt(MlirBlock block, StrRef name) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    const MlirAttribute *dims;
    MlirValue argument = mlirBlockGetArgument(block, i);
    intptr_t rank = symTypeDims(mlirValueGetType(argument), &dims);
    for (intptr_t axis = 0; axis < rank; ++axis) {
      StrRef dim;
      if (symAttributeIsSymbol(dims[axis], &dim) && strRefEqual(dim, name))
        return true;
    }
  }
  return false;
}

static bool isOfArgument(StrRef name, const void *userData) {
  MlirBlock block = ((const TensorBounds *)userData)->block;
  while (!bindsAt(block, name)) {
    MlirOperation parent = mlirBlockGetParentOperation(block);
    if (bridgeIsFunction(parent))
      return false;
    block = mlirOperationGetBlock(parent);
  }
  return true;
}

/// Extents are not negative, so the product of their bounds is one of theirs.
bool tensorSizeAtMost(const TensorBounds *bounds, MlirType type,
                      TensorSize *out, bool *bounded) {
  RelaxTensorInfo info;
  KnownSymbols known = {isOfArgument, bounds};
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return false;
  Arena *arena = bounds->facts.arena;
  SymExpr *dims = ARENA_ARRAY(arena, SymExpr, info.rank);
  Facts facts = factsFor(bounds, type);
  *bounded = false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr dim = symExprOf(arena, info.dims[i]);
    if (!upperBound(&facts, dim, known, &dims[i]))
      return false;
    if (symExprEqual(dim, dims[i]))
      continue;
    *bounded = true;
    // The larger of two extents that broadcast is often known to be the second.
    dims[i] = simplifyExpr(&bounds->facts, dims[i]);
  }
  return tensorSizeOfDims(&bounds->facts, info.elementType, dims, info.rank,
                          out) == TENSOR_SIZE_OK;
}
