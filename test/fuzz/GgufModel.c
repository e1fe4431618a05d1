//===- GgufModel.c - fuzzes the import of GGUF files, and tokenizers ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/GgufRun.h"
#include "test/fuzz/WeightMutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  ggufFuzzRun(&fuzz, data, size);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return weightMutate(data, size, maxSize, seed);
}
