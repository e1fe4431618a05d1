//===- Monomorphize.c - functions for the types that they are called with -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function with type parameters is copied once for the types that calls of it
// say; names of symbols do not count. Symbols of these types are in the
// `any (...)` clause of the copy: its body passes such values on, and
// computes with none of their extents.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/TypeArguments.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Functions/TypesKey.h"

#include <stb/stb_ds.h>

enum { COUNT_INSTANCES, COUNT_SHARED };
/// Copies of one function that make each other.
enum { MAX_CHAIN = 16 };

typedef struct Instance {
  MlirOperation general, function;
  MlirType key;    // a tuple of the types, their symbols numbered
  ptrdiff_t maker; // the instance that calls it, or -1
} Instance;

typedef struct Monomorphizing {
  RelaxPassRun *run;
  Instance *instances;  // stb_ds
  MlirOperation *calls; // stb_ds: of functions with type parameters
  ptrdiff_t maker;      // whose calls they are
} Monomorphizing;

//===----------------------------------------------------------------------===//
// Names of symbols
//===----------------------------------------------------------------------===//

/// The symbols of the types, in order.
static SymNameList symbolsOf(Arena *arena,
                             const RelaxTypeArguments *arguments) {
  SymNameList symbols = {.arena = arena};
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(arguments->names); i < e;
       ++i)
    symWalkTypeSymbols(arguments->types[i], symNameListAdd, &symbols);
  return symbols;
}

/// The types with symbols that the function does not have; their names.
static MlirAttribute renameApart(Monomorphizing *m, MlirOperation function,
                                 RelaxTypeArguments *arguments) {
  RelaxMatch match = {.arena = m->run->arena};
  SymNameList symbols = symbolsOf(match.arena, arguments);
  MlirAttribute *names = NULL;
  StrRef *used, *taken = NULL;
  size_t numUsed = symNamesIn(function, match.arena, &used);
  for (size_t i = 0; i < numUsed; ++i)
    arrput(taken, used[i]);
  for (size_t i = 0; i < symbols.count; ++i) {
    StrRef name =
        symFreshName(match.arena, symbols.names[i], taken, arrlenu(taken));
    arrput(taken, name);
    relaxMatchAddExpr(&match, symbols.names[i],
                      symExprSymbol(match.arena, name));
    arrput(names, mlirStringAttrGet(m->run->context, strRefToMlir(name)));
  }
  MlirAttribute clause = relaxFuncGetAny(function);
  for (intptr_t i = 0, e = bridgeLength(clause); i < e; ++i)
    arrput(names, mlirArrayAttrGetElement(clause, i));
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(arguments->names); i < e;
       ++i)
    arguments->types[i] = relaxMatchSubstitute(&match, arguments->types[i]);
  MlirAttribute all =
      arrlen(names) ? mlirArrayAttrGet(m->run->context, arrlen(names), names)
                    : (MlirAttribute){NULL};
  arrfree(names);
  arrfree(taken);
  return all;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static MlirType typePart(MlirType part, void *userData) {
  return relaxTypeArgumentsApply(userData, part);
}

static MlirOperation copyFor(Monomorphizing *m, MlirOperation general,
                             const RelaxTypeArguments *given) {
  MlirOperation module = mlirOperationGetParentOperation(general);
  MlirOperation copy = mlirOperationClone(general);
  intptr_t count = mlirArrayAttrGetNumElements(given->names);
  RelaxTypeArguments arguments = {
      given->names, arenaCopy(m->run->arena, given->types,
                              (size_t)count * sizeof *given->types)};
  MlirAttribute symbols = renameApart(m, general, &arguments);
  symMapTypes(copy, typePart, &arguments);
  mlirOperationRemoveAttributeByName(copy,
                                     mlirStringRefCreateFromCString("params"));
  relaxFuncSetAny(copy, symbols);
  relaxFuncSetSymName(
      copy,
      bridgeUniqueSymbol(module, relaxFuncGetSymName(general), m->run->arena));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(general), general,
                                     copy);
  ++m->run->counters[COUNT_INSTANCES];
  return copy;
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

/// `@f<T, U>` of an instance.
static void printInstance(StrBuf *out, MlirOperation general, MlirType key) {
  StrRef name = relaxFuncGetSymName(general);
  strBufAppendFormat(out, "@%.*s<", (int)name.length, name.data);
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(key); i < e; ++i) {
    strBufAppendC(out, i ? ", " : "");
    bridgePrintType(mlirTupleTypeGetType(key, i), out);
  }
  strBufAppendC(out, ">");
}

/// The chain of instances that makes `i`, its beginning first.
static ptrdiff_t *chainOf(const Monomorphizing *m, ptrdiff_t i) {
  ptrdiff_t *chain = NULL;
  for (; i >= 0; i = m->instances[i].maker)
    arrput(chain, i);
  for (ptrdiff_t a = 0, b = arrlen(chain) - 1; a < b; ++a, --b) {
    ptrdiff_t other = chain[a];
    chain[a] = chain[b];
    chain[b] = other;
  }
  return chain;
}

/// A function that calls itself at ever other types, perhaps through others,
/// has no end of instances. The first ones say how they grow.
static MlirLogicalResult checkChain(Monomorphizing *m, MlirOperation op,
                                    MlirOperation general) {
  enum { SHOWN = 3 };
  StrBuf text = {0};
  int same = 0;
  ptrdiff_t *chain = chainOf(m, m->maker);
  for (ptrdiff_t i = 0; i < arrlen(chain); ++i) {
    const Instance *instance = &m->instances[chain[i]];
    same += mlirOperationEqual(instance->general, general);
    if (i >= SHOWN)
      continue;
    strBufAppendC(&text, i ? ", which calls " : "");
    printInstance(&text, instance->general, instance->key);
  }
  arrfree(chain);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (same >= MAX_CHAIN)
    outcome = bridgeEmitOpError(op,
                                "makes more than %d instances, one out of the "
                                "other: %s, and so on",
                                MAX_CHAIN, strBufText(&text));
  strBufFree(&text);
  return outcome;
}

static StrRef instanceName(Monomorphizing *m, MlirOperation op,
                           const RelaxCallTypes *call, MlirOperation general,
                           MlirLogicalResult *outcome) {
  intptr_t missing = -1;
  RelaxTypeArguments arguments =
      relaxTypeArgumentsOf(m->run->arena, call, &missing);
  MlirType key =
      typesKey(m->run->arena, m->run->context,
               mlirArrayAttrGetNumElements(arguments.names), arguments.types);
  for (ptrdiff_t i = 0; i < arrlen(m->instances); ++i)
    if (mlirOperationEqual(m->instances[i].general, general) &&
        mlirTypeEqual(m->instances[i].key, key)) {
      ++m->run->counters[COUNT_SHARED];
      return relaxFuncGetSymName(m->instances[i].function);
    }
  *outcome = checkChain(m, op, general);
  if (mlirLogicalResultIsFailure(*outcome))
    return (StrRef){NULL, 0};
  Instance instance = {general, copyFor(m, general, &arguments), key, m->maker};
  arrput(m->instances, instance);
  return relaxFuncGetSymName(instance.function);
}

static MlirLogicalResult redirect(Monomorphizing *m, MlirOperation op) {
  bool isCall = relaxIsCall(op);
  MlirOperation general = relaxCalleeOf(
      op, isCall ? relaxCallGetCallee(op) : relaxClosureGetCallee(op), NULL);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (!general.ptr)
    return mlirLogicalResultFailure();
  RelaxCallTypes call = isCall ? relaxCallTypesOf(m->run->arena, op, general)
                               : relaxClosureCall(m->run->arena, op, general);
  StrRef name = instanceName(m, op, &call, general, &outcome);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  MlirAttribute callee =
      mlirFlatSymbolRefAttrGet(m->run->context, strRefToMlir(name));
  if (isCall)
    relaxCallSetCallee(op, callee);
  else
    relaxClosureSetCallee(op, callee);
  return outcome;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Monomorphizing *m = userData;
  if (!relaxIsCall(op) && !relaxIsClosure(op))
    return MlirWalkResultAdvance;
  MlirOperation callee = relaxCalleeOf(
      op, relaxIsCall(op) ? relaxCallGetCallee(op) : relaxClosureGetCallee(op),
      NULL);
  if (callee.ptr && relaxFuncGetParams(callee).ptr)
    arrput(m->calls, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult redirectAll(Monomorphizing *m, MlirOperation function,
                                     ptrdiff_t maker) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  arrsetlen(m->calls, 0);
  m->maker = maker;
  mlirOperationWalk(function, collect, m, MlirWalkPreOrder);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(m->calls); ++i)
    outcome = redirect(m, m->calls[i]);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Monomorphizing m = {.run = run};
  MlirOperation *functions = NULL, *general = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;) {
    if (relaxFuncGetParams(op).ptr)
      arrput(general, op);
    else
      arrput(functions, op);
  }
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(functions); ++i)
    outcome = redirectAll(&m, functions[i], -1);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(m.instances); ++i)
    outcome = redirectAll(&m, m.instances[i].function, i);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(general); ++i)
    mlirOperationDestroy(general[i]);
  arrfree(functions);
  arrfree(general);
  arrfree(m.instances);
  arrfree(m.calls);
  return outcome;
}

const RelaxPass relaxMonomorphizePass = {
    .name = "relax-monomorphize",
    .summary = "copy functions with type parameters for the types of their "
               "calls",
    .documentation =
        "Each `relax.call` and `relax.closure` of a function with type "
        "parameters gets a copy for its types; calls at equal types share one, "
        "and names of symbols do not count: `[n]` and `[m]` are one, `[n, n]` "
        "is another. Symbols of the types stand in `any (...)` of the "
        "copy. The general functions go. A function that calls itself at ever "
        "other types is refused.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_INSTANCES] = "instances-made",
                 [COUNT_SHARED] = "instances-shared"},
    .run = run,
};
