//===- LambdaLiftInputs.c - what a lifted function takes ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Functions/LambdaLift.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void liftInput(Lifting *lifting, MlirValue value) {
  if (bridgeIndexOfValue(lifting->inputs, arrlen(lifting->inputs), value) < 0)
    arrput(lifting->inputs, value);
}

static void addInput(MlirValue value, void *userData) {
  liftInput(userData, value);
}

void liftCaptured(Lifting *lifting) {
  symWalkCaptured(lifting->op, addInput, lifting);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static MlirWalkResult addNamesOf(MlirOperation op, void *userData) {
  symWalkOperationSymbols(op, symNameListAdd, userData);
  symWalkDefinedSymbols(op, symNameListAdd, userData);
  return MlirWalkResultAdvance;
}

static bool hasBareDim(const MlirType *types, intptr_t count, StrRef name) {
  SymMatch match = {name, false};
  for (intptr_t i = 0; i < count; ++i)
    symWalkBareDims(types[i], symMatchName, &match);
  return match.found;
}

static bool inputsBind(const Lifting *lifting, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(lifting->inputs); ++i) {
    MlirType type = mlirValueGetType(lifting->inputs[i]);
    if (hasBareDim(&type, 1, name))
      return true;
  }
  return false;
}

static bool isBoundInside(const Lifting *lifting, StrRef name) {
  StrRef *bound;
  size_t count = symBoundIn(lifting->op, lifting->run->arena, &bound);
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(bound[i], name) && !symFlowsInto(lifting->op, name))
      return true;
  return false;
}

/// A carrier may bring symbols of its own: the list grows.
static void bind(Lifting *lifting, SymNameList *names) {
  MlirAttribute *left = NULL;
  for (size_t i = 0; i < names->count; ++i) {
    StrRef name = names->names[i];
    if (inputsBind(lifting, name) || isBoundInside(lifting, name) ||
        (hasBareDim(lifting->others, lifting->numOthers, name) &&
         !symFlowsInto(lifting->op, name)))
      continue;
    MlirValue carrier = outlineCarrier(lifting->op, name);
    if (carrier.ptr) {
      arrput(lifting->inputs, carrier);
      symWalkTypeSymbols(mlirValueGetType(carrier), symNameListAdd, names);
    } else {
      arrput(left,
             mlirStringAttrGet(lifting->run->context, strRefToMlir(name)));
    }
  }
  if (arrlen(left))
    lifting->any = mlirArrayAttrGet(lifting->run->context, arrlen(left), left);
  arrfree(left);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static bool isOverInputs(const Lifting *lifting, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!inputsBind(lifting, expr.symbols[i]))
      return false;
  return true;
}

static void takeFacts(Lifting *lifting) {
  Facts all = {.arena = lifting->run->arena};
  MlirAttribute *own = NULL;
  factsAddAt(&all, lifting->op);
  for (size_t i = 0; i < all.count; ++i)
    if (isOverInputs(lifting, all.items[i].lhs) &&
        isOverInputs(lifting, all.items[i].rhs))
      arrput(own, symFactToAttribute(lifting->run->context, all.items[i]));
  if (arrlen(own))
    lifting->facts = mlirArrayAttrGet(lifting->run->context, arrlen(own), own);
  arrfree(own);
}

void liftSymbols(Lifting *lifting) {
  SymNameList names = {.arena = lifting->run->arena};
  for (ptrdiff_t i = 0; i < arrlen(lifting->inputs); ++i)
    symWalkTypeSymbols(mlirValueGetType(lifting->inputs[i]), symNameListAdd,
                       &names);
  for (intptr_t i = 0; i < lifting->numOthers; ++i)
    symWalkTypeSymbols(lifting->others[i], symNameListAdd, &names);
  for (intptr_t i = 0; i < lifting->numResults; ++i)
    symWalkTypeSymbols(lifting->results[i], symNameListAdd, &names);
  mlirOperationWalk(lifting->op, addNamesOf, &names, MlirWalkPreOrder);
  bind(lifting, &names);
  takeFacts(lifting);
}
