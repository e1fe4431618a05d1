//===- PlanInside.c - what a block takes, with its branches and loops -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A region has an arena of its own while it runs. One of them runs at a time,
// and no kernel of the block around does meanwhile, so that the largest counts.
// What a loop carries is there twice: the values of a round, and those of the
// next one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Transforms/Memory/PlanMemory.h"

static bool addOwn(const Planner *planner, MlirValue value, SymExpr *out) {
  const Facts *facts = &planner->bounds.facts;
  MlirType type = mlirValueGetType(value);
  TensorSize size;
  bool bounded;
  return tensorSizeOf(facts, type, &size) == TENSOR_SIZE_OK &&
         tensorSizeAtMost(&planner->bounds, type, &size, &bounded) &&
         symExprAdd(facts->arena, *out, size.bytes, out) == SYM_OK;
}

/// Its results are tensors of their own, and no buffers (Liveness.h).
static bool makesOwn(MlirOperation op) {
  return relaxIsShapeToTensor(op) || mlirOperationGetNumRegions(op) ||
         relaxIsCall(op) ||
         (relaxIsCallLibrary(op) && !relaxCallLibraryGetPure(op));
}

/// The larger of the two, as far as facts compare them.
static bool atLeast(const Planner *planner, SymExpr other, SymExpr *out) {
  if (factsAtMost(&planner->bounds.facts, *out, other))
    *out = other;
  else if (!factsAtMost(&planner->bounds.facts, other, *out))
    return symExprMax(planner->bounds.facts.arena, *out, other, out) == SYM_OK;
  return true;
}

/// Beside workspaces and regions.
static bool results(const Planner *planner, SymExpr total, SymExpr *out) {
  *out = total;
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i)
    if (planner->places[i].kind == PLACE_OWN &&
        !addOwn(planner, planner->liveness.buffers[i].value, out))
      return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(planner->block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
         makesOwn(op) && i < e; ++i)
      if (relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, i))) &&
          !addOwn(planner, mlirOperationGetResult(op, i), out))
        return false;
  return true;
}

static SymExpr inside(const Planner *planner, MlirOperation op);

bool planHasWhole(const Planner *planner) {
  for (MlirOperation op = mlirBlockGetFirstOperation(planner->block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op) ||
        (relaxCalls(op) && !relaxIsCallTir(op)))
      return true;
  return false;
}

bool planActivations(const Planner *planner, SymExpr total, SymExpr *out) {
  SymExpr most;
  if (!results(planner, total, out) || !planWorkspace(planner, &most))
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(planner->block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op) &&
        !atLeast(planner, inside(planner, op), &most))
      return false;
  return symExprAdd(planner->bounds.facts.arena, *out, most, out) == SYM_OK;
}

static bool ofRegion(const Planner *outer, MlirRegion region, SymExpr *out) {
  Planner inner;
  SymExpr total;
  planOpen(outer->run, mlirRegionGetFirstBlock(region), true, &inner);
  inner.mayDoWithout = true; // then it is not known
  bool good = mlirLogicalResultIsSuccess(planPlaces(&inner, &total)) &&
              planActivations(&inner, total, out);
  planClose(&inner);
  return good;
}

/// Symbols that are bound in it mean nothing outside.
static bool isOver(const Planner *planner, MlirOperation op, SymExpr bytes) {
  StrRef *bound;
  size_t count = symBoundIn(op, planner->run->arena, &bound);
  for (size_t i = 0; i < bytes.numSymbols; ++i)
    for (size_t k = 0; k < count; ++k)
      if (strRefEqual(bytes.symbols[i], bound[k]))
        return false;
  return true;
}

/// The most that a region takes; 0 where it is not known.
static SymExpr inside(const Planner *planner, MlirOperation op) {
  SymExpr none = symExprConst(planner->bounds.facts.arena, 0), most = none;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    SymExpr bytes;
    if (!ofRegion(planner, mlirOperationGetRegion(op, r), &bytes) ||
        !isOver(planner, op, bytes) || !atLeast(planner, bytes, &most))
      return none;
  }
  return most;
}
