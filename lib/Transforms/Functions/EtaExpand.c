//===- EtaExpand.c - a function's value as one that calls it --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `f` and `fn(x) { f(x) }` are the same function. The second form has a body,
// which shows the call, and where types say less than the function asks for,
// relax-deduce-shapes writes the check there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"
#include "lib/Transforms/Functions/LambdaLift.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

enum { COUNT_CLOSURES, COUNT_KEPT };

/// Values that have the extents that the closure kept and an argument names as
/// a bare dimension, in `lifting->inputs`. False: nothing has one of them.
static bool giveExtents(Lifting *lifting, const SymNameList *own) {
  SymNameList named = {.arena = lifting->run->arena};
  for (intptr_t i = 0; i < lifting->numOthers; ++i)
    symWalkBareDims(lifting->others[i], symNameListAdd, &named);
  for (size_t i = 0; i < named.count; ++i) {
    if (symNameListFind(own, named.names[i]) >= 0)
      continue;
    MlirValue carrier = outlineCarrier(lifting->op, named.names[i]);
    if (!carrier.ptr)
      return false;
    liftInput(lifting, carrier);
  }
  return true;
}

static SymNameList ownNames(const Lifting *lifting) {
  SymNameList all = {.arena = lifting->run->arena}, own = all;
  MlirType type = mlirValueGetType(mlirOperationGetResult(lifting->op, 0));
  symWalkTypeSymbols(type, symNameListAdd, &all);
  for (intptr_t i = 0; i < lifting->numOthers; ++i) {
    SymNameList names = {.arena = all.arena};
    symWalkTypeSymbols(lifting->others[i], symNameListAdd, &names);
    for (size_t k = 0; k < names.count; ++k)
      if (symNameListFind(&all, names.names[k]) < 0)
        symNameListAdd(names.names[k], &own);
  }
  return own;
}

/// `relax.call` and `relax.yield` in the region of the lambda.
static void callInside(Lifting *lifting, MlirBlock entry) {
  Arena *arena = lifting->run->arena;
  MlirLocation loc = mlirOperationGetLocation(lifting->op);
  intptr_t captured = relaxClosureGetNumCaptured(lifting->op);
  intptr_t count = captured + lifting->numOthers;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = i < captured ? relaxClosureGetCaptured(lifting->op, i)
                             : mlirBlockGetArgument(entry, i - captured);
  RelaxCallArgs args = {.callee = relaxClosureGetCallee(lifting->op),
                        .numInputs = count,
                        .inputs = values,
                        .symbols = relaxClosureGetSymbols(lifting->op),
                        .numResultsTypes = lifting->numResults,
                        .resultsTypes = lifting->results};
  MlirOperation call = relaxCallCreate(loc, &args);
  mlirBlockAppendOwnedOperation(entry, call);
  MlirValue *results = ARENA_ARRAY(arena, MlirValue, lifting->numResults + 1);
  for (intptr_t i = 0; i < lifting->numResults; ++i)
    results[i] = mlirOperationGetResult(call, i);
  RelaxYieldArgs end = {lifting->numResults, results};
  mlirBlockAppendOwnedOperation(entry, relaxYieldCreate(loc, &end));
}

static MlirLogicalResult expand(RelaxPassRun *run, MlirOperation op) {
  Lifting lifting = {.run = run, .op = op};
  MlirValue result = mlirOperationGetResult(op, 0);
  liftReadType(&lifting);
  liftRenameOwn(&lifting);
  SymNameList own = ownNames(&lifting);
  bool given = giveExtents(&lifting, &own);
  if (given) {
    RelaxLambdaArgs args = {.numGiven = arrlen(lifting.inputs),
                            .given = lifting.inputs,
                            .effects =
                                relaxFnTypeGetEffects(mlirValueGetType(result)),
                            .resultType = mlirValueGetType(result)};
    MlirOperation lambda =
        relaxLambdaCreate(mlirOperationGetLocation(op), &args);
    MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
    for (intptr_t i = 0; i < lifting.numOthers; ++i)
      mlirBlockAddArgument(entry, lifting.others[i],
                           liftArgumentLocation(&lifting, i));
    callInside(&lifting, entry);
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(lambda, 0), entry);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, lambda);
    mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(lambda, 0));
    mlirOperationDestroy(op);
  }
  ++run->counters[given ? COUNT_CLOSURES : COUNT_KEPT];
  arrfree(lifting.inputs);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return lowerEach(run, relaxIsClosure, expand);
}

const RelaxPass relaxEtaExpandPass = {
    .name = "relax-eta-expand",
    .summary = "write functions of the module that are values as relax.lambda",
    .documentation =
        "A `relax.closure` becomes a `relax.lambda` that calls its function "
        "with the values that it kept and with its arguments: the way back of "
        "`relax-lambda-lift`. Extents that the type names and the closure "
        "kept come from values in `given (...)`; a closure of which no value "
        "has them is kept.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_CLOSURES] = "closures-expanded",
                 [COUNT_KEPT] = "closures-kept"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
