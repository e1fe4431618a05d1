//===- Compile.h - kernels compiled side by side ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_COMPILE_H
#define RELAX_TARGET_COMPILE_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Target/CompileTimes.h"
#include "lib/Target/Machine.h"

typedef struct RelaxCompileOptions {
  RelaxTargetOptions machine;
  int threads; // 0: one
} RelaxCompileOptions;

/// Compiles `tir.func`s of a module to object files, on several threads, each
/// with an LLVM context and module of its own; large kernels first.
/// `objects[i]` is the caller's, and NULL where a small kernel is in the object
/// of another one. `symbols` are the kernels' names in the objects (with
/// RELAX_KERNEL_PREFIX), and then each has an object of its own; NULL: their
/// own names. False after a diagnostic or with a message in `error`; then there
/// are no objects. Adds to `times`. The module is not changed; nothing else may
/// happen in its context meanwhile.
bool relaxCompileKernels(MlirOperation module, const MlirOperation *kernels,
                         const StrRef *symbols, size_t numKernels,
                         const RelaxCompileOptions *options,
                         LLVMMemoryBufferRef *objects, RelaxCompileTimes *times,
                         StrBuf *error);

#endif // RELAX_TARGET_COMPILE_H
