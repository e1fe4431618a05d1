//===- TextTarget.h - what fuzz targets over IR text have in common -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A target includes this once and defines `testModule`; what does not parse is
// an error at a place, and done with.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_TEXTTARGET_H
#define RELAX_TEST_FUZZ_TEXTTARGET_H

#include "test/fuzz/Context.h"
#include "test/fuzz/TextMutator.h"
#include "tools/Dialects.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

/// A module that verifies; the caller destroys it.
static void testModule(FuzzContext *fuzz, MlirModule module);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  StrBuf text = {0};
  strBufAppend(&text, (StrRef){(const char *)data, size});
  fuzzContextBegin(&fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(&fuzz, &text);
  if (module.ptr) {
    testModule(&fuzz, module);
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return textMutate(data, size, maxSize, seed);
}

#endif // RELAX_TEST_FUZZ_TEXTTARGET_H
