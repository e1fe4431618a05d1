//===- KernelSignatures.c - what the kernels of an object take ------------===//
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
#include "lib/Target/Object.h"
#include "lib/Target/Program/KernelBuffers.h"

#include <inttypes.h>

void targetSignatureName(const RelaxProgram *program, uint32_t kernel,
                         StrBuf *out) {
  strBufAppendFormat(out, RELAX_SIGNATURE_PREFIX "%.*s_%016" PRIx64,
                     SPREAD(program->kernels[kernel].name),
                     relaxKernelSignature(program, kernel));
}

static void addOne(MlirOperation func, LLVMModuleRef code, Arena *arena) {
  RelaxProgram *program = relaxProgramCreate();
  StrRef *symbols;
  size_t numSymbols = tirFuncSymbols(func, arena, &symbols);
  intptr_t count = mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(func));
  StrBuf name = {0};
  uint32_t kernel =
      relaxProgramAddKernel(program, tirFuncGetSymName(func),
                            targetKernelBuffers(program, func, arena),
                            (uint32_t)count, (uint32_t)numSymbols);
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
      addOne(op, code, arena);
  arenaDestroy(arena);
}
