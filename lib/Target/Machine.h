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
  bool debugInfo; // lines of the text (DebugInfo.h)
} RelaxTargetOptions;

/// The target machine of a module's triple, or of the host's if it has none;
/// the module's functions say for which cpu they are. NULL with a message in
/// `error`; the caller disposes of it. May be called from several threads.
LLVMTargetMachineRef relaxTargetMachineCreate(LLVMModuleRef module,
                                              const RelaxTargetOptions *options,
                                              StrBuf *error);
/// Says to a module of that triple how the machine lays data out. Before passes
/// run.
void relaxTargetMachineApply(LLVMTargetMachineRef machine,
                             LLVMModuleRef module);
/// Was the machine created for the triple of the module?
bool relaxTargetMachineFits(LLVMTargetMachineRef machine, LLVMModuleRef module);

#endif // RELAX_TARGET_MACHINE_H
