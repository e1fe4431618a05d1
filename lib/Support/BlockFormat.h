//===- BlockFormat.h - block-quantised elements ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The formats of the ggml project in which whole blocks of elements are stored
// together: so many elements in so many bytes. A tensor's innermost dimension
// is a whole number of blocks. What the bytes mean: lib/Runtime/BlockDecode.h.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_BLOCKFORMAT_H
#define RELAX_SUPPORT_BLOCKFORMAT_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BlockFormat {
  const char *name;  // "q4_0", "q4_k"
  uint32_t ggmlType; // in a GGUF file
  int64_t elements;  // of a block: 32, of the K-quants 256
  int64_t bytes;     // of a block
} BlockFormat;

enum { NUM_BLOCK_FORMATS = 10 };

/// Format `index` < NUM_BLOCK_FORMATS, by number in a GGUF file.
const BlockFormat *blockFormatAt(int index);
/// NULL if there is none of that name.
const BlockFormat *blockFormatByName(StrRef name);
/// NULL if there is none of that number.
const BlockFormat *blockFormatByGgml(uint32_t ggmlType);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_BLOCKFORMAT_H
