//===- Scope.c - who defines a symbol, and where it holds -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Scope.h"
#include "dialects/Sym/Walk.h"

#include <string.h>

/// A symbol and the place that defines it.
typedef struct Definition {
  StrRef name;
  MlirLocation loc;
} Definition;

typedef struct Scope {
  Arena *arena;
  Definition *definitions;
  size_t count, capacity;
  MlirOperation function;
} Scope;

static Definition *find(Scope *scope, StrRef name) {
  for (size_t i = 0; i < scope->count; ++i)
    if (strRefEqual(scope->definitions[i].name, name))
      return &scope->definitions[i];
  return NULL;
}

static void define(Scope *scope, StrRef name, MlirLocation loc) {
  if (scope->count == scope->capacity) {
    size_t capacity = scope->capacity ? scope->capacity * 2 : 8;
    Definition *wider = ARENA_ARRAY(scope->arena, Definition, capacity);
    if (scope->count)
      memcpy(wider, scope->definitions, scope->count * sizeof(Definition));
    scope->definitions = wider;
    scope->capacity = capacity;
  }
  scope->definitions[scope->count++] = (Definition){name, loc};
}

/// Defines the names of a `symbols (...)` or `binds (...)` clause.
static MlirLogicalResult defineClause(Scope *scope, MlirOperation op,
                                      const char *clause) {
  MlirAttribute names = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(clause));
  // call_tir's `symbols` are a dictionary of values for the callee.
  if (!names.ptr || !mlirAttributeIsAArray(names))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(names, i);
    StrRef name = strRefFromMlir(mlirStringAttrGetValue(element));
    Definition *previous = find(scope, name);
    if (previous) {
      StrBuf text = {0};
      strBufAppendFormat(&text, "symbol '%.*s' is bound twice in one function",
                         (int)name.length, name.data);
      MlirLogicalResult failed = bridgeEmitErrorWithNote(
          mlirOperationGetLocation(op), strBufText(&text), previous->loc,
          "first bound here");
      strBufFree(&text);
      return failed;
    }
    define(scope, name, mlirOperationGetLocation(op));
  }
  return mlirLogicalResultSuccess();
}

/// Bare dimensions of entry arguments define symbols, unless they are in scope.
static void defineBareDims(Scope *scope, MlirBlock block) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    const MlirAttribute *dims;
    intptr_t count = symTypeDims(mlirValueGetType(argument), &dims);
    for (intptr_t d = 0; d < count; ++d) {
      StrRef name;
      if (symAttributeIsSymbol(dims[d], &name) && !find(scope, name))
        define(scope, name, mlirValueGetLocation(argument));
    }
  }
}

typedef struct Use {
  Scope *scope;
  MlirLocation loc;
  const char *what;
  MlirLogicalResult outcome;
} Use;

static void requireInScope(StrRef name, void *userData) {
  Use *use = userData;
  if (mlirLogicalResultIsFailure(use->outcome) || find(use->scope, name))
    return;
  use->outcome = bridgeEmitError(
      use->loc,
      "symbol '%.*s' in %s is not bound: a bare dimension of an argument, "
      "'symbols (%.*s)' or 'binds (%.*s)' defines it",
      (int)name.length, name.data, use->what, (int)name.length, name.data,
      (int)name.length, name.data);
}

static MlirLogicalResult checkTypes(Scope *scope, MlirType functionType,
                                    MlirBlock entry) {
  MlirLocation loc = mlirOperationGetLocation(scope->function);
  Use use = {scope, loc, "an argument type", mlirLogicalResultSuccess()};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(functionType); i < e;
       ++i) {
    if (entry.ptr)
      use.loc = mlirValueGetLocation(mlirBlockGetArgument(entry, i));
    symWalkTypeSymbols(mlirFunctionTypeGetInput(functionType, i),
                       requireInScope, &use);
  }
  use.loc = loc;
  use.what = "a result type";
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(functionType); i < e;
       ++i)
    symWalkTypeSymbols(mlirFunctionTypeGetResult(functionType, i),
                       requireInScope, &use);
  return use.outcome;
}

//===----------------------------------------------------------------------===//
// Operations: symbols flow along SSA edges
//===----------------------------------------------------------------------===//

typedef struct Flow {
  MlirOperation op;
  bool found;
  StrRef name;
} Flow;

static void matchName(StrRef name, void *userData) {
  Flow *flow = userData;
  flow->found |= strRefEqual(name, flow->name);
}

static bool bindsItself(MlirOperation op, StrRef name) {
  MlirAttribute names = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("binds"));
  if (!names.ptr)
    return false;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i)
    if (strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                        mlirArrayAttrGetElement(names, i))),
                    name))
      return true;
  return false;
}

typedef struct ResultUse {
  Scope *scope;
  MlirOperation op;
  MlirLogicalResult outcome;
} ResultUse;

static void requireFlow(StrRef name, void *userData) {
  ResultUse *use = userData;
  if (mlirLogicalResultIsFailure(use->outcome) || bindsItself(use->op, name))
    return;
  Flow flow = {use->op, false, name};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(use->op); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirOperationGetOperand(use->op, i)),
                       matchName, &flow);
  if (flow.found || mlirOperationGetNumRegions(use->op) > 0)
    return;
  Definition *definition = find(use->scope, name);
  // A loop-level program defines symbols at its entry only: they hold everywhere.
  if (definition && strRefEqual(bridgeOpName(use->scope->function),
                                strRefFromC("tir.func")))
    return;
  StrBuf text = {0};
  StrRef opName = bridgeOpName(use->op);
  strBufAppendFormat(&text,
                     "'%.*s' op symbol '%.*s' in a result type comes from no "
                     "operand and is not in 'binds (...)'",
                     (int)opName.length, opName.data, (int)name.length,
                     name.data);
  MlirLocation loc = mlirOperationGetLocation(use->op);
  use->outcome =
      definition ? bridgeEmitErrorWithNote(loc, strBufText(&text),
                                           definition->loc, "bound here")
                 : bridgeEmitError(loc, "%s", strBufText(&text));
  strBufFree(&text);
}

static MlirLogicalResult checkOperation(Scope *scope, MlirOperation op) {
  if (mlirLogicalResultIsFailure(defineClause(scope, op, "binds")))
    return mlirLogicalResultFailure();
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (block.ptr)
      defineBareDims(scope, block);
  }
  ResultUse use = {scope, op, mlirLogicalResultSuccess()};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)),
                       requireFlow, &use);
  Use attributes = {scope, mlirOperationGetLocation(op), "an attribute",
                    use.outcome};
  symWalkOperationSymbols(op, requireInScope, &attributes);
  return attributes.outcome;
}

typedef struct BodyWalk {
  Scope *scope;
  MlirLogicalResult outcome;
} BodyWalk;

static MlirWalkResult visit(MlirOperation op, void *userData) {
  BodyWalk *walk = userData;
  if (mlirOperationEqual(op, walk->scope->function))
    return MlirWalkResultAdvance;
  walk->outcome = checkOperation(walk->scope, op);
  return mlirLogicalResultIsFailure(walk->outcome) ? MlirWalkResultInterrupt
                                                   : MlirWalkResultAdvance;
}

MlirLogicalResult symVerifyFunctionScope(MlirOperation function) {
  Arena *arena = arenaCreate();
  Scope scope = {.arena = arena, .function = function};
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirAttribute type = mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type"));
  BodyWalk walk = {&scope, mlirLogicalResultSuccess()};
  if (entry.ptr)
    defineBareDims(&scope, entry);
  walk.outcome = defineClause(&scope, function, "symbols");
  if (mlirLogicalResultIsSuccess(walk.outcome))
    walk.outcome = defineClause(&scope, function, "binds");
  if (mlirLogicalResultIsSuccess(walk.outcome))
    walk.outcome = checkTypes(&scope, mlirTypeAttrGetValue(type), entry);
  if (mlirLogicalResultIsSuccess(walk.outcome)) {
    Use use = {&scope, mlirOperationGetLocation(function), "a fact",
               mlirLogicalResultSuccess()};
    symWalkOperationSymbols(function, requireInScope, &use);
    walk.outcome = use.outcome;
  }
  if (mlirLogicalResultIsSuccess(walk.outcome))
    mlirOperationWalk(function, visit, &walk, MlirWalkPreOrder);
  arenaDestroy(arena);
  return walk.outcome;
}
