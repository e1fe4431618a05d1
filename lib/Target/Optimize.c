//===- Optimize.c - passes of LLVM for kernels --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Optimize.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <stdlib.h>

// references/cpu-perf.md, section 6: what shaped loops need, 5 to 9 times
// cheaper than O2. Tiles are copied and in registers already; local buffers
// that are left become registers (`sroa`, or `licm` where other loops use them
// too). Copies of a body compute the same addresses: merged before
// `instcombine`, they are looked at once, which is a sixth of all passes.
#define SHAPED                                                                 \
  "early-cse,loop(loop-rotate),loop(loop-unroll-full),early-cse,"              \
  "instcombine<no-verify-fixpoint>,sroa,early-cse,loop-mssa(licm),"            \
  "simplifycfg,early-cse,"
// What no schedule has vectorised.
#define SCALAR                                                                 \
  "loop(indvars),loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg,"

static const char *passList(RelaxTargetLevel level, bool scalarLoops) {
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
  return scalarLoops ? "function(" SHAPED SCALAR "loop-mssa(licm))"
                     : "function(" SHAPED "loop-mssa(licm))";
}

const char *relaxPassList(RelaxTargetLevel level) {
  return passList(level, true);
}

static bool isVector(LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

/// Instructions of a block on vectors, and whether it reads memory.
typedef struct Content {
  bool vectors, loads;
} Content;

static Content contentOf(LLVMBasicBlockRef block) {
  Content content = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    content.loads |= LLVMGetInstructionOpcode(i) == LLVMLoad;
    content.vectors |=
        isVector(i) || (LLVMGetInstructionOpcode(i) == LLVMStore &&
                        isVector(LLVMGetOperand(i, 0)));
  }
  return content;
}

/// Does a jump from block `end` to an earlier one make a loop over memory
/// without vectors? Blocks stand in the order in which loops nest.
static bool endsScalarLoop(const LLVMBasicBlockRef *blocks,
                           const Content *contents, size_t end) {
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(blocks[end]);
  for (unsigned s = 0, e = LLVMGetNumSuccessors(jump); s < e; ++s) {
    LLVMBasicBlockRef head = LLVMGetSuccessor(jump, s);
    bool loads = false;
    for (size_t at = end + 1; at-- > 0 && !contents[at].vectors;) {
      loads |= contents[at].loads;
      if (blocks[at] == head && loads)
        return true;
    }
  }
  return false;
}

static bool hasScalarLoop(LLVMValueRef function) {
  unsigned count = LLVMCountBasicBlocks(function);
  LLVMBasicBlockRef *blocks = calloc(count + 1, sizeof(*blocks));
  Content *contents = calloc(count + 1, sizeof(*contents));
  // Without memory to look, there may be one.
  bool known = blocks && contents, found = !known;
  if (known)
    LLVMGetBasicBlocks(function, blocks);
  for (unsigned i = 0; known && i < count; ++i)
    contents[i] = contentOf(blocks[i]);
  for (unsigned i = 0; known && i < count && !found; ++i)
    found = endsScalarLoop(blocks, contents, i);
  free(blocks);
  free(contents);
  return found;
}

static bool anyScalarLoop(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    if (hasScalarLoop(f))
      return true;
  return false;
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
  if (!isValid(module, error)) // a 300th of the time that the passes take
    return false;
  const char *passes = passList(options->level, anyScalarLoop(module));
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
