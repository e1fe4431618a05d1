//===- Symbols.c - what machine code calls --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Code generators write what a machine cannot do as calls of functions that a
// compiler's own library may have or not. Objects link alone: what is not in
// the C library or our runtime is our error, at the kernel that needs it.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Symbols.h"
#include "lib/Target/Kernel.h"
#include "llvm-c/Object.h"

#include <stdlib.h>
#include <string.h>

/// Of the C library; floats have these with an `f` behind.
static const char *const math[] = {
    "acos", "acosh", "asin",  "asinh",  "atan",      "atan2", "atanh",
    "cbrt", "ceil",  "cos",   "cosh",   "erf",       "erfc",  "exp",
    "exp2", "expm1", "fabs",  "floor",  "fma",       "fmax",  "fmaximum_num",
    "fmin", "fmod",  "ldexp", "lgamma", "log",       "log10", "log1p",
    "log2", "pow",   "rint",  "round",  "roundeven", "sin",   "sinh",
    "sqrt", "tan",   "tanh",  "trunc",  "nearbyint"};
static const char *const others[] = {"memcpy",
                                     "memmove",
                                     "memset",
                                     RELAX_PARALLEL_FOR,
                                     RELAX_LONGEST_FIRST,
                                     RELAX_WORKSPACE_TAKE,
                                     RELAX_WORKSPACE_GIVE};

static bool isKnown(const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof(math) / sizeof(*math); ++i) {
    size_t stem = strlen(math[i]);
    if (strncmp(name, math[i], stem) == 0 &&
        (length == stem || (length == stem + 1 && name[stem] == 'f')))
      return true;
  }
  for (size_t i = 0; i < sizeof(others) / sizeof(*others); ++i)
    if (strcmp(name, others[i]) == 0)
      return true;
  return false;
}

/// A function of the object around an offset of its code; NULL.
static const char *functionAt(LLVMBinaryRef binary, uint64_t offset) {
  const char *found = NULL;
  uint64_t best = 0;
  LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(binary);
  for (; !LLVMObjectFileIsSymbolIteratorAtEnd(binary, symbol);
       LLVMMoveToNextSymbol(symbol)) {
    uint64_t address = LLVMGetSymbolAddress(symbol);
    const char *name = LLVMGetSymbolName(symbol);
    if (!name ||
        strncmp(name, RELAX_KERNEL_PREFIX, strlen(RELAX_KERNEL_PREFIX)) != 0)
      continue;
    if (address <= offset && address >= best) {
      best = address;
      found = name;
    }
  }
  LLVMDisposeSymbolIterator(symbol);
  return found;
}

typedef struct Foreign {
  char *symbol, *function; // malloc'ed, or NULL
} Foreign;

/// The first call of a section of relocations that nobody answers.
static bool searchSection(LLVMBinaryRef binary, LLVMSectionIteratorRef section,
                          Foreign *foreign) {
  LLVMRelocationIteratorRef at = LLVMGetRelocations(section);
  LLVMSectionIteratorRef home = LLVMObjectFileCopySectionIterator(binary);
  for (; !foreign->symbol && !LLVMIsRelocationIteratorAtEnd(section, at);
       LLVMMoveToNextRelocation(at)) {
    LLVMSymbolIteratorRef symbol = LLVMGetRelocationSymbol(at);
    const char *name = LLVMGetSymbolName(symbol);
    LLVMMoveToContainingSection(home, symbol);
    if (name && *name && !isKnown(name) &&
        LLVMObjectFileIsSectionIteratorAtEnd(binary, home)) {
      const char *function = functionAt(binary, LLVMGetRelocationOffset(at));
      foreign->symbol = strdup(name);
      foreign->function = function ? strdup(function) : NULL;
    }
    LLVMDisposeSymbolIterator(symbol);
  }
  LLVMDisposeSectionIterator(home);
  LLVMDisposeRelocationIterator(at);
  return foreign->symbol != NULL;
}

static Foreign search(LLVMBinaryRef binary) {
  Foreign foreign = {NULL, NULL};
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
  for (; !LLVMObjectFileIsSectionIteratorAtEnd(binary, section);
       LLVMMoveToNextSection(section)) {
    const char *name = LLVMGetSectionName(section);
    if (name && strstr(name, ".text") &&
        searchSection(binary, section, &foreign))
      break;
  }
  LLVMDisposeSectionIterator(section);
  return foreign;
}

/// The program that the function of machine code comes from, or the module.
static MlirOperation originOf(MlirOperation module, const char *function) {
  MlirOperation origin = {NULL};
  if (function) {
    const char *name = function + strlen(RELAX_KERNEL_PREFIX);
    // `f.body.loop` may be a part of `f` or of `f.body`.
    for (size_t length = strlen(name); !origin.ptr && length > 0; --length)
      if (!name[length] || name[length] == '.')
        origin = bridgeLookupNearestSymbol(module, (StrRef){name, length});
  }
  return origin.ptr ? origin : module;
}

bool targetCheckSymbols(MlirOperation module, MlirOperation kernel,
                        LLVMMemoryBufferRef object) {
  char *message = NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMBinaryRef binary = LLVMCreateBinary(object, context, &message);
  Foreign foreign = {NULL, NULL};
  if (binary) {
    foreign = search(binary);
    LLVMDisposeBinary(binary);
  }
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
  bool good = !foreign.symbol;
  if (!good)
    bridgeEmitOpError(kernel.ptr ? kernel : originOf(module, foreign.function),
                      "machine code calls '%s', which neither the C library "
                      "nor the runtime has: use types that the target computes "
                      "in",
                      foreign.symbol);
  free(foreign.symbol);
  free(foreign.function);
  return good;
}
