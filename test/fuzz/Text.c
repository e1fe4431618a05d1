//===- Text.c - fuzzes the text of all dialects ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A text is parsed and verified; what is accepted prints and parses again to
// the same.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Context.h"
#include "test/fuzz/TextMutator.h"
#include "tools/Dialects.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  StrBuf text = {0};
  strBufAppend(&text, (StrRef){(const char *)data, size});
  fuzzContextBegin(&fuzz, relaxToolDialects);
  MlirModule module = fuzzParse(&fuzz, &text);
  if (module.ptr) {
    fuzzRoundTrip(&fuzz, module);
    mlirModuleDestroy(module);
  }
  strBufFree(&text);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return textMutate(data, size, maxSize, seed);
}
