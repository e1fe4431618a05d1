//===- Kernels.h - kernels that need not be compiled again --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_CACHE_KERNELS_H
#define RELAX_TARGET_CACHE_KERNELS_H

#include "lib/Runtime/Cache/Store.h"
#include "lib/Runtime/Program.h"
#include "lib/Target/Compile.h"

/// A kernel's machine code. Kernels that differ in names alone have one key and
/// one object: the others' is NULL.
typedef struct RelaxKernelCode {
  RelaxCacheKey key; // also its name in the object's symbol table
  LLVMMemoryBufferRef object;
} RelaxKernelCode;

/// The code of kernels of a module, from the cache or compiled, which is then
/// put there; the caller owns the objects. `times` counts both. False after a
/// diagnostic or with a message; then there are no objects.
bool relaxCachedKernels(RelaxCache *cache, StrRef environment,
                        MlirOperation module, const MlirOperation *kernels,
                        size_t numKernels, const RelaxCompileOptions *options,
                        RelaxKernelCode *codes, RelaxCompileTimes *times,
                        StrBuf *error);
/// The code of kernels with these keys, if the cache has all of them.
bool relaxCachedCode(RelaxCache *cache, RelaxKernelCode *codes,
                     size_t numCodes);

/// Stores a program with the keys of its kernels, in its order.
void relaxCachePutProgram(RelaxCache *cache, const RelaxCacheKey *key,
                          const RelaxProgram *program,
                          const RelaxCacheKey *kernels);
/// The program and the keys of its kernels, which the caller frees; NULL if the
/// cache has none.
RelaxProgram *relaxCacheGetProgram(RelaxCache *cache, const RelaxCacheKey *key,
                                   RelaxCacheKey **kernels);

#endif // RELAX_TARGET_CACHE_KERNELS_H
