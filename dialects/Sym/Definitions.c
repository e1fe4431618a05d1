//===- Definitions.c - the symbols of a function while it is verified -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Definitions.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>
#include <string.h>

bool symIsOver(const SymDefinition *definition) {
  return definition->region.length > 0;
}

/// The slot of a name: that of its definition, or the free one where it
/// belongs. There is always a free one.
static uint32_t *findSlot(const SymScope *scope, StrRef name) {
  size_t mask = scope->numSlots - 1;
  size_t at = stbds_hash_bytes((void *)name.data, name.length, 0) & mask;
  while (scope->slots[at] &&
         !strRefEqual(scope->definitions[scope->slots[at] - 1].name, name))
    at = (at + 1) & mask;
  return &scope->slots[at];
}

SymDefinition *symScopeFind(SymScope *scope, StrRef name) {
  uint32_t slot = scope->numSlots ? *findSlot(scope, name) : 0;
  return slot ? &scope->definitions[slot - 1] : NULL;
}

/// Room for `capacity` definitions, half of the slots free.
static void grow(SymScope *scope, size_t capacity) {
  SymDefinition *wider = ARENA_ARRAY(scope->arena, SymDefinition, capacity);
  if (scope->count)
    memcpy(wider, scope->definitions, scope->count * sizeof(SymDefinition));
  scope->definitions = wider;
  scope->capacity = capacity;
  scope->numSlots = 2 * capacity;
  scope->slots = ARENA_ARRAY(scope->arena, uint32_t, scope->numSlots);
  for (size_t i = 0; i < scope->count; ++i)
    *findSlot(scope, wider[i].name) = (uint32_t)i + 1;
}

void symScopeDefine(SymScope *scope, StrRef name, MlirLocation loc) {
  if (scope->count == scope->capacity)
    grow(scope, scope->capacity ? scope->capacity * 2 : 8);
  uint32_t *slot = findSlot(scope, name);
  scope->definitions[scope->count++] =
      (SymDefinition){.name = name, .loc = loc};
  *slot = (uint32_t)scope->count;
}

void symScopeClose(SymScope *scope, size_t first, MlirOperation op) {
  for (size_t i = first; i < scope->count; ++i)
    if (!symIsOver(&scope->definitions[i]))
      scope->definitions[i].region = bridgeOpName(op);
}

static MlirLogicalResult boundTwice(MlirOperation op, StrRef name,
                                    MlirLocation previous) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "symbol '%.*s' is bound twice in one function",
                     (int)name.length, name.data);
  MlirLogicalResult failed =
      bridgeEmitErrorWithNote(mlirOperationGetLocation(op), strBufText(&text),
                              previous, "first bound here");
  strBufFree(&text);
  return failed;
}

MlirLogicalResult symScopeDefineClause(SymScope *scope, MlirOperation op,
                                       const char *clause) {
  MlirAttribute names = symClauseNames(op, clause);
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    StrRef name;
    if (mlirLogicalResultIsFailure(symClauseName(
            op, clause, mlirArrayAttrGetElement(names, i), &name)))
      return mlirLogicalResultFailure();
    SymDefinition *previous = symScopeFind(scope, name);
    if (previous)
      return boundTwice(op, name, previous->loc);
    symScopeDefine(scope, name, mlirOperationGetLocation(op));
  }
  return mlirLogicalResultSuccess();
}

typedef struct BareDims {
  SymScope *scope;
  MlirOperation op;
  MlirLocation loc;
  MlirLogicalResult outcome;
} BareDims;

static void defineBareDim(StrRef name, void *userData) {
  BareDims *dims = userData;
  SymDefinition *previous = symScopeFind(dims->scope, name);
  if (!previous)
    symScopeDefine(dims->scope, name, dims->loc);
  else if (symIsOver(previous))
    dims->outcome = boundTwice(dims->op, name, previous->loc);
}

MlirLogicalResult symScopeDefineBareDims(SymScope *scope, MlirOperation op,
                                         MlirBlock block) {
  BareDims dims = {scope, op, mlirOperationGetLocation(op),
                   mlirLogicalResultSuccess()};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    dims.loc = mlirValueGetLocation(argument);
    symWalkBareDims(mlirValueGetType(argument), defineBareDim, &dims);
  }
  return dims.outcome;
}

MlirLogicalResult symScopeReportOver(MlirLocation loc, const char *prefix,
                                     const char *what,
                                     const SymDefinition *definition) {
  StrBuf text = {0};
  strBufAppendFormat(
      &text,
      "%ssymbol '%.*s' in %s is bound inside of a region of '%.*s' and does "
      "not hold outside: give the result a symbol of its own by 'binds "
      "(...)', or '?'",
      prefix, (int)definition->name.length, definition->name.data, what,
      (int)definition->region.length, definition->region.data);
  MlirLogicalResult failed = bridgeEmitErrorWithNote(
      loc, strBufText(&text), definition->loc, "bound here");
  strBufFree(&text);
  return failed;
}

void symScopeRequire(StrRef name, void *userData) {
  SymScopeUse *use = userData;
  if (mlirLogicalResultIsFailure(use->outcome))
    return;
  SymDefinition *definition = symScopeFind(use->scope, name);
  if (definition && symIsOver(definition))
    use->outcome = symScopeReportOver(use->loc, "", use->what, definition);
  else if (!definition)
    use->outcome = bridgeEmitError(
        use->loc,
        "symbol '%.*s' in %s is not bound: a bare dimension of an argument, "
        "'symbols (%.*s)' or 'binds (%.*s)' defines it%s",
        (int)name.length, name.data, use->what, (int)name.length, name.data,
        (int)name.length, name.data,
        strcmp(use->what, "an argument type") == 0
            ? "; or give this extent a name of its own and say in 'where "
              "(...)' what holds for it"
            : "");
}
