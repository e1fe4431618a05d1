//===- Optimize.h - passes of LLVM for kernels --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_OPTIMIZE_H
#define RELAX_TARGET_OPTIMIZE_H

#include "lib/Target/Machine.h"

/// The text of the pass pipeline of a level, for `LLVMRunPasses`; "" for none.
/// Kernels without scalar loops are spared a part of it.
const char *relaxPassList(RelaxTargetLevel level);
/// Runs the passes of `options->level`; false with a message in `error`.
bool relaxOptimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                   const RelaxTargetOptions *options, StrBuf *error);
/// Instructions of a module.
uint64_t relaxCountInstructions(LLVMModuleRef module);

#endif // RELAX_TARGET_OPTIMIZE_H
