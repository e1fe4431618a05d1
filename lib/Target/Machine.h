//===- Machine.h - the machine that code is made for ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_MACHINE_H
#define RELAX_TARGET_MACHINE_H

#include "lib/Support/StringRef.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"

/// What LLVM does to a kernel.
typedef enum RelaxTargetLevel {
  RELAX_TARGET_DEFAULT, // RELAX_TARGET_LEAN
  RELAX_TARGET_O0,      // no passes, fast code generation
  RELAX_TARGET_LEAN,    // what loops that a schedule has shaped need, and a
                        // vectoriser for the others
  RELAX_TARGET_O2,      // LLVM's default<O2>
  RELAX_TARGET_O3,
} RelaxTargetLevel;

/// Zero-initialised: what is right for most.
typedef struct RelaxTargetOptions {
  RelaxTargetLevel level;
} RelaxTargetOptions;

/// The target machine of a module's triple, the host's if it has none; its
/// functions say for which cpu they are. It is made known to the module, before
/// passes run. NULL with a message in `error`; the caller disposes of it. May
/// be called from several threads.
LLVMTargetMachineRef relaxTargetMachineCreate(LLVMModuleRef module,
                                              const RelaxTargetOptions *options,
                                              StrBuf *error);
/// Runs the passes of `options->level`; false with a message in `error`.
bool relaxOptimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                   const RelaxTargetOptions *options, StrBuf *error);

#endif // RELAX_TARGET_MACHINE_H
