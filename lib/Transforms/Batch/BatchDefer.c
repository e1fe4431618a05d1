//===- BatchDefer.c - calls of programs become one that is deferred -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

void batchTakeShared(Outline *outline) {
  MlirOperation *calls = outline->ops;
  struct Taken {
    const void *key;
    MlirValue value;
  } *taken = NULL;
  outline->ops = NULL;
  MlirOperation first = calls[0];
  for (ptrdiff_t c = 0; c < arrlen(calls); ++c)
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(calls[c]); i < e;
         ++i) {
      MlirValue value = mlirOperationGetOperand(calls[c], i);
      if (!batchIsShared(value))
        continue;
      struct Taken *known = mapEntry(taken, value.ptr);
      if (!known) {
        MlirOperation copy = mlirOperationClone(mlirOpResultGetOwner(value));
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(first), first,
                                            copy);
        struct Taken entry = {value.ptr, mlirOperationGetResult(copy, 0)};
        hmputs(taken, entry);
        known = mapEntry(taken, value.ptr);
        arrput(outline->ops, copy);
        hmput(outline->members, (const void *)copy.ptr, 1);
      }
      mlirOperationSetOperand(calls[c], i, known->value);
    }
  for (ptrdiff_t c = 0; c < arrlen(calls); ++c)
    arrput(outline->ops, calls[c]);
  hmfree(taken);
  arrfree(calls);
}

/// All values that go in and out are tensors, and the results have no extents
/// that only they know. Where rows are joined, an argument has some.
static bool isUnit(const Outline *outline, MlirAttribute symbols) {
  bool good = !outline->exported.ptr && arrlen(outline->inputs) &&
              arrlen(outline->outputs),
       joined = !symbols.ptr;
  for (ptrdiff_t i = 0; i < arrlen(outline->inputs) && good; ++i) {
    MlirType type = mlirValueGetType(outline->inputs[i]);
    BatchMode mode;
    good = batchTakes(type) && batchModeOf(type, symbols, &mode);
    joined |= good && mode > BATCH_LANE;
  }
  return good && joined;
}

/// The number of a value in the body, arguments first.
static ptrdiff_t numberOf(const MlirValue *values, MlirValue value) {
  for (ptrdiff_t i = 0; i < arrlen((MlirValue *)values); ++i)
    if (mlirValueEqual(values[i], value))
      return i;
  return -1;
}

static void describe(MlirOperation op, StrBuf *key) {
  if (relaxIsCallTir(op)) {
    bridgePrintAttribute(relaxCallTirGetCallee(op), key);
    if (relaxCallTirGetSymbols(op).ptr)
      bridgePrintAttribute(relaxCallTirGetSymbols(op), key);
  } else if (relaxIsGetWeight(op)) {
    bridgePrintAttribute(relaxGetWeightGetWeight(op), key);
  } else if (relaxIsConstant(op)) {
    bridgePrintAttribute(relaxConstantGetValue(op), key);
  }
}

/// A text that is equal for units that do the same.
static void keyOf(MlirOperation function, StrBuf *key) {
  MlirValue *values = NULL;
  MlirBlock entry = bridgeBody(function);
  bridgePrintType(relaxFuncGetFunctionType(function), key);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    arrput(values, mlirBlockGetArgument(entry, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    strBufAppendFormat(key, "\n%.*s ", (int)bridgeOpName(op).length,
                       bridgeOpName(op).data);
    describe(op, key);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      strBufAppendFormat(key, " %td",
                         numberOf(values, mlirOperationGetOperand(op, i)));
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
      arrput(values, mlirOperationGetResult(op, i));
      strBufAppendC(key, " ");
      bridgePrintType(mlirValueGetType(mlirOperationGetResult(op, i)), key);
    }
  }
  arrfree(values);
}

/// The unit that does the same as the new function, which may be itself.
static MlirOperation shareUnit(Batcher *batcher, MlirOperation function) {
  StrBuf key = {0};
  keyOf(function, &key);
  BatchUnit *known = strMapEntry(batcher->units, strBufText(&key));
  if (known)
    mlirOperationDestroy(function);
  else
    shput(batcher->units, strBufText(&key), function);
  MlirOperation unit = known ? known->value : function;
  batcher->run->counters[BATCH_COUNT_UNITS] += !known;
  strBufFree(&key);
  return unit;
}

/// Says in the text of which extents other calls are other batches: symbols
/// that no program joins.
static void writeEqual(Batcher *batcher, MlirOperation defer,
                       const BatchLine *line) {
  if (arrlen(line->fixed))
    mlirOperationSetDiscardableAttributeByName(
        defer, mlirStringRefCreateFromCString("relax.equal_extents"),
        mlirArrayAttrGet(batcher->run->context, arrlen(line->fixed),
                         line->fixed));
}

static MlirLogicalResult deferCall(Batcher *batcher, MlirOperation call,
                                   MlirAttribute joined,
                                   const BatchLine *line) {
  intptr_t inputs = mlirOperationGetNumOperands(call);
  intptr_t results = mlirOperationGetNumResults(call);
  MlirOperation function = bridgeFollow(call, relaxCallGetCallee(call));
  MlirValue *values = bridgeOperands(batcher->run->arena, call);
  MlirType *types = bridgeResultTypes(batcher->run->arena, call);
  BatchRagged ragged;
  if (mlirLogicalResultIsFailure(
          batchAddLanes(batcher, function, joined, &ragged)))
    return mlirLogicalResultFailure();
  function = shareUnit(batcher, function);
  RelaxDeferArgs args = {
      .numInputs = inputs,
      .inputs = values,
      .callee = mlirFlatSymbolRefAttrGet(
          batcher->run->context, strRefToMlir(relaxFuncGetSymName(function))),
      .batched = true,
      .ragged = ragged.extents,
      .rows = mlirAttributeEqual(ragged.rows, ragged.extents)
                  ? (MlirAttribute){NULL}
                  : ragged.rows,
      .numResultsTypes = results,
      .resultsTypes = types};
  MlirOperation defer = relaxDeferCreate(mlirOperationGetLocation(call), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, defer);
  writeEqual(batcher, defer, line);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i),
                                  mlirOperationGetResult(defer, i));
  mlirOperationDestroy(call);
  ++batcher->run->counters[BATCH_COUNT_DEFERRED];
  return mlirLogicalResultSuccess();
}

MlirLogicalResult batchDefer(Batcher *batcher, MlirOperation function,
                             const BatchLine *line) {
  StrBuf name = {0};
  StrRef of = relaxFuncGetSymName(function);
  strBufAppendFormat(&name, "%.*s_unit", (int)of.length, of.data);
  Outline outline = {.arena = batcher->run->arena,
                     .function = function,
                     .name = arenaCopyString(batcher->run->arena,
                                             (StrRef){name.data, name.length})};
  strBufFree(&name);
  for (ptrdiff_t i = 0; i < arrlen(line->calls); ++i) {
    arrput(outline.ops, line->calls[i]);
    hmput(outline.members, (const void *)line->calls[i].ptr, 1);
  }
  batchTakeShared(&outline);
  MlirLogicalResult outcome = outlineSignature(&outline);
  MlirAttribute joined = {NULL};
  if (arrlen(line->joined))
    joined = mlirArrayAttrGet(batcher->run->context, arrlen(line->joined),
                              line->joined);
  if (mlirLogicalResultIsSuccess(outcome) && isUnit(&outline, joined))
    outcome = deferCall(batcher, outlineCreate(&outline), joined, line);
  arrfree(outline.ops);
  hmfree(outline.members);
  arrfree(outline.inputs);
  arrfree(outline.outputs);
  return outcome;
}
