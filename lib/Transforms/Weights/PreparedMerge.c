//===- PreparedMerge.c - functions that prepare weights become one --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program runs one function at load. The body of every other function that
// prepares weights is copied into that of the first: in front of it where the
// first reads what the other one prepares, behind it otherwise. What was read
// as a prepared weight is a value there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

#include <stb/stb_ds.h>

void prepareAddCallees(MlirOperation module, MlirOperation **functions) {
  for (ptrdiff_t i = 0; i < arrlen(*functions); ++i) {
    MlirOperation *calls = NULL;
    bridgeCollect((*functions)[i], relaxIsCall, &calls);
    for (ptrdiff_t c = 0; c < arrlen(calls); ++c) {
      MlirOperation callee = bridgeFollow(module, relaxCallGetCallee(calls[c]));
      if (callee.ptr && bridgeIndexOf(*functions, arrlen(*functions), callee) < 0)
        arrput(*functions, callee);
    }
    arrfree(calls);
  }
}

typedef struct Preparing {
  MlirOperation function;
  enum { PREPARING_NEW, PREPARING_BEGUN, PREPARING_DONE } state;
} Preparing;

typedef struct Merge {
  RelaxPassRun *run;
  Preparing *functions;      // stb_ds array; the others go into the first
  MlirOperation before;      // copies stand in front of it
  MlirValue *values;         // stb_ds array: the results of the one function
  MlirAttribute *attributes; // stb_ds array: of each result
} Merge;

/// The function that prepares a weight, or -1.
static ptrdiff_t findPreparing(const Merge *merge, MlirOperation weight) {
  MlirAttribute by = relaxWeightGetPreparedBy(weight);
  ptrdiff_t i = by.ptr ? arrlen(merge->functions) - 1 : -1;
  while (i >= 0 &&
         !strRefEqual(relaxFuncGetSymName(merge->functions[i].function),
                      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(by))))
    --i;
  return i;
}

/// False if one is no graph, or is missing.
static bool findFunctions(Merge *merge) {
  MlirOperation module = merge->run->op;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(module, op, relaxIsWeight)).ptr;) {
    MlirAttribute by = relaxWeightGetPreparedBy(op);
    if (!by.ptr || findPreparing(merge, op) >= 0)
      continue;
    Preparing entry = {
        bridgeLookupNearestSymbol(
            op, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(by))),
        PREPARING_NEW};
    if (!entry.function.ptr || !relaxPrepares(entry.function) ||
        !bridgeBody(entry.function).ptr)
      return false;
    arrput(merge->functions, entry);
  }
  return true;
}

static MlirOperation weightOf(MlirOperation read) {
  return bridgeLookupNearestSymbol(
      read, strRefFromMlir(
                mlirFlatSymbolRefAttrGetValue(relaxGetWeightGetWeight(read))));
}

static void copyBody(Merge *merge, MlirOperation function) {
  MlirOperation target = merge->functions[0].function;
  MlirOperation copy = symCloneFresh(function, target, NULL);
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(copy));
  while (!relaxIsReturn(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(bridgeBody(target), merge->before, op);
    op = next;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    arrput(merge->values, mlirOperationGetOperand(op, i));
    arrput(merge->attributes,
           mlirArrayAttrGetElement(relaxFuncGetResAttrs(function), i));
  }
  mlirOperationDestroy(copy);
}

static MlirLogicalResult add(Merge *merge, ptrdiff_t index);

/// What the function needs stands in front of it. What it calls is no part of
/// the body, so the weights that are prepared are not there for it yet.
static MlirLogicalResult addNeeded(Merge *merge, ptrdiff_t index,
                                   MlirOperation reader) {
  MlirOperation *reads = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirOperation function = merge->functions[index].function;
  bridgeCollect(reader, relaxIsGetWeight, &reads);
  for (ptrdiff_t i = 0;
       i < arrlen(reads) && mlirLogicalResultIsSuccess(outcome); ++i) {
    ptrdiff_t needed = findPreparing(merge, weightOf(reads[i]));
    if (needed < 0)
      continue;
    StrRef name = relaxFuncGetSymName(function);
    if (!mlirOperationEqual(reader, function))
      outcome = bridgeEmitOpError(
          reads[i],
          "reads what is prepared at load, as '@%.*s' is, which calls this "
          "function: give it as an argument",
          (int)name.length, name.data);
    else if (merge->functions[needed].state == PREPARING_BEGUN)
      outcome = bridgeEmitOpError(
          reads[i], "what prepares this weight needs a result of '@%.*s'",
          (int)name.length, name.data);
    else
      outcome = add(merge, needed);
  }
  arrfree(reads);
  return outcome;
}

static MlirLogicalResult add(Merge *merge, ptrdiff_t index) {
  Preparing *entry = &merge->functions[index];
  if (entry->state == PREPARING_DONE)
    return mlirLogicalResultSuccess();
  entry->state = PREPARING_BEGUN;
  MlirOperation *readers = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  arrput(readers, entry->function);
  prepareAddCallees(merge->run->op, &readers);
  for (ptrdiff_t i = 0;
       i < arrlen(readers) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = addNeeded(merge, index, readers[i]);
  arrfree(readers);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  entry->state = PREPARING_DONE;
  if (index > 0)
    copyBody(merge, entry->function);
  return outcome;
}

/// All weights are those of the first function, whose results are complete; the
/// others are functions as any.
static void nameWeights(Merge *merge) {
  MlirContext context = merge->run->context;
  MlirOperation target = merge->functions[0].function;
  StrRef name = relaxFuncGetSymName(target);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(merge->run->op, op, relaxIsWeight)).ptr;)
    if (findPreparing(merge, op) > 0)
      relaxWeightSetPreparedBy(
          op, mlirFlatSymbolRefAttrGet(context, strRefToMlir(name)));
  for (ptrdiff_t i = 1; i < arrlen(merge->functions); ++i)
    relaxFuncSetResAttrs(merge->functions[i].function, (MlirAttribute){NULL});
}

static void readValues(MlirOperation function) {
  MlirOperation *reads = NULL;
  MlirOperation ret = mlirBlockGetTerminator(bridgeBody(function));
  bridgeCollect(function, relaxIsGetWeight, &reads);
  for (ptrdiff_t i = 0; i < arrlen(reads); ++i) {
    intptr_t result = relaxPreparedResult(
        function, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                      relaxGetWeightGetWeight(reads[i]))));
    if (result < 0)
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(reads[i], 0),
                                  mlirOperationGetOperand(ret, result));
    mlirOperationDestroy(reads[i]);
  }
  arrfree(reads);
}

static MlirLogicalResult mergeAll(Merge *merge) {
  MlirOperation target = merge->functions[0].function;
  MlirBlock body = bridgeBody(target);
  MlirOperation ret = mlirBlockGetTerminator(body);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(ret); i < e; ++i) {
    arrput(merge->values, mlirOperationGetOperand(ret, i));
    arrput(merge->attributes,
           mlirArrayAttrGetElement(relaxFuncGetResAttrs(target), i));
  }
  for (ptrdiff_t i = 0; i < arrlen(merge->functions); ++i) {
    merge->before = i == 0 ? mlirBlockGetFirstOperation(body) : ret;
    if (mlirLogicalResultIsFailure(add(merge, i)))
      return mlirLogicalResultFailure();
  }
  preparedSetResults(target, arrlen(merge->values), merge->values,
                     merge->attributes);
  nameWeights(merge);
  readValues(target);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult preparedMerge(RelaxPassRun *run) {
  Merge merge = {.run = run};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (findFunctions(&merge) && arrlen(merge.functions) > 1)
    outcome = mergeAll(&merge);
  arrfree(merge.functions);
  arrfree(merge.values);
  arrfree(merge.attributes);
  return outcome;
}
