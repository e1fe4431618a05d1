//===- Scope.c - who defines a symbol, and where it holds -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Scope.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Definitions.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

static MlirLogicalResult
checkArgumentTypes(SymScope *scope, MlirType functionType, MlirBlock entry) {
  SymScopeUse use = {scope, mlirOperationGetLocation(scope->function),
                     "an argument type", mlirLogicalResultSuccess()};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(functionType); i < e;
       ++i) {
    if (entry.ptr && i < mlirBlockGetNumArguments(entry))
      use.loc = mlirValueGetLocation(mlirBlockGetArgument(entry, i));
    symWalkTypeSymbols(mlirFunctionTypeGetInput(functionType, i),
                       symScopeRequire, &use);
  }
  return use.outcome;
}

static MlirLogicalResult checkResultTypes(SymScope *scope,
                                          MlirType functionType) {
  SymScopeUse use = {scope, mlirOperationGetLocation(scope->function),
                     "a result type", mlirLogicalResultSuccess()};
  intptr_t count = mlirFunctionTypeGetNumResults(functionType);
  MlirType *results = ARENA_ARRAY(scope->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i) {
    results[i] = mlirFunctionTypeGetResult(functionType, i);
    symWalkTypeSymbols(results[i], symScopeRequire, &use);
  }
  return mlirLogicalResultIsFailure(use.outcome)
             ? use.outcome
             : symCheckBinds(scope->function, count, results);
}

//===----------------------------------------------------------------------===//
// Operations: symbols flow along SSA edges
//===----------------------------------------------------------------------===//

/// A use of symbols by an operation.
typedef struct FlowUse {
  SymScope *scope;
  MlirOperation op;
  const char *what; // "a result type"
  const char *way;  // how it could be right
  MlirLogicalResult outcome;
} FlowUse;

static const char inBinds[] = " and is not in 'binds (...)'";
static const char freshName[] =
    ": to bind one here, take a name that the function does not have yet";

/// What brings a symbol that the function has into one of its operations. One
/// of the function's clause may be of no value at all.
static void appendWayOut(StrBuf *text, const FlowUse *use, StrRef name) {
  if (symTakesGiven(use->op)) {
    strBufAppendC(text, "; name a value that has it in 'given (...)'");
    if (symNamesHave(symClauseNames(use->scope->function, "symbols"), name))
      strBufAppendFormat(text, ", an argument '!relax.shape<[%.*s]>' say",
                         (int)name.length, name.data);
  } else if (mlirOperationHasInherentAttributeByName(
                 use->op, mlirStringRefCreateFromCString("callee"))) {
    strBufAppendFormat(text,
                       "; let the callee take a '!relax.shape<[%.*s]>', which "
                       "'relax.shape given (...)' makes",
                       (int)name.length, name.data);
  }
}

static void requireFlow(StrRef name, void *userData) {
  FlowUse *use = userData;
  if (mlirLogicalResultIsFailure(use->outcome) ||
      symNamesHave(symClauseNames(use->op, "binds"), name) ||
      symNamesHave(symClauseNames(use->scope->function, "any"), name) ||
      symFlowsInto(use->op, name))
    return;
  SymDefinition *definition = symScopeFind(use->scope, name);
  if (definition && symBindsAtEntry(use->scope->function))
    return;
  StrBuf text = {0};
  StrRef opName = bridgeOpName(use->op);
  strBufAppendFormat(&text, "'%.*s' op ", (int)opName.length, opName.data);
  MlirLocation loc = mlirOperationGetLocation(use->op);
  if (definition && symIsOver(definition)) {
    use->outcome =
        symScopeReportOver(loc, strBufText(&text), use->what, definition);
    strBufFree(&text);
    return;
  }
  strBufAppendFormat(&text, "symbol '%.*s' in %s comes from no operand%s",
                     (int)name.length, name.data, use->what, use->way);
  if (definition)
    appendWayOut(&text, use, name);
  use->outcome = definition
                     ? bridgeEmitErrorWithNote(loc, strBufText(&text),
                                               definition->loc, "bound here")
                     : bridgeEmitError(loc, "%s", strBufText(&text));
  strBufFree(&text);
}

/// The plan of a function's memory is over all symbols that are bound before
/// it: the arena is their operand, as it were.
static bool isOfPlan(MlirOperation op) {
  return symSeesAllSymbols(op) ||
         mlirOperationGetInherentAttributeByName(
             op, mlirStringRefCreateFromCString("offsets"))
             .ptr;
}

/// What a loop says of its region's symbols is checked inside.
static bool isOfRegion(MlirStringRef attribute) {
  return strRefEqual(strRefFromMlir(attribute), strRefFromC("invariant"));
}

static MlirLogicalResult checkAttributes(SymScope *scope, MlirOperation op) {
  SymScopeUse use = {scope, mlirOperationGetLocation(op), "an attribute",
                     mlirLogicalResultSuccess()};
  FlowUse flow = {scope, op, "an attribute", inBinds, use.outcome};
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i) {
    MlirNamedAttribute named = mlirDictionaryAttrGetElement(attributes, i);
    if (isOfRegion(mlirIdentifierStr(named.name)))
      continue;
    symWalkAttributeSymbols(named.attribute, symScopeRequire, &use);
    flow.outcome =
        mlirLogicalResultIsFailure(use.outcome) ? use.outcome : flow.outcome;
    if (!isOfPlan(op))
      symWalkAttributeSymbols(named.attribute, requireFlow, &flow);
  }
  return flow.outcome;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// What a region's entry may name: what its arguments bind, from `first` on,
/// and what flows into the operation.
typedef struct EntryUse {
  size_t first;
  SymScopeUse use;
  FlowUse flow;
} EntryUse;

static void requireAtEntry(StrRef name, void *userData) {
  EntryUse *entry = userData;
  symScopeRequire(name, &entry->use);
  if (mlirLogicalResultIsFailure(entry->use.outcome)) {
    entry->flow.outcome = entry->use.outcome;
    return;
  }
  if (symScopeFind(entry->use.scope, name) <
      entry->use.scope->definitions + entry->first)
    requireFlow(name, &entry->flow);
}

static MlirLogicalResult checkEntry(SymScope *scope, MlirOperation op,
                                    MlirBlock block, size_t first) {
  MlirLogicalResult success = mlirLogicalResultSuccess();
  EntryUse entry = {
      first,
      {scope, mlirOperationGetLocation(op), "the type of a region's argument",
       success},
      {scope, op, "the type of a region's argument", freshName, success}};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    entry.use.loc = mlirValueGetLocation(argument);
    symWalkTypeSymbols(mlirValueGetType(argument), requireAtEntry, &entry);
  }
  entry.use.loc = mlirOperationGetLocation(op);
  entry.use.what = entry.flow.what = "an attribute";
  entry.flow.way = inBinds;
  MlirAttribute invariant = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("invariant"));
  if (invariant.ptr)
    symWalkAttributeSymbols(invariant, requireAtEntry, &entry);
  return entry.flow.outcome;
}

static MlirLogicalResult checkOperation(SymScope *scope, MlirOperation op);

static MlirLogicalResult checkBlocks(SymScope *scope, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region); block.ptr;
       block = mlirBlockGetNextInRegion(block))
    for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      if (mlirLogicalResultIsFailure(checkOperation(scope, op)))
        return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult checkRegions(SymScope *scope, MlirOperation op) {
  intptr_t count = mlirOperationGetNumRegions(op);
  size_t first = scope->count;
  if (bridgeIsFunction(op)) // has a scope of its own
    return mlirLogicalResultSuccess();
  for (intptr_t r = 0; r < count; ++r) {
    MlirRegion region = mlirOperationGetRegion(op, r);
    MlirBlock block = mlirRegionGetFirstBlock(region);
    if (!block.ptr)
      continue;
    if (!symSharesEntry(op))
      first = scope->count;
    if (mlirLogicalResultIsFailure(symScopeDefineBareDims(scope, op, block)) ||
        mlirLogicalResultIsFailure(checkEntry(scope, op, block, first)))
      return mlirLogicalResultFailure();
    size_t inner = scope->count;
    if (mlirLogicalResultIsFailure(checkBlocks(scope, region)))
      return mlirLogicalResultFailure();
    symScopeClose(scope, symSharesEntry(op) ? inner : first, op);
  }
  symScopeClose(scope, first, op);
  return mlirLogicalResultSuccess();
}

/// Names of its own `binds` begin to hold behind the operation.
static MlirLogicalResult checkOperation(SymScope *scope, MlirOperation op) {
  if (mlirLogicalResultIsFailure(symCheckFacts(op)) ||
      mlirLogicalResultIsFailure(checkRegions(scope, op)) ||
      mlirLogicalResultIsFailure(symScopeDefineClause(scope, op, "binds")))
    return mlirLogicalResultFailure();
  FlowUse use = {scope, op, "a result type", inBinds,
                 mlirLogicalResultSuccess()};
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

/// The clauses in the order in which their names begin to hold: an argument's
/// type knows nothing of the extents that only the result has.
static MlirLogicalResult checkSignature(SymScope *scope, MlirBlock entry) {
  MlirOperation function = scope->function;
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  if (mlirLogicalResultIsFailure(
          symScopeDefineClause(scope, function, "any")) ||
      mlirLogicalResultIsFailure(
          symScopeDefineBareDims(scope, function, entry)) ||
      mlirLogicalResultIsFailure(symCheckFacts(function)) ||
      mlirLogicalResultIsFailure(
          symScopeDefineClause(scope, function, "symbols")) ||
      mlirLogicalResultIsFailure(checkArgumentTypes(scope, type, entry)) ||
      mlirLogicalResultIsFailure(
          symScopeDefineClause(scope, function, "binds")) ||
      mlirLogicalResultIsFailure(checkResultTypes(scope, type)))
    return mlirLogicalResultFailure();
  SymScopeUse use = {scope, mlirOperationGetLocation(function), "a fact",
                     mlirLogicalResultSuccess()};
  symWalkOperationSymbols(function, symScopeRequire, &use);
  return use.outcome;
}

/// The signature of a function without a body, whose arguments are values of no
/// block: one that stands in for it defines what they would.
static MlirLogicalResult checkDeclaration(SymScope *scope) {
  MlirOperation function = scope->function;
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    mlirBlockAddArgument(entry, mlirFunctionTypeGetInput(type, i),
                         mlirOperationGetLocation(function));
  MlirLogicalResult outcome = checkSignature(scope, entry);
  mlirBlockDestroy(entry);
  return outcome;
}

MlirLogicalResult symVerifyDeclaration(MlirOperation function) {
  SymScope scope = {.arena = arenaCreate(), .function = function};
  MlirLogicalResult outcome = checkDeclaration(&scope);
  arenaDestroy(scope.arena);
  return outcome;
}

MlirLogicalResult symVerifyFunctionScope(MlirOperation function) {
  MlirBlock entry = bridgeBody(function);
  if (!entry.ptr)
    return bridgeEmitOpError(function, "has no body");
  SymScope scope = {.arena = arenaCreate(), .function = function};
  MlirLogicalResult outcome = checkSignature(&scope, entry);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkBlocks(&scope, mlirOperationGetRegion(function, 0));
  arenaDestroy(scope.arena);
  return outcome;
}
