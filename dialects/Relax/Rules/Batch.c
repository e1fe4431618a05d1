//===- Batch.c - rules of work that waits ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"

static bool uses(Arena *arena, MlirAttribute dim, StrRef symbol) {
  SymExpr expr = symExprOf(arena, dim);
  bool found = false;
  for (size_t i = 0; i < expr.numSymbols; ++i)
    found |= strRefEqual(expr.symbols[i], symbol);
  return found;
}

/// A type without its first dimension, which has to be the symbol of the lanes.
static bool dropLanes(Arena *arena, MlirType type, StrRef *lanes,
                      MlirType *out) {
  RelaxTensorInfo info;
  StrRef symbol;
  if (!relaxTensorInfo(type, &info) || !info.ranked || info.rank == 0 ||
      !symAttributeIsSymbol(info.dims[0], &symbol) ||
      (lanes->length && !strRefEqual(symbol, *lanes)))
    return false;
  *lanes = symbol;
  for (intptr_t i = 1; i < info.rank; ++i)
    if (uses(arena, info.dims[i], symbol))
      return false;
  *out = relaxTensorTypeOf(info.elementType, info.rank - 1, info.dims + 1);
  return true;
}

/// The types of one call of a function for many; false if it is none.
static bool dropAllLanes(Arena *arena, RelaxCallTypes *call) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(call->type);
  intptr_t results = mlirFunctionTypeGetNumResults(call->type);
  MlirType *types = ARENA_ARRAY(arena, MlirType, inputs + results);
  StrRef lanes = {NULL, 0};
  for (intptr_t i = 0; i < inputs + results; ++i)
    if (!dropLanes(arena,
                   i < inputs
                       ? mlirFunctionTypeGetInput(call->type, i)
                       : mlirFunctionTypeGetResult(call->type, i - inputs),
                   &lanes, &types[i]))
      return false;
  call->type = mlirFunctionTypeGet(mlirOperationGetContext(call->op), inputs,
                                   types, results, types + inputs);
  return inputs > 0;
}

MlirLogicalResult relaxDeferVerifySymbols(MlirOperation op,
                                          BridgeSymbolTables tables) {
  MlirOperation function = relaxCalleeOf(op, relaxDeferGetCallee(op), &tables);
  if (!function.ptr)
    return mlirLogicalResultFailure();
  Arena *arena = arenaCreate();
  intptr_t inputs = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirType *types = ARENA_ARRAY(arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs + results; ++i)
    types[i] =
        mlirValueGetType(i < inputs ? mlirOperationGetOperand(op, i)
                                    : mlirOperationGetResult(op, i - inputs));
  RelaxCallTypes call = {.op = op,
                         .name = relaxFuncGetSymName(function),
                         .type = relaxFuncGetFunctionType(function),
                         .numOperands = inputs,
                         .operands = types,
                         .numResults = results,
                         .results = types + inputs,
                         .strict = true};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (relaxDeferGetBatched(op) && !dropAllLanes(arena, &call))
    outcome = bridgeEmitOpError(
        op,
        "'@%.*s' is for one call: expected the number of calls, a symbol, as "
        "the first dimension of all arguments and results",
        (int)call.name.length, call.name.data);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxCheckCallTypes(&call);
  arenaDestroy(arena);
  return outcome;
}
