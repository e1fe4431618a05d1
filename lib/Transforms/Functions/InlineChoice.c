//===- InlineChoice.c - which functions relax-inline replaces -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Reference.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Functions/Inline.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

FunctionEntry *inlineFindEntry(Inliner *inliner, StrRef name) {
  StrRef copy = arenaCopyString(inliner->run->arena, name);
  return strMapEntry(inliner->functions, copy.data);
}

static bool isOfPlace(MlirOperation op) {
  return relaxIsRef(op) || relaxIsRefWrite(op);
}

/// Only an equal type passes for that of a place, and what the call passes is
/// not of the type that the body knows.
static bool hasOtherPlaces(MlirOperation call, MlirOperation callee) {
  MlirBlock body = bridgeBody(callee);
  bool other = false;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirType known = mlirValueGetType(mlirBlockGetArgument(body, i));
    RelaxTensorInfo info;
    other |=
        !relaxExtentsInfo(known, &info) &&
        !mlirTypeEqual(known, mlirValueGetType(relaxCallGetInputs(call, i)));
  }
  return other && bridgeHas(callee, isOfPlace);
}

/// Why the body cannot stand in the place of the call, or NULL.
const char *inlineObstacleAt(MlirOperation call, MlirOperation callee) {
  const char *why = inlineObstacle(callee);
  if (why)
    return why;
  return hasOtherPlaces(call, callee)
             ? "it makes places, and data or functions that it is given have "
               "other types than it knows"
             : NULL;
}

/// Why the body cannot stand elsewhere, or NULL.
const char *inlineObstacle(MlirOperation callee) {
  if (!relaxFuncHasBody(callee))
    return "it has no body";
  if (bridgeHas(callee, relaxIsArena))
    return "its memory is planned already";
  if (relaxFuncGetParams(callee).ptr)
    return "it has type parameters ('relax-monomorphize' makes instances)";
  return NULL;
}

/// The call passes a weight, or what its own function may have been given as
/// one.
static bool passesWeight(Inliner *inliner, MlirOperation call) {
  for (intptr_t i = 0, e = relaxCallGetNumInputs(call); i < e; ++i) {
    MlirValue input = relaxCallGetInputs(call, i);
    if (mlirValueIsAOpResult(input)) {
      if (relaxIsGetWeight(mlirOpResultGetOwner(input)))
        return true;
      continue;
    }
    MlirOperation owner =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(input));
    if (relaxIsFunc(owner) &&
        inlineFindEntry(inliner, functionName(owner))->chosen)
      return true;
  }
  return false;
}

/// Its first round alone would see the weight, and be other code than the rest.
static bool callsItself(MlirOperation function, MlirOperation *calls) {
  StrRef name = functionName(function);
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i)
    if (strRefEqual(calleeName(calls[i]), name) &&
        bridgeIsInside(calls[i], function))
      return true;
  return false;
}

/// Marks private functions that are given weights, as long as there are more.
static void chooseGivenWeights(Inliner *inliner) {
  MlirOperation *calls = NULL;
  bridgeCollect(inliner->run->op, relaxIsCall, &calls);
  for (bool more = true; more;) {
    more = false;
    for (ptrdiff_t i = 0; i < arrlen(calls); ++i) {
      FunctionEntry *callee = inlineFindEntry(inliner, calleeName(calls[i]));
      if (callee->chosen || functionIsPublic(callee->function) ||
          inlineObstacle(callee->function) ||
          !passesWeight(inliner, calls[i]) ||
          callsItself(callee->function, calls))
        continue;
      callee->chosen = more = true;
    }
  }
  arrfree(calls);
}

/// Marks functions of ragged tensors: what lies in memory becomes the caller's.
static void chooseRagged(Inliner *inliner) {
  for (size_t i = 0; i < shlenu(inliner->functions); ++i) {
    intptr_t count = 0;
    relaxTablesOf(inliner->run->arena, inliner->functions[i].function, &count);
    inliner->functions[i].chosen |= count > 0;
  }
}

/// Marks the functions that the options name, else all private ones.
MlirLogicalResult inlineChoose(Inliner *inliner) {
  StrRef list = relaxOptionString(inliner->run, OPTION_FUNCTIONS);
  if (relaxOptionBool(inliner->run, OPTION_GIVEN_WEIGHTS)) {
    chooseGivenWeights(inliner);
    chooseRagged(inliner);
    return mlirLogicalResultSuccess();
  }
  for (size_t i = 0; !list.length && i < shlenu(inliner->functions); ++i)
    inliner->functions[i].chosen =
        !functionIsPublic(inliner->functions[i].function);
  for (size_t begin = 0; begin < list.length;) {
    size_t end = begin;
    while (end < list.length && list.data[end] != ',')
      ++end;
    StrRef name = {list.data + begin, end - begin};
    FunctionEntry *entry = inlineFindEntry(inliner, name);
    if (!entry)
      return bridgeEmitError(
          mlirOperationGetLocation(inliner->run->op),
          "option 'functions': '@%.*s' is no relax.func of the module",
          (int)name.length, name.data);
    entry->chosen = true;
    begin = end + 1;
  }
  return mlirLogicalResultSuccess();
}
