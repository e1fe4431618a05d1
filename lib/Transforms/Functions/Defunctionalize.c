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
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

enum { COUNT_TYPES, COUNT_CLOSURES, COUNT_CALLS, COUNT_KEPT };

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
  if (relaxClosureGetSymbols(closure).ptr)
    return bridgeEmitOpError(closure, "passes symbols: run "
                                      "'relax-pass-symbols' first");
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

/// A type of functions in a generic data type, `!relax.fn<() ->
/// !relax.var<a>>`, stands for one type for each instance, and a data type for
/// it would have to.
typedef struct Generic {
  Defunctionalizing *d;
  bool inFunction, hasVariable;
} Generic;

static void keepGeneric(MlirType type, void *userData) {
  Generic *generic = userData;
  generic->hasVariable |= generic->inFunction && relaxIsVarType(type);
  Generic inner = {generic->d, generic->inFunction || relaxIsFnType(type),
                   false};
  SymParts parts = {NULL, keepGeneric, &inner};
  symTypeWalkParts(type, &parts);
  generic->hasVariable |= inner.hasVariable;
  if (!relaxIsFnType(type) || !inner.hasVariable)
    return;
  MlirType formal = relaxFnTypeGetSignature(type);
  for (ptrdiff_t i = 0; i < arrlen(generic->d->classes); ++i) {
    FnClass *fns = &generic->d->classes[i];
    MlirType signature = relaxFnTypeGetSignature(fns->key);
    fns->stays |= mlirFunctionTypeGetNumInputs(signature) ==
                      mlirFunctionTypeGetNumInputs(formal) &&
                  mlirFunctionTypeGetNumResults(signature) ==
                      mlirFunctionTypeGetNumResults(formal);
  }
}

static MlirWalkResult keepFieldsOf(MlirOperation op, void *userData) {
  if (!relaxIsAdt(op))
    return MlirWalkResultAdvance;
  MlirAttribute lists = relaxAdtGetFields(op);
  for (intptr_t c = 0, e = mlirArrayAttrGetNumElements(lists); c < e; ++c) {
    MlirAttribute fields = mlirArrayAttrGetElement(lists, c);
    for (intptr_t f = 0; f < mlirArrayAttrGetNumElements(fields); ++f) {
      Generic generic = {userData, false, false};
      keepGeneric(mlirTypeAttrGetValue(mlirArrayAttrGetElement(fields, f)),
                  &generic);
    }
  }
  return MlirWalkResultSkip;
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
  mlirOperationWalk(d->run->op, keepFieldsOf, d, MlirWalkPreOrder);
  for (bool more = true; more;) {
    more = false;
    for (ptrdiff_t i = 0; i < arrlen(d->classes); ++i) {
      FnClass *fns = &d->classes[i];
      bool good = true;
      for (ptrdiff_t t = 0; t < arrlen(fns->types); ++t)
        good &= fnCanCheck(d, fns->types[t]);
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

/// Failure after an error.
static MlirLogicalResult replaceUses(Defunctionalizing *d, const Uses *uses) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (uses->lambda.ptr)
    outcome = bridgeEmitOpError(uses->lambda,
                                "has no name: run 'relax-lambda-lift' first");
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(uses->closures); ++i)
    outcome = addClosure(d, uses->closures[i]);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  findThoseThatStay(d, uses);
  return replaceAll(d, uses);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Defunctionalizing d = {.run = run};
  Uses uses = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(run->op, collect, &uses, MlirWalkPreOrder);
  if ((uses.lambda.ptr || arrlen(uses.closures)) &&
      passMayRewrite(run, run->op))
    outcome = replaceUses(&d, &uses);
  for (ptrdiff_t i = 0; i < arrlen(d.classes); ++i) {
    arrfree(d.classes[i].variants);
    arrfree(d.classes[i].types);
  }
  arrfree(d.classes);
  arrfree(uses.closures);
  arrfree(uses.invokes);
  return outcome;
}

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
        "of functions whose extents no check can show (inside of data), of "
        "whose "
        "results no value knows the extents, or that a generic data type has "
        "in a field, is kept, and so is what has it inside; a type that no "
        "function of the module has has no "
        "values.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_TYPES] = "types-made",
                 [COUNT_CLOSURES] = "closures-replaced",
                 [COUNT_CALLS] = "invocations-replaced",
                 [COUNT_KEPT] = "types-kept"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
