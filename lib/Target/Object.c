//===- Object.c - object files, assembly, LLVM IR text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Object.h"
#include "lib/Target/CodeGen.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Optimize.h"
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

/// Is machine code made for the architecture of the module?
static bool isAllowed(LLVMModuleRef module, RelaxObjectKind kind,
                      StrBuf *error) {
  const RelaxCodeGen *codeGen = relaxCodeGenOfTriple(LLVMGetTarget(module));
  if (!codeGen || !codeGen->refusal || kind == RELAX_OBJECT_LLVM_IR)
    return true;
  strBufAppendFormat(error,
                     "no machine code is made for '%s' (%s): take "
                     "'--emit-llvm'",
                     codeGen->arch, codeGen->refusal);
  return false;
}

bool relaxEmitObject(MlirOperation module, const RelaxTargetOptions *options,
                     RelaxObjectKind kind, StrBuf *out, StrBuf *error) {
  LLVMTargetMachineRef machine = NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef buffer = NULL;
  RelaxCompileTimes times = {0};
  if (mlirLogicalResultIsSuccess(
          relaxEmitLLVM(module, options->debugInfo, context, &code))) {
    if (isAllowed(code, kind, error)) {
      if (kind == RELAX_OBJECT_FILE)
        targetAddSignatures(module, code);
      machine = relaxTargetMachineCreate(code, options, error);
    }
    if (machine)
      buffer = relaxCompile(code, machine, options, kind, &times, error);
    LLVMDisposeModule(code);
  }
  LLVMContextDispose(context);
  if (machine)
    LLVMDisposeTargetMachine(machine);
  if (buffer && kind == RELAX_OBJECT_FILE &&
      !targetCheckSymbols(module, (MlirOperation){NULL}, buffer)) {
    LLVMDisposeMemoryBuffer(buffer);
    buffer = NULL;
  }
  if (!buffer)
    return false;
  strBufAppend(out,
               (StrRef){LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)});
  LLVMDisposeMemoryBuffer(buffer);
  return true;
}
