//===- LegalizeRelax.c - graph operations to calls of loop programs -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct Rule {
  const char *name; // of the operation
  const char *bufferNames;
  RelaxKernelBuild build; // or
  RelaxExpand expand;
} Rule;

/// Sorted by name.
static const Rule rules[] = {
    {"relax.abs", "X", relaxBuildUnary, NULL},
    {"relax.add", "AB", relaxBuildBinary, NULL},
    {"relax.append", "XR", relaxBuildConcat, NULL},
    {"relax.broadcast_to", "X", relaxBuildBroadcastTo, NULL},
    {"relax.cast", "X", relaxBuildCast, NULL},
    {"relax.concat", NULL, relaxBuildConcat, NULL},
    {"relax.conv", "XW", relaxBuildConv, NULL},
    {"relax.divide", "AB", relaxBuildBinary, NULL},
    {"relax.equal", "AB", relaxBuildCompare, NULL},
    {"relax.erf", "X", relaxBuildUnary, NULL},
    {"relax.exp", "X", relaxBuildUnary, NULL},
    {"relax.gelu", "X", relaxBuildUnary, NULL},
    {"relax.greater", "AB", relaxBuildCompare, NULL},
    {"relax.less", "AB", relaxBuildCompare, NULL},
    {"relax.log", "X", relaxBuildUnary, NULL},
    {"relax.matmul", "AB", relaxBuildMatmul, NULL},
    {"relax.max", "X", relaxBuildReduction, NULL},
    {"relax.max_pool", "X", relaxBuildMaxPool, NULL},
    {"relax.maximum", "AB", relaxBuildBinary, NULL},
    {"relax.mean", NULL, NULL, relaxExpandMean},
    {"relax.min", "X", relaxBuildReduction, NULL},
    {"relax.minimum", "AB", relaxBuildBinary, NULL},
    {"relax.multiply", "AB", relaxBuildBinary, NULL},
    {"relax.negative", "X", relaxBuildUnary, NULL},
    {"relax.permute_dims", "X", relaxBuildPermuteDims, NULL},
    {"relax.power", "AB", relaxBuildBinary, NULL},
    {"relax.reciprocal", "X", relaxBuildUnary, NULL},
    {"relax.relu", "X", relaxBuildUnary, NULL},
    {"relax.reshape", "X", relaxBuildReshape, NULL},
    {"relax.rsqrt", "X", relaxBuildUnary, NULL},
    {"relax.sigmoid", "X", relaxBuildUnary, NULL},
    {"relax.softmax", NULL, NULL, relaxExpandSoftmax},
    {"relax.sqrt", "X", relaxBuildUnary, NULL},
    {"relax.strided_slice", "X", relaxBuildStridedSlice, NULL},
    {"relax.subtract", "AB", relaxBuildBinary, NULL},
    {"relax.sum", "X", relaxBuildReduction, NULL},
    {"relax.tanh", "X", relaxBuildUnary, NULL},
    {"relax.where", "CAB", relaxBuildWhere, NULL},
};

static int compareRule(const void *name, const void *rule) {
  return strRefCompare(*(const StrRef *)name,
                       strRefFromC(((const Rule *)rule)->name));
}

static const Rule *findRule(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return bsearch(&name, rules, sizeof(rules) / sizeof(*rules), sizeof(*rules),
                 compareRule);
}

static bool isKnown(MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  return true;
}

bool relaxHasKnownShapes(MlirOperation op) {
  bool known = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    known &= isKnown(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    known &= isKnown(mlirValueGetType(mlirOperationGetResult(op, i)));
  return known;
}

/// A `target` that shape deduction has not turned into a type.
static bool hasTarget(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return (strRefEqual(name, strRefFromC("relax.reshape")) ||
          strRefEqual(name, strRefFromC("relax.broadcast_to"))) &&
         mlirOperationGetNumOperands(op) > 1;
}

static MlirLogicalResult apply(RelaxLegalizer *legalizer, const Rule *rule,
                               MlirOperation op, MlirValue *result) {
  if (rule->expand)
    return rule->expand(legalizer, op, result);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *inputs = ARENA_ARRAY(legalizer->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = mlirOperationGetOperand(op, i);
  const char *name = rule->name + sizeof("relax.") - 1;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  RelaxKernelCall call = {name, rule->bufferNames, op, count, inputs,
                          type, rule->build};
  return relaxCallKernel(legalizer, &call, result);
}

/// Replaces `op` if there is a rule and everything is known about its shapes.
static MlirLogicalResult legalize(RelaxLegalizer *legalizer, MlirOperation op) {
  const Rule *rule = findRule(op);
  if (!rule || !relaxHasKnownShapes(op) || hasTarget(op))
    return mlirLogicalResultSuccess();
  MlirValue result;
  if (mlirLogicalResultIsFailure(apply(legalizer, rule, op, &result)))
    return mlirLogicalResultFailure();
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), result);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxLegalizeCreated(RelaxLegalizer *legalizer,
                                       MlirOperation op, MlirOperation created,
                                       MlirValue *result) {
  if (!created.ptr)
    return mlirLogicalResultFailure();
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, created);
  const Rule *rule = findRule(created);
  if (mlirLogicalResultIsFailure(apply(legalizer, rule, created, result)))
    return mlirLogicalResultFailure();
  mlirOperationDestroy(created);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **list = userData;
  if (findRule(op))
    arrput(*list, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  RelaxLegalizer legalizer = {run->context, run->arena, run->op, NULL,
                              run->counters};
  sh_new_strdup(legalizer.kernels);
  MlirOperation *list = NULL;
  MlirBlock module =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(run->op, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(module); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op))
      mlirOperationWalk(op, collect, &list, MlirWalkPreOrder);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(list) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = legalize(&legalizer, list[i]);
  arrfree(list);
  shfree(legalizer.kernels);
  return outcome;
}

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__math__, NULL};

static const char *const counters[] = {"kernels-made", "calls-made"};

const RelaxPass relaxLegalizePass = {
    .name = "relax-legalize",
    .summary = "lower graph operations to calls of loop-level programs",
    .documentation =
        "Every graph operation whose shapes are known becomes a private "
        "`tir.func` over symbolic buffers and a `relax.call_tir` of it. Equal "
        "operations on equal types share a function, up to the names of "
        "symbols; it takes along the facts of the caller about its symbols. "
        "`relax.softmax` and `relax.mean` become several kernels.\n\n"
        "Operations with a `?` or an unknown rank in a type, and reshapes that "
        "still have a `to` operand, stay: run `relax-deduce-shapes` before.\n",
    .anchor = "builtin.module",
    .counters = counters,
    .numCounters = sizeof(counters) / sizeof(*counters),
    .dialects = dialects,
    .run = run,
};
