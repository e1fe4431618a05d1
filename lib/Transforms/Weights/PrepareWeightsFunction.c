//===- PrepareWeightsFunction.c - the function that runs once at load -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Analysis/SameOperation.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Equal operations stand there once
//===----------------------------------------------------------------------===//

static void remember(Preparer *preparer, MlirOperation op,
                     const MlirValue *operands) {
  struct PreparerOp entry = {operationHash(op, operands), op};
  hmputs(preparer->known, entry);
}

static MlirValue *operandsOf(Preparer *preparer, MlirOperation op) {
  return bridgeOperands(preparer->run->arena, op);
}

//===----------------------------------------------------------------------===//
// The function in the module
//===----------------------------------------------------------------------===//

/// The weights that the function prepares, with its results.
static MlirLogicalResult readResults(Preparer *preparer, MlirOperation ret) {
  MlirContext context = preparer->run->context;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(ret); i < e; ++i) {
    StrRef name = relaxPreparedName(preparer->function, i);
    if (name.length == 0) {
      arrfree(preparer->results);
      return bridgeEmitOpError(
          preparer->function,
          "prepares weights, but result %ld names none: expected "
          "{relax.prepares = @w}",
          (long)i);
    }
    struct PreparerResult result = {
        mlirOperationGetOperand(ret, i),
        mlirFlatSymbolRefAttrGet(context, strRefToMlir(name))};
    arrput(preparer->results, result);
  }
  return mlirLogicalResultSuccess();
}

/// Goes on with a function that an earlier run, or a person, has made.
static MlirLogicalResult adopt(Preparer *preparer, MlirOperation weight) {
  preparer->name = bridgeRefName(relaxWeightGetPreparedBy(weight));
  MlirOperation function =
      bridgeLookupNearestSymbol(preparer->module, preparer->name);
  if (!function.ptr)
    return bridgeEmitOpError(weight, "'@%.*s' is not in the module",
                             (int)preparer->name.length, preparer->name.data);
  preparer->isLowered = true;
  if (!relaxIsFunc(function))
    return mlirLogicalResultSuccess();
  preparer->body = bridgeBody(function);
  if (!preparer->body.ptr)
    return bridgeEmitOpError(weight, "'@%.*s' has no body to prepare it with",
                             (int)preparer->name.length, preparer->name.data);
  preparer->isLowered = false;
  preparer->function = function;
  MlirOperation ret = mlirBlockGetTerminator(preparer->body);
  for (MlirOperation op = mlirBlockGetFirstOperation(preparer->body);
       !mlirOperationEqual(op, ret); op = mlirOperationGetNextInBlock(op))
    if (bridgeIsPure(op))
      remember(preparer, op, operandsOf(preparer, op));
  return readResults(preparer, ret);
}

MlirLogicalResult preparerStart(Preparer *preparer, RelaxPassRun *run) {
  *preparer = (Preparer){
      .run = run, .module = run->op, .symbols = moduleSymbolsCreate(run->op)};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsWeight)).ptr;) {
    MlirAttribute by = relaxWeightGetPreparedBy(op);
    bool first = by.ptr && preparer->name.length == 0;
    if (first && mlirLogicalResultIsFailure(adopt(preparer, op)))
      return mlirLogicalResultFailure();
    if (preparer->name.length == 0 ||
        (by.ptr && strRefEqual(bridgeRefName(by), preparer->name)))
      preparer->lastWeight = op;
  }
  return mlirLogicalResultSuccess();
}

static MlirAttribute stringAttribute(Preparer *preparer, StrRef text) {
  return mlirStringAttrGet(preparer->run->context, strRefToMlir(text));
}

/// An empty one, before the first function.
static void create(Preparer *preparer) {
  RelaxPassRun *run = preparer->run;
  preparer->name = moduleSymbolsUnique(preparer->symbols,
                                       strRefFromC("prepare"), run->arena);
  RelaxFuncArgs args = {
      .sym_name = preparer->name,
      .function_type = mlirFunctionTypeGet(run->context, 0, NULL, 0, NULL),
      .sym_visibility = stringAttribute(preparer, strRefFromC("private"))};
  preparer->function =
      relaxFuncCreate(mlirOperationGetLocation(run->op), &args);
  preparer->body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(preparer->function, 0),
                             preparer->body);
  RelaxReturnArgs none = {0, NULL};
  mlirBlockAppendOwnedOperation(
      preparer->body,
      relaxReturnCreate(mlirOperationGetLocation(run->op), &none));
  MlirBlock body = bridgeBody(run->op);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  while (!relaxIsFunc(first))
    first = mlirOperationGetNextInBlock(first);
  mlirBlockInsertOwnedOperationBefore(body, first, preparer->function);
  moduleSymbolsAdd(preparer->symbols, preparer->function);
}

//===----------------------------------------------------------------------===//
// Its operations and results
//===----------------------------------------------------------------------===//

static void mapResults(Preparer *preparer, MlirOperation from,
                       MlirOperation to) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(from); i < e; ++i) {
    struct PreparerValue entry = {(void *)mlirOperationGetResult(from, i).ptr,
                                  mlirOperationGetResult(to, i)};
    hmputs(preparer->values, entry);
  }
}

/// While the prepare function runs, what it prepares is a value, not yet a
/// weight.
static bool mapPrepared(Preparer *preparer, MlirOperation op) {
  if (!relaxIsGetWeight(op))
    return false;
  MlirAttribute weight = relaxGetWeightGetWeight(op);
  for (ptrdiff_t i = 0; i < arrlen(preparer->results); ++i) {
    if (!mlirAttributeEqual(preparer->results[i].weight, weight))
      continue;
    struct PreparerValue entry = {(void *)mlirOperationGetResult(op, 0).ptr,
                                  preparer->results[i].value};
    hmputs(preparer->values, entry);
    return true;
  }
  return false;
}

void preparerAdd(Preparer *preparer, MlirOperation op) {
  if (!preparer->function.ptr)
    create(preparer);
  if (mapPrepared(preparer, op))
    return;
  MlirValue *operands = operandsOf(preparer, op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    operands[i] = mapEntry(preparer->values, (void *)operands[i].ptr)->value;
  ptrdiff_t at = mapFind(preparer->known, operationHash(op, operands));
  if (at >= 0 && operationIsSame(preparer->known[at].value, op, operands)) {
    mapResults(preparer, op, preparer->known[at].value);
    return;
  }
  MlirOperation copy = mlirOperationClone(op);
  mlirOperationSetOperands(copy, mlirOperationGetNumOperands(op), operands);
  mlirBlockInsertOwnedOperationBefore(
      preparer->body, mlirBlockGetTerminator(preparer->body), copy);
  remember(preparer, copy, operands);
  mapResults(preparer, op, copy);
}

static MlirAttribute createWeight(Preparer *preparer, MlirValue value,
                                  StrRef wanted) {
  RelaxPassRun *run = preparer->run;
  StrRef name = moduleSymbolsUnique(preparer->symbols, wanted, run->arena);
  RelaxWeightArgs args = {.sym_name = name,
                          .type = mlirValueGetType(value),
                          .prepared_by = mlirFlatSymbolRefAttrGet(
                              run->context, strRefToMlir(preparer->name))};
  MlirLocation loc = mlirOperationGetLocation(mlirOpResultGetOwner(value));
  MlirOperation weight = relaxWeightCreate(loc, &args);
  MlirBlock body = bridgeBody(run->op);
  if (preparer->lastWeight.ptr)
    mlirBlockInsertOwnedOperationAfter(body, preparer->lastWeight, weight);
  else
    mlirBlockInsertOwnedOperation(body, 0, weight);
  preparer->lastWeight = weight;
  moduleSymbolsAdd(preparer->symbols, weight);
  return mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(name));
}

MlirAttribute preparerWeight(Preparer *preparer, MlirValue value, StrRef name) {
  MlirValue prepared = mapEntry(preparer->values, (void *)value.ptr)->value;
  for (ptrdiff_t i = 0; i < arrlen(preparer->results); ++i)
    if (mlirValueEqual(preparer->results[i].value, prepared))
      return preparer->results[i].weight;
  struct PreparerResult result = {prepared,
                                  createWeight(preparer, value, name)};
  arrput(preparer->results, result);
  return result.weight;
}

/// The return and the function type say all results again.
static void complete(Preparer *preparer) {
  Arena *arena = preparer->run->arena;
  ptrdiff_t count = arrlen(preparer->results);
  MlirAttribute given = relaxFuncGetResAttrs(preparer->function);
  intptr_t old = given.ptr ? mlirArrayAttrGetNumElements(given) : 0;
  if (count == old)
    return;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, count);
  MlirAttribute *attributes = ARENA_ARRAY(arena, MlirAttribute, count);
  for (ptrdiff_t i = 0; i < count; ++i) {
    values[i] = preparer->results[i].value;
    attributes[i] = i < old
                        ? mlirArrayAttrGetElement(given, i)
                        : relaxPreparedAttributes(preparer->results[i].weight);
  }
  preparedSetResults(preparer->function, count, values, attributes);
}

void preparerFinish(Preparer *preparer) {
  if (preparer->function.ptr && preparer->body.ptr) {
    complete(preparer);
    preparedOrder(preparer->body);
  }
  moduleSymbolsDestroy(preparer->symbols);
  hmfree(preparer->values);
  hmfree(preparer->known);
  arrfree(preparer->results);
}
