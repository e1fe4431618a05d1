//===- KernelSignature.c - what a kernel takes, as a number ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Program.h"

/// FNV-1a, a word at a time.
static uint64_t mix(uint64_t hash, uint64_t word) {
  for (int byte = 0; byte < 8; ++byte)
    hash = (hash ^ (word >> 8 * byte & 0xFF)) * UINT64_C(0x100000001B3);
  return hash;
}

uint64_t relaxKernelSignature(const RelaxProgram *program, uint32_t kernel) {
  const RelaxKernelEntry *entry = &program->kernels[kernel];
  uint64_t hash = mix(UINT64_C(0xCBF29CE484222325), entry->numBuffers);
  hash = mix(hash, entry->numSymbols);
  for (uint32_t b = 0; b < entry->numBuffers; ++b) {
    const RelaxExprEntry *bytes = &program->exprs[entry->buffers[b].bytes];
    hash = mix(hash, bytes->expr.codeSize);
    for (size_t c = 0; c < bytes->expr.codeSize; ++c)
      hash = mix(hash, (uint64_t)bytes->expr.code[c]);
    for (size_t s = 0; s < bytes->expr.numSymbols; ++s)
      hash = mix(hash, bytes->registers[s]);
    hash = mix(hash, entry->buffers[b].rows);
  }
  return hash;
}
