//===- Defunctionalize.c - functions that are values become data ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reynolds, "Definitional interpreters for higher-order programming
// languages", 1972: a constructor for each function that is a value, with what
// it keeps, and one function that looks which it is and calls it. Data has no
// extents in its type, so what is known of a result only by the function's type
// is looked at where it is invoked.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/Defunctionalize.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

enum { COUNT_TYPES, COUNT_CLOSURES, COUNT_CALLS, COUNT_KEPT, NUM_COUNTERS };

//===----------------------------------------------------------------------===//
// Types of functions
//===----------------------------------------------------------------------===//

/// A name that does not depend on those in the text.
static StrRef ownName(Arena *arena, intptr_t index) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "k%ld", (long)index);
  StrRef name = arenaCopyString(arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return name;
}

MlirType fnErased(Arena *arena, MlirType fn) {
  RelaxMatch match = {.arena = arena};
  SymNameList open = {.arena = arena};
  MlirContext context = mlirTypeGetContext(fn);
  const MlirAttribute *own, *rule;
  intptr_t numOwn = relaxFnTypeGetSymbols(fn, &own);
  MlirAttribute *names = ARENA_ARRAY(arena, MlirAttribute, numOwn + 1);
  for (intptr_t i = 0; i < numOwn; ++i) {
    StrRef name = ownName(arena, i);
    names[i] = mlirStringAttrGet(context, strRefToMlir(name));
    relaxMatchAddExpr(&match, strRefFromMlir(mlirStringAttrGetValue(own[i])),
                      symExprSymbol(arena, name));
  }
  symWalkTypeSymbols(fn, symNameListAdd, &open);
  for (size_t i = 0; i < open.count; ++i)
    relaxMatchAddExpr(&match, open.names[i], symExprUnknown(arena));
  intptr_t numRule = relaxFnTypeGetRule(fn, &rule);
  return relaxFnTypeGet(
      context, numOwn, names,
      relaxMatchSubstitute(&match, relaxFnTypeGetSignature(fn)), numRule, rule,
      relaxFnTypeGetEffects(fn));
}

FnClass *fnClassOf(Defunctionalizing *d, MlirType fn) {
  if (!relaxIsFnType(fn) || relaxFnIsOpaque(fn))
    return NULL;
  MlirType key = fnErased(d->run->arena, fn);
  for (ptrdiff_t i = 0; i < arrlen(d->classes); ++i)
    if (mlirTypeEqual(d->classes[i].key, key))
      return &d->classes[i];
  return NULL;
}

/// A check can show the extents of a value of the type, or it has none to show.
static bool canCheck(Defunctionalizing *d, MlirType type) {
  SymNameList symbols = {.arena = d->run->arena};
  if (relaxIsTensorType(type) || relaxIsShapeType(type))
    return true;
  const FnClass *inner = fnClassOf(d, type);
  if (inner)
    return !inner->stays;
  symWalkTypeSymbols(type, symNameListAdd, &symbols);
  return symbols.count == 0;
}

/// Of every argument and every result of functions of the type.
static bool canCheckAll(Defunctionalizing *d, MlirType fn) {
  MlirType signature = relaxFnTypeGetSignature(fn);
  bool can = true;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(signature); i < e; ++i)
    can &= canCheck(d, mlirFunctionTypeGetInput(signature, i));
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(signature); i < e; ++i)
    can &= canCheck(d, mlirFunctionTypeGetResult(signature, i));
  return can;
}

bool fnVariantFields(Defunctionalizing *d, Variant *variant) {
  Arena *arena = d->run->arena;
  MlirType type = relaxFuncGetFunctionType(variant->callee);
  SymNameList bare = {.arena = arena}, all = bare;
  RelaxMatch match = {.arena = arena};
  variant->fields = ARENA_ARRAY(arena, MlirType, variant->numCaptured + 1);
  for (intptr_t i = 0; i < variant->numCaptured; ++i) {
    symWalkBareDims(mlirFunctionTypeGetInput(type, i), symNameListAdd, &bare);
    symWalkTypeSymbols(mlirFunctionTypeGetInput(type, i), symNameListAdd, &all);
  }
  // Another argument says what the others are.
  for (size_t i = 0; i < all.count; ++i) {
    intptr_t own = symNameListFind(&bare, all.names[i]);
    relaxMatchAddExpr(&match, all.names[i],
                      own < 0 ? symExprUnknown(arena)
                              : symExprSymbol(arena, ownName(arena, own)));
  }
  bool good = true;
  for (intptr_t i = 0; i < variant->numCaptured; ++i) {
    MlirType field = mlirFunctionTypeGetInput(type, i);
    variant->fields[i] = relaxMatchSubstitute(&match, field);
    good &= canCheck(d, field);
  }
  return good;
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

typedef struct Uses {
  MlirOperation *closures, *invokes; // stb_ds
  MlirOperation lambda;              // the first, or null
} Uses;

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Uses *uses = userData;
  if (relaxIsClosure(op))
    arrput(uses->closures, op);
  else if (relaxIsInvoke(op))
    arrput(uses->invokes, op);
  else if (relaxIsLambda(op) && !uses->lambda.ptr)
    uses->lambda = op;
  return MlirWalkResultAdvance;
}

/// Types that the module uses for one class, each once.
static void addType(FnClass *fns, MlirType fn) {
  for (ptrdiff_t i = 0; i < arrlen(fns->types); ++i)
    if (mlirTypeEqual(fns->types[i], fn))
      return;
  arrput(fns->types, fn);
}

/// Failure after an error: the callee is none, or has type parameters.
static MlirLogicalResult addClosure(Defunctionalizing *d,
                                    MlirOperation closure) {
  MlirOperation callee =
      relaxCalleeOf(closure, relaxClosureGetCallee(closure), NULL);
  MlirType fn = mlirValueGetType(mlirOperationGetResult(closure, 0));
  intptr_t captured = relaxClosureGetNumCaptured(closure);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  if (relaxFuncGetParams(callee).ptr)
    return bridgeEmitOpError(closure,
                             "is of a function with type parameters: run "
                             "'relax-monomorphize' first");
  FnClass *fns = fnClassOf(d, fn);
  if (!fns) {
    FnClass fresh = {.key = fnErased(d->run->arena, fn)};
    arrput(d->classes, fresh);
    fns = &arrlast(d->classes);
  }
  addType(fns, fn);
  for (ptrdiff_t i = 0; i < arrlen(fns->variants); ++i)
    if (mlirOperationEqual(fns->variants[i].callee, callee) &&
        fns->variants[i].numCaptured == captured)
      return mlirLogicalResultSuccess();
  Variant variant = {callee, captured, relaxFuncGetSymName(callee), NULL};
  arrput(fns->variants, variant);
  return mlirLogicalResultSuccess();
}

/// Some value before the invocation has each extent that its results name.
static bool knowsResults(MlirOperation invoke) {
  bool knows = true;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(invoke); i < e; ++i) {
    MlirValue *given = NULL;
    MlirType type = mlirValueGetType(mlirOperationGetResult(invoke, i));
    knows &=
        !relaxIsTensorType(type) ||
        checkedCastCarriers(invoke, (MlirValue){NULL}, type, NULL, 0, &given);
    arrfree(given);
  }
  return knows;
}

/// A class that holds another one that stays, stays.
static void findThoseThatStay(Defunctionalizing *d, const Uses *uses) {
  for (ptrdiff_t i = 0; i < arrlen(uses->invokes); ++i) {
    MlirType fn = mlirValueGetType(relaxInvokeGetFunction(uses->invokes[i]));
    FnClass *fns = fnClassOf(d, fn);
    if (!fns)
      continue;
    addType(fns, fn);
    fns->stays |= relaxInvokeGetBinds(uses->invokes[i]).ptr ||
                  !knowsResults(uses->invokes[i]);
  }
  for (bool more = true; more;) {
    more = false;
    for (ptrdiff_t i = 0; i < arrlen(d->classes); ++i) {
      FnClass *fns = &d->classes[i];
      bool good = true;
      for (ptrdiff_t t = 0; t < arrlen(fns->types); ++t)
        good &= canCheckAll(d, fns->types[t]);
      for (ptrdiff_t v = 0; v < arrlen(fns->variants); ++v)
        good &= fnVariantFields(d, &fns->variants[v]);
      more |= !good && !fns->stays;
      fns->stays |= !good;
    }
  }
}

static bool goes(Defunctionalizing *d, MlirType fn) {
  const FnClass *fns = fnClassOf(d, fn);
  return fns && !fns->stays;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirLogicalResult replaceAll(Defunctionalizing *d, const Uses *uses) {
  uint64_t *counters = d->run->counters;
  for (ptrdiff_t i = 0; i < arrlen(d->classes); ++i) {
    if (!d->classes[i].stays)
      fnCreateData(d, &d->classes[i]);
    ++counters[d->classes[i].stays ? COUNT_KEPT : COUNT_TYPES];
  }
  for (ptrdiff_t i = 0; i < arrlen(uses->closures); ++i)
    if (goes(d,
             mlirValueGetType(mlirOperationGetResult(uses->closures[i], 0)))) {
      fnReplaceClosure(d, uses->closures[i]);
      ++counters[COUNT_CLOSURES];
    }
  for (ptrdiff_t i = 0; i < arrlen(uses->invokes); ++i)
    if (fnReplaceInvoke(d, uses->invokes[i]))
      ++counters[COUNT_CALLS];
  fnReplaceTypes(d);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Defunctionalizing d = {.run = run};
  Uses uses = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(run->op, collect, &uses, MlirWalkPreOrder);
  if (uses.lambda.ptr)
    outcome = bridgeEmitOpError(uses.lambda,
                                "has no name: run 'relax-lambda-lift' first");
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(uses.closures); ++i)
    outcome = addClosure(&d, uses.closures[i]);
  if (mlirLogicalResultIsSuccess(outcome) && arrlen(d.classes) &&
      passMayRewrite(run, run->op)) {
    findThoseThatStay(&d, &uses);
    outcome = replaceAll(&d, &uses);
  }
  for (ptrdiff_t i = 0; i < arrlen(d.classes); ++i) {
    arrfree(d.classes[i].variants);
    arrfree(d.classes[i].types);
  }
  arrfree(d.classes);
  arrfree(uses.closures);
  arrfree(uses.invokes);
  return outcome;
}

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_TYPES] = "types-made",
    [COUNT_CLOSURES] = "closures-replaced",
    [COUNT_CALLS] = "invocations-replaced",
    [COUNT_KEPT] = "types-kept",
};

const RelaxPass relaxDefunctionalizePass = {
    .name = "relax-defunctionalize",
    .summary = "make data of functions that are values",
    .documentation =
        "For each type of functions a `relax.adt`, with a constructor for each "
        "`relax.closure` that has the type and fields for what it keeps, and a "
        "private function `@apply` that calls what a value stands for. What is "
        "invoked is then called, what a function keeps is a field; function "
        "types are gone. Types that differ in extents that their functions "
        "keep become one: a result whose extents only the function's type "
        "knew is checked.\n"
        "\n"
        "It comes behind `relax-monomorphize` and `relax-lambda-lift`. A type "
        "of functions whose extents no check can show (inside of data), or of "
        "whose results no value knows the extents, is kept, and so is what "
        "has it inside; a type that no function of the module has has no "
        "values.\n",
    .anchor = "builtin.module",
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
