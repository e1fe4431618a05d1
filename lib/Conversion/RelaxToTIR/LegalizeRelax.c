//===- LegalizeRelax.c - graph operations to calls of loop programs -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Device.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Resize.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_LIBRARY_CALLS = 2 }; // behind those that Kernel.c counts

bool relaxHasKernelRule(StrRef operation) {
  return relaxLegalizeRuleOf(operation) || strRefIs(operation, "relax.split");
}

static bool isStrings(MlirType type) {
  return relaxIsTensorType(type) &&
         relaxIsStringType(relaxTensorTypeGetElementType(type));
}

/// The tensor that an operand brings to a kernel: for a shape, which is there
/// for its symbols, the tensor that it is the shape of.
static MlirValue kernelInput(MlirOperation op, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(op, index);
  if (!relaxIsShapeOf(bridgeDefiner(value)))
    return value;
  MlirValue tensor = relaxShapeOfGetInput(bridgeDefiner(value));
  return isStrings(mlirValueGetType(tensor)) ? value : tensor;
}

/// Of texts that are there for their symbols, kernels are given the shape.
static void giveShapes(MlirOperation op) {
  bool only = relaxIsIota(op);
  if (!only && !relaxIsBroadcastTo(op))
    return;
  for (intptr_t i = !only, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!isStrings(mlirValueGetType(value)))
      continue;
    RelaxShapeOfArgs args = {.input = value};
    MlirOperation shape =
        relaxShapeOfCreate(mlirOperationGetLocation(op), &args);
    bridgeInsert(op, shape);
    mlirOperationSetOperand(op, i, mlirOperationGetResult(shape, 0));
  }
}

/// Every extent is known, and no kernel has to read texts.
static bool isExact(MlirType type) {
  return relaxTypeIsExact(type) && !isStrings(type);
}

static bool hasKnownShapes(MlirOperation op) {
  bool known = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    known &= isExact(mlirValueGetType(kernelInput(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    known &= isExact(mlirValueGetType(mlirOperationGetResult(op, i)));
  return known;
}

/// A `target` that shape deduction has not turned into a type. A shape is one
/// that the result's type repeats.
static bool hasTarget(MlirOperation op) {
  MlirValue target = {NULL};
  if (relaxIsBroadcastTo(op))
    target = relaxBroadcastToGetTarget(op);
  if (relaxIsResize(op))
    target = relaxResizeGetSizes(op);
  return target.ptr && !relaxIsShapeType(mlirValueGetType(target));
}

static MlirType withElement(MlirType type, MlirType element) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  return relaxTensorTypeOf(element, info.rank, info.dims);
}

static MlirLogicalResult castTo(RelaxLegalizer *legalizer, MlirOperation op,
                                MlirValue value, MlirType element,
                                MlirValue *result) {
  RelaxCastArgs args = {.input = value,
                        .resultType =
                            withElement(mlirValueGetType(value), element)};
  return relaxLegalizeCreated(
      legalizer, op, relaxCastCreate(mlirOperationGetLocation(op), &args),
      result);
}

/// One kernel; `type` is its result.
static MlirLogicalResult callRule(RelaxLegalizer *legalizer,
                                  const RelaxLegalizeRule *rule,
                                  MlirOperation op, MlirType type,
                                  MlirValue *result) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *values = ARENA_ARRAY(legalizer->arena, MlirValue, count);
  StrRef name = arenaCopyString(legalizer->arena, relaxShortName(op));
  RelaxKernelCall call = {.name = name.data,
                          .bufferNames = rule->bufferNames,
                          .op = op,
                          .inputs = values,
                          .resultType = type,
                          .build = rule->build};
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue value = kernelInput(op, i);
    if (relaxIsTensorType(mlirValueGetType(value)))
      values[call.numInputs++] = value;
  }
  return relaxCallKernel(legalizer, &call, result);
}

/// The same operation on operands and a result of f32.
static MlirLogicalResult expandWide(RelaxLegalizer *legalizer,
                                    const RelaxLegalizeRule *rule,
                                    MlirOperation op, MlirType narrow,
                                    MlirValue *result) {
  MlirType wide = tirWideType(narrow);
  MlirOperation copy = mlirOperationClone(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirLogicalResultIsFailure(outcome) ||
        !relaxIsTensorType(mlirValueGetType(operand)) ||
        !mlirTypeEqual(relaxTensorInfoOf(operand).elementType, narrow))
      continue;
    outcome = castTo(legalizer, op, operand, wide, &operand);
    mlirOperationSetOperand(copy, i, operand);
  }
  MlirValue own = mlirOperationGetResult(copy, 0);
  mlirValueSetType(own, withElement(mlirValueGetType(own), wide));
  bridgeInsert(op, copy);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = rule->expand(legalizer, copy, result);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = castTo(legalizer, op, *result, narrow, result);
  mlirOperationDestroy(copy);
  return outcome;
}

static MlirLogicalResult apply(RelaxLegalizer *legalizer, MlirOperation op,
                               MlirValue *result) {
  const RelaxLegalizeRule *rule = relaxLegalizeRuleOf(bridgeOpName(op));
  MlirType type = bridgeResultType(op);
  MlirType element = relaxTensorTypeGetElementType(type);
  MlirType wide = tirWideType(element);
  bool wider = !mlirTypeEqual(element, wide) && relaxRuleWidens(rule);
  if (rule->expand && !(wider && rule->build))
    return wider ? expandWide(legalizer, rule, op, element, result)
                 : rule->expand(legalizer, op, result);
  if (!wider)
    return callRule(legalizer, rule, op, type, result);
  return mlirLogicalResultIsSuccess(
             callRule(legalizer, rule, op, withElement(type, wide), result))
             ? castTo(legalizer, op, *result, element, result)
             : mlirLogicalResultFailure();
}

/// Replaces `op` if there is a rule and everything is known about its shapes.
static MlirLogicalResult legalize(RelaxLegalizer *legalizer, MlirOperation op) {
  if (relaxIsLibraryOperator(op)) {
    ++legalizer->counters[COUNT_LIBRARY_CALLS];
    return relaxCallLibraryFor(legalizer, op);
  }
  // A reshape to a shape that is checked when the program runs is a view then.
  if (relaxIsReshape(op) && relaxReshapeGetTarget(op).ptr)
    return mlirLogicalResultSuccess();
  giveShapes(op);
  if (!relaxHasKernelRule(bridgeOpName(op)) || !hasKnownShapes(op) ||
      hasTarget(op) || !relaxHasReductionKernel(op))
    return mlirLogicalResultSuccess();
  if (relaxIsSplit(op))
    return relaxLegalizeSplit(legalizer, op);
  MlirValue result;
  if (mlirLogicalResultIsFailure(apply(legalizer, op, &result)))
    return mlirLogicalResultFailure();
  bridgeReplace(op, result);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// But for rows of what nobody writes to, which are views when the program
/// runs: a layer's weights among those of all layers.
static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **list = userData;
  if (relaxIsRowOfFixed(op))
    return MlirWalkResultAdvance;
  if (relaxHasKernelRule(bridgeOpName(op)) || relaxIsLibraryOperator(op))
    arrput(*list, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  if (passMayRewrite(run, run->op) &&
      mlirLogicalResultIsFailure(relaxPlaceOnHost(run->op)))
    return mlirLogicalResultFailure();
  RelaxLegalizer legalizer = {.context = run->context,
                              .arena = run->arena,
                              .module = run->op,
                              .symbols = moduleSymbolsCreate(run->op),
                              .counters = run->counters,
                              .apply = apply};
  sh_new_strdup(legalizer.kernels);
  MlirOperation *list = NULL;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    mlirOperationWalk(op, collect, &list, MlirWalkPreOrder);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(list) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    if (passMayRewrite(run, list[i]))
      outcome = legalize(&legalizer, list[i]);
  arrfree(list);
  shfree(legalizer.kernels);
  moduleSymbolsDestroy(legalizer.symbols);
  return outcome;
}

const RelaxPass relaxLegalizePass = {
    .name = "relax-legalize",
    .summary = "lower graph operations to calls of loop-level programs",
    .documentation =
        "Every graph operation whose shapes are known becomes a private "
        "`tir.func` over symbolic buffers and a `relax.call_tir` of it. Equal "
        "operations on equal types share a function, up to the names of "
        "symbols; it takes along the facts of the caller about its symbols. "
        "`relax.softmax` and `relax.mean` become several kernels.\n\n"
        "Operators that sort or count (`relax.nonzero`, `relax.unique`, "
        "`relax.top_k`, `relax.non_max_suppression`) become a "
        "`relax.call_library` of the function of the runtime's op library that "
        "has their name.\n\n"
        "A `relax.take` by one index along the first dimension of a weight, a "
        "constant or an argument that is not donated stays: it is a view of a "
        "row.\n\n"
        "Operations with a `?` or an unknown rank in a type, and reshapes that "
        "still have a `to` operand, stay: run `relax-deduce-shapes` before.\n",
    .anchor = "builtin.module",
    .counters = {"kernels-made", "calls-made", "library-calls-made"},
    .traits = RELAX_PASS_ASKS | RELAX_PASS_REQUIRED,
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__,
                 mlirGetDialectHandle__math__},
    .run = run,
};
