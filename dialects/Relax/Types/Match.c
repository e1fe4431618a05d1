//===- Match.c - types that are equal under a substitution ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Match.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

bool relaxMatchKnows(const RelaxMatch *match, StrRef name) {
  for (size_t i = 0; i < match->count; ++i)
    if (strRefEqual(match->names[i], name))
      return true;
  return false;
}

void relaxMatchAddExpr(RelaxMatch *match, StrRef name, SymExpr value) {
  size_t capacity = match->capacity;
  match->names = arenaGrow(match->arena, match->names, match->count, &capacity,
                           sizeof *match->names);
  match->values = arenaGrow(match->arena, match->values, match->count,
                            &match->capacity, sizeof *match->values);
  match->names[match->count] = name;
  match->values[match->count++] = value;
}

void relaxMatchAdd(RelaxMatch *match, StrRef name, MlirAttribute dim) {
  relaxMatchAddExpr(match, name, symExprOf(match->arena, dim));
}

void relaxMatchType(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only) {
  const MlirAttribute *from, *to;
  intptr_t rank = symTypeDims(formal, &from);
  StrRef name;
  for (intptr_t i = 0, e = relaxTupleParts(formal, actual); i < e; ++i)
    relaxMatchType(match, mlirTupleTypeGetType(formal, i),
                   mlirTupleTypeGetType(actual, i), only);
  if (rank != symTypeDims(actual, &to))
    return;
  for (intptr_t i = 0; i < rank; ++i)
    if (symAttributeIsSymbol(from[i], &name) && !relaxMatchKnows(match, name) &&
        (!only.ptr || symNamesHave(only, name)))
      relaxMatchAdd(match, name, to[i]);
}

/// The parts of two types side by side.
typedef struct Inside {
  RelaxMatch *match;
  MlirAttribute only;
  MlirType *parts; // stb_ds: of the actual type
  ptrdiff_t next;
} Inside;

static void listPart(MlirType part, void *userData) {
  Inside *inside = userData;
  arrput(inside->parts, part);
}

static void matchPart(MlirType part, void *userData) {
  Inside *inside = userData;
  if (inside->next < arrlen(inside->parts))
    relaxMatchInside(inside->match, part, inside->parts[inside->next++],
                     inside->only);
}

void relaxMatchInside(RelaxMatch *match, MlirType formal, MlirType actual,
                      MlirAttribute only) {
  Inside inside = {match, only, NULL, 0};
  SymParts list = {NULL, listPart, &inside};
  SymParts both = {NULL, matchPart, &inside};
  relaxMatchType(match, formal, actual, only);
  symTypeWalkParts(actual, &list);
  symTypeWalkParts(formal, &both);
  arrfree(inside.parts);
}

void relaxMatchOthers(RelaxMatch *match, const RelaxCallTypes *call) {
  MlirAttribute symbols = call->symbols;
  for (intptr_t i = 0,
                e = symbols.ptr ? mlirDictionaryAttrGetNumElements(symbols) : 0;
       i < e; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(symbols, i);
    relaxMatchAdd(match, strRefFromMlir(mlirIdentifierStr(entry.name)),
                  entry.attribute);
  }
  if (!call->phantoms.ptr)
    return;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(call->type);
       i < e && i < call->numOperands; ++i)
    relaxMatchInside(match, mlirFunctionTypeGetInput(call->type, i),
                     call->operands[i], call->phantoms);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(call->type);
       i < e && i < call->numResults; ++i)
    relaxMatchInside(match, mlirFunctionTypeGetResult(call->type, i),
                     call->results[i], call->phantoms);
}

MlirType *relaxValueTypes(Arena *arena, intptr_t count,
                          MlirValue (*get)(MlirOperation, intptr_t),
                          MlirOperation op) {
  MlirType *types = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(get(op, i));
  return types;
}

RelaxCallTypes relaxCallTypesOf(Arena *arena, MlirOperation op,
                                MlirOperation callee) {
  intptr_t inputs = relaxCallGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  return (RelaxCallTypes){
      .op = op,
      .name = relaxFuncGetSymName(callee),
      .type = relaxFuncGetFunctionType(callee),
      .params = relaxFuncGetParams(callee),
      .phantoms = relaxFuncGetAny(callee),
      .clause = relaxFuncGetSymbols(callee),
      .symbols = relaxCallGetSymbols(op),
      .numOperands = inputs,
      .operands = relaxValueTypes(arena, inputs, relaxCallGetInputs, op),
      .numResults = results,
      .results = relaxValueTypes(arena, results, mlirOperationGetResult, op),
      .binds = relaxCallGetBinds(op)};
}

void relaxMatchCallOthers(RelaxMatch *match, MlirOperation op) {
  StrRef name = bridgeRefName(relaxCallGetCallee(op));
  MlirOperation callee = bridgeLookupNearestSymbol(op, name);
  if (!callee.ptr || !relaxIsFunc(callee) ||
      (!relaxFuncGetAny(callee).ptr && !relaxCallGetSymbols(op).ptr))
    return;
  RelaxCallTypes call = relaxCallTypesOf(match->arena, op, callee);
  relaxMatchOthers(match, &call);
}

void relaxMatchBind(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only, MlirAttribute own) {
  const MlirAttribute *from, *to;
  intptr_t rank = symTypeDims(formal, &from);
  bool same = rank == symTypeDims(actual, &to);
  for (intptr_t i = 0, e = relaxTupleParts(formal, actual); i < e; ++i)
    relaxMatchBind(match, mlirTupleTypeGetType(formal, i),
                   mlirTupleTypeGetType(actual, i), only, own);
  for (intptr_t i = 0; i < rank; ++i) {
    StrRef name, bound;
    if (!symAttributeIsSymbol(from[i], &name) || relaxMatchKnows(match, name) ||
        (only.ptr && !symNamesHave(only, name)))
      continue;
    bool binds =
        same && symAttributeIsSymbol(to[i], &bound) && symNamesHave(own, bound);
    relaxMatchAddExpr(match, name,
                      binds ? symExprOf(match->arena, to[i])
                            : symExprUnknown(match->arena));
  }
}

SymMap relaxMatchMap(const RelaxMatch *match) {
  return (SymMap){match->arena, match->names, match->values, match->count,
                  SYM_OK};
}

MlirType relaxMatchSubstitute(const RelaxMatch *match, MlirType type) {
  SymMap map = relaxMatchMap(match);
  MlirType result = symSubstituteType(&map, type);
  return map.status == SYM_OK ? result : (MlirType){NULL};
}

/// Whether `want` knows each extent that `formal` says.
static bool knowsExtents(MlirType formal, MlirType want) {
  const MlirAttribute *from, *expected;
  intptr_t rank = symTypeDims(formal, &from);
  symTypeDims(want, &expected);
  for (intptr_t i = 0; i < rank; ++i)
    if (symAttributeIsUnknown(expected[i]) && !symAttributeIsUnknown(from[i]))
      return false;
  return true;
}

/// What a container holds binds no symbol: `want` knows all that `formal` says.
static bool isKnownInside(MlirType formal, MlirType want) {
  MlirType held = relaxContainedType(formal);
  return held.ptr ? isKnownInside(held, relaxContainedType(want))
                  : knowsExtents(formal, want);
}

/// Every dimension of `want` that a check would have to compare is known.
static bool isKnown(const RelaxMatch *match, MlirType formal, MlirType want,
                    size_t *next) {
  const MlirAttribute *from, *expected;
  intptr_t rank = symTypeDims(formal, &from);
  for (intptr_t i = 0, e = relaxTupleParts(formal, want); i < e; ++i)
    if (!isKnown(match, mlirTupleTypeGetType(formal, i),
                 mlirTupleTypeGetType(want, i), next))
      return false;
  if (relaxContainedType(formal).ptr)
    return isKnownInside(formal, want);
  symTypeDims(want, &expected);
  for (intptr_t i = 0; i < rank; ++i) {
    StrRef name;
    bool first = symAttributeIsSymbol(from[i], &name) && *next < match->count &&
                 strRefEqual(match->names[*next], name);
    if (first)
      ++*next;
    else if (symAttributeIsUnknown(expected[i]) &&
             !symAttributeIsUnknown(from[i]))
      return false;
  }
  return true;
}

bool relaxMatchOperandFits(const RelaxMatch *match, MlirType formal,
                           MlirType want, MlirType got, size_t *next) {
  return want.ptr && relaxTypeForgets(got, want) &&
         isKnown(match, formal, want, next);
}

bool relaxMatchCheckShows(MlirType formal, MlirType want, MlirType got) {
  RelaxTensorInfo info;
  if (!want.ptr || !relaxTypeForgets(want, got))
    return false;
  intptr_t count = relaxTupleParts(want, got);
  for (intptr_t i = 0; i < count; ++i)
    if (!relaxMatchCheckShows(mlirTupleTypeGetType(formal, i),
                              mlirTupleTypeGetType(want, i),
                              mlirTupleTypeGetType(got, i)))
      return false;
  if (count)
    return true;
  RelaxTensorInfo have;
  if (!relaxExtentsInfo(want, &info) || !relaxExtentsInfo(got, &have))
    return mlirTypeEqual(want, got);
  return mlirTypeEqual(info.elementType, have.elementType) &&
         mlirAttributeEqual(info.device, have.device) &&
         knowsExtents(formal, want);
}

bool relaxCallOperandsFit(MlirOperation op, MlirType type, intptr_t *index) {
  RelaxMatch match = {.arena = arenaCreate()};
  intptr_t count = relaxCallGetNumInputs(op), i = 0;
  size_t next = 0;
  for (; i < count; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(op, i)),
                   (MlirAttribute){NULL});
  relaxMatchCallOthers(&match, op);
  for (i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    if (!relaxMatchOperandFits(
            &match, formal, relaxMatchSubstitute(&match, formal),
            mlirValueGetType(relaxCallGetInputs(op, i)), &next))
      break;
  }
  arenaDestroy(match.arena);
  if (index)
    *index = i;
  return i == count;
}

MlirLogicalResult relaxCallNeedsNoCheck(MlirOperation op,
                                        MlirOperation callee) {
  MlirType type = relaxFuncGetFunctionType(callee);
  intptr_t index;
  // Of a general form there is no code, so nothing relies on its types.
  if (relaxFuncGetParams(callee).ptr || relaxCallOperandsFit(op, type, &index))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op,
      "operand %ld fits only if a check before the call "
      "says so: run 'relax-deduce-shapes', which writes it",
      (long)index);
}

void relaxMatchResults(RelaxMatch *match, MlirOperation op, MlirType type) {
  MlirAttribute all = {NULL};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    relaxMatchBind(match, mlirFunctionTypeGetResult(type, i),
                   mlirValueGetType(mlirOperationGetResult(op, i)), all,
                   relaxCallGetBinds(op));
}

bool relaxMatchKnowsAll(const RelaxMatch *match, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!relaxMatchKnows(match, expr.symbols[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

/// `name` stands for `value` from here on, in the earlier values too.
static void addEquation(RelaxMatch *match, StrRef name, SymExpr value) {
  for (size_t i = 0; i < match->count; ++i) {
    SymExpr changed;
    if (symExprSubstitute(match->arena, match->values[i], &name, &value, 1,
                          &changed) == SYM_OK)
      match->values[i] = changed;
  }
  relaxMatchAddExpr(match, name, value);
}

static void learn(RelaxMatch *match, SymFact fact) {
  StrRef name;
  if (fact.kind == SYM_FACT_IN && fact.numValues == 1)
    fact.rhs = symExprConst(match->arena, fact.values[0]);
  else if (fact.kind != SYM_FACT_EQ)
    return;
  if (symExprSubstitute(match->arena, fact.lhs, match->names, match->values,
                        match->count, &fact.lhs) != SYM_OK ||
      symExprSubstitute(match->arena, fact.rhs, match->names, match->values,
                        match->count, &fact.rhs) != SYM_OK)
    return;
  if (symExprIsSymbol(fact.lhs, &name) && !symExprMentions(fact.rhs, name))
    addEquation(match, name, fact.rhs);
  else if (symExprIsSymbol(fact.rhs, &name) && !symExprMentions(fact.lhs, name))
    addEquation(match, name, fact.lhs);
}

void relaxMatchEquations(RelaxMatch *match, MlirAttribute facts) {
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       i < e; ++i) {
    SymFact fact = symFactOf(match->arena, mlirArrayAttrGetElement(facts, i));
    if (!fact.likely)
      learn(match, fact);
  }
}
