//===- HoistStepsBuild.c - the function in front of a fold's steps --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/Batch/HoistSteps.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

#include <stb/stb_ds.h>

typedef struct Builder {
  Steps *steps;
  Arena *arena;
  StrRef name, stepsName; // of functions
} Builder;

/// The weights are its own, not arguments.
static void takeWeights(Builder *b, MlirOperation front, MlirType type) {
  MlirBlock entry = bridgeBody(front);
  intptr_t own = mlirFunctionTypeGetNumInputs(type);
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    MlirValue argument = mlirBlockGetArgument(entry, own);
    mlirValueReplaceAllUsesOfWith(argument,
                                  productWeight(first, &b->steps->products[p]));
    mlirBlockEraseArgument(entry, (unsigned)own);
  }
  relaxFuncSetFunctionType(front, type);
}

/// Moves what was parsed in front of the steps.
static void takeFunctions(Builder *b, MlirModule module, MlirType type) {
  MlirOperation steps = b->steps->fold.function;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     next;
       op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!relaxIsFunc(op) || !bridgeBody(op).ptr)
      continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(steps), steps,
                                        op);
    if (strRefEqual(relaxFuncGetSymName(op), b->name))
      takeWeights(b, op, type);
  }
}

/// The steps' further arguments: those of the declaration.
static void addArguments(Builder *b, MlirType type) {
  MlirOperation steps = b->steps->fold.function;
  MlirBlock entry = bridgeBody(steps);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ARENA_ARRAY(b->arena, MlirType, inputs + results);
  MlirAttribute *attrs = ARENA_ARRAY(b->arena, MlirAttribute, inputs);
  MlirAttribute old = relaxFuncGetArgAttrs(steps);
  intptr_t own = mlirBlockGetNumArguments(entry);
  for (intptr_t i = 0; i < inputs; ++i) {
    types[i] = mlirFunctionTypeGetInput(type, i);
    attrs[i] =
        old.ptr && i < own
            ? mlirArrayAttrGetElement(old, i)
            : mlirDictionaryAttrGet(b->steps->fold.run->context, 0, NULL);
    if (i >= own)
      mlirBlockAddArgument(
          entry, types[i],
          bridgeNamedLocation(strRefFromC(i + 1 < inputs ? "products" : "step"),
                              mlirOperationGetLocation(steps)));
  }
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = mlirFunctionTypeGetResult(type, i);
  relaxFuncSetFunctionType(steps, type);
  if (old.ptr)
    relaxFuncSetArgAttrs(
        steps, mlirArrayAttrGet(b->steps->fold.run->context, inputs, attrs));
}

/// Rows in the place of the products, and the steps call themselves.
static void useRows(Builder *b) {
  Fold *fold = &b->steps->fold;
  MlirBlock entry = bridgeBody(fold->function);
  intptr_t count = mlirBlockGetNumArguments(entry);
  intptr_t first = count - 1 - arrlen(b->steps->products);
  GraphBuilder g = graphBefore(b->arena, fold->call, false);
  MlirValue *inputs = ARENA_ARRAY(g.arena, MlirValue, count);
  MlirValue at = mlirBlockGetArgument(entry, count - 1);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = i < first ? relaxCallGetInputs(fold->call, i)
                          : mlirBlockGetArgument(entry, i);
  inputs[count - 1] = graphAdd(&g, at, graphNumberLike(&g, 1, at));
  intptr_t results = mlirOperationGetNumResults(fold->call);
  MlirType *types = bridgeResultTypes(g.arena, fold->call);
  RelaxCallArgs args = {
      .numInputs = count,
      .inputs = inputs,
      .callee = mlirFlatSymbolRefAttrGet(g.context, strRefToMlir(b->stepsName)),
      .numResultsTypes = results,
      .resultsTypes = types};
  MlirOperation call = relaxCallCreate(g.loc, &args);
  graphInsert(&g, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(fold->call, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(fold->call);
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    MlirOperation op = b->steps->products[p].op;
    g.before = op;
    g.loc = mlirOperationGetLocation(op);
    MlirValue row =
        graphTake(&g, mlirBlockGetArgument(entry, first + p), at, 0);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), row);
    mlirOperationDestroy(op);
  }
}

static StrRef stepsName(Builder *b) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s_steps", (int)b->name.length, b->name.data);
  StrRef name = bridgeUniqueSymbol(b->steps->fold.run->op,
                                   (StrRef){text.data, text.length}, b->arena);
  strBufFree(&text);
  return name;
}

bool stepsBuild(Steps *steps) {
  RelaxPassRun *run = steps->fold.run;
  MlirOperation function = steps->fold.function;
  Builder b = {.steps = steps, .arena = run->arena};
  b.name = arenaCopyString(run->arena, relaxFuncGetSymName(function));
  b.stepsName = stepsName(&b);
  MlirModule module = stepsParse(steps, b.name, b.stepsName);
  if (!module.ptr)
    return false;
  MlirType type = relaxFuncGetFunctionType(function);
  MlirOperation declared =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!relaxIsFunc(declared))
    declared = mlirOperationGetNextInBlock(declared);
  relaxFuncSetSymName(function, b.stepsName);
  takeFunctions(&b, module, type);
  addArguments(&b, relaxFuncGetFunctionType(declared));
  useRows(&b);
  mlirModuleDestroy(module);
  return true;
}
