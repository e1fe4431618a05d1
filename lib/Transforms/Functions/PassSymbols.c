//===- PassSymbols.c - symbols that calls pass become arguments -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is in the clause `symbols (...)` of a function becomes a shape in front
// of its arguments: it binds them as any argument does, and goes where values
// go.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Arguments.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"
#include "lib/Transforms/Shapes/FitCall.h"

enum { COUNT_FUNCTIONS, COUNT_CALLS };

//===----------------------------------------------------------------------===//
// Calls and closures
//===----------------------------------------------------------------------===//

static bool passes(MlirOperation op) {
  return (relaxIsCall(op) && relaxCallGetSymbols(op).ptr) ||
         (relaxIsClosure(op) && relaxClosureGetSymbols(op).ptr);
}

static MlirAttribute calleeOf(MlirOperation op) {
  return relaxIsCall(op) ? relaxCallGetCallee(op) : relaxClosureGetCallee(op);
}

typedef struct Carrying {
  MlirType type; // of an operand
  bool found;
} Carrying;

static void findIn(StrRef name, void *userData) {
  Carrying *carrying = userData;
  carrying->found |= symTypeHasSymbol(carrying->type, name);
}

/// The shape before the call, of operands that have its symbols.
static MlirValue createShape(RelaxPassRun *run, MlirOperation op,
                             MlirType type) {
  intptr_t count = mlirOperationGetNumOperands(op), numGiven = 0;
  MlirValue *given = ARENA_ARRAY(run->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    given[numGiven] = mlirOperationGetOperand(op, i);
    Carrying carrying = {mlirValueGetType(given[numGiven]), false};
    symWalkTypeSymbols(type, findIn, &carrying);
    numGiven += carrying.found;
  }
  RelaxShapeArgs args = {numGiven, given, type};
  MlirLocation loc =
      bridgeNamedLocation(strRefFromC("symbols"), mlirOperationGetLocation(op));
  MlirOperation shape = relaxShapeCreate(loc, &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, shape);
  return mlirOperationGetResult(shape, 0);
}

/// The operation with `shape` in front of its operands.
static MlirOperation createWith(RelaxPassRun *run, MlirOperation op,
                                MlirValue shape) {
  intptr_t count = mlirOperationGetNumOperands(op) + 1;
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(run->arena, MlirValue, count);
  values[0] = shape;
  for (intptr_t i = 1; i < count; ++i)
    values[i] = mlirOperationGetOperand(op, i - 1);
  if (relaxIsClosure(op)) {
    RelaxClosureArgs args = {
        .callee = calleeOf(op),
        .numCaptured = count,
        .captured = values,
        .resultType = mlirValueGetType(mlirOperationGetResult(op, 0))};
    return relaxClosureCreate(mlirOperationGetLocation(op), &args);
  }
  RelaxCallArgs args = {.callee = calleeOf(op),
                        .numInputs = count,
                        .inputs = values,
                        .binds = relaxCallGetBinds(op),
                        .facts = relaxCallGetFacts(op),
                        .numResultsTypes = results,
                        .resultsTypes = relaxValueTypes(
                            run->arena, results, mlirOperationGetResult, op)};
  return relaxCallCreate(mlirOperationGetLocation(op), &args);
}

static MlirLogicalResult passShape(RelaxPassRun *run, MlirOperation op) {
  MlirOperation callee = relaxCalleeOf(op, calleeOf(op), NULL);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  MlirAttribute clause = relaxFuncGetSymbols(callee);
  MlirAttribute given =
      relaxIsCall(op) ? relaxCallGetSymbols(op) : relaxClosureGetSymbols(op);
  intptr_t count = mlirArrayAttrGetNumElements(clause);
  MlirAttribute *dims = ARENA_ARRAY(run->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    dims[i] = mlirDictionaryAttrGetElementByName(
        given, mlirStringAttrGetValue(mlirArrayAttrGetElement(clause, i)));
  MlirOperation other = createWith(
      run, op,
      createShape(run, op, relaxShapeTypeGet(run->context, true, count, dims)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, other);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(other, i));
  mlirOperationDestroy(op);
  ++run->counters[COUNT_CALLS];
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool takes(MlirOperation op) {
  return relaxIsFunc(op) && relaxFuncGetSymbols(op).ptr &&
         !functionIsPublic(op);
}

/// `in %arg` counts arguments, of which there is one more.
static void moveResultPlaces(RelaxPassRun *run, MlirOperation function) {
  MlirAttribute all = relaxFuncGetResAttrs(function);
  MlirStringRef key = mlirStringRefCreateFromCString("relax.in");
  intptr_t count = bridgeLength(all);
  MlirAttribute *list = ARENA_ARRAY(run->arena, MlirAttribute, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    list[i] = mlirArrayAttrGetElement(all, i);
    MlirAttribute in = mlirDictionaryAttrGetElementByName(list[i], key);
    intptr_t size = mlirDictionaryAttrGetNumElements(list[i]);
    MlirNamedAttribute *entries =
        ARENA_ARRAY(run->arena, MlirNamedAttribute, size + 1);
    for (intptr_t k = 0; k < size; ++k) {
      entries[k] = mlirDictionaryAttrGetElement(list[i], k);
      if (in.ptr && mlirStringRefEqual(mlirIdentifierStr(entries[k].name), key))
        entries[k].attribute = mlirIntegerAttrGet(
            mlirAttributeGetType(in), mlirIntegerAttrGetValueInt(in) + 1);
    }
    list[i] = mlirDictionaryAttrGet(run->context, size, entries);
  }
  if (all.ptr)
    relaxFuncSetResAttrs(function, mlirArrayAttrGet(run->context, count, list));
}

/// One more argument, of which there is nothing else to say.
static void addArgument(RelaxPassRun *run, MlirOperation function,
                        MlirType type) {
  MlirType old = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(old) + 1;
  intptr_t results = mlirFunctionTypeGetNumResults(old);
  MlirType *types = ARENA_ARRAY(run->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    types[i] = i ? mlirFunctionTypeGetInput(old, i - 1) : type;
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = mlirFunctionTypeGetResult(old, i);
  relaxFuncSetFunctionType(function,
                           mlirFunctionTypeGet(run->context, inputs, types,
                                               results, types + inputs));
  symInsertArgumentAttributes(function, 0);
}

static MlirLogicalResult takeShape(RelaxPassRun *run, MlirOperation function) {
  MlirAttribute clause = relaxFuncGetSymbols(function);
  intptr_t count = mlirArrayAttrGetNumElements(clause);
  MlirAttribute *dims = ARENA_ARRAY(run->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    dims[i] = symSymbolAttribute(run->context, bridgeTextAt(clause, i));
  MlirType type = relaxShapeTypeGet(run->context, true, count, dims);
  moveResultPlaces(run, function);
  addArgument(run, function, type);
  relaxFuncSetSymbols(function, (MlirAttribute){NULL});
  MlirBlock entry = bridgeBody(function);
  if (entry.ptr)
    mlirBlockInsertArgument(
        entry, 0, type,
        bridgeNamedLocation(strRefFromC("symbols"),
                            mlirOperationGetLocation(function)));
  ++run->counters[COUNT_FUNCTIONS];
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A call looks at the clause, so functions come last.
static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = lowerEach(run, passes, passShape);
  return mlirLogicalResultIsFailure(outcome) ? outcome
                                             : lowerEach(run, takes, takeShape);
}

const RelaxPass relaxPassSymbolsPass = {
    .name = "relax-pass-symbols",
    .summary = "make arguments of symbols that calls pass",
    .documentation =
        "The symbols of a private function's `symbols (...)` become a shape in "
        "front of its arguments; a `relax.call` or `relax.closure` gives the "
        "`relax.shape` of what it says that they are.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FUNCTIONS] = "functions-changed",
                 [COUNT_CALLS] = "calls-changed"},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
