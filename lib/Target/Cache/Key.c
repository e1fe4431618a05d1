//===- Key.c - what machine code depends on -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Cache/Key.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Target/Optimize.h"
#include "lib/Transforms/RenameSymbols.h"
#include "mlir-c/BuiltinTypes.h"

#define KERNEL_VERSION "kernel 1\n"
#define PROGRAM_VERSION "program 1\n"

bool relaxCacheEnvironment(const RelaxTargetOptions *options, StrBuf *out) {
  StrBuf unused = {0};
  LLVMTargetMachineRef machine = relaxTargetMachineCreate(options, &unused);
  strBufFree(&unused);
  if (!machine)
    return false;
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  char *texts[] = {LLVMGetTargetMachineTriple(machine),
                   LLVMGetTargetMachineCPU(machine),
                   LLVMGetTargetMachineFeatureString(machine)};
  strBufAppendFormat(out, "LLVM %u.%u.%u\n%s\n%s\n%s\nlevel %d\n%s\n", major,
                     minor, patch, texts[0], texts[1], texts[2],
                     (int)options->level, relaxPassList(options->level));
  for (int i = 0; i < 3; ++i)
    LLVMDisposeMessage(texts[i]);
  LLVMDisposeTargetMachine(machine);
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

static void append(MlirStringRef text, void *out) {
  strBufAppend(out, (StrRef){text.data, text.length});
}

/// Without locations, and with numbers for the names of values.
static void printCanonical(MlirOperation op, StrBuf *out) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsAssumeVerified(flags);
  mlirOperationPrintWithFlags(op, flags, append, out);
  mlirOpPrintingFlagsDestroy(flags);
}

RelaxCacheKey relaxKernelKey(StrRef environment, MlirOperation module,
                             MlirOperation kernel) {
  MlirContext context = mlirOperationGetContext(kernel);
  MlirModule alone = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirBlock body = mlirModuleGetBody(alone);
  MlirOperation clone = mlirOperationClone(kernel);
  tirFuncSetSymName(
      clone,
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("kernel")));
  mlirBlockAppendOwnedOperation(body, clone);
  MlirBlock around = mlirModuleGetBody(mlirModuleFromOperation(module));
  for (MlirOperation op = mlirBlockGetFirstOperation(around); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tirIsMonoid(op))
      mlirBlockAppendOwnedOperation(body, mlirOperationClone(op));
  relaxCanonicalSymbols(mlirModuleGetOperation(alone));
  StrBuf text = {0};
  strBufAppendC(&text, KERNEL_VERSION);
  addPart(&text, environment);
  printCanonical(mlirModuleGetOperation(alone), &text);
  mlirModuleDestroy(alone);
  return keyOf(&text);
}

RelaxCacheKey relaxProgramKey(StrRef environment, StrRef pipeline,
                              const char *const *entries, size_t numEntries,
                              StrRef text) {
  StrBuf all = {0};
  strBufAppendC(&all, PROGRAM_VERSION);
  addPart(&all, environment);
  addPart(&all, pipeline);
  strBufAppendFormat(&all, "%zu\n", numEntries);
  for (size_t i = 0; i < numEntries; ++i)
    addPart(&all, strRefFromC(entries[i]));
  addPart(&all, text);
  return keyOf(&all);
}
