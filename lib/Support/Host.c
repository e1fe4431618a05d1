//===- Host.c - the machine that runs this process ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Host.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static void add(HostMachine *host, const char *feature) {
  if (host->numFeatures < HOST_MAX_FEATURES)
    host->features[host->numFeatures++] = feature;
}

bool hostHas(const HostMachine *host, StrRef feature) {
  for (size_t i = 0; i < host->numFeatures; ++i)
    if (strRefEqual(feature, strRefFromC(host->features[i])))
      return true;
  return false;
}

/// Where a feature of x86-64 stands (Intel SDM volume 2, CPUID; AMD APM volume
/// 3, appendix E), and which state the system must save for it (XCR0).
static const struct {
  const char *name;
  unsigned leaf, subleaf;
  char word; // of eax, ebx, ecx, edx
  unsigned bit;
  unsigned state; // 0: none, 6: vectors of 32 bytes, 0xe6: of 64
} bits[] = {
    {"sse3", 1, 0, 'c', 0, 0},
    {"pclmul", 1, 0, 'c', 1, 0},
    {"ssse3", 1, 0, 'c', 9, 0},
    {"fma", 1, 0, 'c', 12, 6},
    {"cx16", 1, 0, 'c', 13, 0},
    {"sse4.1", 1, 0, 'c', 19, 0},
    {"sse4.2", 1, 0, 'c', 20, 0},
    {"movbe", 1, 0, 'c', 22, 0},
    {"popcnt", 1, 0, 'c', 23, 0},
    {"aes", 1, 0, 'c', 25, 0},
    {"xsave", 1, 0, 'c', 26, 0},
    {"avx", 1, 0, 'c', 28, 6},
    {"f16c", 1, 0, 'c', 29, 6},
    {"fsgsbase", 7, 0, 'b', 0, 0},
    {"bmi", 7, 0, 'b', 3, 0},
    {"avx2", 7, 0, 'b', 5, 6},
    {"bmi2", 7, 0, 'b', 8, 0},
    {"avx512f", 7, 0, 'b', 16, 0xe6},
    {"avx512dq", 7, 0, 'b', 17, 0xe6},
    {"adx", 7, 0, 'b', 19, 0},
    {"avx512ifma", 7, 0, 'b', 21, 0xe6},
    {"avx512cd", 7, 0, 'b', 28, 0xe6},
    {"sha", 7, 0, 'b', 29, 0},
    {"avx512bw", 7, 0, 'b', 30, 0xe6},
    {"avx512vl", 7, 0, 'b', 31, 0xe6},
    {"avx512vbmi", 7, 0, 'c', 1, 0xe6},
    {"avx512vbmi2", 7, 0, 'c', 6, 0xe6},
    {"gfni", 7, 0, 'c', 8, 0},
    {"vaes", 7, 0, 'c', 9, 6},
    {"vpclmulqdq", 7, 0, 'c', 10, 6},
    {"avx512vnni", 7, 0, 'c', 11, 0xe6},
    {"avx512bitalg", 7, 0, 'c', 12, 0xe6},
    {"avx512vpopcntdq", 7, 0, 'c', 14, 0xe6},
    {"avx512vp2intersect", 7, 0, 'd', 8, 0xe6},
    {"avx512fp16", 7, 0, 'd', 23, 0xe6},
    {"avxvnni", 7, 1, 'a', 4, 6},
    {"avx512bf16", 7, 1, 'a', 5, 0xe6},
    {"avxifma", 7, 1, 'a', 23, 6},
    {"avxvnniint8", 7, 1, 'd', 4, 6},
    {"avxneconvert", 7, 1, 'd', 5, 6},
    {"sahf", 0x80000001, 0, 'c', 0, 0},
    {"lzcnt", 0x80000001, 0, 'c', 5, 0},
    {"sse4a", 0x80000001, 0, 'c', 6, 0},
    {"prfchw", 0x80000001, 0, 'c', 8, 0},
};

bool hostKnows(StrRef feature) {
  for (size_t i = 0; i < sizeof(bits) / sizeof(*bits); ++i)
    if (strRefEqual(feature, strRefFromC(bits[i].name)))
      return true;
  return false;
}

#if defined(__x86_64__)
/// The state that the system saves for us: XCR0, or 0.
static unsigned savedState(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) // OSXSAVE
    return 0;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return a;
}

static void detect(HostMachine *host) {
  unsigned saved = savedState();
  host->arch = "x86_64";
  for (size_t i = 0; i < sizeof(bits) / sizeof(*bits); ++i) {
    unsigned words[4];
    if (!__get_cpuid_count(bits[i].leaf, bits[i].subleaf, &words[0], &words[1],
                           &words[2], &words[3]))
      continue;
    if (words[bits[i].word - 'a'] >> bits[i].bit & 1 &&
        (saved & bits[i].state) == bits[i].state)
      add(host, bits[i].name);
  }
}
#elif defined(__aarch64__)
static void detect(HostMachine *host) {
  host->arch = "aarch64";
  add(host, "neon"); // part of the architecture
}
#else
static void detect(HostMachine *host) { host->arch = "unknown"; }
#endif

static bool canRun(const HostMachine *host, const TargetSpec *spec) {
  bool good = strcmp(host->arch, spec->arch) == 0;
  for (const char *const *need = spec->needs; good && *need; ++need)
    good = hostHas(host, strRefFromC(*need));
  return good;
}

bool hostMachine(HostMachine *host, StrBuf *error) {
  const char *given = getenv("RELAX_HOST");
  *host = (HostMachine){.pretended = given && *given};
  if (host->pretended) {
    host->spec = targetTableFind(strRefFromC(given));
    if (!host->spec) {
      strBufAppendC(error, "RELAX_HOST: ");
      targetTableExplain(strRefFromC(given), error);
      return false;
    }
    host->arch = host->spec->arch;
    for (const char *const *need = host->spec->needs; *need; ++need)
      add(host, *need);
    return true;
  }
  detect(host);
  for (size_t i = 0; i < targetTableSize; ++i)
    if (canRun(host, &targetTable[i]))
      host->spec = &targetTable[i];
#ifdef _SC_LEVEL2_CACHE_SIZE
  long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  host->cacheBytes = bytes > 0 ? bytes : 0;
#endif
  return true;
}

static bool canRunCode(const HostMachine *host, StrRef arch, StrRef features,
                       const char *what, StrBuf *error) {
  if (!strRefEqual(arch, strRefFromC(host->arch))) {
    strBufAppendFormat(
        error,
        "%s is made for '%.*s', and this machine is '%s': make it again "
        "with '--target=native'",
        what, (int)arch.length, arch.data, host->arch);
    return false;
  }
  size_t missing = 0;
  while (features.length) {
    const char *comma = memchr(features.data, ',', features.length);
    StrRef name = {features.data,
                   comma ? (size_t)(comma - features.data) : features.length};
    features.data += name.length + (comma != NULL);
    features.length -= name.length + (comma != NULL);
    if (!name.length || hostHas(host, name))
      continue;
    if (!missing++)
      strBufAppendFormat(error, "%s needs what this machine lacks: ", what);
    strBufAppendFormat(error, "%s%.*s", missing > 1 ? ", " : "",
                       (int)name.length, name.data);
  }
  if (missing)
    strBufAppendFormat(error, " (make it again with '--target=native'%s%s)",
                       host->spec ? " or " : "",
                       host->spec ? host->spec->name : "");
  return !missing;
}

bool hostCanRunAll(StrRef lines, const char *what, StrBuf *error) {
  HostMachine host;
  bool good = hostMachine(&host, error);
  while (good && lines.length) {
    const char *end = memchr(lines.data, '\n', lines.length);
    const char *colon = memchr(lines.data, ':', lines.length);
    if (!end || !colon || colon > end) {
      strBufAppendFormat(error, "%s says in no known way what it is made for",
                         what);
      return false;
    }
    good =
        canRunCode(&host, (StrRef){lines.data, (size_t)(colon - lines.data)},
                   (StrRef){colon + 1, (size_t)(end - colon - 1)}, what, error);
    lines.length -= (size_t)(end + 1 - lines.data);
    lines.data = end + 1;
  }
  return good;
}
