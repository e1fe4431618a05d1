//===- LowerBoundaryChecks.c - the checks of an entry as a program --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A public function checks its arguments without a word in the text
// (docs/language/symbols.md, rule 6). Here the checks become instructions of
// the host program, and the body a private function that they stand before.
// relax-to-vm goes on from there.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

enum { COUNT_FUNCTIONS, COUNT_KEPT };

static StrRef nameOf(MlirOperation function) {
  return relaxFuncGetSymName(function);
}

typedef struct CallSearch {
  StrRef name;
  MlirOperation found;
} CallSearch;

static MlirWalkResult findCall(MlirOperation op, void *userData) {
  CallSearch *search = userData;
  if (!relaxIsCall(op) ||
      !strRefEqual(search->name, bridgeRefName(relaxCallGetCallee(op))))
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

/// The checks, a call of `body` and its results.
static MlirLogicalResult fillEntry(VmLowering *lowering, void *userData) {
  const StrRef *body = userData;
  MlirBlock entry = bridgeBody(lowering->source);
  if (mlirLogicalResultIsFailure(vmLowerBoundary(lowering, entry, true)))
    return mlirLogicalResultFailure();
  MlirType type = relaxFuncGetFunctionType(lowering->source);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirValue *inputs = ARENA_ARRAY(lowering->arena, MlirValue, numInputs);
  MlirType *results = ARENA_ARRAY(lowering->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirBlockGetArgument(lowering->block, i);
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(type, i);
  VmCallArgs call = {.callee = mlirFlatSymbolRefAttrGet(lowering->context,
                                                        strRefToMlir(*body)),
                     .numInputs = numInputs,
                     .inputs = inputs,
                     .numResultsTypes = numResults,
                     .resultsTypes = results};
  MlirOperation op = vmCallCreate(lowering->loc, &call);
  vmLoweringAppend(lowering, op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, numResults);
  for (intptr_t i = 0; i < numResults; ++i)
    values[i] = mlirOperationGetResult(op, i);
  VmReturnArgs args = {numResults, values};
  return vmLoweringDo(lowering, vmReturnCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerFunction(RelaxPassRun *run,
                                       MlirOperation source) {
  StrRef name = nameOf(source);
  StrRef body = bridgeUniqueSymbol(
      run->op, arenaFormat(run->arena, "%.*s_body", SPREAD(name)), run->arena);
  if (!vmLowerFunction(run->op, source, run->arena, fillEntry, &body).ptr)
    return mlirLogicalResultFailure();
  relaxFuncSetSymName(source, body);
  relaxFuncSetSymVisibility(
      source, mlirStringAttrGet(run->context,
                                mlirStringRefCreateFromCString("private")));
  ++run->counters[COUNT_FUNCTIONS];
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (!relaxIsFunc(op) || relaxFuncGetSymVisibility(op).ptr ||
        relaxPrepares(op))
      continue;
    CallSearch search = {nameOf(op), {NULL}};
    mlirOperationWalk(run->op, findCall, &search, MlirWalkPreOrder);
    if (search.found.ptr) {
      ++run->counters[COUNT_KEPT];
      bridgeEmitRemark(mlirOperationGetLocation(op),
                       "the checks of '@%.*s' stay inside: a function of the "
                       "module calls it",
                       SPREAD(search.name));
    } else if (mlirLogicalResultIsFailure(lowerFunction(run, op))) {
      return mlirLogicalResultFailure();
    }
  }
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxLowerBoundaryChecksPass = {
    .name = "relax-lower-boundary-checks",
    .summary = "write the checks of public functions as instructions",
    .documentation =
        "A public `relax.func @f` becomes a `vm.func @f` that checks rank and "
        "element type of all arguments, then binds or checks every dimension "
        "in order, then checks every fact, and calls the private "
        "`relax.func @f_body`, which is what `@f` was. `relax-to-vm` lowers "
        "that later and would have put the same checks in front itself. A "
        "function that another one of the module calls stays as it is, with a "
        "remark.\n"
        "\n"
        "Run it behind `relax-deduce-shapes`: what that assumes is checked "
        "here.\n",
    .anchor = "builtin.module",
    .dialects = {mlirGetDialectHandle__vm__},
    .counters = {[COUNT_FUNCTIONS] = "functions-split",
                 [COUNT_KEPT] = "functions-kept"},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
