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

typedef struct Rule {
  const char *name; // of the operation
  const char *bufferNames;
  RelaxKernelBuild build; // or
  RelaxExpand expand;
} Rule;

/// Sorted by name.
static const Rule rules[] = {
    {"relax.abs", "X", relaxBuildUnary, NULL},
    {"relax.acos", "X", relaxBuildUnary, NULL},
    {"relax.acosh", "X", relaxBuildUnary, NULL},
    {"relax.add", "AB", relaxBuildBinary, NULL},
    {"relax.arg_max", NULL, NULL, relaxExpandArg},
    {"relax.arg_min", NULL, NULL, relaxExpandArg},
    {"relax.asin", "X", relaxBuildUnary, NULL},
    {"relax.asinh", "X", relaxBuildUnary, NULL},
    {"relax.atan", "X", relaxBuildUnary, NULL},
    {"relax.atanh", "X", relaxBuildUnary, NULL},
    {"relax.attention_mask", "X", relaxBuildAttentionMask, NULL},
    {"relax.bitcast", "X", relaxBuildBitcast, NULL},
    {"relax.bitwise_and", "AB", relaxBuildBinary, NULL},
    {"relax.bitwise_not", "X", relaxBuildUnary, NULL},
    {"relax.bitwise_or", "AB", relaxBuildBinary, NULL},
    {"relax.bitwise_xor", "AB", relaxBuildBinary, NULL},
    {"relax.broadcast_to", NULL, NULL, relaxExpandBroadcastTo},
    {"relax.cast", "X", relaxBuildCast, NULL},
    {"relax.ceil", "X", relaxBuildUnary, NULL},
    {"relax.celu", "X", relaxBuildActivation, NULL},
    {"relax.concat", NULL, relaxBuildConcat, NULL},
    {"relax.conv", "XW", relaxBuildConv, NULL},
    {"relax.conv_transpose", "XW", relaxBuildConvTranspose, NULL},
    {"relax.cos", "X", relaxBuildUnary, NULL},
    {"relax.cosh", "X", relaxBuildUnary, NULL},
    {"relax.cumprod", "X", relaxBuildCumulative, NULL},
    {"relax.cumsum", "X", relaxBuildCumulative, NULL},
    {"relax.depthwise_conv", "XW", relaxBuildDepthwiseConv, NULL},
    {"relax.dequantize", "XSZ", relaxBuildDequantize, NULL},
    {"relax.det", NULL, NULL, relaxExpandDet},
    {"relax.divide", "AB", relaxBuildBinary, NULL},
    {"relax.elu", "X", relaxBuildActivation, NULL},
    {"relax.equal", "AB", relaxBuildCompare, NULL},
    {"relax.erf", "X", relaxBuildUnary, NULL},
    {"relax.exp", "X", relaxBuildUnary, NULL},
    {"relax.eye_like", "X", relaxBuildEyeLike, NULL},
    {"relax.floor", "X", relaxBuildUnary, NULL},
    {"relax.fmod", "AB", relaxBuildBinary, NULL},
    {"relax.gather_elements", "XI", relaxBuildGather, NULL},
    {"relax.gather_nd", "XI", relaxBuildGather, NULL},
    {"relax.gelu", "X", relaxBuildUnary, NULL},
    {"relax.gelu_tanh", "X", relaxBuildUnary, NULL},
    {"relax.greater", "AB", relaxBuildCompare, NULL},
    {"relax.greater_equal", "AB", relaxBuildCompare, NULL},
    {"relax.hard_sigmoid", "X", relaxBuildActivation, NULL},
    {"relax.hard_swish", "X", relaxBuildUnary, NULL},
    {"relax.iota", NULL, relaxBuildIota, NULL},
    {"relax.is_inf", "X", relaxBuildClassify, NULL},
    {"relax.is_nan", "X", relaxBuildClassify, NULL},
    {"relax.leaky_relu", "X", relaxBuildActivation, NULL},
    {"relax.less", "AB", relaxBuildCompare, NULL},
    {"relax.less_equal", "AB", relaxBuildCompare, NULL},
    {"relax.log", "X", relaxBuildUnary, NULL},
    {"relax.matmul", "AB", relaxBuildMatmul, NULL},
    {"relax.max", "X", relaxBuildReduction, NULL},
    {"relax.max_pool", "X", relaxBuildPool, NULL},
    {"relax.max_pool_places", "XM", relaxBuildPoolPlaces, NULL},
    {"relax.maximum", "AB", relaxBuildBinary, NULL},
    {"relax.mean", NULL, NULL, relaxExpandMean},
    {"relax.min", "X", relaxBuildReduction, NULL},
    {"relax.minimum", "AB", relaxBuildBinary, NULL},
    {"relax.mish", "X", relaxBuildUnary, NULL},
    {"relax.mod", "AB", relaxBuildBinary, NULL},
    {"relax.multiply", "AB", relaxBuildBinary, NULL},
    {"relax.negative", "X", relaxBuildUnary, NULL},
    {"relax.not_equal", "AB", relaxBuildCompare, NULL},
    {"relax.pad", "XV", relaxBuildPad, NULL},
    {"relax.permute_dims", "X", relaxBuildPermuteDims, NULL},
    {"relax.power", "AB", relaxBuildBinary, NULL},
    {"relax.prelu", "AB", relaxBuildBinary, NULL},
    {"relax.prod", "X", relaxBuildReduction, NULL},
    {"relax.quantize", "XSZ", relaxBuildQuantize, NULL},
    {"relax.reciprocal", "X", relaxBuildUnary, NULL},
    {"relax.reduce_to", NULL, NULL, relaxExpandReduceTo},
    {"relax.relu", "X", relaxBuildUnary, NULL},
    {"relax.reshape", "X", relaxBuildReshape, NULL},
    {"relax.resize", NULL, NULL, relaxExpandResize},
    {"relax.round", "X", relaxBuildUnary, NULL},
    {"relax.rsqrt", "X", relaxBuildUnary, NULL},
    {"relax.scatter_elements", "XIU", relaxBuildScatter, NULL},
    {"relax.scatter_nd", "XIU", relaxBuildScatter, NULL},
    {"relax.selu", "X", relaxBuildActivation, NULL},
    {"relax.shift_left", "AB", relaxBuildBinary, NULL},
    {"relax.shift_right", "AB", relaxBuildBinary, NULL},
    {"relax.shrink", "X", relaxBuildActivation, NULL},
    {"relax.sigmoid", "X", relaxBuildUnary, NULL},
    {"relax.sign", "X", relaxBuildUnary, NULL},
    {"relax.sin", "X", relaxBuildUnary, NULL},
    {"relax.sinh", "X", relaxBuildUnary, NULL},
    {"relax.slice", "X", relaxBuildSlice, NULL},
    {"relax.softmax", NULL, NULL, relaxExpandSoftmax},
    {"relax.softplus", "X", relaxBuildUnary, NULL},
    {"relax.softsign", "X", relaxBuildUnary, NULL},
    {"relax.sqrt", "X", relaxBuildUnary, NULL},
    {"relax.strided_slice", "X", relaxBuildStridedSlice, NULL},
    {"relax.subtract", "AB", relaxBuildBinary, NULL},
    {"relax.sum", "X", relaxBuildReduction, NULL},
    {"relax.sum_pool", "X", relaxBuildPool, NULL},
    {"relax.swish", "X", relaxBuildActivation, NULL},
    {"relax.take", "XI", relaxBuildTake, NULL},
    {"relax.tan", "X", relaxBuildUnary, NULL},
    {"relax.tanh", "X", relaxBuildUnary, NULL},
    {"relax.thresholded_relu", "X", relaxBuildActivation, NULL},
    {"relax.tril", "XK", relaxBuildTriangle, NULL},
    {"relax.triu", "XK", relaxBuildTriangle, NULL},
    {"relax.where", "CAB", relaxBuildWhere, NULL},
};

/// Those that sum: of f16 and bf16 they do it in f32 and round once.
static const char *const widening[] = {
    "relax.conv_transpose", "relax.depthwise_conv", "relax.conv",
    "relax.cumprod",        "relax.cumsum",         "relax.matmul",
    "relax.mean",           "relax.prod",           "relax.reduce_to",
    "relax.resize",         "relax.softmax",        "relax.sum",
    "relax.sum_pool"};

static bool widens(const Rule *rule) {
  for (size_t i = 0; i < sizeof(widening) / sizeof(*widening); ++i)
    if (strcmp(widening[i], rule->name) == 0)
      return true;
  return false;
}

static int compareRule(const void *name, const void *rule) {
  return strRefCompare(*(const StrRef *)name,
                       strRefFromC(((const Rule *)rule)->name));
}

static const Rule *findRule(StrRef name) {
  return bsearch(&name, rules, sizeof(rules) / sizeof(*rules), sizeof(*rules),
                 compareRule);
}

bool relaxHasKernelRule(StrRef operation) {
  return findRule(operation) ||
         strRefEqual(operation, strRefFromC("relax.split"));
}

static bool isStrings(MlirType type) {
  return relaxIsTensorType(type) &&
         relaxIsStringType(relaxTensorTypeGetElementType(type));
}

/// The tensor that an operand brings to a kernel: for a shape, which is there
/// for its symbols, the tensor that it is the shape of.
static MlirValue kernelInput(MlirOperation op, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(op, index);
  if (!mlirValueIsAOpResult(value) ||
      !relaxIsShapeOf(mlirOpResultGetOwner(value)))
    return value;
  MlirValue tensor = relaxShapeOfGetInput(mlirOpResultGetOwner(value));
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
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, shape);
    mlirOperationSetOperand(op, i, mlirOperationGetResult(shape, 0));
  }
}

/// Every extent is known, and no kernel has to read texts.
static bool isExact(MlirType type) {
  return relaxTypeIsExact(type) && !isStrings(type);
}

bool relaxHasKnownShapes(MlirOperation op) {
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
static MlirLogicalResult callRule(RelaxLegalizer *legalizer, const Rule *rule,
                                  MlirOperation op, MlirType type,
                                  MlirValue *result) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *values = ARENA_ARRAY(legalizer->arena, MlirValue, count);
  RelaxKernelCall call = {.name = rule->name + sizeof("relax.") - 1,
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
static MlirLogicalResult expandWide(RelaxLegalizer *legalizer, const Rule *rule,
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
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, copy);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = rule->expand(legalizer, copy, result);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = castTo(legalizer, op, *result, narrow, result);
  mlirOperationDestroy(copy);
  return outcome;
}

static MlirLogicalResult apply(RelaxLegalizer *legalizer, const Rule *rule,
                               MlirOperation op, MlirValue *result) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = relaxTensorTypeGetElementType(type);
  MlirType wide = tirWideType(element);
  bool wider = !mlirTypeEqual(element, wide) && widens(rule);
  if (rule->expand)
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
  if (relaxIsSplit(op))
    return relaxLegalizeSplit(legalizer, op);
  // A reshape to a shape that is checked when the program runs is a view then.
  if (relaxIsReshape(op) && relaxReshapeGetTarget(op).ptr)
    return mlirLogicalResultSuccess();
  giveShapes(op);
  const Rule *rule = findRule(bridgeOpName(op));
  if (!rule || !relaxHasKnownShapes(op) || hasTarget(op) ||
      !relaxHasReductionKernel(op))
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
  const Rule *rule = findRule(bridgeOpName(created));
  if (mlirLogicalResultIsFailure(apply(legalizer, rule, created, result)))
    return mlirLogicalResultFailure();
  mlirOperationDestroy(created);
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
  if (findRule(bridgeOpName(op)) || relaxIsLibraryOperator(op) ||
      relaxIsSplit(op))
    arrput(*list, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  if (mlirLogicalResultIsFailure(relaxPlaceOnHost(run->op)))
    return mlirLogicalResultFailure();
  RelaxLegalizer legalizer = {.context = run->context,
                              .arena = run->arena,
                              .module = run->op,
                              .counters = run->counters};
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

static const char *const counters[] = {"kernels-made", "calls-made",
                                       "library-calls-made"};

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
    .counters = counters,
    .numCounters = sizeof(counters) / sizeof(*counters),
    .dialects = dialects,
    .run = run,
};
