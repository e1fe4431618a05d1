//===- Call.c - calls and returns agree with the function's type ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Symbols of a function are local: at a call they stand for the extents of the
// operands, and those of its `binds (...)` for symbols that the call binds; at
// its return the latter stand for extents of the returned values. Under that
// substitution types have equal normal forms (docs/language/symbols.md, rules 4
// and 5), or a check before the call could show that the values fit.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"

//===----------------------------------------------------------------------===//
// return
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyReturn(MlirOperation op, bool strict) {
  MlirOperation function = mlirOperationGetParentOperation(op);
  MlirType type = relaxFuncGetFunctionType(function);
  MlirAttribute binds = relaxFuncGetBinds(function);
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t declared = mlirFunctionTypeGetNumResults(type);
  if (count != declared)
    return bridgeEmitOpError(op, "returns %ld values, expected %ld",
                             (long)count, (long)declared);
  RelaxMatch match = {.arena = arenaCreate()};
  size_t next = 0;
  for (intptr_t i = 0; binds.ptr && i < count; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetResult(type, i),
                   mlirValueGetType(mlirOperationGetOperand(op, i)), binds);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetResult(type, i);
    MlirType want = relaxMatchSubstitute(&match, formal);
    MlirType got = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxMatchOperandFits(&match, formal, want, got, &next))
      continue;
    bool checkable = relaxMatchCheckShows(formal, want, got);
    if (!checkable || strict)
      outcome = relaxMatchDiffer(
          &match, op, "value", i, want, got,
          checkable ? relaxCheckHint
                    : "; if they are equal, say so with 'relax.match_cast'");
  }
  arenaDestroy(match.arena);
  return outcome;
}

MlirLogicalResult relaxReturnVerify(MlirOperation op) {
  return verifyReturn(op, false);
}

MlirLogicalResult relaxReturnNeedsNoCheck(MlirOperation op) {
  return verifyReturn(op, true);
}

//===----------------------------------------------------------------------===//
// call
//===----------------------------------------------------------------------===//

static bool saysAll(MlirType type) {
  MlirType held = relaxContainedType(type);
  return held.ptr ? saysAll(held) : relaxTypeIsExact(type);
}

/// Nimble's sub-shaping: a check before the call may show that the value is
/// what the callee asks for. relax-deduce-shapes writes it, as a
/// relax.match_cast, which is of tensors and shapes (in tuples, too) and keeps
/// element type and device.
static bool checkCanShow(const RelaxLattice *lattice, MlirType formal,
                         MlirType want, MlirType got) {
  RelaxTensorInfo from, to;
  if (mlirTypeIsATuple(want) && mlirTypeIsATuple(got)) {
    intptr_t count = mlirTupleTypeGetNumTypes(want);
    bool can = mlirTupleTypeGetNumTypes(got) == count;
    for (intptr_t i = 0; can && i < count; ++i)
      can = checkCanShow(lattice, mlirTupleTypeGetType(formal, i),
                         mlirTupleTypeGetType(want, i),
                         mlirTupleTypeGetType(got, i));
    return can;
  }
  // Of what a container holds a `?` is no extent that another operand has.
  if (relaxContainedType(want).ptr)
    return mlirTypeEqual(want, got) &&
           (mlirTypeEqual(formal, want) || saysAll(want));
  if (mlirTypeEqual(want, got))
    return true;
  return relaxExtentsInfo(want, &to) && relaxExtentsInfo(got, &from) &&
         mlirTypeEqual(from.elementType, to.elementType) &&
         (!to.device.ptr || mlirAttributeEqual(from.device, to.device)) &&
         relaxBaseCheck(lattice, want, got) != RELAX_BASE_DISJOINT;
}

static MlirLogicalResult checkOperands(RelaxMatch *match, MlirOperation op,
                                       MlirType type) {
  MlirAttribute all = {NULL};
  RelaxLattice lattice = {.arena = match->arena, .byNormalForm = true};
  intptr_t count = relaxCallGetNumInputs(op);
  size_t next = 0;
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(op, i)), all);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType want = relaxMatchSubstitute(match, formal);
    MlirType got = mlirValueGetType(relaxCallGetInputs(op, i));
    if (!relaxMatchOperandFits(match, formal, want, got, &next) &&
        !(want.ptr && checkCanShow(&lattice, formal, want, got)))
      return relaxMatchDiffer(
          match, op, "operand", i, want, got,
          "; if they are equal, say so with 'relax.match_cast'");
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult checkResults(RelaxMatch *match, MlirOperation op,
                                      MlirType type) {
  intptr_t count = mlirOperationGetNumResults(op);
  relaxMatchResults(match, op, type);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want =
        relaxMatchSubstitute(match, mlirFunctionTypeGetResult(type, i));
    MlirType got = mlirValueGetType(mlirOperationGetResult(op, i));
    if (!want.ptr || !relaxTypeForgets(want, got))
      return relaxMatchDiffer(match, op, "result", i, want, got, "");
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxCallVerifySymbols(MlirOperation op,
                                         BridgeSymbolTables tables) {
  MlirAttribute callee = relaxCallGetCallee(op);
  MlirOperation function = bridgeLookupSymbol(tables, op, callee);
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee));
  if (!function.ptr || !relaxIsFunc(function))
    return bridgeEmitOpError(op, "'@%.*s' is no relax.func of the module",
                             (int)name.length, name.data);
  MlirType type = relaxFuncGetFunctionType(function);
  if (mlirFunctionTypeGetNumInputs(type) != relaxCallGetNumInputs(op) ||
      mlirFunctionTypeGetNumResults(type) != mlirOperationGetNumResults(op))
    return bridgeEmitOpError(
        op, "has %ld operands and %ld results, but '@%.*s' has %ld and %ld",
        (long)relaxCallGetNumInputs(op), (long)mlirOperationGetNumResults(op),
        (int)name.length, name.data, (long)mlirFunctionTypeGetNumInputs(type),
        (long)mlirFunctionTypeGetNumResults(type));
  RelaxMatch match = {.arena = arenaCreate()};
  MlirLogicalResult outcome = checkOperands(&match, op, type);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkResults(&match, op, type);
  arenaDestroy(match.arena);
  return outcome;
}

//===----------------------------------------------------------------------===//
// call_tir
//===----------------------------------------------------------------------===//

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
                               (int)name.length, name.data);
    if (!symIsExprAttr(entry.attribute))
      return bridgeEmitOpError(op, "symbols: expected an expression for '%.*s'",
                               (int)name.length, name.data);
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
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee));
  if (!hasGoodPlaces(op))
    return bridgeEmitOpError(
        op, "places: expected an arena, and an offset or '?' per result");
  if (!tirIsFunc(function))
    return bridgeEmitOpError(op, "'@%.*s' is no tir.func of the module",
                             (int)name.length, name.data);
  MlirType type = mlirTypeAttrGetValue(tirFuncGetFunctionType(function));
  intptr_t buffers =
      relaxCallTirGetNumInputs(op) + mlirOperationGetNumResults(op);
  if (mlirFunctionTypeGetNumInputs(type) != buffers)
    return bridgeEmitOpError(
        op, "has %ld operands and results, but '@%.*s' has %ld buffers",
        (long)buffers, (int)name.length, name.data,
        (long)mlirFunctionTypeGetNumInputs(type));
  return checkBuffers(op, function, type, buffers);
}
