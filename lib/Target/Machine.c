//===- Machine.c - the machine that code is made for ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Machine.h"
#include "llvm-c/Target.h"

#include <assert.h>

/// Messages of LLVM are theirs to free.
static void takeMessage(StrBuf *error, const char *what, char *message) {
  strBufAppendFormat(error, "%s: %s", what, message);
  LLVMDisposeMessage(message);
}

LLVMTargetMachineRef relaxTargetMachineCreate(const RelaxTargetOptions *options,
                                              StrBuf *error) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    takeMessage(error, triple, message);
  } else {
    const char *ownFeatures = options->features ? options->features
                              : options->cpu    ? ""
                                                : features;
    machine = LLVMCreateTargetMachine(
        target, triple, options->cpu ? options->cpu : cpu, ownFeatures,
        options->level == RELAX_TARGET_O0 ? LLVMCodeGenLevelNone
                                          : LLVMCodeGenLevelDefault,
        LLVMRelocPIC, LLVMCodeModelDefault);
    assert(machine && "the native target has a code generator");
  }
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

void relaxTargetMachineApply(LLVMTargetMachineRef machine,
                             LLVMModuleRef module) {
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMSetModuleDataLayout(module, layout);
  LLVMSetTarget(module, triple);
  LLVMDisposeMessage(triple);
  LLVMDisposeTargetData(layout);
}
