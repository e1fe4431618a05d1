//===- JIT.h - kernels compiled into this process -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_JIT_H
#define RELAX_TARGET_JIT_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Cache/Store.h"
#include "lib/Runtime/KernelABI.h"
#include "lib/Runtime/Program.h"
#include "lib/Target/CompileTimes.h"
#include "lib/Target/Machine.h"

typedef struct RelaxJit RelaxJit;

typedef struct RelaxJitOptions {
  RelaxTargetOptions machine;
  int threads;        // that compile; 0: one
  RelaxCache *cache;  // for machine code; or NULL
  StrRef environment; // of the cache's keys: relaxCacheEnvironment(&machine)
} RelaxJitOptions;

/// Compiles every `tir.func` of `module` that has a body (see relaxEmitLLVM),
/// side by side. With lines of the text gdb and perf hear of the code: its
/// functions are written to /tmp/perf-PID.map.
/// NULL after an error: either a diagnostic was emitted, or `error` holds a
/// message. The module is not needed afterwards.
RelaxJit *relaxJitCreate(MlirOperation module, const RelaxJitOptions *options,
                         StrBuf *error);
/// Links an object that `relaxEmitObject` made, for a processor like this one.
/// Every kernel of the list has to be in it. `debug`: gdb and perf hear of it.
/// NULL with a message in `error`.
RelaxJit *relaxJitLoad(StrRef object, const StrRef *kernels, size_t numKernels,
                       bool debug, StrBuf *error);
/// The kernels of a program from the cache. NULL if it has not all of them, or
/// with a message in `error`.
RelaxJit *relaxJitRecall(RelaxCache *cache, const RelaxProgram *program,
                         const RelaxCacheKey *keys, StrBuf *error);
/// The key of `tir.func @name` in the cache, or NULL.
const RelaxCacheKey *relaxJitKey(const RelaxJit *jit, const char *name);
/// Is there a symbol of this name in what was loaded?
bool relaxJitHas(const RelaxJit *jit, const char *symbol);
/// The kernel of `tir.func @name`, or NULL. Valid until the JIT is destroyed.
/// From any thread.
RelaxKernel relaxJitFind(const RelaxJit *jit, const char *name);
/// What has that prefix and its name (lib/Runtime/KernelABI.h): what its checks
/// say, whether it takes a workspace; or NULL. Not from two threads.
const char *relaxJitNote(const RelaxJit *jit, const char *prefix,
                         const char *name);
/// What was compiled and what a cache had, 0 if it was loaded, and how long it
/// took.
const RelaxCompileTimes *relaxJitTimes(const RelaxJit *jit);
void relaxJitDestroy(RelaxJit *jit);

#endif // RELAX_TARGET_JIT_H
