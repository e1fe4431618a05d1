//===- BlockDecode.h - block-quantised elements as f32 --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the bytes of a block mean, as `gguf.quants.dequantize` of the Python
// package gguf has it: every product and sum is rounded to f32 on its own, so
// that values are equal bit for bit (of a NaN only that it is one). Any bytes
// have a meaning.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BLOCKDECODE_H
#define RELAX_RUNTIME_BLOCKDECODE_H

#include "lib/Support/BlockFormat.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Decodes `count` blocks, at any address, to `count * format->elements`
/// values. Threads: any.
void relaxDecodeBlocks(const BlockFormat *format, const void *blocks,
                       int64_t count, float *values);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BLOCKDECODE_H
