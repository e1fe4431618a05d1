//===- LambdaLift.c - functions that are values get names -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Johnsson, "Lambda lifting", 1985: what a function captures becomes its first
// arguments. A relax.closure whose type says less than its function asks for
// gets a function of that type, which calls it; the checks are then those of a
// call, and shape deduction writes them.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/LambdaLift.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Region.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"
#include "lib/Transforms/Functions/Outline.h"

#include <ctype.h>
#include <stb/stb_ds.h>

enum { COUNT_LAMBDAS, COUNT_CHECKED };

//===----------------------------------------------------------------------===//
// The function and its closure
//===----------------------------------------------------------------------===//

/// `main_step` for a `%step` of `@main`.
static StrRef functionName(const Lifting *lifting, const char *otherwise) {
  MlirOperation around = symFunctionOf(lifting->op);
  StrRef name = bridgeLocationName(
      mlirValueGetLocation(mlirOperationGetResult(lifting->op, 0)));
  StrBuf text = {0};
  strBufAppend(&text, relaxFuncGetSymName(around));
  strBufAppendC(&text, "_");
  if (name.length && !isdigit((unsigned char)name.data[0]))
    strBufAppend(&text, name);
  else
    strBufAppendC(&text, otherwise);
  StrRef unique =
      bridgeUniqueSymbol(mlirOperationGetParentOperation(around),
                         (StrRef){text.data, text.length}, lifting->run->arena);
  strBufFree(&text);
  return unique;
}

MlirLocation liftArgumentLocation(const Lifting *lifting, intptr_t index) {
  MlirOperation op = lifting->op;
  if (relaxIsClosure(op)) {
    index += relaxClosureGetNumCaptured(op);
    op = relaxCalleeOf(op, relaxClosureGetCallee(op), NULL);
  }
  MlirBlock body = bridgeBody(op);
  return body.ptr ? mlirValueGetLocation(mlirBlockGetArgument(body, index))
                  : mlirOperationGetLocation(op);
}

/// A private function with an empty block that has the arguments, behind the
/// one around.
static MlirOperation createFunction(const Lifting *lifting, StrRef name) {
  MlirContext context = lifting->run->context;
  MlirOperation around = symFunctionOf(lifting->op);
  intptr_t numInputs = arrlen(lifting->inputs);
  intptr_t count = numInputs + lifting->numOthers;
  MlirType *types = ARENA_ARRAY(lifting->run->arena, MlirType, count + 1);
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < count; ++i) {
    bool isInput = i < numInputs;
    types[i] = isInput ? mlirValueGetType(lifting->inputs[i])
                       : lifting->others[i - numInputs];
    MlirLocation loc = isInput ? mlirValueGetLocation(lifting->inputs[i])
                               : liftArgumentLocation(lifting, i - numInputs);
    mlirBlockAddArgument(entry, types[i], loc);
  }
  RelaxFuncArgs args = {
      .sym_name = name,
      .function_type = mlirFunctionTypeGet(
          context, count, types, lifting->numResults, lifting->results),
      .sym_visibility =
          mlirStringAttrGet(context, mlirStringRefCreateFromCString("private")),
      .any = lifting->any,
      .facts = lifting->facts,
      .target = relaxFuncGetTarget(around)};
  MlirOperation function =
      relaxFuncCreate(mlirOperationGetLocation(lifting->op), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), entry);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(around), around,
                                     function);
  return function;
}

/// The closure in the place of the operation, which ends.
static void replaceByClosure(Lifting *lifting, StrRef name) {
  MlirOperation op = lifting->op;
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxClosureArgs args = {.callee = mlirFlatSymbolRefAttrGet(
                               lifting->run->context, strRefToMlir(name)),
                           .numCaptured = arrlen(lifting->inputs),
                           .captured = lifting->inputs,
                           .resultType = mlirValueGetType(result)};
  MlirOperation closure =
      relaxClosureCreate(mlirValueGetLocation(result), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, closure);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(closure, 0));
  mlirOperationDestroy(op);
  arrfree(lifting->inputs);
}

void liftReadType(Lifting *lifting) {
  MlirType said = relaxIsLambda(lifting->op)
                      ? relaxLambdaSignature(lifting->op)
                      : relaxFnTypeGetSignature(mlirValueGetType(
                            mlirOperationGetResult(lifting->op, 0)));
  Arena *arena = lifting->run->arena;
  lifting->numOthers = mlirFunctionTypeGetNumInputs(said);
  lifting->numResults = mlirFunctionTypeGetNumResults(said);
  lifting->others = ARENA_ARRAY(arena, MlirType, lifting->numOthers + 1);
  lifting->results = ARENA_ARRAY(arena, MlirType, lifting->numResults + 1);
  for (intptr_t i = 0; i < lifting->numOthers; ++i)
    lifting->others[i] = mlirFunctionTypeGetInput(said, i);
  for (intptr_t i = 0; i < lifting->numResults; ++i)
    lifting->results[i] = mlirFunctionTypeGetResult(said, i);
}

//===----------------------------------------------------------------------===//
// relax.lambda
//===----------------------------------------------------------------------===//

/// The operations of the region, with a relax.return at the end.
static void moveBody(Lifting *lifting, MlirOperation function) {
  MlirBlock to = bridgeBody(function);
  MlirBlock from = bridgeBody(lifting->op);
  intptr_t numInputs = arrlen(lifting->inputs);
  for (intptr_t i = 0; i < lifting->numOthers; ++i) {
    MlirValue argument = mlirBlockGetArgument(to, numInputs + i);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i), argument);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(from), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t i = 0; i < numInputs; ++i)
      outlineReplaceInside(op, lifting->inputs[i], mlirBlockGetArgument(to, i));
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(to, op);
  }
  MlirOperation yield = mlirBlockGetTerminator(to);
  RelaxReturnArgs args = {relaxYieldGetNumValues(yield),
                          bridgeOperands(lifting->run->arena, yield)};
  mlirBlockAppendOwnedOperation(
      to, relaxReturnCreate(mlirOperationGetLocation(yield), &args));
  mlirOperationDestroy(yield);
}

static MlirLogicalResult liftLambda(RelaxPassRun *run, MlirOperation op) {
  Lifting lifting = {.run = run, .op = op};
  liftReadType(&lifting);
  liftCaptured(&lifting);
  liftSymbols(&lifting);
  StrRef name = functionName(&lifting, "lambda");
  moveBody(&lifting, createFunction(&lifting, name));
  replaceByClosure(&lifting, name);
  ++run->counters[COUNT_LAMBDAS];
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// relax.closure
//===----------------------------------------------------------------------===//

/// What the function requires of its symbols holds where the closure is made.
static bool factsHold(RelaxPassRun *run, MlirOperation op,
                      MlirOperation callee) {
  MlirAttribute facts = relaxFuncGetFacts(callee);
  RelaxMatch match = {.arena = run->arena};
  RelaxCallTypes call = relaxClosureCall(run->arena, op, callee);
  for (intptr_t i = 0; i < call.numOperands; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(call.type, i),
                   call.operands[i], call.own);
  relaxMatchOthers(&match, &call);
  Facts known = {.arena = run->arena};
  factsAddAt(&known, op);
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    SymFact fact = symFactOf(run->arena, mlirArrayAttrGetElement(facts, i));
    // The others are about results: the function promises them.
    if (fact.likely || !relaxMatchKnowsAll(&match, fact.lhs) ||
        !relaxMatchKnowsAll(&match, fact.rhs))
      continue;
    if (symFactSubstitute(run->arena, fact, match.names, match.values,
                          match.count, &fact) != SYM_OK ||
        symExprIsUnknown(fact.lhs) || symExprIsUnknown(fact.rhs) ||
        !factsProve(&known, fact))
      return false;
  }
  return true;
}

void liftRenameOwn(Lifting *lifting) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(lifting->op, 0));
  Arena *arena = lifting->run->arena;
  const MlirAttribute *own;
  StrRef *used;
  size_t numUsed = symNamesIn(symFunctionOf(lifting->op), arena, &used);
  RelaxMatch match = {.arena = arena};
  for (intptr_t i = 0, e = relaxFnTypeGetSymbols(type, &own); i < e; ++i) {
    StrRef name = bridgeText(own[i]);
    relaxMatchAddExpr(
        &match, name,
        symExprSymbol(arena, symFreshName(arena, name, used, numUsed)));
  }
  for (intptr_t i = 0; i < lifting->numOthers; ++i)
    lifting->others[i] = relaxMatchSubstitute(&match, lifting->others[i]);
  for (intptr_t i = 0; i < lifting->numResults; ++i)
    lifting->results[i] = relaxMatchSubstitute(&match, lifting->results[i]);
}

static void callInside(Lifting *lifting, MlirOperation function) {
  MlirBlock entry = bridgeBody(function);
  intptr_t captured = relaxClosureGetNumCaptured(lifting->op);
  intptr_t count = captured + lifting->numOthers;
  Arena *arena = lifting->run->arena;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < captured; ++i)
    for (ptrdiff_t k = 0; k < arrlen(lifting->inputs); ++k)
      if (mlirValueEqual(lifting->inputs[k],
                         relaxClosureGetCaptured(lifting->op, i)))
        values[i] = mlirBlockGetArgument(entry, k);
  for (intptr_t i = 0; i < lifting->numOthers; ++i)
    values[captured + i] =
        mlirBlockGetArgument(entry, arrlen(lifting->inputs) + i);
  RelaxCallArgs args = {.callee = relaxClosureGetCallee(lifting->op),
                        .numInputs = count,
                        .inputs = values,
                        .symbols = relaxClosureGetSymbols(lifting->op),
                        .numResultsTypes = lifting->numResults,
                        .resultsTypes = lifting->results};
  MlirLocation loc = mlirOperationGetLocation(lifting->op);
  MlirOperation call = relaxCallCreate(loc, &args);
  mlirBlockAppendOwnedOperation(entry, call);
  RelaxReturnArgs end = {lifting->numResults, bridgeResults(arena, call)};
  mlirBlockAppendOwnedOperation(entry, relaxReturnCreate(loc, &end));
}

static MlirLogicalResult checkClosure(RelaxPassRun *run, MlirOperation op) {
  MlirOperation callee = relaxCalleeOf(op, relaxClosureGetCallee(op), NULL);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  if (relaxClosureIsExact(op, callee) && factsHold(run, op, callee))
    return mlirLogicalResultSuccess();
  Lifting lifting = {.run = run, .op = op};
  liftReadType(&lifting);
  liftRenameOwn(&lifting);
  for (intptr_t i = 0, e = relaxClosureGetNumCaptured(op); i < e; ++i)
    liftInput(&lifting, relaxClosureGetCaptured(op, i));
  liftSymbols(&lifting);
  StrRef name = functionName(&lifting, "checked");
  callInside(&lifting, createFunction(&lifting, name));
  replaceByClosure(&lifting, name);
  ++run->counters[COUNT_CHECKED];
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = lowerEach(run, relaxIsLambda, liftLambda);
  return mlirLogicalResultIsFailure(outcome)
             ? outcome
             : lowerEach(run, relaxIsClosure, checkClosure);
}

const RelaxPass relaxLambdaLiftPass = {
    .name = "relax-lambda-lift",
    .summary = "make functions of the module of those that are values",
    .documentation =
        "A `relax.lambda` becomes a private function, whose first arguments "
        "are the values that it captures, and a `relax.closure` of it. Where "
        "no captured value has a symbol as a bare dimension, the value that "
        "binds it is captured, too; facts over the symbols come along.\n"
        "\n"
        "A `relax.closure` whose type says less of the arguments than its "
        "function, or whose function requires in `where` what is not known, "
        "gets a function of its type that calls it: `relax-deduce-shapes` "
        "writes the checks there.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_LAMBDAS] = "lambdas-lifted",
                 [COUNT_CHECKED] = "closures-checked"},
    .run = run,
};
