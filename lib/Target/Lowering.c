//===- Lowering.c - to the LLVM dialect ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Lowering.h"
#include "lib/Bridge/Core/CodeGen.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/DebugInfo.h"
#include "lib/Target/Kernel.h"
#include "mlir-c/Conversion.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Transforms.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef enum Step { SIMPLIFY, MERGE, MATH, FLATTEN, RECONCILE, NUM_STEPS } Step;

/// Upstream's passes of each step.
static MlirPass (*const passes[NUM_STEPS][4])(void) = {
    [SIMPLIFY] = {mlirCreateTransformsCSE},
    [MERGE] = {mlirCreateTransformsCSE},
    [MATH] = {mlirCreateConversionConvertMathToFuncs, // math.ipowi
              mlirCreateConversionConvertMathToLibmPass,
              mlirCreateConversionConvertMathToLLVMPass},
    [FLATTEN] = {mlirCreateConversionSCFToControlFlowPass,
                 mlirCreateConversionConvertVectorToLLVMPass},
    [RECONCILE] = {mlirCreateConversionReconcileUnrealizedCastsPass},
};

struct TargetLowering {
  MlirPassManager managers[NUM_STEPS];
  TargetCode *targets; // stb_ds: those that were asked for
  Arena *arena;        // of them
  bool debugInfo;
};

static void loadDialects(MlirContext context) {
  MlirDialectHandle (*const ours[])(void) = {
      RELAX_LOWER_TIR_DIALECTS, mlirGetDialectHandle__func__,
      mlirGetDialectHandle__cf__, mlirGetDialectHandle__llvm__, NULL};
  for (MlirDialectHandle (*const *handle)(void) = ours; *handle; ++handle)
    mlirDialectHandleLoadDialect((*handle)(), context);
  bridgeRegisterLLVMTranslation(context);
}

TargetLowering *targetLoweringCreate(MlirContext context, bool debugInfo) {
  TargetLowering *lowering = calloc(1, sizeof(*lowering));
  if (!lowering)
    outOfMemory();
  for (int step = 0; step < NUM_STEPS; ++step) {
    MlirPassManager manager = mlirPassManagerCreate(context);
    mlirPassManagerEnableVerifier(manager, false);
    for (MlirPass (*const *pass)(void) = passes[step]; *pass; ++pass)
      mlirPassManagerAddOwnedPass(manager, (*pass)());
    lowering->managers[step] = manager;
  }
  lowering->arena = arenaCreate();
  lowering->debugInfo = debugInfo;
  return lowering;
}

bool targetLoweringTarget(TargetLowering *lowering, MlirOperation kernel,
                          TargetCode *code) {
  RelaxTarget target;
  if (!relaxTargetOf(kernel, &target))
    return false;
  for (ptrdiff_t i = 0; i < arrlen(lowering->targets); ++i)
    if (mlirOperationEqual(lowering->targets[i].target.op, target.op)) {
      *code = lowering->targets[i];
      return true;
    }
  if (!targetCodeOf(&target, lowering->arena, code))
    return false;
  arrput(lowering->targets, *code);
  return true;
}

void targetLoweringDestroy(TargetLowering *lowering) {
  for (int step = 0; step < NUM_STEPS; ++step)
    mlirPassManagerDestroy(lowering->managers[step]);
  arrfree(lowering->targets);
  arenaDestroy(lowering->arena);
  free(lowering);
}

static bool run(TargetLowering *lowering, Step step, MlirModule module) {
  return mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
      lowering->managers[step], mlirModuleGetOperation(module)));
}

void targetLoweringPrepare(MlirContext context) {
  loadDialects(context);
  TargetLowering *lowering = targetLoweringCreate(context, false);
  MlirModule empty = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  for (int step = 0; step < NUM_STEPS; ++step)
    run(lowering, (Step)step, empty);
  mlirModuleDestroy(empty);
  targetLoweringDestroy(lowering);
}

/// Operations of math that LLVM has as exact intrinsics. Their upstream
/// conversions come in one pass with inexact ones (`log1p` as log(1 + x)), or
/// are calls of libm.
static const char *const intrinsics[][2] = {
    {"math.sqrt", "llvm.intr.sqrt"},
    {"math.absf", "llvm.intr.fabs"},
    {"math.floor", "llvm.intr.floor"},
    {"math.ceil", "llvm.intr.ceil"},
    {"math.trunc", "llvm.intr.trunc"},
    {"math.round", "llvm.intr.round"},
    {"math.roundeven", "llvm.intr.roundeven"},
    // Of approximations: in two steps where one would be a call.
    {"math.fma", "llvm.intr.fmuladd"},
    {"math.copysign", "llvm.intr.copysign"},
};

/// As LLVM is told that a loop stays one until it looks for lanes.
static void keepLoop(MlirOperation loop) {
  MlirStringRef key = mlirStringRefCreateFromCString(TIR_ROLLED);
  if (!mlirOperationGetDiscardableAttributeByName(loop, key).ptr)
    return;
  mlirOperationRemoveDiscardableAttributeByName(loop, key);
  mlirOperationSetDiscardableAttributeByName(
      loop, mlirStringRefCreateFromCString("loop_annotation"),
      mlirAttributeParseGet(
          mlirOperationGetContext(loop),
          mlirStringRefCreateFromCString(
              "#llvm.loop_annotation<unroll = <disable = true>>")));
}

/// Copies of a round behind each other share what they read, such as what
/// windows have in common, and hold it meanwhile. Where sums leave few
/// registers for that, the rounds stay a loop.
static MlirWalkResult keepTile(MlirOperation op, void *registers) {
  enum { SPARE = 6, BOUNDS = 3 };
  if (!bridgeIsNamed(op, "scf.for"))
    return MlirWalkResultAdvance;
  int64_t sums = 0;
  for (intptr_t i = BOUNDS, e = mlirOperationGetNumOperands(op); i < e; ++i)
    sums += mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(op, i)));
  if (sums <= *(int64_t *)registers && sums > *(int64_t *)registers - SPARE)
    mlirOperationSetDiscardableAttributeByName(
        op, mlirStringRefCreateFromCString(TIR_ROLLED),
        mlirUnitAttrGet(mlirOperationGetContext(op)));
  return MlirWalkResultAdvance;
}

static void keepTiles(MlirOperation function) {
  MlirStringRef name = mlirStringRefCreateFromCString(TARGET_REGISTERS);
  MlirAttribute value =
      mlirOperationGetDiscardableAttributeByName(function, name);
  if (!value.ptr)
    return;
  int64_t registers = mlirIntegerAttrGetValueInt(value);
  mlirOperationRemoveDiscardableAttributeByName(function, name);
  mlirOperationWalk(function, keepTile, &registers, MlirWalkPreOrder);
}

/// `*left` becomes true if operations of math remain.
static MlirWalkResult replaceMath(MlirOperation op, void *left) {
  StrRef name = bridgeOpName(op);
  if (strRefIs(name, "scf.for"))
    keepLoop(op);
  if (!strRefStartsWith(name, "math."))
    return MlirWalkResultAdvance;
  for (size_t i = 0; i < sizeof(intrinsics) / sizeof(*intrinsics); ++i) {
    if (!strRefIs(name, intrinsics[i][0]))
      continue;
    MlirValue operands[3];
    intptr_t count = mlirOperationGetNumOperands(op);
    for (intptr_t k = 0; k < count; ++k)
      operands[k] = mlirOperationGetOperand(op, k);
    OpBuilder b = opBuilderBefore(op);
    MlirValue result = mlirOperationGetResult(op, 0);
    mlirValueReplaceAllUsesOfWith(result, buildValue(&b, intrinsics[i][1],
                                                     mlirValueGetType(result),
                                                     operands, count));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  *(bool *)left = true;
  return MlirWalkResultAdvance;
}

/// Conversions leave what they do not know; the translation would only name
/// the casts around it.
static MlirWalkResult refuseForeign(MlirOperation op, void *outcome) {
  StrRef name = bridgeOpName(op);
  if (strRefStartsWith(name, "llvm.") || strRefStartsWith(name, "builtin."))
    return MlirWalkResultAdvance;
  *(MlirLogicalResult *)outcome =
      bridgeEmitOpError(op, "has no translation to LLVM IR");
  return MlirWalkResultInterrupt;
}

MlirLogicalResult targetLower(TargetLowering *lowering, MlirModule module) {
  MlirOperation top = mlirModuleGetOperation(module);
  if (!run(lowering, SIMPLIFY, module))
    return mlirLogicalResultFailure();
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(top), &op);)
    if (mlirOperationGetNumRegions(op) && bridgeBody(op).ptr) {
      relaxFormTiles(op);
      keepTiles(op);
    }
  if (!run(lowering, MERGE, module))
    return mlirLogicalResultFailure();
  targetExpandPowers(top);
  targetExpandElementary(top);
  bridgeExpandForLLVM(top);
  bool math = false;
  mlirOperationWalk(top, replaceMath, &math, MlirWalkPostOrder);
  if ((math && !run(lowering, MATH, module)) ||
      !run(lowering, FLATTEN, module) ||
      mlirLogicalResultIsFailure(bridgeConvertToLLVM(top)) ||
      !run(lowering, RECONCILE, module))
    return mlirLogicalResultFailure();
  targetPlaceTargets(top);
  if (lowering->debugInfo)
    targetAddDebugInfo(module);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(top, refuseForeign, &outcome, MlirWalkPreOrder);
  return outcome;
}
