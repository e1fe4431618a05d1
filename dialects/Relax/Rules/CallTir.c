//===- CallTir.c - calls of loop-level programs ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

/// What the clause `symbols (m = k + 1)` says; every name is one of the
/// callee's clause.
static MlirLogicalResult collectClause(RelaxMatch *map, MlirOperation op,
                                       MlirOperation function) {
  MlirAttribute given = relaxCallTirGetSymbols(op);
  intptr_t count = given.ptr ? mlirDictionaryAttrGetNumElements(given) : 0;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(given, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(entry.name));
    MlirAttribute clause = tirFuncGetSymbols(function);
    if (!symNamesHave(clause, name))
      return bridgeEmitOpError(op, "symbols: the callee's clause has no '%.*s'",
                               SPREAD(name));
    if (!symIsExprAttr(entry.attribute))
      return bridgeEmitOpError(op, "symbols: expected an expression for '%.*s'",
                               SPREAD(name));
    relaxMatchAdd(map, name, entry.attribute);
  }
  return mlirLogicalResultSuccess();
}

/// A dim of the callee under the substitution equals that of the value, as far
/// as both are known.
static bool dimFits(const RelaxMatch *map, MlirAttribute formal,
                    MlirAttribute actual) {
  SymExpr expr = symExprOf(map->arena, formal);
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!relaxMatchKnows(map, expr.symbols[i]))
      return true;
  if (symExprSubstitute(map->arena, expr, map->names, map->values, map->count,
                        &expr) != SYM_OK)
    return false;
  MlirAttribute want =
      symExprToAttribute(mlirAttributeGetContext(formal), expr);
  return symAttributeIsUnknown(want) || symAttributeIsUnknown(actual) ||
         mlirAttributeEqual(want, actual);
}

static bool bufferFits(const RelaxMatch *map, MlirType buffer,
                       MlirType tensor) {
  const MlirAttribute *dims;
  RelaxTensorInfo info;
  intptr_t rank = symTypeDims(buffer, &dims);
  if (!relaxTensorInfo(tensor, &info) ||
      !mlirTypeEqual(tirBufferTypeGetElementType(buffer),
                     tirStoredType(info.elementType)))
    return false;
  bool fits = !info.ranked || info.rank == rank;
  for (intptr_t i = 0; fits && info.ranked && i < rank; ++i)
    fits = dimFits(map, dims[i], info.dims[i]);
  return fits;
}

/// As the program sees it: blocks are bytes.
static MlirType callTirType(MlirOperation op, intptr_t index) {
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  return relaxStoredTensorType(mlirValueGetType(
      index < inputs ? relaxCallTirGetInputs(op, index)
                     : mlirOperationGetResult(op, index - inputs)));
}

/// A program trusts its caller: it reads and writes what its types say.
static MlirLogicalResult checkBuffers(MlirOperation op, MlirOperation function,
                                      MlirType type, intptr_t count) {
  RelaxMatch map = {.arena = arenaCreate()};
  MlirAttribute all = {NULL};
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&map, mlirFunctionTypeGetInput(type, i), callTirType(op, i),
                   all);
  MlirLogicalResult outcome = collectClause(&map, op, function);
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType actual = callTirType(op, i);
    if (bufferFits(&map, formal, actual))
      continue;
    outcome = bridgeEmitOpError(
        op, "buffer %ld: expected %s of the callee, got %s", (long)i,
        relaxTypeText(map.arena, formal), relaxTypeText(map.arena, actual));
  }
  arenaDestroy(map.arena);
  return outcome;
}

/// Offsets in an arena: none, or one per result.
static bool hasGoodPlaces(MlirOperation op) {
  MlirAttribute offsets = relaxCallTirGetOffsets(op);
  if (!offsets.ptr || !relaxCallTirGetStorage(op).ptr)
    return !offsets.ptr && !relaxCallTirGetStorage(op).ptr;
  return mlirArrayAttrGetNumElements(offsets) == mlirOperationGetNumResults(op);
}

MlirLogicalResult relaxCallTirVerifySymbols(MlirOperation op,
                                            BridgeSymbolTables tables) {
  MlirAttribute callee = relaxCallTirGetCallee(op);
  MlirOperation function = bridgeLookupSymbol(tables, op, callee);
  StrRef name = bridgeRefName(callee);
  if (!hasGoodPlaces(op))
    return bridgeEmitOpError(
        op, "places: expected an arena, and an offset or '?' per result");
  if (!tirIsFunc(function))
    return bridgeEmitOpError(op, "'@%.*s' is no tir.func of the module",
                             SPREAD(name));
  MlirType type = tirFuncGetFunctionType(function);
  intptr_t buffers =
      relaxCallTirGetNumInputs(op) + mlirOperationGetNumResults(op);
  if (mlirFunctionTypeGetNumInputs(type) != buffers)
    return bridgeEmitOpError(
        op, "has %ld operands and results, but '@%.*s' has %ld buffers",
        (long)buffers, SPREAD(name), (long)mlirFunctionTypeGetNumInputs(type));
  return checkBuffers(op, function, type, buffers);
}
