//===- Object.h - object files, assembly, LLVM IR text --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_OBJECT_H
#define RELAX_TARGET_OBJECT_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Program.h"
#include "lib/Target/CompileTimes.h"
#include "lib/Target/Machine.h"

typedef enum RelaxObjectKind {
  RELAX_OBJECT_LLVM_IR,
  RELAX_OBJECT_ASSEMBLY,
  RELAX_OBJECT_FILE,
} RelaxObjectKind;

/// Compiles the kernels of `module` (see relaxEmitLLVM) for a machine and
/// appends the result to `out`. An object needs libm, and `relax_parallel_for`
/// of lib/Runtime if a kernel has parallel loops. On failure either a
/// diagnostic was emitted or `error` holds a message.
bool relaxEmitObject(MlirOperation module, const RelaxTargetOptions *options,
                     RelaxObjectKind kind, StrBuf *out, StrBuf *error);

/// The same for a module of LLVM IR, which is optimised in place. The caller
/// disposes of the buffer; NULL with a message in `error`. Adds to `times`.
LLVMMemoryBufferRef relaxCompile(LLVMModuleRef module,
                                 LLVMTargetMachineRef machine,
                                 const RelaxTargetOptions *options,
                                 RelaxObjectKind kind, RelaxCompileTimes *times,
                                 StrBuf *error);

/// Says of each kernel what it computes: a compact file has it.
void targetSetTextHashes(RelaxProgram *program, MlirOperation module);
/// The symbol of an object that says what a kernel takes and computes.
void targetSignatureName(const RelaxProgram *program, uint32_t kernel,
                         StrBuf *out);
/// Adds those of the kernels of a module.
void targetAddSignatures(MlirOperation module, LLVMModuleRef code);

#endif // RELAX_TARGET_OBJECT_H
