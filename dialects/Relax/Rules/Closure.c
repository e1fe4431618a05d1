//===- Closure.c - rules of functions as values ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A closure is typed as the call that it leads to: the values that it captures
// and what its type says of the other arguments have to fit the function. The
// symbols of a function type are its own; they are opened under names that no
// text has, so that they meet no symbol of the function around.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/TypeArguments.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Symbols of a lambda's own, in order.
typedef struct OwnNames {
  MlirContext context;
  intptr_t numGiven;
  const MlirType *given;
  MlirAttribute clause;
  MlirAttribute *names; // stb_ds
} OwnNames;

static void addOwn(StrRef name, void *userData) {
  OwnNames *own = userData;
  bool isOwn = !symNamesHave(own->clause, name);
  for (intptr_t i = 0; i < own->numGiven; ++i)
    isOwn &= !symTypeHasSymbol(own->given[i], name);
  MlirAttribute text = mlirStringAttrGet(own->context, strRefToMlir(name));
  for (ptrdiff_t i = 0; i < arrlen(own->names); ++i)
    isOwn &= !mlirAttributeEqual(own->names[i], text);
  if (isOwn)
    arrput(own->names, text);
}

MlirAttribute relaxLambdaSymbols(MlirType signature, intptr_t numGiven,
                                 const MlirType *given, MlirAttribute clause) {
  OwnNames own = {mlirTypeGetContext(signature), numGiven, given, clause, NULL};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(signature); i < e; ++i)
    symWalkBareDims(mlirFunctionTypeGetInput(signature, i), addOwn, &own);
  MlirAttribute names =
      mlirArrayAttrGet(own.context, arrlen(own.names), own.names);
  arrfree(own.names);
  return names;
}

/// The function type of the region, with the given results.
static MlirType regionType(Arena *arena, MlirOperation op, intptr_t numResults,
                           const MlirType *results) {
  MlirBlock entry = bridgeBody(op);
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirType *inputs = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  return mlirFunctionTypeGet(mlirOperationGetContext(op), count, inputs,
                             numResults, results);
}

MlirAttribute relaxLambdaOwn(MlirOperation op) {
  Arena *arena = arenaCreate();
  MlirOperation function = symFunctionOf(op);
  intptr_t numGiven = relaxLambdaGetNumGiven(op);
  MlirAttribute own = relaxLambdaSymbols(
      regionType(arena, op, 0, NULL), numGiven,
      relaxValueTypes(arena, numGiven, relaxLambdaGetGiven, op),
      function.ptr && relaxIsFunc(function) ? relaxFuncGetAny(function)
                                            : (MlirAttribute){NULL});
  arenaDestroy(arena);
  return own;
}

MlirType relaxFnOpened(Arena *arena, MlirType fn) {
  const MlirAttribute *own;
  RelaxMatch match = {.arena = arena};
  for (intptr_t i = 0, e = relaxFnTypeGetSymbols(fn, &own); i < e; ++i) {
    StrRef name = bridgeText(own[i]);
    StrBuf text = {0};
    strBufAppendFormat(&text, "fn.%.*s", SPREAD(name));
    StrRef fresh = arenaCopyString(arena, (StrRef){text.data, text.length});
    strBufFree(&text);
    relaxMatchAddExpr(&match, name, symExprSymbol(arena, fresh));
  }
  return relaxMatchSubstitute(&match, relaxFnTypeGetSignature(fn));
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// A function of a pure type computes and checks, and that is all.
static MlirLogicalResult checkEffects(MlirOperation op, MlirOperation body,
                                      MlirType type) {
  MlirOperation effect = relaxFnTypeGetEffects(type) ? (MlirOperation){NULL}
                                                     : relaxFindEffect(body);
  if (!effect.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = bridgeOpName(effect);
  return bridgeEmitOpError(op,
                           "is of a function that has effects ('%.*s'): "
                           "expected a type that says 'effects'",
                           SPREAD(name));
}

//===----------------------------------------------------------------------===//
// closure
//===----------------------------------------------------------------------===//

RelaxCallTypes relaxClosureCall(Arena *arena, MlirOperation op,
                                MlirOperation callee) {
  MlirType fn = bridgeResultType(op);
  MlirType said = relaxFnOpened(arena, fn);
  intptr_t captured = relaxClosureGetNumCaptured(op);
  intptr_t others = mlirFunctionTypeGetNumInputs(said);
  intptr_t numResults = mlirFunctionTypeGetNumResults(said);
  MlirType *operands = ARENA_ARRAY(arena, MlirType, captured + others + 1);
  MlirType *results = ARENA_ARRAY(arena, MlirType, numResults + 1);
  for (intptr_t i = 0; i < captured; ++i)
    operands[i] = mlirValueGetType(relaxClosureGetCaptured(op, i));
  for (intptr_t i = 0; i < others; ++i)
    operands[captured + i] = mlirFunctionTypeGetInput(said, i);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(said, i);
  return (RelaxCallTypes){.op = op,
                          .name = relaxFuncGetSymName(callee),
                          .type = relaxFuncGetFunctionType(callee),
                          .params = relaxFuncGetParams(callee),
                          .phantoms = relaxFuncGetAny(callee),
                          .clause = relaxFuncGetSymbols(callee),
                          .symbols = relaxClosureGetSymbols(op),
                          .numOperands = captured + others,
                          .operands = operands,
                          .numResults = numResults,
                          .results = results};
}

bool relaxClosureIsExact(MlirOperation op, MlirOperation callee) {
  RelaxMatch match = {.arena = arenaCreate()};
  RelaxCallTypes call = relaxClosureCall(match.arena, op, callee);
  size_t next = 0;
  bool exact =
      !call.params.ptr ||
      mlirLogicalResultIsSuccess(relaxInstantiateCall(match.arena, &call));
  for (intptr_t i = 0; exact && i < call.numOperands; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(call.type, i),
                   call.operands[i], call.own);
  relaxMatchOthers(&match, &call);
  for (intptr_t i = 0; exact && i < call.numOperands; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(call.type, i);
    exact = relaxMatchOperandFits(&match, formal,
                                  relaxMatchSubstitute(&match, formal),
                                  call.operands[i], &next);
  }
  arenaDestroy(match.arena);
  return exact;
}

MlirLogicalResult relaxClosureNeedsNoCheck(MlirOperation op) {
  MlirOperation callee = relaxCalleeOf(op, relaxClosureGetCallee(op), NULL);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  if (relaxClosureIsExact(op, callee))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op,
      "says less of the arguments than '@%.*s' asks for, which a check has "
      "to show: run 'relax-lambda-lift', which writes it",
      (int)relaxFuncGetSymName(callee).length,
      relaxFuncGetSymName(callee).data);
}

MlirLogicalResult relaxClosureVerifySymbols(MlirOperation op,
                                            BridgeSymbolTables tables) {
  MlirOperation callee = relaxCalleeOf(op, relaxClosureGetCallee(op), &tables);
  MlirType type = bridgeResultType(op);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  if (relaxFnIsOpaque(type))
    return bridgeEmitOpError(
        op, "expected a type that says the function's arguments and results");
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(
                           relaxFuncGetFunctionType(callee));
       i < e; ++i)
    if (relaxArgumentIsDonated(callee, i))
      return bridgeEmitOpError(
          op,
          "argument %ld of the function is 'donated': who invokes it could not "
          "know that its storage is taken",
          (long)i);
  Arena *arena = arenaCreate();
  RelaxCallTypes call = relaxClosureCall(arena, op, callee);
  MlirLogicalResult outcome = relaxCheckCallTypes(&call);
  arenaDestroy(arena);
  return mlirLogicalResultIsFailure(outcome) ? outcome
                                             : checkEffects(op, callee, type);
}

//===----------------------------------------------------------------------===//
// lambda
//===----------------------------------------------------------------------===//

/// The region gives what the type says.
static MlirLogicalResult checkYield(Arena *arena, MlirOperation yield,
                                    MlirType signature) {
  RelaxMatch match = {.arena = arena};
  size_t next = 0;
  intptr_t count = mlirFunctionTypeGetNumResults(signature);
  if (relaxYieldGetNumValues(yield) != count)
    return bridgeEmitOpError(yield, "expected %ld values, got %ld", (long)count,
                             (long)relaxYieldGetNumValues(yield));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want = mlirFunctionTypeGetResult(signature, i);
    MlirType got = mlirValueGetType(relaxYieldGetValues(yield, i));
    if (!relaxMatchOperandFits(&match, want, want, got, &next))
      return relaxMatchDiffer(
          &match, yield, "value", i, want, got,
          "; if they are equal, say so with 'relax.match_cast'");
  }
  return mlirLogicalResultSuccess();
}

MlirType relaxLambdaSignature(MlirOperation op) {
  MlirType type = bridgeResultType(op);
  MlirAttribute names = relaxLambdaOwn(op);
  const MlirAttribute *own;
  intptr_t count = mlirArrayAttrGetNumElements(names);
  if (relaxFnIsOpaque(type) || relaxFnTypeGetSymbols(type, &own) != count)
    return (MlirType){NULL};
  RelaxMatch match = {.arena = arenaCreate()};
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchAddExpr(
        &match, bridgeText(own[i]),
        symExprSymbol(match.arena,
                      bridgeText(mlirArrayAttrGetElement(names, i))));
  MlirType signature =
      relaxMatchSubstitute(&match, relaxFnTypeGetSignature(type));
  arenaDestroy(match.arena);
  return signature;
}

/// What the operation says that the type of the function is; its results are
/// said by `signature`.
static MlirType writtenType(Arena *arena, MlirOperation op,
                            MlirType signature) {
  MlirAttribute names = relaxLambdaOwn(op);
  intptr_t count = mlirArrayAttrGetNumElements(names);
  intptr_t numResults =
      signature.ptr ? mlirFunctionTypeGetNumResults(signature) : 0;
  MlirType *results = ARENA_ARRAY(arena, MlirType, numResults + 1);
  MlirAttribute *own = ARENA_ARRAY(arena, MlirAttribute, count + 1);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(signature, i);
  for (intptr_t i = 0; i < count; ++i)
    own[i] = mlirArrayAttrGetElement(names, i);
  return relaxFnTypeGet(mlirOperationGetContext(op), count, own,
                        regionType(arena, op, numResults, results), 0, NULL,
                        relaxLambdaGetEffects(op));
}

/// A symbol of the function's own is none of those around it.
static MlirLogicalResult checkNames(MlirOperation op, MlirType type) {
  const MlirAttribute *own;
  for (intptr_t i = 0, e = relaxFnTypeGetSymbols(type, &own); i < e; ++i) {
    StrRef name = bridgeText(own[i]);
    if (symFlowsInto(op, name))
      return bridgeEmitOpError(
          op,
          "symbol '%.*s' in the type of an argument is one of the function "
          "around: name a value that has it in 'given (...)', or take another "
          "name",
          SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxLambdaVerify(MlirOperation op) {
  MlirOperation yield = mlirBlockGetTerminator(bridgeBody(op));
  if (!yield.ptr || !relaxIsYield(yield))
    return bridgeEmitOpError(op, "expected 'relax.yield' at the end");
  Arena *arena = arenaCreate();
  MlirType type = bridgeResultType(op);
  MlirType signature = relaxLambdaSignature(op);
  MlirType want = writtenType(arena, op, signature);
  MlirLogicalResult outcome = checkNames(op, want);
  if (mlirLogicalResultIsSuccess(outcome) &&
      (!signature.ptr ||
       !mlirTypeEqual(relaxFnTypeGetSignature(want), signature) ||
       relaxFnTypeGetEffects(want) != relaxFnTypeGetEffects(type)))
    outcome = bridgeEmitOpError(op, "result type: expected %s, got %s",
                                relaxTypeText(arena, want),
                                relaxTypeText(arena, type));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkYield(arena, yield, signature);
  arenaDestroy(arena);
  return outcome;
}

MlirLogicalResult relaxLambdaVerifySymbols(MlirOperation op,
                                           BridgeSymbolTables tables) {
  (void)tables;
  return checkEffects(op, op, bridgeResultType(op));
}
