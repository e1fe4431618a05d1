//===- TargetTable.c - machines that code can be made for -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Levels of x86-64 as its psABI defines them (System V ABI, AMD64 supplement,
// section 3.1.1); 1 MiB of cache is what a core of a server has in 2026.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/TargetTable.h"
#include "lib/Support/NearNames.h"

#include <string.h>

#define V2 "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"
#define V3 V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"
#define V4 V3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"

static const char *const none[] = {NULL};
static const char *const v2[] = {V2, NULL};
static const char *const v3[] = {V3, NULL};
static const char *const v4[] = {V4, NULL};
static const char *const neon[] = {"neon", NULL};
static const char *const vectors[] = {"m", "a", "f", "d", "c", "v", NULL};
static const char *const simd128[] = {"simd128", NULL};

enum { KIB = 1024, MIB = 1024 * 1024 };

const TargetSpec targetTable[] = {
    {"x86-64-v2", "x86_64", "x86-64-v2", none, v2, 16, 16, 64, 256 * KIB},
    {"x86-64-v3", "x86_64", "x86-64-v3", none, v3, 32, 16, 64, MIB},
    {"x86-64-v4", "x86_64", "x86-64-v4", none, v4, 64, 32, 64, MIB},
    {"aarch64", "aarch64", "generic", none, neon, 16, 32, 64, MIB},
    {"riscv64-v", "riscv64", "generic-rv64", vectors, vectors, 16, 32, 64,
     512 * KIB},
    {"wasm32", "wasm32", "generic", simd128, simd128, 16, 16, 64, 256 * KIB},
};
const size_t targetTableSize = sizeof(targetTable) / sizeof(*targetTable);

const TargetSpec *targetTableFind(StrRef name) {
  for (size_t i = 0; i < targetTableSize; ++i)
    if (strRefEqual(name, strRefFromC(targetTable[i].name)))
      return &targetTable[i];
  return NULL;
}

bool targetNameIsFile(StrRef name) {
  return name.length && name.data[0] != '@' &&
         (memchr(name.data, '/', name.length) ||
          memchr(name.data, '.', name.length));
}

void targetTableExplain(StrRef name, StrBuf *out) {
  StrRef names[sizeof(targetTable) / sizeof(*targetTable)];
  size_t near[2];
  for (size_t i = 0; i < targetTableSize; ++i)
    names[i] = strRefFromC(targetTable[i].name);
  strBufAppendFormat(out, "unknown target '%.*s'", (int)name.length, name.data);
  size_t found = nearNames(name, names, targetTableSize, near, 2);
  for (size_t i = 0; i < found; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? " or " : " (did you mean ",
                       names[near[i]].data);
  strBufAppendC(out, found ? ")" : "");
  strBufAppendC(out, ": expected native");
  for (size_t i = 0; i < targetTableSize; ++i)
    strBufAppendFormat(out, ", %s", names[i].data);
  strBufAppendC(out, ", @NAME of a 'relax.target' or a file with one");
}
