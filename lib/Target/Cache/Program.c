//===- Program.c - programs in a cache ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An entry: 16 digits, the number of kernels; their keys, 64 digits each; the
// compact file.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramFile.h"
#include "lib/Target/Cache/Kernels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_DIGITS = 16 };

void relaxCachePutProgram(RelaxCache *cache, const RelaxCacheKey *key,
                          const RelaxProgram *program,
                          const RelaxCacheKey *kernels) {
  StrBuf content = {0};
  strBufAppendFormat(&content, "%016" PRIx64, (uint64_t)program->numKernels);
  for (uint32_t i = 0; i < program->numKernels; ++i)
    strBufAppendC(&content, kernels[i].hex);
  relaxProgramEncode(program, &content);
  relaxCachePut(cache, key, (StrRef){content.data, content.length});
  strBufFree(&content);
}

/// The entry is whole and of this build, so only what we have written is seen;
/// it is checked all the same.
static RelaxProgram *decode(StrRef content, RelaxCacheKey **kernels) {
  if (content.length < COUNT_DIGITS)
    return NULL;
  char digits[COUNT_DIGITS + 1] = {0};
  memcpy(digits, content.data, COUNT_DIGITS);
  uint64_t count = strtoull(digits, NULL, 16);
  size_t rest = content.length - COUNT_DIGITS;
  if (count > rest / RELAX_SHA256_HEX)
    return NULL;
  const char *text = content.data + COUNT_DIGITS;
  size_t keyBytes = (size_t)count * RELAX_SHA256_HEX;
  RelaxError unread = {0};
  RelaxProgram *program =
      relaxProgramDecode((StrRef){text + keyBytes, rest - keyBytes}, &unread);
  relaxErrorFree(&unread);
  *kernels = calloc((size_t)count + 1, sizeof(**kernels));
  if (!program || !*kernels || program->numKernels != count) {
    if (program)
      relaxProgramDestroy(program);
    free(*kernels);
    return NULL;
  }
  for (size_t i = 0; i < count; ++i)
    memcpy((*kernels)[i].hex, text + i * RELAX_SHA256_HEX, RELAX_SHA256_HEX);
  return program;
}

RelaxProgram *relaxCacheGetProgram(RelaxCache *cache, const RelaxCacheKey *key,
                                   RelaxCacheKey **kernels) {
  StrBuf content = {0};
  RelaxProgram *program = NULL;
  if (relaxCacheGet(cache, key, &content))
    program = decode((StrRef){content.data, content.length}, kernels);
  strBufFree(&content);
  return program;
}
