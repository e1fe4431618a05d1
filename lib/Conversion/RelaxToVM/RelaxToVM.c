//===- RelaxToVM.c - graph functions to the host program ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Device.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Signature.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Analysis/Versions.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "mlir-c/Dialect/Arith.h"

#include <stb/stb_ds.h>

enum { OPTION_VERSIONS };

/// In the prepare function: results go into the weights before it returns.
static void setWeights(VmLowering *lowering, MlirOperation ret) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(ret); i < e; ++i) {
    MlirStringRef weight = strRefToMlir(relaxPreparedName(lowering->source, i));
    VmSetWeightArgs args = {
        vmLoweringValue(lowering, mlirOperationGetOperand(ret, i)),
        mlirFlatSymbolRefAttrGet(lowering->context, weight)};
    vmLoweringAppend(lowering, vmSetWeightCreate(lowering->loc, &args));
  }
  VmReturnArgs args = {0, NULL};
  vmLoweringAppend(lowering, vmReturnCreate(lowering->loc, &args));
}

/// What comes in, as it is passed.
static MlirType passedTypes(Arena *arena, MlirType type) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ARENA_ARRAY(arena, MlirType, inputs + results + 1);
  for (intptr_t i = 0; i < inputs; ++i)
    types[i] = vmPassedType(mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = mlirFunctionTypeGetResult(type, i);
  return mlirFunctionTypeGet(mlirTypeGetContext(type), inputs, types, results,
                             types + inputs);
}

static MlirOperation createFunction(Arena *arena, MlirOperation source,
                                    bool prepare) {
  MlirContext context = mlirOperationGetContext(source);
  MlirBlock entry = bridgeBody(source);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    mlirBlockAddArgument(block, vmPassedType(mlirValueGetType(argument)),
                         mlirValueGetLocation(argument));
  }
  VmFuncArgs args = {relaxFuncGetSymName(source),
                     passedTypes(arena, relaxFuncGetFunctionType(source)),
                     relaxFuncGetSymVisibility(source),
                     relaxFuncGetArgAttrs(source),
                     relaxFuncGetResAttrs(source),
                     {NULL}};
  if (prepare) {
    args.function_type = mlirFunctionTypeGet(context, 0, NULL, 0, NULL);
    args.res_attrs = mlirAttributeGetNull();
  }
  MlirOperation function =
      vmFuncCreate(mlirOperationGetLocation(source), &args);
  if (prepare)
    mlirOperationSetDiscardableAttributeByName(
        function, mlirStringRefCreateFromCString("prepare"),
        mlirUnitAttrGet(context));
  if (relaxFuncIsConcurrent(source))
    relaxFuncSetConcurrent(function);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), block);
  return function;
}

MlirOperation
vmLowerFunction(MlirOperation module, MlirOperation source, Arena *arena,
                MlirLogicalResult (*fill)(VmLowering *lowering, void *userData),
                void *userData) {
  MlirContext context = mlirOperationGetContext(module);
  MlirOperation function = createFunction(arena, source, relaxPrepares(source));
  VmLowering lowering = {.context = context,
                         .module = module,
                         .source = source,
                         .arena = arena,
                         .block = bridgeBody(function),
                         .lower = vmLowerOperation,
                         .loc = mlirOperationGetLocation(source)};
  MlirLogicalResult outcome = fill(&lowering, userData);
  arrfree(lowering.symbols);
  hmfree(lowering.values);
  if (mlirLogicalResultIsFailure(outcome)) {
    mlirOperationDestroy(function);
    return (MlirOperation){NULL};
  }
  bridgeInsert(source, function);
  return function;
}

/// The operation of `block` that is or holds the last user of a value; null if
/// nothing uses it.
static MlirOperation lastUser(MlirBlock block, MlirValue value) {
  MlirOperation last = {NULL};
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(value, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    while (!mlirBlockEqual(mlirOperationGetBlock(user), block))
      user = mlirOperationGetParentOperation(user);
    if (!last.ptr || mlirOperationIsBeforeInBlock(last, user))
      last = user;
  }
  return last;
}

/// In the prepare function weights end behind their last use: what is packed
/// does not lie in memory twice.
static void killWeights(VmLowering *lowering) {
  for (MlirOperation op = {NULL}; bridgeAdvance(lowering->block, &op);) {
    if (!vmIsWeight(op))
      continue;
    MlirValue weight = mlirOperationGetResult(op, 0);
    MlirOperation last = lastUser(lowering->block, weight);
    VmKillArgs args = {weight};
    mlirBlockInsertOwnedOperationAfter(
        lowering->block, last.ptr ? last : op,
        vmKillCreate(mlirOperationGetLocation(op), &args));
  }
}

static MlirLogicalResult fillBody(VmLowering *lowering, void *userData) {
  lowering->version = userData;
  bool prepare = relaxPrepares(lowering->source);
  MlirBlock entry = bridgeBody(lowering->source);
  MlirAttribute visibility = relaxFuncGetSymVisibility(lowering->source);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    vmLoweringMap(lowering, mlirBlockGetArgument(entry, i),
                  mlirBlockGetArgument(lowering->block, i));
  if (mlirLogicalResultIsFailure(
          vmLowerBoundary(lowering, entry, !visibility.ptr)))
    return mlirLogicalResultFailure();
  for (MlirOperation op = {NULL}; bridgeAdvance(entry, &op);) {
    if (prepare && relaxIsReturn(op))
      setWeights(lowering, op);
    else if (mlirLogicalResultIsFailure(vmLowerOperation(lowering, op)))
      return mlirLogicalResultFailure();
  }
  if (prepare)
    killWeights(lowering);
  return mlirLogicalResultSuccess();
}

/// Private functions check nothing of what comes in.
static MlirWalkResult refuseUnchecked(MlirOperation op, void *userData) {
  MlirLogicalResult *outcome = userData;
  if (tirIsFunc(op))
    return MlirWalkResultSkip;
  if (relaxIsClosure(op)) {
    *outcome = relaxClosureNeedsNoCheck(op);
  } else if (!relaxIsCall(op)) {
    *outcome = relaxEdgesNeedNoCheck(op);
  } else {
    MlirOperation callee = bridgeFollow(op, relaxCallGetCallee(op));
    if (relaxIsFunc(callee))
      *outcome = relaxCallNeedsNoCheck(op, callee);
  }
  return mlirLogicalResultIsSuccess(*outcome) ? MlirWalkResultAdvance
                                              : MlirWalkResultInterrupt;
}

/// Nothing calls them any more.
static void removeDeclarations(MlirBlock body) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (relaxIsFunc(op))
      mlirOperationDestroy(op);
  }
}

/// They are branches now.
static void removeVersions(MlirBlock body) {
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);)
    if (tirIsFunc(op) && tirFuncGetVersions(op).ptr) {
      tirFuncSetVersions(op, (MlirAttribute){NULL});
      tirFuncSetGuards(op, (MlirAttribute){NULL});
    }
}

/// What `versions=` says, in `number` if it is one of them.
static const int64_t *readVersion(const RelaxPassRun *run, int64_t *number) {
  StrRef text = relaxOptionString(run, OPTION_VERSIONS);
  *number = strRefIs(text, "none") ? -1 : text.data[0] - '0';
  return strRefIs(text, "all") ? NULL : number;
}

/// A program has one function that runs at load, which gives all weights that
/// are in no file.
static MlirLogicalResult checkPrepared(MlirBlock body) {
  MlirAttribute first = {NULL};
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);) {
    MlirAttribute by = relaxIsWeight(op) ? relaxWeightGetPreparedBy(op)
                                         : mlirAttributeGetNull();
    if (!by.ptr)
      continue;
    if (mlirLogicalResultIsFailure(relaxCheckPrepared(op)))
      return mlirLogicalResultFailure();
    if (first.ptr && !mlirAttributeEqual(first, by)) {
      StrRef a = bridgeRefName(first);
      StrRef b = bridgeRefName(by);
      return bridgeEmitOpError(
          op,
          "is prepared by '@%.*s', others by '@%.*s': one function runs at "
          "load; run 'relax-prepare-weights', which makes them one",
          SPREAD(b), SPREAD(a));
    }
    first = by;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  int64_t number;
  const int64_t *version = readVersion(run, &number);
  MlirBlock body = bridgeBody(run->op);
  MlirLogicalResult outcome = checkPrepared(body);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxPlaceOnHost(run->op);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  mlirOperationWalk(run->op, refuseUnchecked, &outcome, MlirWalkPreOrder);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, tirIsFunc)).ptr;) {
    if (mlirLogicalResultIsFailure(versionsCheck(op)))
      return mlirLogicalResultFailure();
    tirAddRowTables(op);
  }
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (!relaxIsFunc(op) || !relaxFuncHasBody(op))
      continue;
    if (!vmLowerFunction(run->op, op, run->arena, fillBody, (void *)version)
             .ptr)
      return mlirLogicalResultFailure();
    mlirOperationDestroy(op);
  }
  removeDeclarations(body);
  removeVersions(body);
  return mlirLogicalResultSuccess();
}

static const char *const versions[] = {"all", "none", "0", "1", "2", "3",
                                       "4",   "5",    "6", "7", NULL};

const RelaxPass relaxToVMPass = {
    .name = "relax-to-vm",
    .summary = "lower graph functions to the host program",
    .documentation =
        "Every `relax.func` becomes a `vm.func`: symbols become i64 registers, "
        "a public function checks rank, element type, every dimension and "
        "every fact of its arguments first, results of `relax.call_tir` get "
        "memory (where the plan says, else their own), a program with versions "
        "becomes "
        "a branch with a counter for each, a result that its program never "
        "names is filled with zeros there, and the function that "
        "prepares weights stores its results. Operations must be legalised "
        "before.",
    .anchor = "builtin.module",
    .options =
        {[OPTION_VERSIONS] = {"versions", RELAX_OPTION_STRING,
                              "versions of programs that are taken where their "
                              "guards hold: all, none, or one by its number",
                              "all", versions}},
    .dialects = {mlirGetDialectHandle__vm__, mlirGetDialectHandle__arith__},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
