//===- JITCompile.c - kernels of a module compiled into this process ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What every call needs is compiled before the first one. For a process that
// makes one call, a version for a likely extent, or one side of a branch, waits
// until that call needs it (Deferred.h): others are not compiled at all.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/Deferred.h"
#include "lib/Target/JITState.h"
#include "lib/Target/LLVMIR.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// Compiles side by side.
static bool compile(RelaxJit *jit, const MlirOperation *kernels, size_t count,
                    RelaxKernelCode *codes, StrBuf *error) {
  LLVMMemoryBufferRef *objects = NULL;
  arrsetlen(objects, count + 1);
  bool good = relaxCompileKernels(jit->module, kernels, NULL, count,
                                  &jit->options, objects, &jit->times, error);
  for (size_t i = 0; good && i < count; ++i)
    codes[i].object = objects[i];
  arrfree(objects);
  return good;
}

/// Splits off what may wait.
static MlirOperation *defer(RelaxJit *jit, MlirOperation *kernels) {
  MlirOperation *now = NULL;
  size_t count = (size_t)arrlen(kernels);
  uint32_t *groups = calloc(count + 1, sizeof(*groups));
  if (!groups)
    outOfMemory();
  targetDeferKernels(jit->module, kernels, count, groups);
  for (size_t i = 0; i < count; ++i)
    if (groups[i]) {
      jitAddKernel(jit, tirFuncGetSymName(kernels[i]), NULL);
      arrlast(jit->kernels).deferred = kernels[i];
      arrlast(jit->kernels).group = groups[i];
    } else {
      arrput(now, kernels[i]);
    }
  free(groups);
  arrfree(kernels);
  return now;
}

RelaxJit *relaxJitCreate(MlirOperation module, const RelaxJitOptions *options,
                         StrBuf *error) {
  RelaxJit *jit = jitCreateEmpty(options->machine.debugInfo, error);
  if (!jit)
    return NULL;
  jit->module = module;
  jit->options = (RelaxCompileOptions){options->machine, options->threads};
  MlirOperation *kernels = relaxKernelsOf(module);
  if (options->defer)
    kernels = defer(jit, kernels);
  size_t count = (size_t)arrlen(kernels);
  RelaxKernelCode *codes = calloc(count + 1, sizeof(*codes));
  if (!codes)
    outOfMemory();
  bool good = options->cache
                  ? relaxCachedKernels(options->cache, options->environment,
                                       module, kernels, count, &jit->options,
                                       codes, &jit->times, error)
                  : compile(jit, kernels, count, codes, error);
  for (size_t i = 0; good && i < count; ++i)
    jitAddKernel(jit, tirFuncGetSymName(kernels[i]), &codes[i].key);
  good = good && jitAddCode(jit, codes, count, error);
  arrfree(kernels);
  free(codes);
  if (good)
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

/// The group of a deferred kernel; 0 if it is none.
static uint32_t groupOf(const RelaxJit *jit, const char *name) {
  for (ptrdiff_t i = 0; i < arrlen(jit->kernels); ++i)
    if (jit->kernels[i].deferred.ptr && strcmp(jit->kernels[i].name, name) == 0)
      return jit->kernels[i].group;
  return 0;
}

RelaxKernel relaxJitMake(RelaxJit *jit, const char *name, StrBuf *error) {
  MlirOperation *kernels = NULL;
  uint32_t group = groupOf(jit, name);
  for (ptrdiff_t i = 0; group && i < arrlen(jit->kernels); ++i)
    if (jit->kernels[i].deferred.ptr && jit->kernels[i].group == group) {
      arrput(kernels, jit->kernels[i].deferred);
      jit->kernels[i].deferred.ptr = NULL;
    }
  size_t count = (size_t)arrlen(kernels);
  RelaxKernelCode *codes = calloc(count + 1, sizeof(*codes));
  if (!codes)
    outOfMemory();
  bool good = compile(jit, kernels, count, codes, error) &&
              jitAddCode(jit, codes, count, error);
  arrfree(kernels);
  free(codes);
  return good ? relaxJitFind(jit, name) : NULL;
}
