//===- Kernels.c - kernels that need not be compiled again --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Cache/Kernels.h"
#include "lib/Target/Cache/Key.h"

#include <stb/stb_ds.h>
#include <string.h>

/// Whether an earlier one has the same key.
static bool isRepeated(const RelaxKernelCode *codes, size_t index) {
  for (size_t i = 0; i < index; ++i)
    if (strcmp(codes[i].key.hex, codes[index].key.hex) == 0)
      return true;
  return false;
}

static void dispose(RelaxKernelCode *codes, size_t numCodes) {
  for (size_t i = 0; i < numCodes; ++i)
    if (codes[i].object) {
      LLVMDisposeMemoryBuffer(codes[i].object);
      codes[i].object = NULL;
    }
}

static LLVMMemoryBufferRef get(RelaxCache *cache, const RelaxCacheKey *key) {
  StrBuf object = {0};
  LLVMMemoryBufferRef buffer = NULL;
  if (relaxCacheGet(cache, key, &object))
    buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(object.data,
                                                       object.length, key->hex);
  strBufFree(&object);
  return buffer;
}

/// What the cache does not have.
typedef struct Missing {
  size_t *places; // of `codes`; stb_ds arrays, all of one length
  MlirOperation *kernels;
  StrRef *symbols;
  LLVMMemoryBufferRef *objects;
} Missing;

static bool compileMissing(RelaxCache *cache, MlirOperation module,
                           const RelaxCompileOptions *options, Missing *missing,
                           RelaxKernelCode *codes, RelaxCompileTimes *times,
                           StrBuf *error) {
  size_t count = (size_t)arrlen(missing->places);
  arrsetlen(missing->objects, count);
  if (count == 0)
    return true;
  if (!relaxCompileKernels(module, missing->kernels, missing->symbols, count,
                           options, missing->objects, times, error))
    return false;
  for (size_t i = 0; i < count; ++i) {
    RelaxKernelCode *code = &codes[missing->places[i]];
    code->object = missing->objects[i];
    relaxCachePut(cache, &code->key,
                  (StrRef){LLVMGetBufferStart(code->object),
                           LLVMGetBufferSize(code->object)});
  }
  return true;
}

bool relaxCachedKernels(RelaxCache *cache, StrRef environment,
                        MlirOperation module, const MlirOperation *kernels,
                        size_t numKernels, const RelaxCompileOptions *options,
                        RelaxKernelCode *codes, RelaxCompileTimes *times,
                        StrBuf *error) {
  Missing missing = {0};
  for (size_t i = 0; i < numKernels; ++i) {
    codes[i].key = relaxKernelKey(environment, module, kernels[i]);
    codes[i].object = NULL;
    if (isRepeated(codes, i))
      continue;
    codes[i].object = get(cache, &codes[i].key);
    times->cached += codes[i].object != NULL;
    if (codes[i].object)
      continue;
    arrput(missing.places, i);
    arrput(missing.kernels, kernels[i]);
    arrput(missing.symbols, strRefFromC(codes[i].key.hex));
  }
  bool good =
      compileMissing(cache, module, options, &missing, codes, times, error);
  if (!good)
    dispose(codes, numKernels);
  arrfree(missing.places);
  arrfree(missing.kernels);
  arrfree(missing.symbols);
  arrfree(missing.objects);
  return good;
}

bool relaxCachedCode(RelaxCache *cache, RelaxKernelCode *codes,
                     size_t numCodes) {
  for (size_t i = 0; i < numCodes; ++i) {
    codes[i].object = NULL;
    if (isRepeated(codes, i))
      continue;
    codes[i].object = get(cache, &codes[i].key);
    if (!codes[i].object) {
      dispose(codes, i);
      return false;
    }
  }
  return true;
}
