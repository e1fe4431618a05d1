//===- OnnxSuite.c - fuzzes the import and preparation of ONNX files ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// With the models of the ONNX suite as seeds, which are small. What is imported
// is prepared as a graph; one file in two, by its bytes, with erased extents.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/OnnxMutator.h"
#include "test/fuzz/OnnxRun.h"
#include "tools/Registry.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  relaxRegisterAll();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FuzzContext fuzz;
  unsigned sum = 0;
  for (size_t i = 0; i < size; ++i)
    sum += data[i];
  onnxFuzzRun(&fuzz, data, size,
              ONNX_FUZZ_PREPARE | (sum % 2 ? ONNX_FUZZ_ERASE : 0));
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return onnxMutate(data, size, maxSize, seed);
}
