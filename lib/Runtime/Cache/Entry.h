//===- Entry.h - the files of a cache -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_CACHE_ENTRY_H
#define RELAX_RUNTIME_CACHE_ENTRY_H

#include "lib/Runtime/Cache/Store.h"

#define RELAX_CACHE_TEMPORARY "tmp-"
#define RELAX_CACHE_MAGIC "relax cache " // the version of the format follows

typedef enum CacheEntryState {
  CACHE_ENTRY_ABSENT, // or of somebody else, or not readable
  CACHE_ENTRY_BROKEN,
  CACHE_ENTRY_GOOD,
} CacheEntryState;

/// Reads the entry of a folder; its content is appended, and its time of last
/// use becomes now where that is allowed.
CacheEntryState cacheEntryRead(int folder, const RelaxCacheKey *key,
                               StrBuf *content);
/// The same without a copy: the content is aligned to RELAX_ALIGNMENT and may
/// only be read. Of no bytes there is none.
CacheEntryState cacheEntryMap(int folder, const RelaxCacheKey *key,
                              RelaxStorage **content);
/// False with the reason; then no file is left.
bool cacheEntryWrite(int folder, const RelaxCacheKey *key, const StrRef *pieces,
                     size_t numPieces, RelaxError *reason);
/// Whether a file name is that of an entry.
bool cacheEntryIsName(const char *name);
/// Removes what is beyond the limit, and old files of crashes (Store.h).
void cacheCollect(int folder, uint64_t limit);

#endif // RELAX_RUNTIME_CACHE_ENTRY_H
