//===- TypeArguments.c - types in the place of type parameters ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TypeArguments.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"

#include <stb/stb_ds.h>

static intptr_t paramIndex(MlirAttribute names, MlirType var) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(names, i),
                           relaxVarTypeGetName(var)))
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The parts of two types side by side.
typedef struct Sides {
  RelaxTypeArguments *arguments;
  MlirType *actual; // stb_ds
  ptrdiff_t next;
} Sides;

static void listPart(MlirType part, void *userData) {
  Sides *sides = userData;
  arrput(sides->actual, part);
}

static void matchPart(MlirType part, void *userData) {
  Sides *sides = userData;
  if (sides->next < arrlen(sides->actual))
    relaxTypeArgumentsMatch(sides->arguments, part,
                            sides->actual[sides->next++]);
}

void relaxTypeArgumentsMatch(RelaxTypeArguments *arguments, MlirType formal,
                             MlirType actual) {
  if (relaxIsVarType(formal)) {
    intptr_t index = paramIndex(arguments->names, formal);
    if (index >= 0 && !arguments->types[index].ptr)
      arguments->types[index] = actual;
    return;
  }
  if (!mlirTypeIDEqual(mlirTypeGetTypeID(formal), mlirTypeGetTypeID(actual)))
    return;
  Sides sides = {arguments, NULL, 0};
  SymParts list = {NULL, listPart, &sides}, both = {NULL, matchPart, &sides};
  symTypeWalkParts(actual, &list);
  symTypeWalkParts(formal, &both);
  arrfree(sides.actual);
}

RelaxTypeArguments relaxTypeArgumentsOf(Arena *arena,
                                        const RelaxCallTypes *call,
                                        intptr_t *missing) {
  intptr_t count = mlirArrayAttrGetNumElements(call->params);
  RelaxTypeArguments arguments = {call->params,
                                  ARENA_ARRAY(arena, MlirType, count + 1)};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(call->type);
       i < e && i < call->numOperands; ++i)
    relaxTypeArgumentsMatch(&arguments, mlirFunctionTypeGetInput(call->type, i),
                            call->operands[i]);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(call->type);
       i < e && i < call->numResults; ++i)
    relaxTypeArgumentsMatch(
        &arguments, mlirFunctionTypeGetResult(call->type, i), call->results[i]);
  for (intptr_t i = count - 1; missing && i >= 0; --i)
    *missing = arguments.types[i].ptr ? *missing : i;
  return arguments;
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

static MlirAttribute keepAttribute(MlirAttribute part, void *userData) {
  (void)userData;
  return part;
}

/// Names that the types have, put where a substitution sees them: own symbols
/// of function types with these names get others.
typedef struct Apart {
  RelaxMatch match;
  SymExpr sum;
} Apart;

static void addName(StrRef name, void *userData) {
  Apart *apart = userData;
  Arena *arena = apart->match.arena;
  symExprAdd(arena, apart->sum, symExprSymbol(arena, name), &apart->sum);
}

static MlirType replaceParams(MlirType type, void *userData) {
  RelaxTypeArguments *arguments = userData;
  SymNewParts parts = {keepAttribute, replaceParams, arguments};
  if (!relaxIsVarType(type))
    return symTypeReplaceParts(type, &parts);
  intptr_t index = paramIndex(arguments->names, type);
  return index >= 0 && arguments->types[index].ptr ? arguments->types[index]
                                                   : type;
}

MlirType relaxTypeArgumentsApply(const RelaxTypeArguments *arguments,
                                 MlirType type) {
  Apart apart = {.match = {.arena = arenaCreate()}};
  apart.sum = symExprConst(apart.match.arena, 0);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(arguments->names); i < e;
       ++i)
    if (arguments->types[i].ptr)
      symWalkTypeSymbols(arguments->types[i], addName, &apart);
  // No text has this name, so nothing but the own symbols changes.
  relaxMatchAddExpr(&apart.match, strRefFromC("."), apart.sum);
  MlirType opened = relaxMatchSubstitute(&apart.match, type);
  arenaDestroy(apart.match.arena);
  return replaceParams(opened.ptr ? opened : type, (void *)arguments);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The callee's symbols under other names.
typedef struct Renaming {
  RelaxMatch match;
  MlirContext context;
  MlirAttribute *names; // stb_ds
} Renaming;

static void renameSymbol(StrRef name, void *userData) {
  Renaming *renaming = userData;
  Arena *arena = renaming->match.arena;
  if (relaxMatchKnows(&renaming->match, name))
    return;
  StrBuf text = {0};
  strBufAppendFormat(&text, "callee.%.*s", (int)name.length, name.data);
  StrRef fresh = arenaCopyString(arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  relaxMatchAddExpr(&renaming->match, arenaCopyString(arena, name),
                    symExprSymbol(arena, fresh));
  arrput(renaming->names,
         mlirStringAttrGet(renaming->context, strRefToMlir(fresh)));
}

MlirLogicalResult relaxInstantiateCall(Arena *arena, RelaxCallTypes *call) {
  intptr_t missing = -1;
  RelaxTypeArguments arguments = relaxTypeArgumentsOf(arena, call, &missing);
  if (missing >= 0) {
    StrRef name = strRefFromMlir(
        mlirStringAttrGetValue(mlirArrayAttrGetElement(call->params, missing)));
    return bridgeEmitOpError(
        call->op,
        "nothing says what type parameter '%.*s' of '@%.*s' stands for: no "
        "operand and no result has it in its type",
        (int)name.length, name.data, (int)call->name.length, call->name.data);
  }
  Renaming renaming = {.match = {.arena = arena},
                       .context = mlirTypeGetContext(call->type)};
  symWalkTypeSymbols(call->type, renameSymbol, &renaming);
  call->own = mlirArrayAttrGet(renaming.context, arrlen(renaming.names),
                               renaming.names);
  arrfree(renaming.names);
  MlirType apart = relaxMatchSubstitute(&renaming.match, call->type);
  call->phantoms = call->phantoms.ptr ? call->own : call->phantoms;
  call->type = relaxTypeArgumentsApply(&arguments, apart);
  call->params = (MlirAttribute){NULL};
  return mlirLogicalResultSuccess();
}
