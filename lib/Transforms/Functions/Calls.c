//===- Calls.c - the calls of a function ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

StrRef functionName(MlirOperation function) {
  return relaxFuncGetSymName(function);
}

StrRef calleeName(MlirOperation call) {
  return bridgeReferred(relaxCallGetCallee(call));
}

typedef struct CallVisit {
  StrRef callee;
  void (*visit)(MlirOperation, void *);
  void *userData;
} CallVisit;

static MlirWalkResult visitCall(MlirOperation op, void *userData) {
  CallVisit *all = userData;
  if (relaxIsCall(op) &&
      (!all->callee.data || strRefEqual(calleeName(op), all->callee)))
    all->visit(op, all->userData);
  return MlirWalkResultAdvance;
}

void callsVisit(MlirOperation module, StrRef callee,
                void (*visit)(MlirOperation, void *), void *userData) {
  CallVisit all = {callee, visit, userData};
  mlirOperationWalk(module, visitCall, &all, MlirWalkPreOrder);
}

static void collectCall(MlirOperation call, void *userData) {
  MlirOperation **calls = userData;
  arrput(*calls, call);
}

MlirLogicalResult callFitAll(Arena *arena, MlirOperation module,
                             MlirOperation callee, uint64_t *casts) {
  MlirOperation *calls = NULL; // stb_ds: fitting inserts operations
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  callsVisit(module, functionName(callee), collectCall, &calls);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(calls); ++i) {
    CallFit fit = {.arena = arena, .call = calls[i], .callee = callee};
    outcome = callFitOperands(&fit, false);
    if (mlirLogicalResultIsSuccess(outcome))
      outcome = callFitResults(&fit);
    *casts += fit.casts;
  }
  arrfree(calls);
  return outcome;
}
