//===- KnownCallees.c - calls of functions that are known -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Who invokes a function that was made in sight calls it: with the values that
// it keeps, then with its own arguments. relax-inline goes on from there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/ControlFlow/LowerEach.h"

enum { COUNT_CALLS, COUNT_KEPT };

static bool invokesClosure(MlirOperation op) {
  if (!relaxIsInvoke(op))
    return false;
  MlirValue function = relaxInvokeGetFunction(op);
  return relaxIsClosure(bridgeDefiner(function));
}

/// A call says all that the closure's type says: nothing is to be checked, and
/// no result gets a name that only the function's value leaves open.
static bool isCall(MlirOperation invoke, MlirOperation closure,
                   MlirOperation callee) {
  return !relaxInvokeGetBinds(invoke).ptr && !relaxFuncGetParams(callee).ptr &&
         relaxClosureIsExact(closure, callee);
}

static MlirLogicalResult callKnown(RelaxPassRun *run, MlirOperation invoke) {
  MlirOperation closure = mlirOpResultGetOwner(relaxInvokeGetFunction(invoke));
  MlirAttribute name = relaxClosureGetCallee(closure);
  MlirOperation callee = relaxCalleeOf(closure, name, NULL);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  if (!isCall(invoke, closure, callee)) {
    ++run->counters[COUNT_KEPT];
    return mlirLogicalResultSuccess();
  }
  intptr_t captured = relaxClosureGetNumCaptured(closure);
  intptr_t count = captured + relaxInvokeGetNumInputs(invoke);
  intptr_t numResults = mlirOperationGetNumResults(invoke);
  MlirValue *values = ARENA_ARRAY(run->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = i < captured ? relaxClosureGetCaptured(closure, i)
                             : relaxInvokeGetInputs(invoke, i - captured);
  RelaxCallArgs args = {.callee = name,
                        .numInputs = count,
                        .inputs = values,
                        .symbols = relaxClosureGetSymbols(closure),
                        .facts = relaxInvokeGetFacts(invoke),
                        .numResultsTypes = numResults,
                        .resultsTypes =
                            relaxValueTypes(run->arena, numResults,
                                            mlirOperationGetResult, invoke)};
  MlirOperation call = relaxCallCreate(mlirOperationGetLocation(invoke), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(invoke), invoke,
                                      call);
  for (intptr_t i = 0; i < numResults; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(invoke, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(invoke);
  ++run->counters[COUNT_CALLS];
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return lowerEach(run, invokesClosure, callKnown);
}

const RelaxPass relaxKnownCalleesPass = {
    .name = "relax-known-callees",
    .summary = "call functions whose values are made in sight",
    .documentation =
        "A `relax.invoke` of a `relax.closure` becomes a `relax.call` of its "
        "function with the values that it keeps in front; `relax-inline` puts "
        "the body there, `relax-remove-dead` removes a closure that nothing "
        "uses any more. `relax-lambda-lift` comes before: it makes closures of "
        "`relax.lambda`, and functions that check where a type says less.\n"
        "\n"
        "Kept, and counted, are closures that still need such a check, and "
        "invocations that bind an extent of their result.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_CALLS] = "calls-made",
                 [COUNT_KEPT] = "invocations-kept"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
