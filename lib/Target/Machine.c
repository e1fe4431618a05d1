//===- Machine.c - the machine that code is made for ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Machine.h"
#include "llvm-c/Target.h"

#include <assert.h>
#include <string.h>

/// Messages of LLVM are theirs to free.
static void takeMessage(StrBuf *error, const char *what, char *message) {
  strBufAppendFormat(error, "%s: %s", what, message);
  LLVMDisposeMessage(message);
}

LLVMTargetMachineRef relaxTargetMachineCreate(LLVMModuleRef module,
                                              const RelaxTargetOptions *options,
                                              StrBuf *error) {
  char *message = NULL, *host = NULL;
  const char *triple = LLVMGetTarget(module);
  if (!*triple) { // nothing but declarations
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    triple = host = LLVMGetDefaultTargetTriple();
  }
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    takeMessage(error, triple, message);
  } else {
    machine = LLVMCreateTargetMachine(target, triple, "", "",
                                      options->level == RELAX_TARGET_O0
                                          ? LLVMCodeGenLevelNone
                                          : LLVMCodeGenLevelDefault,
                                      LLVMRelocPIC, LLVMCodeModelDefault);
    assert(machine && "the target has a code generator");
  }
  LLVMDisposeMessage(host);
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

bool relaxTargetMachineFits(LLVMTargetMachineRef machine,
                            LLVMModuleRef module) {
  char *triple = LLVMGetTargetMachineTriple(machine);
  bool fits = strcmp(triple, LLVMGetTarget(module)) == 0;
  LLVMDisposeMessage(triple);
  return fits;
}
