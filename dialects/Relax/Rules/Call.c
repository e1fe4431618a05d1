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

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/TypeArguments.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

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

static MlirLogicalResult checkOperands(RelaxMatch *match,
                                       const RelaxCallTypes *call) {
  RelaxLattice lattice = {.arena = match->arena, .byNormalForm = true};
  size_t next = 0;
  for (intptr_t i = 0; i < call->numOperands; ++i)
    relaxMatchType(match, mlirFunctionTypeGetInput(call->type, i),
                   call->operands[i], call->own);
  relaxMatchOthers(match, call);
  for (intptr_t i = 0; i < call->numOperands; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(call->type, i);
    MlirType want = relaxMatchSubstitute(match, formal);
    MlirType got = call->operands[i];
    if (!relaxMatchOperandFits(match, formal, want, got, &next) &&
        (call->strict ||
         !(want.ptr && checkCanShow(&lattice, formal, want, got))))
      return relaxMatchDiffer(
          match, call->op, "operand", i, want, got,
          "; if they are equal, say so with 'relax.match_cast'");
  }
  return mlirLogicalResultSuccess();
}

/// A result of a value's type without what the call binds: the type of a
/// function has no names for extents that only its results know.
static MlirType unbound(Arena *arena, const RelaxCallTypes *call,
                        intptr_t index) {
  RelaxMatch open = {.arena = arena};
  bool none = !call->own.ptr || !call->binds.ptr;
  for (intptr_t i = 0, e = none ? 0 : mlirArrayAttrGetNumElements(call->binds);
       i < e; ++i)
    relaxMatchAddExpr(&open,
                      bridgeText(mlirArrayAttrGetElement(call->binds, i)),
                      symExprUnknown(arena));
  return relaxMatchSubstitute(&open, call->results[index]);
}

static MlirLogicalResult checkResults(RelaxMatch *match,
                                      const RelaxCallTypes *call) {
  for (intptr_t i = 0; i < call->numResults; ++i)
    relaxMatchBind(match, mlirFunctionTypeGetResult(call->type, i),
                   call->results[i], call->own, call->binds);
  for (intptr_t i = 0; i < call->numResults; ++i) {
    MlirType want =
        relaxMatchSubstitute(match, mlirFunctionTypeGetResult(call->type, i));
    if (!want.ptr || !relaxTypeForgets(want, unbound(match->arena, call, i)))
      return relaxMatchDiffer(match, call->op, "result", i, want,
                              call->results[i], "");
  }
  return mlirLogicalResultSuccess();
}

/// What is wrong with an expression that is to be an extent, or NULL.
static const char *badExtent(MlirAttribute expr) {
  int64_t value;
  return !symIsExprAttr(expr)          ? "expected an expression"
         : symAttributeIsUnknown(expr) ? "expected an extent that is known"
         : symAttributeIsConst(expr, &value) && value < 0
             ? "an extent is not negative"
             : NULL;
}

/// The call says what each symbol of the clause is, and no more.
static MlirLogicalResult checkSymbols(const RelaxCallTypes *call) {
  MlirAttribute given = call->symbols, clause = call->clause;
  int length = (int)call->name.length;
  for (intptr_t i = 0,
                e = given.ptr ? mlirDictionaryAttrGetNumElements(given) : 0;
       i < e; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(given, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(entry.name));
    SymMatch bound = {name, false};
    for (intptr_t k = 0, n = mlirFunctionTypeGetNumInputs(call->type); k < n;
         ++k)
      symWalkBareDims(mlirFunctionTypeGetInput(call->type, k), symMatchName,
                      &bound);
    const char *bad = badExtent(entry.attribute);
    if (!symNamesHave(clause, name))
      return bridgeEmitOpError(
          call->op, "symbols: '%.*s': %s '@%.*s'%s", SPREAD(name),
          bound.found ? "an argument of" : "not in 'symbols (...)' of", length,
          call->name.data, bound.found ? " binds it" : "");
    if (bad)
      return bridgeEmitOpError(call->op, "symbols: '%.*s': %s", SPREAD(name),
                               bad);
  }
  for (intptr_t i = 0, e = clause.ptr ? mlirArrayAttrGetNumElements(clause) : 0;
       i < e; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(clause, i));
    if (!given.ptr || !mlirDictionaryAttrGetElementByName(given, name).ptr)
      return bridgeEmitOpError(call->op,
                               "nothing says what symbol '%.*s' of '@%.*s' is: "
                               "write 'symbols (%.*s = ...)'",
                               SPREAD(name), length, call->name.data,
                               SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxCheckCallTypes(const RelaxCallTypes *call) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(call->type);
  intptr_t results = mlirFunctionTypeGetNumResults(call->type);
  if (inputs != call->numOperands || results != call->numResults)
    return bridgeEmitOpError(
        call->op,
        "has %ld operands and %ld results, but '%s%.*s' has %ld and "
        "%ld",
        (long)call->numOperands, (long)call->numResults,
        call->name.length ? "@" : "the function", SPREAD(call->name),
        (long)inputs, (long)results);
  RelaxMatch match = {.arena = arenaCreate()};
  RelaxCallTypes instance = *call;
  MlirLogicalResult outcome = checkSymbols(call);
  if (mlirLogicalResultIsSuccess(outcome) && call->params.ptr)
    outcome = relaxInstantiateCall(match.arena, &instance);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkOperands(&match, &instance);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkResults(&match, &instance);
  arenaDestroy(match.arena);
  return outcome;
}

MlirOperation relaxCalleeOf(MlirOperation op, MlirAttribute callee,
                            const BridgeSymbolTables *tables) {
  StrRef name = bridgeRefName(callee);
  MlirOperation function = tables ? bridgeLookupSymbol(*tables, op, callee)
                                  : bridgeLookupNearestSymbol(op, name);
  if (function.ptr && relaxIsFunc(function))
    return function;
  bridgeEmitOpError(op, "'@%.*s' is no relax.func of the module", SPREAD(name));
  return (MlirOperation){NULL};
}

MlirLogicalResult relaxCallVerifySymbols(MlirOperation op,
                                         BridgeSymbolTables tables) {
  MlirOperation function = relaxCalleeOf(op, relaxCallGetCallee(op), &tables);
  if (!function.ptr)
    return mlirLogicalResultFailure();
  Arena *arena = arenaCreate();
  RelaxCallTypes call = relaxCallTypesOf(arena, op, function);
  MlirLogicalResult outcome = relaxCheckCallTypes(&call);
  arenaDestroy(arena);
  return outcome;
}
