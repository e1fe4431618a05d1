//===- LLVMIR.c - loop-level programs as LLVM IR --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/LLVMIR.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/CodeGen.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Target/Kernel.h"
#include "lib/Target/TargetNote.h"
#include "mlir-c/Conversion.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Target/LLVMIR.h"
#include "mlir-c/Transforms.h"

#include <stb/stb_ds.h>

static void loadDialects(MlirContext context) {
  MlirDialectHandle (*const ours[])(void) = {
      mlirGetDialectHandle__func__, mlirGetDialectHandle__cf__,
      mlirGetDialectHandle__llvm__, NULL};
  MlirDialectHandle (*const *const lists[])(void) = {relaxLowerTirDialects,
                                                     ours};
  for (int i = 0; i < 2; ++i)
    for (MlirDialectHandle (*const *handle)(void) = lists[i]; *handle; ++handle)
      mlirDialectHandleLoadDialect((*handle)(), context);
  bridgeRegisterLLVMTranslation(context);
}

/// Kernels may be called like functions of C.
static void addPrefix(MlirOperation kernel) {
  StrRef name =
      strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(kernel)));
  StrBuf text = {0};
  strBufAppendFormat(&text, RELAX_KERNEL_PREFIX "%.*s", (int)name.length,
                     name.data);
  tirFuncSetSymName(
      kernel, mlirStringAttrGet(mlirOperationGetContext(kernel),
                                mlirStringRefCreate(text.data, text.length)));
  strBufFree(&text);
}

/// A `tir.func` and what it is made for.
typedef struct KernelCopy {
  MlirOperation func;
  ptrdiff_t target;
} KernelCopy;

typedef struct Emission {
  MlirModule copy;
  MlirOperation last;  // of the module
  KernelCopy *kernels; // stb_ds
  TargetCode *targets; // stb_ds
  Arena *arena;        // of the targets
} Emission;

/// The index of the target that a kernel is made for; -1 after an error.
static ptrdiff_t targetOf(Emission *e, MlirOperation kernel) {
  RelaxTarget target;
  TargetCode code;
  if (!relaxTargetOf(kernel, &target))
    return -1;
  for (ptrdiff_t i = 0; i < arrlen(e->targets); ++i)
    if (mlirOperationEqual(e->targets[i].target.op, target.op))
      return i;
  if (!targetCodeOf(&target, e->arena, &code))
    return -1;
  if (arrlen(e->targets) && e->targets[0].codeGen != code.codeGen) {
    bridgeEmitOpError(target.op,
                      "is for '%s', another target of the module for '%s': "
                      "expected one architecture in what machine code is made "
                      "of",
                      code.codeGen->arch, e->targets[0].codeGen->arch);
    return -1;
  }
  arrput(e->targets, code);
  return arrlen(e->targets) - 1;
}

/// Copies the kernels and monoids, in order, into a new module.
static MlirLogicalResult copyKernels(Emission *e, MlirOperation module) {
  e->copy = mlirModuleCreateEmpty(mlirOperationGetLocation(module));
  MlirBlock body = mlirModuleGetBody(e->copy);
  for (MlirOperation op = mlirBlockGetFirstOperation(opBody(module, 0)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!tirIsMonoid(op) && !(tirIsFunc(op) && opBody(op, 0).ptr))
      continue;
    MlirOperation clone = mlirOperationClone(op);
    mlirBlockAppendOwnedOperation(body, clone);
    e->last = clone;
    if (tirIsMonoid(op))
      continue;
    addPrefix(clone);
    KernelCopy kernel = {clone, targetOf(e, op)};
    if (kernel.target < 0)
      return mlirLogicalResultFailure();
    arrput(e->kernels, kernel);
  }
  return mlirLogicalResultSuccess();
}

static void destroyMonoids(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     next;
       op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (tirIsMonoid(op))
      mlirOperationDestroy(op);
  }
}

/// Replaces a lowered kernel by functions, which know their target.
static MlirLogicalResult convertKernel(Emission *e, const KernelCopy *kernel,
                                       Arena *arena) {
  MlirOperation top = mlirModuleGetOperation(e->copy), body;
  const TargetCode *target = &e->targets[kernel->target];
  bool isLast = mlirOperationEqual(e->last, kernel->func);
  targetExpandNarrowFloats(kernel->func, target->hasHalf);
  if (mlirLogicalResultIsFailure(
          targetConvertKernel(top, kernel->func, arena, &body)))
    return mlirLogicalResultFailure();
  targetConvertWorkspace(top, body, arena);
  MlirLogicalResult outcome = targetOutlineParallel(top, body, arena);
  // What it became stands at the end.
  MlirOperation op = isLast ? body : mlirOperationGetNextInBlock(e->last);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (opBody(op, 0).ptr)
      targetSetTarget(op, target);
    e->last = op;
  }
  return outcome;
}

/// Lowers the kernels and replaces them; afterwards no tir operation is left.
static MlirLogicalResult convertKernels(Emission *e) {
  KernelCopy *kernels = e->kernels;
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       i < arrlen(kernels) && mlirLogicalResultIsSuccess(outcome); ++i) {
    outcome = relaxLowerTir(kernels[i].func, arena);
    arenaReset(arena);
  }
  if (mlirLogicalResultIsSuccess(outcome))
    destroyMonoids(e->copy); // their names are free for functions of C
  for (ptrdiff_t i = 0;
       i < arrlen(kernels) && mlirLogicalResultIsSuccess(outcome); ++i) {
    outcome = convertKernel(e, &kernels[i], arena);
    arenaReset(arena);
  }
  arenaDestroy(arena);
  return outcome;
}

//===----------------------------------------------------------------------===//
// To the LLVM dialect
//===----------------------------------------------------------------------===//

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

static MlirWalkResult replaceMath(MlirOperation op, void *userData) {
  (void)userData;
  StrRef name = bridgeOpName(op);
  for (size_t i = 0; i < sizeof(intrinsics) / sizeof(*intrinsics); ++i) {
    if (!strRefEqual(name, strRefFromC(intrinsics[i][0])))
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
  return MlirWalkResultAdvance;
}

static MlirLogicalResult runPasses(MlirModule module,
                                   MlirPass (*const *passes)(void)) {
  MlirPassManager manager = mlirPassManagerCreate(mlirModuleGetContext(module));
  for (; *passes; ++passes)
    mlirPassManagerAddOwnedPass(manager, (*passes)());
  MlirLogicalResult outcome =
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  return outcome;
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

static MlirLogicalResult convertToLLVM(MlirModule module) {
  static MlirPass (*const simplify[])(void) = {
      mlirCreateTransformsCanonicalizer, mlirCreateTransformsCSE, NULL};
  static MlirPass (*const convert[])(void) = {
      mlirCreateConversionConvertMathToFuncs, // math.ipowi
      mlirCreateConversionSCFToControlFlowPass,
      mlirCreateConversionConvertMathToLibmPass,
      mlirCreateConversionConvertMathToLLVMPass,
      mlirCreateConversionConvertVectorToLLVMPass,
      mlirCreateConversionFinalizeMemRefToLLVMConversionPass,
      mlirCreateConversionConvertFuncToLLVMPass,
      mlirCreateConversionArithToLLVMConversionPass,
      mlirCreateConversionConvertControlFlowToLLVMPass,
      mlirCreateConversionUBToLLVMConversionPass,
      mlirCreateConversionReconcileUnrealizedCastsPass,
      NULL};
  MlirOperation top = mlirModuleGetOperation(module);
  if (mlirLogicalResultIsFailure(runPasses(module, simplify)))
    return mlirLogicalResultFailure();
  bridgeExpandForLLVM(top);
  mlirOperationWalk(top, replaceMath, NULL, MlirWalkPostOrder);
  targetAnnotateLoops(top);
  if (mlirLogicalResultIsFailure(runPasses(module, convert)))
    return mlirLogicalResultFailure();
  targetPlaceAnnotations(top);
  targetPlaceTargets(top);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(top, refuseForeign, &outcome, MlirWalkPreOrder);
  return outcome;
}

MlirLogicalResult relaxEmitLLVM(MlirOperation module, LLVMContextRef context,
                                LLVMModuleRef *out, size_t *numKernels) {
  loadDialects(mlirOperationGetContext(module));
  Emission e = {.arena = arenaCreate()};
  MlirLogicalResult outcome = copyKernels(&e, module);
  if (numKernels)
    *numKernels = (size_t)arrlen(e.kernels);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = convertKernels(&e);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = convertToLLVM(e.copy);
  if (mlirLogicalResultIsSuccess(outcome)) {
    *out = mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(e.copy), context);
    if (!*out) // MLIR has said why
      outcome = mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsSuccess(outcome))
    targetDescribe(*out, e.targets, (size_t)arrlen(e.targets));
  mlirModuleDestroy(e.copy);
  arenaDestroy(e.arena);
  arrfree(e.kernels);
  arrfree(e.targets);
  return outcome;
}
