//===- JIT.c - kernels compiled into this process -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The same object file as `relax-translate` writes, linked in memory. So code
// is generated once, before the first call, and on the thread that asked.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/JIT.h"
#include "lib/Runtime/Parallel.h"
#include "lib/Target/Kernel.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Object.h"
#include "lib/Target/Symbols.h"
#include "lib/Target/TargetNote.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Orc.h"
#include "llvm-c/Target.h"

#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct JitKernel {
  char *name; // of the tir.func
  RelaxKernel address;
} JitKernel;

struct RelaxJit {
  LLVMOrcLLJITRef lljit;
  JitKernel *kernels; // stb_ds
  bool loaded;        // from an object: nothing was compiled
  StrBuf reports;     // what LLVM would have printed
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

/// libm comes from the process; our own function is named here, so that no
/// tool has to export it.
static bool defineSymbols(LLVMOrcLLJITRef lljit, StrBuf *error) {
  LLVMOrcJITDylibRef dylib = LLVMOrcLLJITGetMainJITDylib(lljit);
  LLVMOrcCSymbolMapPair parallel = {
      LLVMOrcLLJITMangleAndIntern(lljit, RELAX_PARALLEL_FOR),
      {(LLVMOrcExecutorAddress)(uintptr_t)&relax_parallel_for,
       {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable,
        0}}};
  if (!check(LLVMOrcJITDylibDefine(dylib, LLVMOrcAbsoluteSymbols(&parallel, 1)),
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

/// Takes the object over.
static bool addObject(RelaxJit *jit, LLVMMemoryBufferRef object,
                      StrBuf *error) {
  if (!check(LLVMOrcCreateLLJIT(&jit->lljit, NULL), error)) {
    jit->lljit = NULL;
    LLVMDisposeMemoryBuffer(object);
    return false;
  }
  LLVMOrcExecutionSessionSetErrorReporter(
      LLVMOrcLLJITGetExecutionSession(jit->lljit), takeReport, &jit->reports);
  if (!defineSymbols(jit->lljit, error)) {
    LLVMDisposeMemoryBuffer(object);
    return false;
  }
  return check(LLVMOrcLLJITAddObjectFile(
                   jit->lljit, LLVMOrcLLJITGetMainJITDylib(jit->lljit), object),
               error);
}

/// The entries in a module, before code generation takes their names away.
static void collectKernels(RelaxJit *jit, LLVMModuleRef code) {
  const size_t prefix = strlen(RELAX_KERNEL_PREFIX);
  for (LLVMValueRef function = LLVMGetFirstFunction(code); function;
       function = LLVMGetNextFunction(function)) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (LLVMIsDeclaration(function) ||
        LLVMGetLinkage(function) != LLVMExternalLinkage || length < prefix ||
        memcmp(name, RELAX_KERNEL_PREFIX, prefix) != 0)
      continue;
    JitKernel kernel = {strdup(name + prefix), NULL};
    if (!kernel.name)
      abort();
    arrput(jit->kernels, kernel);
  }
}

/// Links; afterwards nothing of the JIT changes any more.
static bool resolveKernels(RelaxJit *jit, StrBuf *error) {
  StrBuf symbol = {0};
  bool good = true;
  for (ptrdiff_t i = 0; good && i < arrlen(jit->kernels); ++i) {
    LLVMOrcExecutorAddress address = 0;
    symbol.length = 0;
    strBufAppendFormat(&symbol, RELAX_KERNEL_PREFIX "%s", jit->kernels[i].name);
    good = check(LLVMOrcLLJITLookup(jit->lljit, &address, strBufText(&symbol)),
                 error);
    jit->kernels[i].address = (RelaxKernel)(uintptr_t)address;
  }
  strBufFree(&symbol);
  if (!good && jit->reports.length != 0) {
    StrBuf whole = {0};
    strBufAppendFormat(&whole, "%s%s", strBufText(&jit->reports),
                       strBufText(error));
    strBufFree(error);
    *error = whole;
  }
  return good;
}

RelaxJit *relaxJitCreate(MlirOperation module, const RelaxJitOptions *options,
                         StrBuf *error) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef object = NULL;
  RelaxJit *jit = calloc(1, sizeof(*jit));
  if (!jit)
    abort();
  if (mlirLogicalResultIsSuccess(relaxEmitLLVM(module, context, &code, NULL))) {
    collectKernels(jit, code);
    object = relaxCompile(code, &options->machine, RELAX_OBJECT_FILE, error);
    LLVMDisposeModule(code);
  }
  LLVMContextDispose(context);
  if (object && !targetCheckSymbols(module, object)) {
    LLVMDisposeMemoryBuffer(object);
    object = NULL;
  }
  bool any = arrlen(jit->kernels) != 0;
  bool runs =
      object && (!any || targetCheckObject((StrRef){LLVMGetBufferStart(object),
                                                    LLVMGetBufferSize(object)},
                                           "the machine code", error));
  if (object && !runs)
    LLVMDisposeMemoryBuffer(object);
  if (runs && addObject(jit, object, error) && resolveKernels(jit, error))
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

RelaxJit *relaxJitLoad(StrRef object, const StrRef *kernels, size_t numKernels,
                       StrBuf *error) {
  if (!targetCheckObject(object, "the object", error))
    return NULL;
  RelaxJit *jit = calloc(1, sizeof(*jit));
  if (!jit)
    abort();
  jit->loaded = true;
  LLVMInitializeNativeTarget(); // to link; nothing is generated
  for (size_t i = 0; i < numKernels; ++i) {
    JitKernel kernel = {strndup(kernels[i].data, kernels[i].length), NULL};
    if (!kernel.name)
      abort();
    arrput(jit->kernels, kernel);
  }
  LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      object.data, object.length, "kernels");
  if (addObject(jit, copy, error) && resolveKernels(jit, error))
    return jit;
  relaxJitDestroy(jit);
  return NULL;
}

RelaxKernel relaxJitFind(const RelaxJit *jit, const char *name) {
  for (ptrdiff_t i = 0; i < arrlen(jit->kernels); ++i)
    if (strcmp(jit->kernels[i].name, name) == 0)
      return jit->kernels[i].address;
  return NULL;
}

size_t relaxJitNumKernels(const RelaxJit *jit) {
  return jit->loaded ? 0 : (size_t)arrlen(jit->kernels);
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
  strBufFree(&jit->reports);
  free(jit);
}
