//===- CodeGen.c - how machine code is made for an architecture -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/CodeGen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Subtarget.h"
#include "lib/Support/Host.h"
#include "lib/Support/NearNames.h"
#include "llvm-c/Target.h"

#include <pthread.h>
#include <stb/stb_ds.h>
#include <string.h>

static void initializeX86(void) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
}

static void initializeAArch64(void) {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
}

static void initializeRISCV(void) {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTarget();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmPrinter();
}

static void initializeWebAssembly(void) {
  LLVMInitializeWebAssemblyTargetInfo();
  LLVMInitializeWebAssemblyTarget();
  LLVMInitializeWebAssemblyTargetMC();
  LLVMInitializeWebAssemblyAsmPrinter();
}

static const RelaxCodeGen table[] = {
    {"x86_64", "x86_64-unknown-linux-gnu", initializeX86, "x86-64", "f16c",
     "fma", NULL},
    {"aarch64", "aarch64-unknown-linux-gnu", initializeAArch64, "generic", "",
     "", NULL},
    {"riscv64", "riscv64-unknown-linux-gnu", initializeRISCV, "generic-rv64",
     "zfhmin", "", NULL},
    {"wasm32", "wasm32-unknown-unknown", initializeWebAssembly, "generic", NULL,
     NULL, "kernels take sizes of 64 bits, its C library those of 32"},
};
enum { NUM_ARCHITECTURES = sizeof(table) / sizeof(*table) };

const RelaxCodeGen *relaxCodeGenFind(StrRef arch) {
  for (size_t i = 0; i < NUM_ARCHITECTURES; ++i)
    if (strRefIs(arch, table[i].arch))
      return &table[i];
  return NULL;
}

const RelaxCodeGen *relaxCodeGenOfTriple(const char *triple) {
  for (size_t i = 0; i < NUM_ARCHITECTURES; ++i)
    if (strcmp(triple, table[i].triple) == 0)
      return &table[i];
  return NULL;
}

static void collect(void *user, StrRef name) {
  StrRef **names = user;
  arrput(*names, name);
}

/// The names of a list (stb_ds).
static StrRef *listOf(const RelaxCodeGen *codeGen, const char *cpu,
                      BridgeSubtargetList list) {
  StrRef *names = NULL;
  bridgeSubtargetList(codeGen->triple, cpu, list, collect, &names);
  return names;
}

static bool has(const StrRef *names, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(names); ++i)
    if (strRefEqual(names[i], name))
      return true;
  return false;
}

/// Is `name` one of the list? Else an error at the target, with what is like
/// it.
static bool check(const RelaxTarget *target, const char *what, StrRef name,
                  const StrRef *names) {
  enum { MOST = 3 };
  size_t near[MOST];
  if (has(names, name))
    return true;
  size_t found = nearNames(name, names, (size_t)arrlen(names), near, MOST);
  StrBuf text = {0};
  for (size_t i = 0; i < found; ++i)
    strBufAppendFormat(&text, "%s'%.*s'", i ? ", " : " (did you mean ",
                       (int)names[near[i]].length, names[near[i]].data);
  bridgeEmitOpError(target->op, "unknown %s '%.*s' of '%.*s'%s%s", what,
                    SPREAD(name), SPREAD(target->arch), strBufText(&text),
                    found ? "?)" : "");
  strBufFree(&text);
  return false;
}

static StrRef featureOf(const RelaxTarget *target, intptr_t i) {
  return bridgeTextAt(target->features, i);
}

static intptr_t countFeatures(const RelaxTarget *target) {
  return bridgeLength(target->features);
}

static bool checkNames(const RelaxTarget *target, const RelaxCodeGen *codeGen) {
  StrRef *cpus = listOf(codeGen, "", BRIDGE_SUBTARGET_CPUS);
  StrRef *features = listOf(codeGen, "", BRIDGE_SUBTARGET_FEATURES);
  bool good =
      check(target, "cpu", target->cpu, cpus) &&
      (!target->tune.length || check(target, "cpu", target->tune, cpus));
  for (intptr_t i = 0; good && i < countFeatures(target); ++i)
    good = check(target, "feature", featureOf(target, i), features);
  arrfree(cpus);
  arrfree(features);
  return good;
}

static void appendName(StrBuf *list, const char *prefix, StrRef name) {
  strBufAppendFormat(list, "%s%s%.*s", list->length ? "," : "", prefix,
                     SPREAD(name));
}

static bool hasFeature(const StrRef *names, const char *feature) {
  return feature && (!*feature || has(names, strRefFromC(feature)));
}

/// Features of the target's cpu beyond the baseline that machines tell of, and
/// its own.
static void findNeeds(const RelaxTarget *target, TargetCode *code,
                      Arena *arena) {
  StrBuf needs = {0}, features = {0};
  StrRef cpu = arenaCopyString(arena, target->cpu);
  StrRef *base = listOf(code->codeGen, code->codeGen->baseline,
                        BRIDGE_SUBTARGET_CPU_FEATURES);
  StrRef *all = listOf(code->codeGen, cpu.data, BRIDGE_SUBTARGET_CPU_FEATURES);
  for (ptrdiff_t i = 0; i < arrlen(all); ++i)
    if (!has(base, all[i]) && hostKnows(all[i]))
      appendName(&needs, "", all[i]);
  for (intptr_t i = 0; i < countFeatures(target); ++i) {
    StrRef feature = featureOf(target, i);
    appendName(&features, "+", feature);
    if (!has(all, feature))
      appendName(&needs, "", feature);
    arrput(all, feature);
  }
  code->hasHalf = hasFeature(all, code->codeGen->half);
  code->hasFused = hasFeature(all, code->codeGen->fused);
  code->needs = arenaKeep(arena, &needs);
  code->features = arenaKeep(arena, &features);
  arrfree(base);
  arrfree(all);
}

static void initializeAll(void) {
  for (size_t i = 0; i < NUM_ARCHITECTURES; ++i)
    table[i].initialize();
}

/// LLVM's registries are no place for two threads.
static pthread_once_t initialized = PTHREAD_ONCE_INIT;

bool targetCodeOf(const RelaxTarget *target, Arena *arena, TargetCode *code) {
  const RelaxCodeGen *codeGen = relaxCodeGenFind(target->arch);
  if (!codeGen) {
    bridgeEmitOpError(target->op,
                      "unknown architecture '%.*s': expected x86_64, aarch64, "
                      "riscv64 or wasm32",
                      SPREAD(target->arch));
    return false;
  }
  pthread_once(&initialized, initializeAll);
  if (!checkNames(target, codeGen))
    return false;
  *code = (TargetCode){.codeGen = codeGen, .target = *target};
  findNeeds(target, code, arena);
  return true;
}
