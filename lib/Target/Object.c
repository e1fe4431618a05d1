//===- Object.c - object files, assembly, LLVM IR text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Object.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Optimize.h"

#include <string.h>

static LLVMMemoryBufferRef printIR(LLVMModuleRef module) {
  char *text = LLVMPrintModuleToString(module);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "llvm-ir");
  LLVMDisposeMessage(text);
  return buffer;
}

LLVMMemoryBufferRef relaxCompile(LLVMModuleRef module,
                                 LLVMTargetMachineRef machine,
                                 const RelaxTargetOptions *options,
                                 RelaxObjectKind kind, RelaxCompileTimes *times,
                                 StrBuf *error) {
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  double since = relaxThreadSeconds();
  relaxTargetMachineApply(machine, module);
  bool good = relaxOptimize(module, machine, options, error);
  times->operations += relaxCountInstructions(module);
  relaxCompileTimesLap(&times->optimize, &since);
  if (!good) {
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
  relaxCompileTimesLap(&times->codegen, &since);
  return buffer;
}

bool relaxEmitObject(MlirOperation module, const RelaxTargetOptions *options,
                     RelaxObjectKind kind, StrBuf *out, StrBuf *error) {
  LLVMTargetMachineRef machine = relaxTargetMachineCreate(options, error);
  if (!machine)
    return false;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef buffer = NULL;
  RelaxCompileTimes times = {0};
  if (mlirLogicalResultIsSuccess(relaxEmitLLVM(module, context, &code))) {
    buffer = relaxCompile(code, machine, options, kind, &times, error);
    LLVMDisposeModule(code);
  }
  LLVMContextDispose(context);
  LLVMDisposeTargetMachine(machine);
  if (!buffer)
    return false;
  strBufAppend(out,
               (StrRef){LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)});
  LLVMDisposeMemoryBuffer(buffer);
  return true;
}
