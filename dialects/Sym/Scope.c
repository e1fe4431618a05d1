//===- Scope.c - who defines a symbol, and where it holds -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Scope.h"
#include "dialects/Sym/Clauses.h"
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

/// Defines the names of a `symbols (...)` or `binds (...)` clause.
static MlirLogicalResult defineClause(Scope *scope, MlirOperation op,
                                      const char *clause) {
  MlirAttribute names = symClauseNames(op, clause);
  for (intptr_t i = 0, e = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
       i < e; ++i) {
    StrRef name;
    if (mlirLogicalResultIsFailure(symClauseName(
            op, clause, mlirArrayAttrGetElement(names, i), &name)))
      return mlirLogicalResultFailure();
    Definition *previous = find(scope, name);
    if (previous)
      return boundTwice(op, name, previous->loc);
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

static MlirLogicalResult checkArgumentTypes(Scope *scope, MlirType functionType,
                                            MlirBlock entry) {
  Use use = {scope, mlirOperationGetLocation(scope->function),
             "an argument type", mlirLogicalResultSuccess()};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(functionType); i < e;
       ++i) {
    if (entry.ptr && i < mlirBlockGetNumArguments(entry))
      use.loc = mlirValueGetLocation(mlirBlockGetArgument(entry, i));
    symWalkTypeSymbols(mlirFunctionTypeGetInput(functionType, i),
                       requireInScope, &use);
  }
  return use.outcome;
}

static MlirLogicalResult checkResultTypes(Scope *scope, MlirType functionType) {
  Use use = {scope, mlirOperationGetLocation(scope->function), "a result type",
             mlirLogicalResultSuccess()};
  intptr_t count = mlirFunctionTypeGetNumResults(functionType);
  MlirType *results = ARENA_ARRAY(scope->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i) {
    results[i] = mlirFunctionTypeGetResult(functionType, i);
    symWalkTypeSymbols(results[i], requireInScope, &use);
  }
  return mlirLogicalResultIsFailure(use.outcome)
             ? use.outcome
             : symCheckBinds(scope->function, count, results);
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
  MlirAttribute names = symClauseNames(op, "binds");
  for (intptr_t i = 0, e = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
       i < e; ++i)
    if (strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                        mlirArrayAttrGetElement(names, i))),
                    name))
      return true;
  return false;
}

/// A use of symbols by an operation.
typedef struct FlowUse {
  Scope *scope;
  MlirOperation op;
  const char *what; // "a result type"
  MlirLogicalResult outcome;
} FlowUse;

static void requireFlow(StrRef name, void *userData) {
  FlowUse *use = userData;
  if (mlirLogicalResultIsFailure(use->outcome) || bindsItself(use->op, name))
    return;
  Flow flow = {use->op, false, name};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(use->op); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirOperationGetOperand(use->op, i)),
                       matchName, &flow);
  if (flow.found || mlirOperationGetNumRegions(use->op) > 0)
    return;
  Definition *definition = find(use->scope, name);
  // A loop-level program defines symbols at its entry only: they hold
  // everywhere.
  if (definition &&
      strRefEqual(bridgeOpName(use->scope->function), strRefFromC("tir.func")))
    return;
  StrBuf text = {0};
  StrRef opName = bridgeOpName(use->op);
  strBufAppendFormat(&text,
                     "'%.*s' op symbol '%.*s' in %s comes from no "
                     "operand and is not in 'binds (...)'",
                     (int)opName.length, opName.data, (int)name.length,
                     name.data, use->what);
  MlirLocation loc = mlirOperationGetLocation(use->op);
  use->outcome = definition
                     ? bridgeEmitErrorWithNote(loc, strBufText(&text),
                                               definition->loc, "bound here")
                     : bridgeEmitError(loc, "%s", strBufText(&text));
  strBufFree(&text);
}

/// The plan of a function's memory is over all symbols that are bound before
/// it: the arena is their operand, as it were.
static bool isOfPlan(MlirOperation op) {
  return strRefEqual(bridgeOpName(op), strRefFromC("relax.arena")) ||
         mlirOperationGetInherentAttributeByName(
             op, mlirStringRefCreateFromCString("offsets"))
             .ptr;
}

static MlirLogicalResult checkAttributes(Scope *scope, MlirOperation op) {
  Use use = {scope, mlirOperationGetLocation(op), "an attribute",
             mlirLogicalResultSuccess()};
  symWalkOperationSymbols(op, requireInScope, &use);
  FlowUse flow = {scope, op, "an attribute", use.outcome};
  if (!isOfPlan(op))
    symWalkOperationSymbols(op, requireFlow, &flow);
  return flow.outcome;
}

static MlirLogicalResult checkOperation(Scope *scope, MlirOperation op) {
  if (mlirLogicalResultIsFailure(symCheckFacts(op)) ||
      mlirLogicalResultIsFailure(defineClause(scope, op, "binds")))
    return mlirLogicalResultFailure();
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (block.ptr)
      defineBareDims(scope, block);
  }
  FlowUse use = {scope, op, "a result type", mlirLogicalResultSuccess()};
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType *results = ARENA_ARRAY(scope->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i) {
    results[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    symWalkTypeSymbols(results[i], requireFlow, &use);
  }
  if (mlirLogicalResultIsFailure(use.outcome) ||
      mlirLogicalResultIsFailure(symCheckBinds(op, count, results)))
    return mlirLogicalResultFailure();
  return checkAttributes(scope, op);
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

/// The clauses in the order in which their names begin to hold: an argument's
/// type knows nothing of the extents that only the result has.
static MlirLogicalResult checkSignature(Scope *scope, MlirBlock entry) {
  MlirOperation function = scope->function;
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  defineBareDims(scope, entry);
  if (mlirLogicalResultIsFailure(symCheckFacts(function)) ||
      mlirLogicalResultIsFailure(defineClause(scope, function, "symbols")) ||
      mlirLogicalResultIsFailure(checkArgumentTypes(scope, type, entry)) ||
      mlirLogicalResultIsFailure(defineClause(scope, function, "binds")) ||
      mlirLogicalResultIsFailure(checkResultTypes(scope, type)))
    return mlirLogicalResultFailure();
  Use use = {scope, mlirOperationGetLocation(function), "a fact",
             mlirLogicalResultSuccess()};
  symWalkOperationSymbols(function, requireInScope, &use);
  return use.outcome;
}

MlirLogicalResult symVerifyFunctionScope(MlirOperation function) {
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  if (!entry.ptr)
    return bridgeEmitOpError(function, "has no body");
  Scope scope = {.arena = arenaCreate(), .function = function};
  BodyWalk walk = {&scope, checkSignature(&scope, entry)};
  if (mlirLogicalResultIsSuccess(walk.outcome))
    mlirOperationWalk(function, visit, &walk, MlirWalkPreOrder);
  arenaDestroy(scope.arena);
  return walk.outcome;
}
