//===- Machine.c - the machine that code is made for ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Machine.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/Error.h"
#include "llvm-c/Target.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <assert.h>

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
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMSetTarget(module, triple);
  }
  LLVMDisposeMessage(host);
  return machine;
}

bool relaxOptimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                   const RelaxTargetOptions *options, StrBuf *error) {
  char *message = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (broken)
    strBufAppendFormat(error, "LLVM IR is not valid: %s", message);
  LLVMDisposeMessage(message);
  if (broken)
    return false;
  // references/cpu-perf.md, section 6: what shaped loops need, 5 to 9 times
  // cheaper than O2. Unrolling first, so that local buffers become registers
  // (`sroa`, or `licm` where other loops use them too); then what no schedule
  // has vectorised.
  const char *passes = options->level == RELAX_TARGET_O2 ? "default<O2>"
                       : options->level == RELAX_TARGET_O3
                           ? "default<O3>"
                           : "function(early-cse,"
                             "loop(loop-rotate),loop(loop-unroll-full),"
                             "instcombine<no-verify-fixpoint>,sroa,early-cse,"
                             "loop-mssa(licm),simplifycfg,"
                             "early-cse,"
                             "loop(indvars),loop-vectorize,"
                             "instcombine<no-verify-fixpoint>,simplifycfg,"
                             "loop-mssa(licm))";
  if (options->level == RELAX_TARGET_O0)
    return true;
  LLVMPassBuilderOptionsRef settings = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failure = LLVMRunPasses(module, passes, machine, settings);
  LLVMDisposePassBuilderOptions(settings);
  if (!failure)
    return true;
  message = LLVMGetErrorMessage(failure);
  strBufAppendFormat(error, "%s: %s", passes, message);
  LLVMDisposeErrorMessage(message);
  return false;
}
