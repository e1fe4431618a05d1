//===- BindSymbols.c - numbers in the place of symbols --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Sym/Prover.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Symbols/FactList.h"

enum { OPTION_SYMBOLS };
enum { COUNT_SYMBOLS, COUNT_CASTS };

/// The pairs of `n=4,m=4*k`.
typedef struct Values {
  StrRef *names;
  SymExpr *exprs;
  bool *used;
  size_t count;
} Values;

static bool parsePair(SymTokens *tokens, Arena *arena, Values *values) {
  StrRef name;
  if (!tokens->identifier(tokens->state, &name) || symIsReserved(name) ||
      !tokens->punct(tokens->state, '=') ||
      !symExprParse(tokens, arena, &values->exprs[values->count]) ||
      !symExprIsNonNegative(values->exprs[values->count]))
    return false;
  values->names[values->count++] = arenaCopyString(arena, name);
  return true;
}

static MlirLogicalResult parseValues(RelaxPassRun *run, Values *values) {
  SymText text = {.text = relaxOptionString(run, OPTION_SYMBOLS)};
  SymTokens tokens = symTokensFromText(&text);
  size_t most = text.text.length / 2 + 1;
  values->names = ARENA_ARRAY(run->arena, StrRef, most);
  values->exprs = ARENA_ARRAY(run->arena, SymExpr, most);
  values->used = ARENA_ARRAY(run->arena, bool, most);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool more = text.text.length > 0;
  while (more && mlirLogicalResultIsSuccess(outcome)) {
    size_t begin = text.position;
    bool good = parsePair(&tokens, run->arena, values);
    more = good && tokens.punct(tokens.state, ',');
    if (!good || (!more && !symTextAtEnd(&text)))
      outcome = bridgeEmitError(
          mlirOperationGetLocation(run->op),
          "option 'symbols': expected symbol=extent, where the extent cannot "
          "be negative, got '%.*s'%s%s",
          (int)(text.text.length - begin), text.text.data + begin,
          text.message.length ? ": " : "", strBufText(&text.message));
  }
  strBufFree(&text.message);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What is left of the facts can hold together.
static MlirLogicalResult checkPossible(RelaxPassRun *run,
                                       MlirOperation function) {
  MlirAttribute list = factListOf(function);
  size_t count = list.ptr ? (size_t)mlirArrayAttrGetNumElements(list) : 0;
  SymFact *facts = ARENA_ARRAY(run->arena, SymFact, count);
  for (size_t i = 0; i < count; ++i)
    facts[i] = symFactOf(run->arena, mlirArrayAttrGetElement(list, i));
  const size_t *indices;
  size_t numClash;
  if (!symContradiction(run->arena, facts, count, &indices, &numClash))
    return mlirLogicalResultSuccess();
  SymFact *clash = ARENA_ARRAY(run->arena, SymFact, numClash);
  for (size_t i = 0; i < numClash; ++i)
    clash[i] = facts[indices[i]];
  StrBuf text = {0};
  symFactsPrint(clash, numClash, &text);
  MlirLogicalResult failed = bridgeEmitOpError(
      function, "does not take these extents: with them '%s' never holds",
      strBufText(&text));
  strBufFree(&text);
  return failed;
}

/// Decided facts go; a false one is an error that shows it as it `was` written.
static MlirLogicalResult checkFacts(RelaxPassRun *run, MlirOperation function,
                                    MlirAttribute was) {
  intptr_t wrong = factListSimplify(run->arena, function);
  return wrong < 0
             ? checkPossible(run, function)
             : bridgeEmitOpError(
                   function, "does not take these extents: it needs '%s'",
                   factText(run->arena, mlirArrayAttrGetElement(was, wrong)));
}

typedef struct BinderSearch {
  StrRef name;
  MlirOperation found;
} BinderSearch;

static MlirWalkResult findBinder(MlirOperation op, void *userData) {
  BinderSearch *search = userData;
  MlirAttribute binds = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("binds"));
  for (intptr_t i = 0, e = bridgeLength(binds); i < e; ++i)
    if (strRefEqual(bridgeTextAt(binds, i), search->name))
      search->found = op;
  return search->found.ptr ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// What an operation finds when it runs cannot be given beforehand.
static MlirLogicalResult refuseBinders(MlirOperation function, StrRef name) {
  BinderSearch search = {name, {NULL}};
  mlirOperationWalk(function, findBinder, &search, MlirWalkPreOrder);
  if (!search.found.ptr)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(search.found,
                           "binds '%.*s' when it runs: only symbols of a "
                           "function's arguments can be given",
                           (int)name.length, name.data);
}

/// The symbols of the new extents are extents of arguments themselves.
static MlirLogicalResult checkDefined(RelaxPassRun *run, MlirOperation function,
                                      const Values *values) {
  MlirBlock entry = bridgeBody(function);
  MlirType type = relaxFuncGetFunctionType(function);
  RelaxMatch bound = {.arena = run->arena};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    relaxMatchType(&bound, mlirFunctionTypeGetInput(type, i),
                   mlirFunctionTypeGetInput(type, i), (MlirAttribute){NULL});
  StrRef *names;
  size_t count = symNamesIn(function, run->arena, &names);
  for (size_t v = 0; v < values->count; ++v)
    for (size_t s = 0; s < values->exprs[v].numSymbols; ++s) {
      StrRef name = values->exprs[v].symbols[s];
      bool occurs = false;
      for (size_t i = 0; i < count; ++i)
        occurs |= strRefEqual(names[i], name);
      if (occurs && !relaxMatchKnows(&bound, name) &&
          !relaxNamesHave(relaxFuncGetSymbols(function), name))
        return bridgeEmitOpError(
            function,
            "option 'symbols': the extent of '%.*s' has the symbol '%.*s', "
            "which no argument has as a bare dimension",
            (int)values->names[v].length, values->names[v].data,
            (int)name.length, name.data);
    }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult bindFunction(RelaxPassRun *run, MlirOperation function,
                                      Values *values) {
  StrRef *names;
  size_t count = symNamesIn(function, run->arena, &names);
  bool any = false;
  for (size_t v = 0; v < values->count; ++v)
    for (size_t i = 0; i < count; ++i) {
      if (!strRefEqual(values->names[v], names[i]))
        continue;
      if (mlirLogicalResultIsFailure(refuseBinders(function, names[i])))
        return mlirLogicalResultFailure();
      any = values->used[v] = true;
      ++run->counters[COUNT_SYMBOLS];
    }
  if (!any)
    return mlirLogicalResultSuccess();
  MlirAttribute facts = relaxFuncGetFacts(function);
  SymMap map = {run->arena, values->names, values->exprs, values->count,
                SYM_OK};
  if (symSubstitute(function, &map) != SYM_OK)
    return bridgeEmitOpError(function, "does not take these extents: %s",
                             symStatusText(map.status));
  if (mlirLogicalResultIsFailure(checkFacts(run, function, facts)) ||
      mlirLogicalResultIsFailure(checkDefined(run, function, values)))
    return mlirLogicalResultFailure();
  return callFitAll(run->arena, run->op, function, &run->counters[COUNT_CASTS]);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Values values = {0};
  if (mlirLogicalResultIsFailure(parseValues(run, &values)))
    return mlirLogicalResultFailure();
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (functionIsPublic(op) &&
        mlirLogicalResultIsFailure(bindFunction(run, op, &values)))
      return mlirLogicalResultFailure();
  for (size_t i = 0; i < values.count; ++i)
    if (!values.used[i])
      return bridgeEmitError(mlirOperationGetLocation(run->op),
                             "option 'symbols': no public function has a "
                             "symbol '%s'",
                             values.names[i].data);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxBindSymbolsPass = {
    .name = "relax-bind-symbols",
    .summary = "give symbols of public functions other extents",
    .documentation =
        "`relax-bind-symbols{symbols=n=128,m=4*k}` substitutes the extents, "
        "all at once, through all public functions that have the symbols; "
        "their signatures become more special. An extent is an expression that "
        "cannot be negative, over symbols that an argument then has as a bare "
        "dimension. Facts that are decided go; an extent that breaks one is "
        "an error, and so is a symbol that an operation binds. Calls inside of "
        "the module get a `relax.match_cast` where they need one.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_SYMBOLS] = {"symbols", RELAX_OPTION_STRING,
                                    "extents of symbols, as in n=128,m=4*k",
                                    NULL, NULL}},
    .counters = {[COUNT_SYMBOLS] = "symbols-bound",
                 [COUNT_CASTS] = "checks-added"},
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_NAMES_SYMBOLS,
    .run = run,
};
