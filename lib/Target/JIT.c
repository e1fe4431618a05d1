//===- JIT.c - kernels compiled into this process -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Object files, as `relax-translate` writes them, linked in memory. So code is
// generated once, before the first call.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/JIT.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Runtime/Parallel.h"
#include "lib/Runtime/Workspace.h"
#include "lib/Support/Host.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/Cache/Kernels.h"
#include "lib/Target/Compile.h"
#include "lib/Target/Kernel.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/PerfMap.h"
#include "lib/Target/TargetNote.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/LLJITUtils.h"
#include "llvm-c/Orc.h"
#include "llvm-c/Target.h"

#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct JitKernel {
  char *name;        // of the tir.func
  RelaxCacheKey key; // "" without a cache; else its name in the object
  RelaxKernel address;
} JitKernel;

struct RelaxJit {
  LLVMOrcLLJITRef lljit;
  JitKernel *kernels; // stb_ds
  RelaxCompileTimes times;
  StrBuf reports; // what LLVM would have printed
  bool debug;     // gdb and perf hear of the code
  TargetCodeMap map;
};

/// True if there is no error; else its text is appended.
static bool check(LLVMErrorRef failure, StrBuf *error) {
  if (!failure)
    return true;
  char *message = LLVMGetErrorMessage(failure);
  strBufAppendC(error, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

/// The reason of a failed look-up comes this way; else LLVM prints it.
static void takeReport(void *state, LLVMErrorRef failure) {
  StrBuf *reports = state;
  char *message = LLVMGetErrorMessage(failure);
  strBufAppendFormat(reports, "%s: ", message);
  LLVMDisposeErrorMessage(message);
}

static LLVMOrcCSymbolMapPair symbolAt(LLVMOrcLLJITRef lljit, const char *name,
                                      uintptr_t address) {
  return (LLVMOrcCSymbolMapPair){
      LLVMOrcLLJITMangleAndIntern(lljit, name),
      {(LLVMOrcExecutorAddress)address,
       {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable,
        0}}};
}

/// libm comes from the process; our own functions are named here, so that no
/// tool has to export them.
static bool defineSymbols(LLVMOrcLLJITRef lljit, StrBuf *error) {
  LLVMOrcJITDylibRef dylib = LLVMOrcLLJITGetMainJITDylib(lljit);
  LLVMOrcCSymbolMapPair own[] = {
      symbolAt(lljit, RELAX_PARALLEL_FOR, (uintptr_t)&relax_parallel_for),
      symbolAt(lljit, RELAX_LONGEST_FIRST, (uintptr_t)&relax_longest_first),
      symbolAt(lljit, RELAX_WORKSPACE_TAKE, (uintptr_t)&relax_workspace_take),
      symbolAt(lljit, RELAX_WORKSPACE_GIVE, (uintptr_t)&relax_workspace_give)};
  if (!check(LLVMOrcJITDylibDefine(
                 dylib, LLVMOrcAbsoluteSymbols(own, sizeof own / sizeof *own)),
             error))
    return false;
  LLVMOrcDefinitionGeneratorRef process;
  if (!check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                 &process, LLVMOrcLLJITGetGlobalPrefix(lljit), NULL, NULL),
             error))
    return false;
  LLVMOrcJITDylibAddGenerator(dylib, process);
  return true;
}

/// With `debug` gdb is told of objects that have lines.
static RelaxJit *createEmpty(bool debug, StrBuf *error) {
  RelaxJit *jit = calloc(1, sizeof(*jit));
  if (!jit)
    outOfMemory();
  LLVMInitializeNativeTarget(); // to link
  if (!check(LLVMOrcCreateLLJIT(&jit->lljit, NULL), error)) {
    jit->lljit = NULL;
    relaxJitDestroy(jit);
    return NULL;
  }
  LLVMOrcExecutionSessionSetErrorReporter(
      LLVMOrcLLJITGetExecutionSession(jit->lljit), takeReport, &jit->reports);
  jit->debug = debug;
  if (defineSymbols(jit->lljit, error) &&
      (!debug || check(LLVMOrcLLJITEnableDebugSupport(jit->lljit), error)))
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

/// Takes the object over.
static bool addObject(RelaxJit *jit, LLVMMemoryBufferRef object,
                      StrBuf *error) {
  return check(LLVMOrcLLJITAddObjectFile(
                   jit->lljit, LLVMOrcLLJITGetMainJITDylib(jit->lljit), object),
               error);
}

/// Can this machine run the code? Asked once: a virtual one answers slowly.
static bool checkCode(const RelaxKernelCode *codes, size_t numCodes,
                      StrBuf *error) {
  static const char what[] = "the machine code";
  StrBuf needs = {0};
  bool good = true;
  for (size_t i = 0; good && i < numCodes; ++i) {
    LLVMMemoryBufferRef object = codes[i].object;
    if (object)
      good = targetReadNote(
          (StrRef){LLVMGetBufferStart(object), LLVMGetBufferSize(object)}, what,
          &needs, error);
  }
  good = good && hostCanRunAll((StrRef){needs.data, needs.length}, what, error);
  strBufFree(&needs);
  return good;
}

static void addKernel(RelaxJit *jit, StrRef name, const RelaxCacheKey *key) {
  JitKernel kernel = {.name = strndup(name.data, name.length)};
  if (!kernel.name)
    outOfMemory();
  if (key)
    kernel.key = *key;
  arrput(jit->kernels, kernel);
}

/// LLVM reports a symbol that a kernel needs and cannot be had; without a
/// report it is the kernel that is not there.
static void explainMissing(const RelaxJit *jit, const char *kernel,
                           StrBuf *error) {
  StrBuf whole = {0};
  if (jit->reports.length)
    strBufAppendFormat(&whole, "%s%s", strBufText(&jit->reports),
                       strBufText(error));
  else
    strBufAppendFormat(
        &whole, "has no kernel '%s': it was made from another program", kernel);
  strBufFree(error);
  *error = whole;
}

/// Links; afterwards nothing of the JIT changes any more.
static bool resolveKernels(RelaxJit *jit, StrBuf *error) {
  StrBuf symbol = {0};
  bool good = true;
  for (ptrdiff_t i = 0; good && i < arrlen(jit->kernels); ++i) {
    LLVMOrcExecutorAddress address = 0;
    symbol.length = 0;
    const JitKernel *kernel = &jit->kernels[i];
    strBufAppendFormat(&symbol, RELAX_KERNEL_PREFIX "%s",
                       *kernel->key.hex ? kernel->key.hex : kernel->name);
    good = check(LLVMOrcLLJITLookup(jit->lljit, &address, strBufText(&symbol)),
                 error);
    if (!good)
      explainMissing(jit, kernel->name, error);
    jit->kernels[i].address = (RelaxKernel)(uintptr_t)address;
    if (good && jit->debug)
      targetCodeMapPlace(&jit->map, strBufText(&symbol), address);
  }
  strBufFree(&symbol);
  return good;
}

/// Takes the objects over and links them.
static bool addCode(RelaxJit *jit, const RelaxKernelCode *codes,
                    size_t numCodes, StrBuf *error) {
  double since = relaxThreadSeconds();
  // An object without kernels has nothing to say.
  bool good = arrlen(jit->kernels) == 0 || checkCode(codes, numCodes, error);
  for (size_t i = 0; i < numCodes; ++i) {
    if (codes[i].object && good) {
      if (jit->debug)
        targetCodeMapAdd(&jit->map, codes[i].object);
      good = addObject(jit, codes[i].object, error);
    } else if (codes[i].object) {
      LLVMDisposeMemoryBuffer(codes[i].object);
    }
  }
  good = good && resolveKernels(jit, error) &&
         (!jit->debug || targetCodeMapWrite(&jit->map, error));
  relaxCompileTimesLap(&jit->times.link, &since);
  return good;
}

static bool compileAll(RelaxJit *jit, MlirOperation module,
                       const MlirOperation *kernels,
                       const RelaxJitOptions *options, RelaxKernelCode *codes,
                       StrBuf *error) {
  RelaxCompileOptions compile = {options->machine, options->threads};
  size_t count = (size_t)arrlen(kernels);
  if (options->cache)
    return relaxCachedKernels(options->cache, options->environment, module,
                              kernels, count, &compile, codes, &jit->times,
                              error);
  LLVMMemoryBufferRef *objects = NULL;
  arrsetlen(objects, count + 1);
  bool good = relaxCompileKernels(module, kernels, NULL, count, &compile,
                                  objects, &jit->times, error);
  for (size_t i = 0; good && i < count; ++i)
    codes[i].object = objects[i];
  arrfree(objects);
  return good;
}

RelaxJit *relaxJitCreate(MlirOperation module, const RelaxJitOptions *options,
                         StrBuf *error) {
  RelaxJit *jit = createEmpty(options->machine.debugInfo, error);
  if (!jit)
    return NULL;
  MlirOperation *kernels = relaxKernelsOf(module);
  size_t count = (size_t)arrlen(kernels);
  RelaxKernelCode *codes = calloc(count + 1, sizeof(*codes));
  if (!codes)
    outOfMemory();
  bool good = compileAll(jit, module, kernels, options, codes, error);
  for (size_t i = 0; good && i < count; ++i)
    addKernel(jit, tirFuncGetSymName(kernels[i]), &codes[i].key);
  good = good && addCode(jit, codes, count, error);
  arrfree(kernels);
  free(codes);
  if (good)
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

RelaxJit *relaxJitRecall(RelaxCache *cache, const RelaxProgram *program,
                         const RelaxCacheKey *keys, StrBuf *error) {
  size_t count = program->numKernels;
  RelaxKernelCode *codes = calloc(count + 1, sizeof(*codes));
  if (!codes)
    outOfMemory();
  for (size_t i = 0; i < count; ++i)
    codes[i].key = keys[i];
  RelaxJit *jit =
      relaxCachedCode(cache, codes, count) ? createEmpty(false, error) : NULL;
  for (size_t i = 0; jit && i < count; ++i) {
    addKernel(jit, program->kernels[i].name, &keys[i]);
    jit->times.cached += codes[i].object != NULL;
  }
  bool good = jit && addCode(jit, codes, count, error);
  free(codes);
  if (good)
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

RelaxJit *relaxJitLoad(StrRef object, const StrRef *kernels, size_t numKernels,
                       bool debug, StrBuf *error) {
  RelaxJit *jit = createEmpty(debug, error);
  if (!jit)
    return NULL;
  for (size_t i = 0; i < numKernels; ++i)
    addKernel(jit, kernels[i], NULL);
  RelaxKernelCode code = {.object = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                              object.data, object.length, "kernels")};
  if (addCode(jit, &code, 1, error))
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

static const JitKernel *find(const RelaxJit *jit, const char *name) {
  for (ptrdiff_t i = 0; i < arrlen(jit->kernels); ++i)
    if (strcmp(jit->kernels[i].name, name) == 0)
      return &jit->kernels[i];
  return NULL;
}

RelaxKernel relaxJitFind(const RelaxJit *jit, const char *name) {
  const JitKernel *kernel = find(jit, name);
  return kernel ? kernel->address : NULL;
}

static uintptr_t addressOf(const RelaxJit *jit, const char *symbol) {
  LLVMOrcExecutorAddress address = 0;
  LLVMConsumeError(LLVMOrcLLJITLookup(jit->lljit, &address, symbol));
  return (uintptr_t)address; // 0: there is none
}

bool relaxJitHas(const RelaxJit *jit, const char *symbol) {
  return addressOf(jit, symbol) != 0;
}

const char *relaxJitNote(const RelaxJit *jit, const char *prefix,
                         const char *name) {
  const RelaxCacheKey *key = relaxJitKey(jit, name);
  StrBuf symbol = {0};
  strBufAppendFormat(&symbol, "%s%s", prefix, key ? key->hex : name);
  const char *note = (const char *)addressOf(jit, strBufText(&symbol));
  strBufFree(&symbol);
  return note;
}

const RelaxCacheKey *relaxJitKey(const RelaxJit *jit, const char *name) {
  const JitKernel *kernel = find(jit, name);
  return kernel && *kernel->key.hex ? &kernel->key : NULL;
}

const RelaxCompileTimes *relaxJitTimes(const RelaxJit *jit) {
  return &jit->times;
}

void relaxJitDestroy(RelaxJit *jit) {
  if (!jit)
    return;
  if (jit->lljit) {
    LLVMErrorRef failure = LLVMOrcDisposeLLJIT(jit->lljit);
    assert(!failure && "nothing runs in it any more");
    LLVMConsumeError(failure);
  }
  for (ptrdiff_t i = 0; i < arrlen(jit->kernels); ++i)
    free(jit->kernels[i].name);
  arrfree(jit->kernels);
  targetCodeMapFree(&jit->map);
  strBufFree(&jit->reports);
  free(jit);
}
