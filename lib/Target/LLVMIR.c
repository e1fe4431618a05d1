//===- LLVMIR.c - loop-level programs as LLVM IR --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/LLVMIR.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Target/Kernel.h"
#include "lib/Target/Lowering.h"
#include "mlir-c/Target/LLVMIR.h"

#include <stb/stb_ds.h>

/// Kernels may be called like functions of C.
static void addPrefix(MlirOperation kernel, const StrRef *symbol) {
  StrRef name =
      symbol
          ? *symbol
          : strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(kernel)));
  StrBuf text = {0};
  strBufAppendFormat(&text, RELAX_KERNEL_PREFIX "%.*s", (int)name.length,
                     name.data);
  tirFuncSetSymName(
      kernel, mlirStringAttrGet(mlirOperationGetContext(kernel),
                                mlirStringRefCreate(text.data, text.length)));
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

/// Lowers the kernels and replaces them; afterwards no tir operation is left.
static MlirLogicalResult convertKernels(MlirModule module,
                                        const MlirOperation *kernels,
                                        size_t numKernels) {
  MlirOperation top = mlirModuleGetOperation(module);
  Arena *arena = arenaCreate();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < numKernels && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    outcome = relaxLowerTir(kernels[i], arena);
    arenaReset(arena);
  }
  if (mlirLogicalResultIsSuccess(outcome))
    destroyMonoids(module); // their names are free for functions of C
  for (size_t i = 0; i < numKernels && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    MlirOperation body;
    outcome = targetConvertKernel(top, kernels[i], arena, &body);
    if (mlirLogicalResultIsSuccess(outcome)) {
      targetConvertWorkspace(top, body, arena);
      outcome = targetOutlineParallel(top, body, arena);
    }
    arenaReset(arena);
  }
  arenaDestroy(arena);
  return outcome;
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
  arrsetlen(copies, numKernels + 1);
  MlirModule copy = copyKernels(module, kernels, symbols, numKernels, copies);
  MlirLogicalResult outcome = convertKernels(copy, copies, numKernels);
  arrfree(copies);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = targetLower(lowering, copy);
  relaxCompileTimesLap(&times->convert, &since);
  if (mlirLogicalResultIsSuccess(outcome)) {
    *out = mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(copy), context);
    if (!*out) // MLIR has said why
      outcome = mlirLogicalResultFailure();
  }
  mlirModuleDestroy(copy);
  relaxCompileTimesLap(&times->translate, &since);
  return outcome;
}

MlirLogicalResult relaxEmitLLVM(MlirOperation module, LLVMContextRef context,
                                LLVMModuleRef *out) {
  MlirContext ours = mlirOperationGetContext(module);
  targetLoweringPrepare(ours);
  TargetLowering *lowering = targetLoweringCreate(ours);
  MlirOperation *kernels = relaxKernelsOf(module);
  RelaxCompileTimes times = {0};
  MlirLogicalResult outcome =
      relaxTranslateKernels(lowering, module, kernels, NULL,
                            (size_t)arrlen(kernels), context, out, &times);
  arrfree(kernels);
  targetLoweringDestroy(lowering);
  return outcome;
}
