//===- Checksum.h - do bytes say what was written? ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_CACHE_CHECKSUM_H
#define RELAX_RUNTIME_CACHE_CHECKSUM_H

#include "lib/Runtime/Cache/Store.h"

enum { CACHE_CHECKSUM_HEX = 32 };

/// 32 digits and a NUL, for the pieces one behind the other. A GMAC with a key
/// that is made of the entry's: it tells changed bytes, but not one who means
/// to change them and may write the folder. So it may be weaker than SHA-256,
/// and is five times as fast, which counts for weights.
void cacheChecksum(const RelaxCacheKey *key, const StrRef *pieces,
                   size_t numPieces, char hex[CACHE_CHECKSUM_HEX + 1]);

#endif // RELAX_RUNTIME_CACHE_CHECKSUM_H
