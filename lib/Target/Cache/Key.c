//===- Key.c - what machine code depends on -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Cache/Key.h"
#include "dialects/Relax/Target.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Host.h"
#include "lib/Runtime/File.h"
#include "lib/Support/Host.h"
#include "lib/Target/CodeGen.h"
#include "lib/Target/Optimize.h"
#include "lib/Transforms/Symbols/RenameSymbols.h"
#include "mlir-c/BuiltinTypes.h"

#define KERNEL_VERSION "kernel 1\n"
#define PROGRAM_VERSION "program 1\n"

bool relaxCacheEnvironment(const RelaxTargetOptions *options, StrBuf *out) {
  StrBuf unused = {0};
  HostMachine host;
  bool known = hostMachine(&host, &unused);
  strBufFree(&unused);
  if (!known)
    return false;
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  StrRef cpu = bridgeHostCpu();
  strBufAppendFormat(out, "LLVM %u.%u.%u\n%s\n%.*s\n%ld\nlevel %d\n%s\n", major,
                     minor, patch, host.arch,
                     host.pretended ? 0 : (int)cpu.length, cpu.data,
                     (long)host.cacheBytes, (int)options->level,
                     relaxPassList(options->level));
  for (size_t i = 0; i < host.numFeatures; ++i)
    strBufAppendFormat(out, "%s\n", host.features[i]);
  return relaxBuildIdentity(out);
}

static RelaxCacheKey keyOf(StrBuf *text) {
  RelaxCacheKey key;
  relaxSha256(text->data, text->length, key.hex);
  strBufFree(text);
  return key;
}

/// A part is told apart from the next one by its length.
static void addPart(StrBuf *out, StrRef part) {
  strBufAppendFormat(out, "%zu\n", part.length);
  strBufAppend(out, part);
}

/// The contents of a file, if it is one.
static void addFile(StrBuf *out, StrRef path) {
  StrBuf name = {0}, content = {0};
  RelaxError error = {0};
  strBufAppend(&name, path);
  if (targetNameIsFile(path))
    relaxFileRead(strBufText(&name), &content, &error);
  addPart(out, (StrRef){content.data, content.length});
  relaxErrorFree(&error);
  strBufFree(&name);
  strBufFree(&content);
}

static void append(MlirStringRef text, void *out) {
  strBufAppend(out, (StrRef){text.data, text.length});
}

/// `*checked` becomes true of a program in which something is checked, or is
/// going to be.
static MlirWalkResult lookForChecks(MlirOperation op, void *checked) {
  if (!tirIsCheck(op) && !tirIsLoad(op) && !tirIsStore(op) && !tirIsReduce(op))
    return MlirWalkResultAdvance;
  *(bool *)checked = true;
  return MlirWalkResultInterrupt;
}

/// With numbers for the names of values; in the generic form, which leaves
/// nothing out.
static void print(MlirOperation op, bool locations, StrBuf *out) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (locations)
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, /*prettyForm=*/false);
  mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOperationPrintWithFlags(op, flags, append, out);
  mlirOpPrintingFlagsDestroy(flags);
}

/// What the kernel is made for, whatever its name is; with `timings` also what
/// only says how long that takes. Without a target it is not compiled.
static void appendTarget(MlirBlock body, MlirOperation kernel, bool timings) {
  MlirOperation target = relaxTargetIfAny(kernel);
  if (!relaxIsTarget(target))
    return;
  MlirOperation clone = mlirOperationClone(target);
  relaxTargetSetSymName(clone, strRefFromC("t"));
  if (!timings) {
    relaxTargetSetTune(clone, (MlirAttribute){NULL});
    relaxTargetSetCacheBytes(clone, (MlirAttribute){NULL});
  }
  mlirBlockAppendOwnedOperation(body, clone);
}

/// `places`: names of symbols, and locations, are part of the key.
static RelaxCacheKey keyOfKernel(StrRef environment, MlirOperation module,
                                 MlirOperation kernel, bool places,
                                 bool timings) {
  MlirContext context = mlirOperationGetContext(kernel);
  MlirModule alone = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirBlock body = mlirModuleGetBody(alone);
  MlirOperation clone = mlirOperationClone(kernel);
  tirFuncSetSymName(clone, strRefFromC("kernel"));
  mlirBlockAppendOwnedOperation(body, clone);
  appendTarget(body, kernel, timings);
  tirFuncSetTarget(clone, (MlirAttribute){NULL});
  MlirBlock around = bridgeBody(module);
  for (MlirOperation op = {NULL}; bridgeAdvance(around, &op);)
    if (tirIsMonoid(op))
      mlirBlockAppendOwnedOperation(body, mlirOperationClone(op));
  if (!places)
    relaxCanonicalSymbols(mlirModuleGetOperation(alone));
  StrBuf text = {0};
  strBufAppendC(&text, KERNEL_VERSION);
  addPart(&text, environment);
  print(mlirModuleGetOperation(alone), places, &text);
  mlirModuleDestroy(alone);
  return keyOf(&text);
}

RelaxCacheKey relaxKernelKey(StrRef environment, MlirOperation module,
                             MlirOperation kernel) {
  // Messages of checks name symbols and places.
  bool checked = false;
  mlirOperationWalk(kernel, lookForChecks, &checked, MlirWalkPreOrder);
  return keyOfKernel(environment, module, kernel, checked, /*timings=*/true);
}

RelaxCacheKey relaxKernelText(MlirOperation module, MlirOperation kernel) {
  return keyOfKernel(strRefFromC(""), module, kernel, /*places=*/false,
                     /*timings=*/false);
}

RelaxCacheKey relaxProgramKey(StrRef environment, StrRef target,
                              const char *const *entries, size_t numEntries,
                              StrRef text) {
  StrBuf all = {0};
  strBufAppendC(&all, PROGRAM_VERSION);
  addPart(&all, environment);
  addPart(&all, target);
  addFile(&all, target);
  strBufAppendFormat(&all, "%zu\n", numEntries);
  for (size_t i = 0; i < numEntries; ++i)
    addPart(&all, strRefFromC(entries[i]));
  addPart(&all, text);
  return keyOf(&all);
}
