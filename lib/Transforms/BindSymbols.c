//===- BindSymbols.c - numbers in the place of symbols --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Pass.h"

#include <string.h>

enum { OPTION_SYMBOLS };
enum { COUNT_SYMBOLS };

/// The pairs of `n=4,m=3`.
typedef struct Values {
  StrRef *names;
  SymExpr *exprs;
  bool *used;
  size_t count;
} Values;

static bool parsePair(Arena *arena, Values *values, StrRef pair) {
  const char *equals = pair.length ? memchr(pair.data, '=', pair.length) : NULL;
  if (!equals || equals == pair.data)
    return false;
  StrRef number = arenaCopyString(
      arena,
      (StrRef){equals + 1, pair.length - (size_t)(equals + 1 - pair.data)});
  int64_t value = 0;
  for (size_t i = 0; i < number.length; ++i) {
    char c = number.data[i];
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, c - '0', &value))
      return false;
  }
  if (!number.length)
    return false;
  values->names[values->count] =
      arenaCopyString(arena, (StrRef){pair.data, (size_t)(equals - pair.data)});
  values->exprs[values->count++] = symExprConst(arena, value);
  return true;
}

static MlirLogicalResult parseValues(RelaxPassRun *run, Values *values) {
  StrRef text = relaxOptionString(run, OPTION_SYMBOLS);
  size_t most = text.length / 2 + 1;
  values->names = ARENA_ARRAY(run->arena, StrRef, most);
  values->exprs = ARENA_ARRAY(run->arena, SymExpr, most);
  values->used = ARENA_ARRAY(run->arena, bool, most);
  for (size_t begin = 0; begin < text.length;) {
    const char *comma = memchr(text.data + begin, ',', text.length - begin);
    size_t end = comma ? (size_t)(comma - text.data) : text.length;
    StrRef pair = {text.data + begin, end - begin};
    if (!parsePair(run->arena, values, pair))
      return bridgeEmitError(
          mlirOperationGetLocation(run->op),
          "option 'symbols': expected symbol=extent, got '%.*s'",
          (int)pair.length, pair.data);
    begin = end + 1;
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Decided facts go; a false one is an error that shows it as it `was` written.
static MlirLogicalResult checkFacts(RelaxPassRun *run, MlirOperation function,
                                    MlirAttribute was) {
  MlirAttribute facts = relaxFuncGetFacts(function);
  intptr_t count = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0, kept = 0;
  MlirAttribute *rest = ARENA_ARRAY(run->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute attribute = mlirArrayAttrGetElement(facts, i);
    SymFact fact = symFactOf(run->arena, attribute);
    bool decided = fact.lhs.numSymbols + fact.rhs.numSymbols == 0;
    if (!decided)
      rest[kept++] = attribute;
    if (!decided || fact.likely ||
        symProve(run->arena, NULL, 0, fact, NULL) == SYM_YES)
      continue;
    StrBuf text = {0};
    fact = symFactOf(run->arena, mlirArrayAttrGetElement(was, i));
    symFactsPrint(&fact, 1, &text);
    bridgeEmitOpError(function, "does not take these extents: it needs '%s'",
                      strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  relaxFuncSetFacts(function, kept ? mlirArrayAttrGet(run->context, kept, rest)
                                   : (MlirAttribute){NULL});
  return mlirLogicalResultSuccess();
}

typedef struct BinderSearch {
  StrRef name;
  MlirOperation found;
} BinderSearch;

static MlirWalkResult findBinder(MlirOperation op, void *userData) {
  BinderSearch *search = userData;
  MlirAttribute binds = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("binds"));
  for (intptr_t i = 0, e = binds.ptr ? mlirArrayAttrGetNumElements(binds) : 0;
       i < e; ++i)
    if (strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                        mlirArrayAttrGetElement(binds, i))),
                    search->name))
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

static bool isPublicFunction(MlirOperation op) {
  MlirAttribute visibility =
      relaxIsFunc(op) ? relaxFuncGetSymVisibility(op) : (MlirAttribute){NULL};
  return relaxIsFunc(op) &&
         (!visibility.ptr ||
          strRefEqual(strRefFromMlir(mlirStringAttrGetValue(visibility)),
                      strRefFromC("public")));
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
  return checkFacts(run, function, facts);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Values values = {0};
  if (mlirLogicalResultIsFailure(parseValues(run, &values)))
    return mlirLogicalResultFailure();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(run->op));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isPublicFunction(op) &&
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

static const RelaxPassOption options[] = {
    [OPTION_SYMBOLS] = {"symbols", RELAX_OPTION_STRING,
                        "extents of symbols, as in n=4,m=3", "", NULL},
};
static const char *const counters[] = {"symbols-bound"};

const RelaxPass relaxBindSymbolsPass = {
    .name = "relax-bind-symbols",
    .summary = "give symbols of public functions fixed extents",
    .documentation =
        "`relax-bind-symbols{symbols=n=4,m=3}` substitutes the extents through "
        "all public functions that have the symbols; their signatures become "
        "more special. Facts that are decided go; an extent that breaks one is "
        "an error, and so is a symbol that an operation binds.\n",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .counters = counters,
    .numCounters = 1,
    .run = run,
};
