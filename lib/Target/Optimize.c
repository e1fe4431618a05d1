//===- Optimize.c - passes of LLVM for kernels --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Optimize.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"

const char *relaxPassList(RelaxTargetLevel level) {
  switch (level) {
  case RELAX_TARGET_O0:
    return "";
  case RELAX_TARGET_O2:
    return "default<O2>";
  case RELAX_TARGET_O3:
    return "default<O3>";
  case RELAX_TARGET_DEFAULT:
  case RELAX_TARGET_LEAN:
    break;
  }
  // references/cpu-perf.md, section 6: what shaped loops need, 5 to 9 times
  // cheaper than O2. Unrolling first, so that local buffers become registers
  // (`sroa`, or `licm` where other loops use them too); then what no schedule
  // has vectorised. Copies of a body compute the same addresses: merged before
  // `instcombine`, they are looked at once, which is a sixth of all passes.
  return "function(early-cse,"
         "loop(loop-rotate),loop(loop-unroll-full),early-cse,"
         "instcombine<no-verify-fixpoint>,sroa,early-cse,"
         "loop-mssa(licm),simplifycfg,"
         "early-cse,"
         "loop(indvars),loop-vectorize,"
         "instcombine<no-verify-fixpoint>,simplifycfg,"
         "loop-mssa(licm))";
}

static bool isValid(LLVMModuleRef module, StrBuf *error) {
  char *message = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (broken)
    strBufAppendFormat(error, "LLVM IR is not valid: %s", message);
  LLVMDisposeMessage(message);
  return !broken;
}

bool relaxOptimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                   const RelaxTargetOptions *options, StrBuf *error) {
  const char *passes = relaxPassList(options->level);
  if (!isValid(module, error)) // a 300th of the time that the passes take
    return false;
  if (!*passes)
    return true;
  LLVMPassBuilderOptionsRef settings = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failure = LLVMRunPasses(module, passes, machine, settings);
  LLVMDisposePassBuilderOptions(settings);
  if (!failure)
    return true;
  char *message = LLVMGetErrorMessage(failure);
  strBufAppendFormat(error, "%s: %s", passes, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

uint64_t relaxCountInstructions(LLVMModuleRef module) {
  uint64_t count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        ++count;
  return count;
}
