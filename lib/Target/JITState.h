//===- JITState.h - what the JIT consists of ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_JITSTATE_H
#define RELAX_TARGET_JITSTATE_H

#include "lib/Target/Cache/Kernels.h"
#include "lib/Target/Compile.h"
#include "lib/Target/JIT.h"
#include "lib/Target/PerfMap.h"
#include "llvm-c/LLJIT.h"

typedef struct JitKernel {
  char *name;             // of the tir.func
  RelaxCacheKey key;      // "" without a cache; else its name in the object
  RelaxKernel address;    // NULL before it is compiled
  MlirOperation deferred; // to be compiled when a call needs it; else null
  uint32_t group;         // of those that are compiled then, too
} JitKernel;

struct RelaxJit {
  LLVMOrcLLJITRef lljit;
  JitKernel *kernels; // stb_ds
  RelaxCompileTimes times;
  StrBuf reports; // what LLVM would have printed
  bool debug;     // gdb and perf hear of the code
  TargetCodeMap map;
  MlirOperation module; // of the deferred
  RelaxCompileOptions options;
};

/// Without kernels. With `debug` gdb is told of objects that have lines.
RelaxJit *jitCreateEmpty(bool debug, StrBuf *error);
void jitAddKernel(RelaxJit *jit, StrRef name, const RelaxCacheKey *key);
/// Takes the objects over and links the kernels that were added and have no
/// address yet, but for deferred ones.
bool jitAddCode(RelaxJit *jit, const RelaxKernelCode *codes, size_t numCodes,
                StrBuf *error);

#endif // RELAX_TARGET_JITSTATE_H
