//===- Program.c - fuzzes compact files and the machine -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// See ProgramRun.h. The checksum is made right first, or nothing would get past
// it.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/ProgramRun.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  programRun(data, size);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  size = LLVMFuzzerMutate(data, size, maxSize);
  if (seed % 16)
    repairHeader(data, size);
  return size;
}
