//===- OutlineCreate.c - the outlined function and its call ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

/// The names that the call binds stand under other names in the signature.
static SymMap exportMap(Outline *outline) {
  RelaxMatch match = {.arena = outline->arena};
  MlirContext context = mlirOperationGetContext(outline->function);
  intptr_t count = bridgeLength(outline->exported);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef from = bridgeTextAt(outline->exported, i);
    StrRef to = bridgeTextAt(outline->fresh, i);
    relaxMatchAdd(&match, from, symSymbolAttribute(context, to));
  }
  return relaxMatchMap(&match);
}

static MlirOperation createFunction(Outline *outline, StrRef name) {
  MlirContext context = mlirOperationGetContext(outline->function);
  SymMap map = exportMap(outline);
  intptr_t numInputs = arrlen(outline->inputs);
  intptr_t numResults = arrlen(outline->outputs);
  MlirType *inputs = ARENA_ARRAY(outline->arena, MlirType, numInputs);
  MlirType *results = ARENA_ARRAY(outline->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirValueGetType(outline->inputs[i]);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = symSubstituteType(&map, mlirValueGetType(outline->outputs[i]));
  MlirAttribute facts = outline->facts;
  RelaxFuncArgs args = {
      .sym_name = name,
      .function_type =
          mlirFunctionTypeGet(context, numInputs, inputs, numResults, results),
      .sym_visibility =
          mlirStringAttrGet(context, mlirStringRefCreateFromCString("private")),
      .binds = outline->fresh,
      .facts = facts.ptr ? symSubstituteAttribute(&map, facts) : facts};
  MlirOperation function =
      relaxFuncCreate(mlirOperationGetLocation(outline->ops[0]), &args);
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < numInputs; ++i)
    mlirBlockAddArgument(entry, inputs[i],
                         mlirValueGetLocation(outline->inputs[i]));
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), entry);
  return function;
}

/// The names that a person gave to the results stay.
static MlirLocation callLocation(Outline *outline) {
  MlirContext context = mlirOperationGetContext(outline->function);
  MlirLocation loc =
      mlirOperationGetLocation(outline->ops[arrlen(outline->ops) - 1]);
  intptr_t count = arrlen(outline->outputs);
  if (count == 1)
    return mlirValueGetLocation(outline->outputs[0]);
  // A name in front would be that of every result.
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  MlirAttribute *names = ARENA_ARRAY(outline->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    names[i] = mlirStringAttrGet(
        context, strRefToMlir(bridgeLocationName(
                     mlirValueGetLocation(outline->outputs[i]))));
  return mlirLocationFusedGet(context, 1, &loc,
                              mlirArrayAttrGet(context, count, names));
}

static MlirOperation createCall(Outline *outline, StrRef name) {
  MlirContext context = mlirOperationGetContext(outline->function);
  intptr_t numResults = arrlen(outline->outputs);
  MlirType *results = ARENA_ARRAY(outline->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirValueGetType(outline->outputs[i]);
  RelaxCallArgs args = {
      .callee = mlirFlatSymbolRefAttrGet(context, strRefToMlir(name)),
      .numInputs = arrlen(outline->inputs),
      .inputs = outline->inputs,
      .binds = outline->exported,
      .facts = outline->callFacts,
      .numResultsTypes = numResults,
      .resultsTypes = results};
  return relaxCallCreate(callLocation(outline), &args);
}

/// A value, and the one that has it inside.
typedef struct Replacement {
  MlirValue from, to;
} Replacement;

static MlirWalkResult replaceInside(MlirOperation op, void *userData) {
  Replacement *replacement = userData;
  mlirOperationReplaceUsesOfWith(op, replacement->from, replacement->to);
  return MlirWalkResultAdvance;
}

void outlineReplaceInside(MlirOperation root, MlirValue from, MlirValue to) {
  Replacement replacement = {from, to};
  mlirOperationWalk(root, replaceInside, &replacement, MlirWalkPreOrder);
}

/// Uses behind the group get the call's results.
static void replaceOutside(Outline *outline, MlirValue from, MlirValue to) {
  MlirOperation *users = NULL;
  for (MlirOpOperand use = mlirValueGetFirstUse(from);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!outlineHas(outline, mlirOpOperandGetOwner(use)))
      arrput(users, mlirOpOperandGetOwner(use));
  for (ptrdiff_t i = 0; i < arrlen(users); ++i)
    mlirOperationReplaceUsesOfWith(users[i], from, to);
  arrfree(users);
}

MlirOperation outlineCreate(Outline *outline) {
  MlirOperation module = mlirOperationGetParentOperation(outline->function);
  StrRef name = bridgeUniqueSymbol(module, outline->name, outline->arena);
  MlirOperation function = createFunction(outline, name);
  MlirOperation call = createCall(outline, name);
  MlirOperation first = outline->ops[0];
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(first), first,
                                      call);
  // Behind all that the group came to stand together with.
  mlirOperationMoveAfter(call, outline->ops[arrlen(outline->ops) - 1]);
  for (ptrdiff_t i = 0; i < arrlen(outline->outputs); ++i)
    replaceOutside(outline, outline->outputs[i],
                   mlirOperationGetResult(call, i));
  MlirBlock entry = bridgeBody(function);
  for (ptrdiff_t o = 0; o < arrlen(outline->ops); ++o) {
    for (ptrdiff_t i = 0; i < arrlen(outline->inputs); ++i)
      outlineReplaceInside(outline->ops[o], outline->inputs[i],
                           mlirBlockGetArgument(entry, i));
    mlirOperationRemoveFromParent(outline->ops[o]);
    mlirBlockAppendOwnedOperation(entry, outline->ops[o]);
  }
  RelaxReturnArgs args = {.numValues = arrlen(outline->outputs),
                          .values = outline->outputs};
  mlirBlockAppendOwnedOperation(
      entry, relaxReturnCreate(mlirOperationGetLocation(function), &args));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(outline->function),
                                     outline->function, function);
  return call;
}
