//===- Calls.c - the calls of a function ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

StrRef functionName(MlirOperation function) {
  return relaxFuncGetSymName(function);
}

StrRef calleeName(MlirOperation call) {
  return bridgeRefName(relaxCallGetCallee(call));
}

MlirOperation *callsOf(MlirOperation module, StrRef callee) {
  MlirOperation *calls = NULL;
  ptrdiff_t count = 0;
  bridgeCollect(module, relaxIsCall, &calls);
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i)
    if (strRefEqual(calleeName(calls[i]), callee))
      calls[count++] = calls[i];
  arrsetlen(calls, count);
  return calls;
}

MlirLogicalResult callFitAll(Arena *arena, MlirOperation module,
                             MlirOperation callee, uint64_t *casts) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  // Fitting inserts operations.
  MlirOperation *calls = callsOf(module, functionName(callee));
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
