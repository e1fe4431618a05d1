//===- SpecializeCalleesCopy.c - a copy that knows what it is given -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the functions keep has symbols of the caller. A symbol that stands at
// the call for one of the copy's own, in the type of a function, has that name;
// where it stands for something else, that takes its place in the whole copy.
// All others get fresh names (docs/language/symbols.md, rule 4).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/SpecializeCallees.h"
#include "lib/Transforms/Functions/TypesKey.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Symbols of the caller under names of the copy.
typedef struct Renaming {
  RelaxMatch names;
  SymNameList taken;
} Renaming;

static void renameTo(Renaming *renaming, StrRef from, StrRef to) {
  relaxMatchAddExpr(&renaming->names, from,
                    symExprSymbol(renaming->names.arena, to));
}

static void renameFresh(StrRef name, void *userData) {
  Renaming *renaming = userData;
  if (relaxMatchKnows(&renaming->names, name))
    return;
  StrRef fresh = symFreshName(renaming->names.arena, name,
                              renaming->taken.names, renaming->taken.count);
  symNameListAdd(fresh, &renaming->taken);
  renameTo(renaming, name, fresh);
}

static bool valueOf(const RelaxMatch *match, StrRef name, SymExpr *value) {
  for (size_t i = 0; i < match->count; ++i)
    if (strRefEqual(match->names[i], name)) {
      *value = match->values[i];
      return true;
    }
  return false;
}

/// What the symbol `name` of the general function becomes in the copy, where
/// the call has `value` for it.
static bool becomes(Special *special, Renaming *renaming, StrRef name,
                    SymExpr value) {
  MlirContext context = special->run->context;
  MlirAttribute dim = symExprToAttribute(context, value);
  StrRef bare;
  if (symExprIsUnknown(value))
    return false;
  if (symAttributeIsSymbol(dim, &bare) &&
      !relaxMatchKnows(&renaming->names, bare)) {
    renameTo(renaming, bare, name);
    return true;
  }
  for (size_t i = 0; i < value.numSymbols; ++i)
    renameFresh(value.symbols[i], renaming);
  RelaxMatch *names = &renaming->names;
  if (symExprSubstitute(names->arena, value, names->names, names->values,
                        names->count, &value) != SYM_OK)
    return false;
  relaxMatchAddExpr(&special->match, name, value);
  return true;
}

static RelaxCallTypes typesOf(const Special *special) {
  Arena *arena = special->run->arena;
  return relaxIsCall(special->op)
             ? relaxCallTypesOf(arena, special->op, special->general)
             : relaxClosureCall(arena, special->op, special->general);
}

/// All symbols in the types of the functions that are given.
static bool matchSymbols(Special *special, Renaming *renaming) {
  RelaxMatch at = {.arena = special->run->arena};
  RelaxCallTypes call = typesOf(special);
  SymNameList symbols = {.arena = special->run->arena};
  for (intptr_t i = 0; i < call.numOperands; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(call.type, i);
    relaxMatchType(&at, formal, call.operands[i], call.own);
    if (i < special->numOperands && special->known[i].ptr)
      symWalkTypeSymbols(formal, symNameListAdd, &symbols);
  }
  relaxMatchOthers(&at, &call);
  for (size_t i = 0; i < symbols.count; ++i) {
    SymExpr value;
    if (!valueOf(&at, symbols.names[i], &value) ||
        !becomes(special, renaming, symbols.names[i], value))
      return false;
  }
  return true;
}

/// Symbols that no argument binds may only stand inside of types.
static bool bindSymbols(Special *special, const MlirType *inputs,
                        intptr_t count) {
  SymNameList bare = {.arena = special->run->arena}, all = bare;
  MlirAttribute *left = NULL;
  bool good = true;
  for (intptr_t i = 0; i < count; ++i) {
    symWalkBareDims(inputs[i], symNameListAdd, &bare);
    symWalkTypeSymbols(inputs[i], symNameListAdd, &all);
  }
  for (size_t n = 0; n < all.count; ++n) {
    if (symNameListFind(&bare, all.names[n]) >= 0)
      continue;
    for (intptr_t i = 0; i < count; ++i)
      good &= !relaxIsTensorType(inputs[i]) && !relaxIsShapeType(inputs[i])
                  ? true
                  : !symTypeHasSymbol(inputs[i], all.names[n]);
    arrput(left, mlirStringAttrGet(special->run->context,
                                   strRefToMlir(all.names[n])));
  }
  if (arrlen(left))
    special->any = mlirArrayAttrGet(special->run->context, arrlen(left), left);
  arrfree(left);
  return good;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// What the function that `closure` names requires of what it keeps, whose
/// types are `kept` in the copy.
static void addFacts(const Special *special, MlirOperation closure,
                     const MlirType *kept, MlirAttribute **facts) {
  MlirOperation callee =
      relaxCalleeOf(closure, relaxClosureGetCallee(closure), NULL);
  MlirType type = relaxFuncGetFunctionType(callee);
  MlirAttribute list = relaxFuncGetFacts(callee);
  RelaxMatch match = {.arena = special->run->arena};
  SymNameList known = {.arena = match.arena};
  for (intptr_t i = 0, e = relaxClosureGetNumCaptured(closure); i < e; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i), kept[i],
                   (MlirAttribute){NULL});
  for (size_t i = 0; i < match.count; ++i)
    if (!symExprIsUnknown(match.values[i]))
      symNameListAdd(match.names[i], &known);
  list = symNameListFacts(&known, list);
  SymMap map = relaxMatchMap(&match);
  for (intptr_t i = 0, e = bridgeLength(list); i < e; ++i)
    arrput(*facts,
           symSubstituteAttribute(&map, mlirArrayAttrGetElement(list, i)));
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

/// The types that tell copies apart: of what is kept and of the functions.
static MlirType keyOf(const Special *special, const MlirType *inputs) {
  MlirType *types = NULL;
  MlirType type = relaxFuncGetFunctionType(special->general);
  for (intptr_t i = 0, at = 0; i < special->numOperands; ++i) {
    MlirOperation closure = special->known[i];
    intptr_t kept = closure.ptr ? relaxClosureGetNumCaptured(closure) : 0;
    for (intptr_t k = 0; k < kept; ++k)
      arrput(types, inputs[at + k]);
    if (closure.ptr)
      arrput(types, relaxMatchSubstitute(&special->match,
                                         mlirFunctionTypeGetInput(type, i)));
    at += closure.ptr ? kept : 1;
  }
  MlirType key = typesKey(special->run->arena, special->run->context,
                          arrlen(types), types);
  arrfree(types);
  return key;
}

bool specialSignature(Special *special) {
  Arena *arena = special->run->arena;
  Renaming renaming = {.names = {.arena = arena}, .taken = {.arena = arena}};
  MlirType type = relaxFuncGetFunctionType(special->general);
  intptr_t numFormals = mlirFunctionTypeGetNumInputs(type);
  StrRef *used;
  size_t numUsed = symNamesIn(special->general, arena, &used);
  for (size_t i = 0; i < numUsed; ++i)
    symNameListAdd(used[i], &renaming.taken);
  special->match = (RelaxMatch){.arena = arena};
  if (!matchSymbols(special, &renaming))
    return false;
  MlirType *inputs = NULL;
  MlirAttribute *facts = NULL;
  for (intptr_t i = 0; i < numFormals; ++i) {
    MlirOperation closure =
        i < special->numOperands ? special->known[i] : (MlirOperation){NULL};
    ptrdiff_t first = arrlen(inputs);
    if (!closure.ptr)
      arrput(inputs, relaxMatchSubstitute(&special->match,
                                          mlirFunctionTypeGetInput(type, i)));
    for (intptr_t k = 0,
                  e = closure.ptr ? relaxClosureGetNumCaptured(closure) : 0;
         k < e; ++k) {
      MlirType kept = mlirValueGetType(relaxClosureGetCaptured(closure, k));
      symWalkTypeSymbols(kept, renameFresh, &renaming);
      arrput(inputs, relaxMatchSubstitute(&renaming.names, kept));
    }
    if (closure.ptr)
      addFacts(special, closure, inputs + first, &facts);
  }
  bool good = bindSymbols(special, inputs, arrlen(inputs));
  special->key = keyOf(special, inputs);
  special->inputs =
      arenaCopy(arena, inputs, (size_t)arrlen(inputs) * sizeof *inputs);
  special->numInputs = arrlen(inputs);
  if (arrlen(facts))
    special->facts =
        mlirArrayAttrGet(special->run->context, arrlen(facts), facts);
  arrfree(inputs);
  arrfree(facts);
  return good;
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

/// `map_square`, for `@map` with the function `@square`. Copies of copies have
/// names that grow: the longest end here.
static StrRef nameOf(const Special *special) {
  enum { MAX_LENGTH = 60 };
  StrBuf text = {0};
  strBufAppend(&text, relaxFuncGetSymName(special->general));
  for (intptr_t i = 0; i < special->numOperands; ++i)
    if (special->known[i].ptr && text.length < MAX_LENGTH) {
      strBufAppendC(&text, "_");
      strBufAppend(&text,
                   bridgeRefName(relaxClosureGetCallee(special->known[i])));
    }
  StrRef name =
      bridgeUniqueSymbol(mlirOperationGetParentOperation(special->general),
                         (StrRef){text.data, text.length}, special->run->arena);
  strBufFree(&text);
  return name;
}

/// The function in the place of argument `*at` of the entry, made of arguments
/// that take its place; `*at` goes on to the next.
static void makeAgain(const Special *special, MlirBlock entry,
                      MlirOperation closure, intptr_t *at) {
  MlirValue old = mlirBlockGetArgument(entry, *at);
  intptr_t count = relaxClosureGetNumCaptured(closure);
  MlirValue *kept = ARENA_ARRAY(special->run->arena, MlirValue, count + 1);
  for (intptr_t k = 0; k < count; ++k)
    kept[k] = mlirBlockInsertArgument(
        entry, *at + k, special->inputs[*at + k],
        mlirValueGetLocation(relaxClosureGetCaptured(closure, k)));
  RelaxClosureArgs args = {.callee = relaxClosureGetCallee(closure),
                           .numCaptured = count,
                           .captured = kept,
                           .resultType = mlirValueGetType(old)};
  MlirOperation again = relaxClosureCreate(mlirValueGetLocation(old), &args);
  mlirBlockInsertOwnedOperation(entry, 0, again);
  mlirValueReplaceAllUsesOfWith(old, mlirOperationGetResult(again, 0));
  *at += count;
  mlirBlockEraseArgument(entry, (unsigned)*at);
}

/// Both lists, each element once; null for none.
static MlirAttribute join(const Special *special, MlirAttribute first,
                          MlirAttribute second) {
  MlirAttribute *all = NULL, lists[] = {first, second};
  for (int k = 0; k < 2; ++k)
    for (intptr_t i = 0, e = bridgeLength(lists[k]); i < e; ++i) {
      MlirAttribute element = mlirArrayAttrGetElement(lists[k], i);
      bool seen = false;
      for (ptrdiff_t j = 0; j < arrlen(all); ++j)
        seen |= mlirAttributeEqual(all[j], element);
      if (!seen)
        arrput(all, element);
    }
  MlirAttribute joined =
      arrlen(all) ? mlirArrayAttrGet(special->run->context, arrlen(all), all)
                  : (MlirAttribute){NULL};
  arrfree(all);
  return joined;
}

/// Names of the general function's `any (...)` that no argument of the copy
/// binds.
static MlirAttribute stillAny(const Special *special, MlirAttribute any) {
  SymNameList bare = {.arena = special->run->arena};
  MlirAttribute *left = NULL;
  for (intptr_t i = 0; i < special->numInputs; ++i)
    symWalkBareDims(special->inputs[i], symNameListAdd, &bare);
  for (intptr_t i = 0, e = bridgeLength(any); i < e; ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(any, i);
    if (symNameListFind(&bare, bridgeText(name)) < 0)
      arrput(left, name);
  }
  MlirAttribute names =
      arrlen(left) ? mlirArrayAttrGet(special->run->context, arrlen(left), left)
                   : (MlirAttribute){NULL};
  arrfree(left);
  return names;
}

MlirOperation specialCreate(const Special *special) {
  MlirOperation copy = mlirOperationClone(special->general);
  SymMap map = relaxMatchMap(&special->match);
  symSubstitute(copy, &map);
  MlirBlock entry = bridgeBody(copy);
  for (intptr_t i = 0, at = 0; i < special->numOperands; ++i)
    if (special->known[i].ptr)
      makeAgain(special, entry, special->known[i], &at);
    else
      ++at;
  MlirType type = relaxFuncGetFunctionType(copy);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirType *results =
      ARENA_ARRAY(special->run->arena, MlirType, numResults + 1);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(type, i);
  relaxFuncSetFunctionType(
      copy, mlirFunctionTypeGet(special->run->context, special->numInputs,
                                special->inputs, numResults, results));
  relaxFuncSetAny(copy, join(special, stillAny(special, relaxFuncGetAny(copy)),
                             special->any));
  relaxFuncSetFacts(copy,
                    join(special, relaxFuncGetFacts(copy), special->facts));
  relaxFuncSetSymName(copy, nameOf(special));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(special->general),
                                     special->general, copy);
  return copy;
}
