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

/// Zero-initialised: this machine, with everything that it has.
typedef struct RelaxTargetOptions {
  const char *cpu;      // name as LLVM knows it; NULL: the host's
  const char *features; // "+avx2,-avx512f"; NULL: the host's, or those of `cpu`
  RelaxTargetLevel level;
} RelaxTargetOptions;

/// The host's target machine; NULL with a message in `error`. The caller
/// disposes of it. May be called from several threads.
LLVMTargetMachineRef relaxTargetMachineCreate(const RelaxTargetOptions *options,
                                              StrBuf *error);
/// Says to a module which machine it is for. Before passes run.
void relaxTargetMachineApply(LLVMTargetMachineRef machine,
                             LLVMModuleRef module);

#endif // RELAX_TARGET_MACHINE_H
