//===- BatchUnit.c - a function for many calls ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

/// A value that each call has its own of.
typedef struct LaneValue {
  const void *key; // MlirValue::ptr
  char value;
} LaneValue;

typedef struct Unit {
  Batcher *batcher;
  MlirAttribute extent; // the symbol of the calls
  LaneValue *lanes;     // stb_ds set
} Unit;

static MlirType laneType(const Unit *unit, MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  MlirAttribute *dims =
      ARENA_ARRAY(unit->batcher->run->arena, MlirAttribute, info.rank + 1);
  dims[0] = unit->extent;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  return relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
}

static bool isLane(const Unit *unit, MlirValue value) {
  return mapFind(unit->lanes, value.ptr) >= 0;
}

/// The call of the program for many calls in its place.
static MlirLogicalResult widenCall(Unit *unit, MlirOperation op) {
  Arena *arena = unit->batcher->run->arena;
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  bool *shared = ARENA_ARRAY(arena, bool, inputs + results);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i) {
    values[i] = relaxCallTirGetInputs(op, i);
    shared[i] = !isLane(unit, values[i]);
  }
  for (intptr_t i = 0; i < results; ++i) {
    shared[inputs + i] = false;
    types[i] = laneType(unit, mlirValueGetType(mlirOperationGetResult(op, i)));
  }
  MlirAttribute callee = relaxCallTirGetCallee(op);
  MlirOperation kernel = batchKernel(
      unit->batcher,
      bridgeLookupNearestSymbol(
          op, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee))),
      shared);
  if (!kernel.ptr)
    return mlirLogicalResultFailure();
  StrRef name =
      strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(kernel)));
  RelaxCallTirArgs args = {.numInputs = inputs,
                           .inputs = values,
                           .callee = mlirFlatSymbolRefAttrGet(
                               unit->batcher->run->context, strRefToMlir(name)),
                           .symbols = relaxCallTirGetSymbols(op),
                           .numResultsTypes = results,
                           .resultsTypes = types};
  MlirOperation call = relaxCallTirCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, call);
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), result);
    hmput(unit->lanes, (const void *)result.ptr, 1);
  }
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

static void retype(Unit *unit, MlirOperation function, MlirBlock entry) {
  Arena *arena = unit->batcher->run->arena;
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ARENA_ARRAY(arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    types[i] = laneType(unit, mlirValueGetType(argument));
    mlirValueSetType(argument, types[i]);
    hmput(unit->lanes, (const void *)argument.ptr, 1);
  }
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = laneType(unit, mlirFunctionTypeGetResult(type, i));
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(mlirOperationGetContext(function), inputs,
                                    types, results, types + inputs));
}

MlirLogicalResult batchAddLanes(Batcher *batcher, MlirOperation function) {
  StrRef *names;
  Arena *arena = batcher->run->arena;
  size_t count = symNamesIn(function, arena, &names);
  Unit unit = {.batcher = batcher,
               .extent = symSymbolAttribute(
                   batcher->run->context,
                   symFreshName(arena, strRefFromC("lanes"), names, count))};
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  retype(&unit, function, entry);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(entry), next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (relaxIsCallTir(op))
      outcome = widenCall(&unit, op);
  }
  hmfree(unit.lanes);
  return outcome;
}
