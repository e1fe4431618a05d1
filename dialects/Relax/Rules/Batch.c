//===- Batch.c - rules of work that waits ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.h"
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

/// The symbol that is the first dimension and in no other; none of what has
/// none.
static StrRef firstSymbol(Arena *arena, const RelaxTensorInfo *info) {
  StrRef symbol = {NULL, 0};
  if (!info->ranked || info->rank == 0 ||
      !symAttributeIsSymbol(info->dims[0], &symbol))
    return symbol;
  for (intptr_t i = 1; i < info->rank; ++i)
    if (uses(arena, info->dims[i], symbol))
      return (StrRef){NULL, 0};
  return symbol;
}

/// What stands in front of the tensors of a function for many calls.
typedef struct Fronts {
  Arena *arena;
  StrRef lanes, rows;
  bool ragged;
} Fronts;

/// A type of one call: without the first dimension, which has to be the symbol
/// of the lanes, or, of ragged calls, with that of the rows.
static bool typeOfOne(Fronts *fronts, MlirType type, MlirType *out) {
  RelaxTensorInfo info;
  StrRef symbol = relaxTensorInfo(type, &info)
                      ? firstSymbol(fronts->arena, &info)
                      : (StrRef){NULL, 0};
  *out = type;
  if (symbol.length == 0)
    return false;
  if (fronts->ragged && !strRefEqual(symbol, fronts->lanes)) {
    if (fronts->rows.length == 0)
      fronts->rows = symbol;
    return strRefEqual(symbol, fronts->rows);
  }
  if (fronts->lanes.length == 0)
    fronts->lanes = symbol;
  *out = relaxTensorTypeOf(info.elementType, info.rank - 1, info.dims + 1);
  return strRefEqual(symbol, fronts->lanes);
}

/// The last two arguments of a function for ragged calls.
static bool takeTables(Fronts *fronts, MlirType type, intptr_t inputs) {
  RelaxTensorInfo lengths, starts;
  MlirType word = mlirIntegerTypeGet(mlirTypeGetContext(type), 64);
  if (mlirFunctionTypeGetNumInputs(type) != inputs + 2 ||
      !relaxTensorInfo(mlirFunctionTypeGetInput(type, inputs), &lengths) ||
      !relaxTensorInfo(mlirFunctionTypeGetInput(type, inputs + 1), &starts) ||
      lengths.rank != 1 || starts.rank != 1 ||
      !mlirTypeEqual(lengths.elementType, word) ||
      !mlirTypeEqual(starts.elementType, word))
    return false;
  fronts->lanes = firstSymbol(fronts->arena, &lengths);
  SymExpr end;
  return fronts->lanes.length &&
         symExprAdd(fronts->arena, symExprSymbol(fronts->arena, fronts->lanes),
                    symExprConst(fronts->arena, 1), &end) == SYM_OK &&
         symExprEqual(symExprOf(fronts->arena, starts.dims[0]), end);
}

/// The types of one call of a function for many; false if it is none.
static bool typesOfOne(Fronts *fronts, RelaxCallTypes *call) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(call->type);
  intptr_t results = mlirFunctionTypeGetNumResults(call->type);
  MlirType *types = ARENA_ARRAY(fronts->arena, MlirType, inputs + results);
  if (fronts->ragged && (inputs -= 2) >= 0 &&
      !takeTables(fronts, call->type, inputs))
    return false;
  for (intptr_t i = 0; i < inputs + results; ++i)
    if (!typeOfOne(fronts,
                   i < inputs
                       ? mlirFunctionTypeGetInput(call->type, i)
                       : mlirFunctionTypeGetResult(call->type, i - inputs),
                   &types[i]))
      return false;
  if (inputs <= 0)
    return false;
  call->type = mlirFunctionTypeGet(mlirOperationGetContext(call->op), inputs,
                                   types, results, types + inputs);
  return !fronts->ragged || fronts->rows.length;
}

static MlirLogicalResult checkFronts(MlirOperation op, Arena *arena,
                                     RelaxCallTypes *call) {
  Fronts fronts = {.arena = arena, .ragged = relaxDeferGetRagged(op)};
  MlirAttribute ghosts = relaxDeferGetGhosts(op);
  int64_t deeper = ghosts.ptr ? mlirIntegerAttrGetValueInt(ghosts) : 1;
  MlirAttribute after = relaxDeferGetPhase(op);
  int64_t phase = after.ptr ? mlirIntegerAttrGetValueInt(after) : 1;
  if (deeper < 1 || deeper > 15)
    return bridgeEmitOpError(op, "'ghosts': expected 1 to 15, got %ld",
                             (long)deeper);
  if (phase < 1 || phase > RELAX_MAX_PHASE)
    return bridgeEmitOpError(op, "'phase': expected 1 to %d, got %ld",
                             RELAX_MAX_PHASE, (long)phase);
  if (fronts.ragged && !relaxDeferGetBatched(op))
    return bridgeEmitOpError(op, "'ragged': expected 'batched', too");
  if (!relaxDeferGetBatched(op) || typesOfOne(&fronts, call))
    return mlirLogicalResultSuccess();
  if (fronts.ragged)
    return bridgeEmitOpError(
        op,
        "'@%.*s' is not for ragged calls: expected the number of calls or that "
        "of their rows, symbols, as the first dimension everywhere, rows in "
        "some argument, and at last two arguments [lanes] and [lanes + 1] of "
        "i64",
        (int)call->name.length, call->name.data);
  return bridgeEmitOpError(
      op,
      "'@%.*s' is for one call: expected the number of calls, a symbol, as "
      "the first dimension of all arguments and results",
      (int)call->name.length, call->name.data);
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
  MlirLogicalResult outcome = checkFronts(op, arena, &call);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxCheckCallTypes(&call);
  arenaDestroy(arena);
  return outcome;
}
