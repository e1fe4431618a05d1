//===- Object.c - object files, assembly, LLVM IR text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Object.h"
#include "lib/Target/CodeGen.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Symbols.h"

#include <string.h>

static LLVMMemoryBufferRef printIR(LLVMModuleRef module) {
  char *text = LLVMPrintModuleToString(module);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "llvm-ir");
  LLVMDisposeMessage(text);
  return buffer;
}

LLVMMemoryBufferRef relaxCompile(LLVMModuleRef module,
                                 const RelaxTargetOptions *options,
                                 RelaxObjectKind kind, StrBuf *error) {
  const RelaxCodeGen *codeGen = relaxCodeGenOfTriple(LLVMGetTarget(module));
  if (codeGen && codeGen->refusal && kind != RELAX_OBJECT_LLVM_IR) {
    strBufAppendFormat(error,
                       "no machine code is made for '%s' (%s): take "
                       "'--emit-llvm'",
                       codeGen->arch, codeGen->refusal);
    return NULL;
  }
  LLVMTargetMachineRef machine =
      relaxTargetMachineCreate(module, options, error);
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (!machine)
    return NULL;
  if (!relaxOptimize(module, machine, options, error)) {
  } else if (kind == RELAX_OBJECT_LLVM_IR) {
    buffer = printIR(module);
  } else if (LLVMTargetMachineEmitToMemoryBuffer(
                 machine, module,
                 kind == RELAX_OBJECT_FILE ? LLVMObjectFile : LLVMAssemblyFile,
                 &message, &buffer)) {
    strBufAppendC(error, message);
    LLVMDisposeMessage(message);
    buffer = NULL;
  }
  LLVMDisposeTargetMachine(machine);
  return buffer;
}

bool relaxEmitObject(MlirOperation module, const RelaxTargetOptions *options,
                     RelaxObjectKind kind, StrBuf *out, StrBuf *error) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef buffer = NULL;
  if (mlirLogicalResultIsSuccess(relaxEmitLLVM(module, context, &code, NULL))) {
    buffer = relaxCompile(code, options, kind, error);
    LLVMDisposeModule(code);
  }
  if (buffer && kind == RELAX_OBJECT_FILE &&
      !targetCheckSymbols(module, buffer)) {
    LLVMDisposeMemoryBuffer(buffer);
    buffer = NULL;
  }
  LLVMContextDispose(context);
  if (!buffer)
    return false;
  strBufAppend(out,
               (StrRef){LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)});
  LLVMDisposeMemoryBuffer(buffer);
  return true;
}
