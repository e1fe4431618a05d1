//===- LLVMIR.c - loop-level programs as LLVM IR --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/LLVMIR.h"
#include "dialects/TIR/Once.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Conversion/Bounds/CheckBounds.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Runtime/KernelABI.h"
#include "lib/Target/Kernel.h"
#include "lib/Target/Lowering.h"
#include "lib/Target/TargetNote.h"
#include "mlir-c/Target/LLVMIR.h"

#include <stb/stb_ds.h>
#include <string.h>

/// Kernels may be called like functions of C.
static void addPrefix(MlirOperation kernel, const StrRef *symbol) {
  StrRef name = symbol ? *symbol : tirFuncGetSymName(kernel);
  StrBuf text = {0};
  strBufAppendFormat(&text, RELAX_KERNEL_PREFIX "%.*s", (int)name.length,
                     name.data);
  tirFuncSetSymName(kernel, (StrRef){text.data, text.length});
  strBufFree(&text);
}

/// A new module with copies of the kernels, and of all monoids.
static MlirModule copyKernels(MlirOperation module,
                              const MlirOperation *kernels,
                              const StrRef *symbols, size_t numKernels,
                              MlirOperation *copies) {
  MlirModule copy = mlirModuleCreateEmpty(mlirOperationGetLocation(module));
  MlirBlock body = mlirModuleGetBody(copy);
  for (MlirOperation op = mlirBlockGetFirstOperation(opBody(module, 0)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tirIsMonoid(op))
      mlirBlockAppendOwnedOperation(body, mlirOperationClone(op));
  for (size_t i = 0; i < numKernels; ++i) {
    copies[i] = mlirOperationClone(kernels[i]);
    mlirBlockAppendOwnedOperation(body, copies[i]);
    addPrefix(copies[i], symbols ? &symbols[i] : NULL);
  }
  return copy;
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

/// Replaces a lowered kernel by functions at the end of the module, which know
/// their target. `*last` is its last operation.
static MlirLogicalResult convertKernel(MlirOperation module,
                                       MlirOperation kernel,
                                       const TargetCode *target, Arena *arena,
                                       StrBuf *checks, MlirOperation *last) {
  MlirOperation body;
  bool isLast = mlirOperationEqual(*last, kernel);
  bool once = mlirOperationGetDiscardableAttributeByName(
                  kernel, mlirStringRefCreateFromCString(TIR_ONCE))
                  .ptr != NULL;
  targetExpandNarrowFloats(kernel, target->hasHalf);
  if (!target->hasFused)
    targetSaturateTanh(kernel);
  if (mlirLogicalResultIsFailure(
          targetConvertKernel(module, kernel, arena, checks, &body)))
    return mlirLogicalResultFailure();
  targetConvertWorkspace(module, body, arena);
  MlirLogicalResult outcome = targetOutlineParallel(module, body, arena);
  MlirOperation op = isLast ? body : mlirOperationGetNextInBlock(*last);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (opBody(op, 0).ptr)
      targetSetTarget(op, target, once);
    *last = op;
  }
  return outcome;
}

/// Lowers the kernels and replaces them; afterwards no tir operation is left.
static MlirLogicalResult convertKernels(MlirModule module,
                                        const MlirOperation *kernels,
                                        const TargetCode *targets,
                                        StrBuf *checks, size_t numKernels) {
  MlirOperation top = mlirModuleGetOperation(module);
  MlirOperation last = {NULL};
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < numKernels && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    uint64_t proved = 0, checked = 0;
    outcome =
        relaxCheckBounds(kernels[i], arena, BOUNDS_CHECK, &proved, &checked);
    if (mlirLogicalResultIsSuccess(outcome))
      outcome = relaxLowerTir(kernels[i], arena);
    arenaReset(arena);
  }
  if (numKernels)
    last = kernels[numKernels - 1];
  if (mlirLogicalResultIsSuccess(outcome))
    destroyMonoids(module); // their names are free for functions of C
  for (size_t i = 0; i < numKernels && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    outcome =
        convertKernel(top, kernels[i], &targets[i], arena, &checks[i], &last);
    arenaReset(arena);
  }
  arenaDestroy(arena);
  return outcome;
}

/// What the checks of kernels say, under their names.
static void addChecks(LLVMModuleRef code, const MlirOperation *kernels,
                      const StrRef *symbols, const StrBuf *checks,
                      size_t numKernels) {
  for (size_t i = 0; i < numKernels; ++i) {
    if (checks[i].length == 0)
      continue;
    StrRef own = tirFuncGetSymName(kernels[i]);
    StrRef name = symbols ? symbols[i] : own;
    StrBuf symbol = {0};
    strBufAppendFormat(&symbol, RELAX_CHECKS_PREFIX "%.*s", (int)name.length,
                       name.data);
    LLVMValueRef value = LLVMConstStringInContext2(
        LLVMGetModuleContext(code), checks[i].data, checks[i].length,
        /*DontNullTerminate=*/false);
    LLVMValueRef texts =
        LLVMAddGlobal(code, LLVMTypeOf(value), strBufText(&symbol));
    LLVMSetInitializer(texts, value);
    LLVMSetGlobalConstant(texts, true);
    LLVMSetAlignment(texts, 1);
    strBufFree(&symbol);
  }
}

/// What the kernels are made for, all of one architecture; false after an
/// error.
static bool findTargets(TargetLowering *lowering, const MlirOperation *kernels,
                        size_t numKernels, TargetCode *targets) {
  for (size_t i = 0; i < numKernels; ++i) {
    if (!targetLoweringTarget(lowering, kernels[i], &targets[i]))
      return false;
    if (targets[i].codeGen == targets[0].codeGen)
      continue;
    bridgeEmitOpError(targets[i].target.op,
                      "is for '%s', another target of the module for '%s': "
                      "expected one architecture in what machine code is made "
                      "of",
                      targets[i].codeGen->arch, targets[0].codeGen->arch);
    return false;
  }
  return true;
}

MlirOperation *relaxKernelsOf(MlirOperation module) {
  MlirOperation *kernels = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(opBody(module, 0)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tirIsFunc(op) && opBody(op, 0).ptr)
      arrput(kernels, op);
  return kernels;
}

MlirLogicalResult
relaxTranslateKernels(TargetLowering *lowering, MlirOperation module,
                      const MlirOperation *kernels, const StrRef *symbols,
                      size_t numKernels, LLVMContextRef context,
                      LLVMModuleRef *out, RelaxCompileTimes *times) {
  double since = relaxThreadSeconds();
  MlirOperation *copies = NULL;
  TargetCode *targets = NULL;
  StrBuf *checks = NULL;
  arrsetlen(checks, numKernels + 1);
  memset(checks, 0, (numKernels + 1) * sizeof *checks);
  arrsetlen(copies, numKernels + 1);
  arrsetlen(targets, numKernels + 1);
  MlirModule copy = copyKernels(module, kernels, symbols, numKernels, copies);
  MlirLogicalResult outcome =
      findTargets(lowering, kernels, numKernels, targets)
          ? convertKernels(copy, copies, targets, checks, numKernels)
          : mlirLogicalResultFailure();
  arrfree(copies);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = targetLower(lowering, copy);
  relaxCompileTimesLap(&times->convert, &since);
  if (mlirLogicalResultIsSuccess(outcome)) {
    *out = mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(copy), context);
    if (!*out) // MLIR has said why
      outcome = mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsSuccess(outcome)) {
    targetDescribe(*out, targets, numKernels);
    addChecks(*out, kernels, symbols, checks, numKernels);
  }
  for (size_t i = 0; i < numKernels; ++i)
    strBufFree(&checks[i]);
  arrfree(checks);
  arrfree(targets);
  mlirModuleDestroy(copy);
  relaxCompileTimesLap(&times->translate, &since);
  return outcome;
}

MlirLogicalResult relaxEmitLLVM(MlirOperation module, bool debugInfo,
                                LLVMContextRef context, LLVMModuleRef *out) {
  MlirContext ours = mlirOperationGetContext(module);
  targetLoweringPrepare(ours);
  TargetLowering *lowering = targetLoweringCreate(ours, debugInfo);
  MlirOperation *kernels = relaxKernelsOf(module);
  RelaxCompileTimes times = {0};
  MlirLogicalResult outcome =
      relaxTranslateKernels(lowering, module, kernels, NULL,
                            (size_t)arrlen(kernels), context, out, &times);
  arrfree(kernels);
  targetLoweringDestroy(lowering);
  return outcome;
}
