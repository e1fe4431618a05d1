//===- KernelSignatures.c - what the kernels of an object are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A symbol for each kernel, whose name has the kernel's and the number of its
// signature: to look it up is to compare.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Target/Cache/Key.h"
#include "lib/Target/Object.h"
#include "lib/Target/Program/KernelBuffers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void targetSignatureName(const RelaxProgram *program, uint32_t kernel,
                         StrBuf *out) {
  strBufAppendFormat(out, RELAX_SIGNATURE_PREFIX "%.*s_%016" PRIx64,
                     SPREAD(program->kernels[kernel].name),
                     relaxKernelSignature(program, kernel));
}

static uint64_t textHashOf(MlirOperation module, MlirOperation func) {
  RelaxCacheKey key = relaxKernelText(module, func);
  char digits[17] = {0};
  memcpy(digits, key.hex, sizeof digits - 1);
  return strtoull(digits, NULL, 16);
}

void targetSetTextHashes(RelaxProgram *program, MlirOperation module) {
  for (MlirOperation op = {NULL}; (op = bridgeNext(module, op, tirIsFunc)).ptr;)
    for (uint32_t i = 0; i < program->numKernels; ++i)
      if (strRefEqual(program->kernels[i].name, tirFuncGetSymName(op)))
        program->kernels[i].textHash = textHashOf(module, op);
}

static void addOne(MlirOperation module, MlirOperation func, LLVMModuleRef code,
                   Arena *arena) {
  RelaxProgram *program = relaxProgramCreate();
  StrRef *symbols;
  size_t numSymbols = tirFuncSymbols(func, arena, &symbols);
  intptr_t count = mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(func));
  StrBuf name = {0};
  uint32_t kernel =
      relaxProgramAddKernel(program, tirFuncGetSymName(func),
                            targetKernelBuffers(program, func, arena),
                            (uint32_t)count, (uint32_t)numSymbols);
  program->kernels[kernel].textHash = textHashOf(module, func);
  targetSignatureName(program, kernel, &name);
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(code));
  LLVMValueRef mark = LLVMAddGlobal(code, byte, strBufText(&name));
  LLVMSetInitializer(mark, LLVMConstInt(byte, 1, false));
  LLVMSetGlobalConstant(mark, true);
  strBufFree(&name);
  relaxProgramDestroy(program);
}

void targetAddSignatures(MlirOperation module, LLVMModuleRef code) {
  Arena *arena = arenaCreate();
  for (MlirOperation op = {NULL}; (op = bridgeNext(module, op, tirIsFunc)).ptr;)
    if (bridgeBody(op).ptr)
      addOne(module, op, code, arena);
  arenaDestroy(arena);
}
