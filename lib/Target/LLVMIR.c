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

/// What an object says of a kernel beside its code (KernelABI.h).
typedef struct KernelNotes {
  StrBuf checks;
  bool workspace;
} KernelNotes;

/// Kernels may be called like functions of C.
static void addPrefix(MlirOperation kernel, const StrRef *symbol) {
  StrRef name = symbol ? *symbol : tirFuncGetSymName(kernel);
  StrBuf text = {0};
  strBufAppendFormat(&text, RELAX_KERNEL_PREFIX "%.*s", SPREAD(name));
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
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(module), &op);)
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
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(mlirModuleGetBody(module), &op, &next);) {
    if (tirIsMonoid(op))
      mlirOperationDestroy(op);
  }
}

/// Replaces a lowered kernel by functions at the end of the module, which know
/// their target. `*last` is its last operation.
static MlirLogicalResult convertKernel(MlirOperation module,
                                       MlirOperation kernel,
                                       const TargetCode *target, Arena *arena,
                                       KernelNotes *notes,
                                       MlirOperation *last) {
  MlirOperation body;
  bool isLast = mlirOperationEqual(*last, kernel);
  bool once = mlirOperationGetDiscardableAttributeByName(
                  kernel, mlirStringRefCreateFromCString(TIR_ONCE))
                  .ptr != NULL;
  targetExpandNarrowFloats(kernel, target->hasHalf);
  targetStoreBooleans(kernel);
  if (!target->hasFused)
    targetSaturateTanh(kernel);
  if (mlirLogicalResultIsFailure(
          targetConvertKernel(module, kernel, arena, &notes->checks, &body)))
    return mlirLogicalResultFailure();
  notes->workspace = targetConvertWorkspace(module, body, arena);
  MlirLogicalResult outcome = targetOutlineParallel(module, body, arena);
  MlirOperation op = isLast ? body : mlirOperationGetNextInBlock(*last);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (bridgeBody(op).ptr)
      targetSetTarget(op, target, once);
    *last = op;
  }
  return outcome;
}

/// Lowers the kernels and replaces them; afterwards no tir operation is left.
static MlirLogicalResult convertKernels(MlirModule module,
                                        const MlirOperation *kernels,
                                        const TargetCode *targets,
                                        KernelNotes *notes, size_t numKernels) {
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
        convertKernel(top, kernels[i], &targets[i], arena, &notes[i], &last);
    arenaReset(arena);
  }
  arenaDestroy(arena);
  return outcome;
}

static void addText(LLVMModuleRef code, const char *prefix, StrRef kernel,
                    const StrBuf *text) {
  StrBuf symbol = {0};
  strBufAppendFormat(&symbol, "%s%.*s", prefix, SPREAD(kernel));
  LLVMValueRef value =
      LLVMConstStringInContext2(LLVMGetModuleContext(code), strBufText(text),
                                text->length, /*DontNullTerminate=*/false);
  LLVMValueRef global =
      LLVMAddGlobal(code, LLVMTypeOf(value), strBufText(&symbol));
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetAlignment(global, 1);
  strBufFree(&symbol);
}

/// What the machine may ask of kernels, under their names.
static void addNotes(LLVMModuleRef code, const MlirOperation *kernels,
                     const StrRef *symbols, const KernelNotes *notes,
                     size_t numKernels) {
  static const StrBuf nothing;
  for (size_t i = 0; i < numKernels; ++i) {
    StrRef own = tirFuncGetSymName(kernels[i]);
    StrRef name = symbols ? symbols[i] : own;
    if (notes[i].checks.length)
      addText(code, RELAX_CHECKS_PREFIX, name, &notes[i].checks);
    if (notes[i].workspace)
      addText(code, RELAX_WORKSPACE_PREFIX, name, &nothing);
    StrBuf reads = {0};
    if (targetDescribeReads(kernels[i], &reads))
      addText(code, RELAX_READS_PREFIX, name, &reads);
    strBufFree(&reads);
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
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(module), &op);)
    if (tirIsFunc(op) && bridgeBody(op).ptr)
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
  KernelNotes *notes = NULL;
  arrsetlen(notes, numKernels + 1);
  memset(notes, 0, (numKernels + 1) * sizeof *notes);
  arrsetlen(copies, numKernels + 1);
  arrsetlen(targets, numKernels + 1);
  MlirModule copy = copyKernels(module, kernels, symbols, numKernels, copies);
  MlirLogicalResult outcome =
      findTargets(lowering, kernels, numKernels, targets)
          ? convertKernels(copy, copies, targets, notes, numKernels)
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
    addNotes(*out, kernels, symbols, notes, numKernels);
  }
  for (size_t i = 0; i < numKernels; ++i)
    strBufFree(&notes[i].checks);
  arrfree(notes);
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
