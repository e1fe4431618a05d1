//===- MemoryBuffer.h - what the text says of a buffer -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_REPORTS_MEMORYBUFFER_H
#define RELAX_TRANSFORMS_REPORTS_MEMORYBUFFER_H

#include "lib/Analysis/Liveness.h"

/// Appends `@kernel`, `"library function"`, `written out` or `read back`.
void memoryBufferWriter(const Buffer *buffer, StrBuf *out);
/// The offset in the arena, or in the file; null if it has none.
MlirAttribute memoryBufferOffset(const Buffer *buffer);

#endif // RELAX_TRANSFORMS_REPORTS_MEMORYBUFFER_H
