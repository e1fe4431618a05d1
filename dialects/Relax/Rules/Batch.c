//===- Batch.c - rules of work that waits ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Sym/Parts.h"

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

MlirAttribute relaxDeferRows(MlirOperation op) {
  MlirAttribute rows = relaxDeferGetRows(op);
  return rows.ptr ? rows : relaxDeferGetRagged(op);
}

/// What stands in front of the tensors of a function for many calls.
typedef struct Fronts {
  Arena *arena;
  MlirAttribute extents, rows; // of ragged calls, else null
  StrRef lanes;
  StrRef *names; // of the rows, by what has them first
  intptr_t numNames;
} Fronts;

static intptr_t numRows(const Fronts *fronts) {
  return fronts->rows.ptr ? mlirArrayAttrGetNumElements(fronts->rows) : 0;
}

/// Which rows these are; as many as there are if they have no place.
static intptr_t placeOf(Fronts *fronts, StrRef name) {
  intptr_t place = 0;
  while (place < fronts->numNames && !strRefEqual(fronts->names[place], name))
    ++place;
  if (place == fronts->numNames && place < numRows(fronts))
    fronts->names[fronts->numNames++] = name;
  return place;
}

/// The first dimension of a function's tensor, `3 * pixels`, has the rows of
/// those of one call.
static bool areRows(Fronts *fronts, const RelaxTensorInfo *many,
                    const RelaxTensorInfo *one, intptr_t joined) {
  SymExpr front = symExprOf(fronts->arena, many->dims[0]),
          product = symExprConst(fronts->arena, 1), rows;
  StrRef name;
  if (front.numSymbols != 1 || strRefEqual(front.symbols[0], fronts->lanes))
    return false;
  name = front.symbols[0];
  int64_t times = symExprCoefficient(fronts->arena, front,
                                     symExprSymbol(fronts->arena, name));
  for (intptr_t i = 1; i < many->rank; ++i)
    if (uses(fronts->arena, many->dims[i], name))
      return false;
  for (intptr_t i = 0; i < joined; ++i)
    if (symAttributeIsUnknown(one->dims[i]) ||
        symExprMul(fronts->arena, product,
                   symExprOf(fronts->arena, one->dims[i]), &product) != SYM_OK)
      return false;
  intptr_t place = placeOf(fronts, name);
  if (place == numRows(fronts) || times < 1)
    return false;
  SymExpr factor = symExprConst(fronts->arena, times), all;
  rows = symExprOf(fronts->arena, mlirArrayAttrGetElement(fronts->rows, place));
  return symExprMul(fronts->arena, factor, symExprSymbol(fronts->arena, name),
                    &all) == SYM_OK &&
         symExprEqual(all, front) &&
         symExprMul(fronts->arena, factor, rows, &rows) == SYM_OK &&
         symExprEqual(rows, product);
}

static MlirType withoutFirst(const RelaxTensorInfo *info, intptr_t count) {
  return relaxTensorTypeOf(info->elementType, info->rank - count,
                           info->dims + count);
}

/// The types of a function's tensor and of that of a call without what is in
/// front: the lanes, or rows, of ragged calls.
static bool typesOfOne(Fronts *fronts, MlirType *many, MlirType *one) {
  RelaxTensorInfo all, own;
  if (!relaxTensorInfo(*many, &all) || !all.ranked || all.rank == 0)
    return false;
  StrRef symbol = firstSymbol(fronts->arena, &all);
  if (symbol.length && !fronts->rows.ptr && !fronts->lanes.length)
    fronts->lanes = symbol;
  if (symbol.length && strRefEqual(symbol, fronts->lanes)) {
    *many = withoutFirst(&all, 1);
    return true;
  }
  if (!fronts->rows.ptr || !relaxTensorInfo(*one, &own) || !own.ranked)
    return false;
  intptr_t joined = own.rank - all.rank + 1;
  if (joined < 1 || joined > own.rank || !areRows(fronts, &all, &own, joined))
    return false;
  *many = withoutFirst(&all, 1);
  *one = withoutFirst(&own, joined);
  return true;
}

/// An argument with this one extent.
static bool isTable(Fronts *fronts, MlirType type, bool starts) {
  RelaxTensorInfo info;
  SymExpr want = symExprSymbol(fronts->arena, fronts->lanes);
  return relaxTensorInfo(type, &info) && info.rank == 1 &&
         mlirTypeEqual(info.elementType,
                       mlirIntegerTypeGet(mlirTypeGetContext(type), 64)) &&
         symExprAdd(fronts->arena, want, symExprConst(fronts->arena, starts),
                    &want) == SYM_OK &&
         symExprEqual(symExprOf(fronts->arena, info.dims[0]), want);
}

/// The lanes, from the last arguments of a function for ragged calls.
static bool takeTables(Fronts *fronts, MlirType type, intptr_t inputs) {
  RelaxTensorInfo lengths;
  intptr_t extents = mlirArrayAttrGetNumElements(fronts->extents),
           tables = extents + numRows(fronts),
           params = mlirFunctionTypeGetNumInputs(type);
  if (extents == 0 || numRows(fronts) == 0 ||
      (params != inputs + tables && params != inputs + tables + 1) ||
      !relaxTensorInfo(mlirFunctionTypeGetInput(type, inputs), &lengths) ||
      lengths.rank != 1)
    return false;
  fronts->lanes = firstSymbol(fronts->arena, &lengths);
  bool good = fronts->lanes.length > 0;
  for (intptr_t i = 0; good && i < tables; ++i)
    good = isTable(fronts, mlirFunctionTypeGetInput(type, inputs + i),
                   i >= extents);
  return good;
}

/// A last argument has the sums of all rows, in their order; those that no
/// argument or result has come last.
static bool areSums(Fronts *fronts, MlirType type) {
  const MlirAttribute *dims;
  StrRef name;
  bool good =
      relaxIsShapeType(type) && symTypeDims(type, &dims) == numRows(fronts);
  for (intptr_t i = 0; good && i < numRows(fronts); ++i)
    good = symAttributeIsSymbol(dims[i], &name) &&
           (i >= fronts->numNames || strRefEqual(name, fronts->names[i]));
  return good;
}

/// The types of one call of a function for many; false if it is none.
static bool typesOfCall(Fronts *fronts, RelaxCallTypes *call) {
  intptr_t inputs = call->numOperands, results = call->numResults,
           params = mlirFunctionTypeGetNumInputs(call->type);
  MlirType *types = ARENA_ARRAY(fronts->arena, MlirType, inputs + results);
  MlirType *own = ARENA_ARRAY(fronts->arena, MlirType, inputs + results);
  if (inputs == 0 ||
      (fronts->rows.ptr ? !takeTables(fronts, call->type, inputs)
                        : params != inputs) ||
      mlirFunctionTypeGetNumResults(call->type) != results)
    return inputs > 0 && !fronts->rows.ptr; // counted later
  for (intptr_t i = 0; i < inputs + results; ++i) {
    types[i] = i < inputs ? mlirFunctionTypeGetInput(call->type, i)
                          : mlirFunctionTypeGetResult(call->type, i - inputs);
    own[i] = i < inputs ? call->operands[i] : call->results[i - inputs];
    if (!typesOfOne(fronts, &types[i], &own[i]))
      return false;
  }
  bool sums = fronts->rows.ptr &&
              params > inputs + numRows(fronts) +
                           mlirArrayAttrGetNumElements(fronts->extents);
  if (fronts->rows.ptr && fronts->numNames == 0)
    return false;
  if (sums &&
      !areSums(fronts, mlirFunctionTypeGetInput(call->type, params - 1)))
    return false;
  call->type = mlirFunctionTypeGet(mlirOperationGetContext(call->op), inputs,
                                   types, results, types + inputs);
  call->operands = own;
  call->results = own + inputs;
  return true;
}

/// Extents that calls join, and rows over them: known ones.
static MlirLogicalResult checkJoined(MlirOperation op) {
  const MlirAttribute lists[] = {relaxDeferGetRagged(op),
                                 relaxDeferGetRows(op)};
  if (lists[1].ptr && !lists[0].ptr)
    return bridgeEmitOpError(op, "'rows': expected 'ragged', too");
  for (size_t k = 0; k < sizeof(lists) / sizeof(*lists); ++k)
    for (intptr_t i = 0;
         lists[k].ptr && i < mlirArrayAttrGetNumElements(lists[k]); ++i)
      if (symAttributeIsUnknown(mlirArrayAttrGetElement(lists[k], i)))
        return bridgeEmitOpError(op, "'%s': expected expressions, got '?'",
                                 k ? "rows" : "ragged");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult checkFronts(MlirOperation op, Arena *arena,
                                     RelaxCallTypes *call) {
  if (mlirLogicalResultIsFailure(checkJoined(op)))
    return mlirLogicalResultFailure();
  Fronts fronts = {.arena = arena,
                   .extents = relaxDeferGetRagged(op),
                   .rows = relaxDeferRows(op)};
  fronts.names = ARENA_ARRAY(arena, StrRef, numRows(&fronts));
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
  if (fronts.rows.ptr && !relaxDeferGetBatched(op))
    return bridgeEmitOpError(op, "'ragged': expected 'batched', too");
  if (!relaxDeferGetBatched(op) || typesOfCall(&fronts, call))
    return mlirLogicalResultSuccess();
  if (fronts.rows.ptr)
    return bridgeEmitOpError(
        op,
        "'@%.*s' is not for ragged calls: expected the number of calls or "
        "their rows, symbols, as the first dimension everywhere, and at last "
        "an argument [lanes] of i64 for each extent, one [lanes + 1] for each "
        "of the rows, and the sums of the rows, a shape, or none",
        SPREAD(call->name));
  return bridgeEmitOpError(
      op,
      "'@%.*s' is for one call: expected the number of calls, a symbol, as "
      "the first dimension of all arguments and results",
      SPREAD(call->name));
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
