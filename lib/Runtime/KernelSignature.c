//===- KernelSignature.c - what a kernel is, as a number ------------------===//
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

static uint64_t mixExpr(uint64_t hash, const RelaxExprEntry *entry) {
  hash = mix(hash, entry->expr.codeSize);
  for (size_t c = 0; c < entry->expr.codeSize; ++c)
    hash = mix(hash, (uint64_t)entry->expr.code[c]);
  for (size_t s = 0; s < entry->expr.numSymbols; ++s)
    hash = mix(hash, entry->registers[s]);
  return hash;
}

uint64_t relaxKernelSignature(const RelaxProgram *program, uint32_t kernel) {
  const RelaxKernelEntry *entry = &program->kernels[kernel];
  uint64_t hash = mix(UINT64_C(0xCBF29CE484222325), entry->numBuffers);
  hash = mix(mix(hash, entry->numSymbols), entry->textHash);
  for (uint32_t b = 0; b < entry->numBuffers; ++b) {
    const RelaxKernelBuffer *buffer = &entry->buffers[b];
    hash = mix(mix(hash, buffer->dtype), buffer->rank);
    for (uint32_t d = 0; d < buffer->rank; ++d)
      hash = mixExpr(hash, &program->exprs[buffer->dims[d]]);
    hash = mix(hash, buffer->rows);
  }
  return hash;
}
