//===- OnnxImport.c - fuzzes the import of ONNX files ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/OnnxMutator.h"
#include "test/fuzz/OnnxRun.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  onnxFuzzRun(&fuzz, data, size, ONNX_FUZZ_IMPORT);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return onnxMutate(data, size, maxSize, seed);
}
