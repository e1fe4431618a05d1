//===- BatchUnit.c - a function for many calls ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

typedef struct Unit {
  Batcher *batcher;
  MlirAttribute extent; // the symbol of the calls
  MlirAttribute rows;   // of all of them, or null
  MlirValue tables[2];
} Unit;

static MlirType manyType(const Unit *unit, MlirType type) {
  RelaxTensorInfo info;
  BatchMode mode;
  if (batchModeOf(type, unit->rows, &mode) && mode == BATCH_ROWS)
    return type;
  relaxTensorInfo(type, &info);
  MlirAttribute *dims =
      ARENA_ARRAY(unit->batcher->run->arena, MlirAttribute, info.rank + 1);
  dims[0] = unit->extent;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  return relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A call of a program, and how its tensors become those of many calls: found
/// while they are those of one.
typedef struct UnitCall {
  MlirOperation op;
  BatchMode *modes;
} UnitCall;

static UnitCall *collectCalls(const Unit *unit, MlirBlock entry) {
  UnitCall *calls = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!relaxIsCallTir(op))
      continue;
    UnitCall call = {op, ARENA_ARRAY(unit->batcher->run->arena, BatchMode,
                                     relaxCallTirGetNumInputs(op) +
                                         mlirOperationGetNumResults(op))};
    batchModes(op, unit->rows, call.modes);
    arrput(calls, call);
  }
  return calls;
}

/// The call of the program for many calls in its place.
static MlirLogicalResult widenCall(Unit *unit, const UnitCall *old) {
  Arena *arena = unit->batcher->run->arena;
  MlirOperation op = old->op;
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs + 2);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  for (intptr_t i = 0; i < results; ++i)
    types[i] = manyType(unit, mlirValueGetType(mlirOperationGetResult(op, i)));
  const LanesKernel *kernel =
      batchKernel(unit->batcher,
                  bridgeLookupNearestSymbol(
                      op, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                              relaxCallTirGetCallee(op)))),
                  old->modes);
  if (!kernel)
    return mlirLogicalResultFailure();
  intptr_t tables = kernel->tables ? 2 : 0;
  for (intptr_t i = 0; i < tables; ++i)
    values[i] = unit->tables[i];
  for (intptr_t i = 0; i < inputs; ++i)
    values[tables + i] = relaxCallTirGetInputs(op, i);
  StrRef name = tirFuncGetSymName(kernel->made);
  RelaxCallTirArgs args = {.numInputs = tables + inputs,
                           .inputs = values,
                           .callee = mlirFlatSymbolRefAttrGet(
                               unit->batcher->run->context, strRefToMlir(name)),
                           .symbols = relaxCallTirGetSymbols(op),
                           .numResultsTypes = results,
                           .resultsTypes = types};
  MlirOperation call = relaxCallTirCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

static void addTable(Unit *unit, MlirBlock entry, int number, const char *name,
                     MlirAttribute extent) {
  MlirContext context = unit->batcher->run->context;
  MlirType type =
      relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, &extent);
  unit->tables[number] = mlirBlockAddArgument(
      entry, type,
      bridgeNamedLocation(strRefFromC(name), mlirLocationUnknownGet(context)));
}

/// How many rows each call has, and where they begin, up to their end.
static void addTables(Unit *unit, MlirBlock entry) {
  Arena *arena = unit->batcher->run->arena;
  StrRef lanes;
  SymExpr sum;
  symAttributeIsSymbol(unit->extent, &lanes);
  (void)symExprAdd(arena, symExprSymbol(arena, lanes), symExprConst(arena, 1),
                   &sum);
  addTable(unit, entry, 0, "lengths", unit->extent);
  addTable(unit, entry, 1, "starts",
           symExprToAttribute(unit->batcher->run->context, sum));
}

static void retype(Unit *unit, MlirOperation function, MlirBlock entry) {
  Arena *arena = unit->batcher->run->arena;
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  intptr_t all = inputs + (unit->rows.ptr ? 2 : 0);
  MlirType *types = ARENA_ARRAY(arena, MlirType, all + results);
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    mlirValueSetType(argument, manyType(unit, mlirValueGetType(argument)));
  }
  if (unit->rows.ptr)
    addTables(unit, entry);
  for (intptr_t i = 0; i < all; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; i < results; ++i)
    types[all + i] = manyType(unit, mlirFunctionTypeGetResult(type, i));
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(mlirOperationGetContext(function), all,
                                    types, results, types + all));
}

MlirLogicalResult batchAddLanes(Batcher *batcher, MlirOperation function,
                                MlirAttribute rows) {
  StrRef *names;
  Arena *arena = batcher->run->arena;
  size_t count = symNamesIn(function, arena, &names);
  Unit unit = {.batcher = batcher,
               .rows = rows,
               .extent = symSymbolAttribute(
                   batcher->run->context,
                   symFreshName(arena, strRefFromC("lanes"), names, count))};
  MlirBlock entry = bridgeBody(function);
  UnitCall *calls = collectCalls(&unit, entry);
  if (rows.ptr) // the extent of one call is that of all
    relaxFuncSetFacts(function,
                      batchFactsWithout(relaxFuncGetFacts(function), rows));
  retype(&unit, function, entry);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       i < arrlen(calls) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = widenCall(&unit, &calls[i]);
  arrfree(calls);
  return outcome;
}
