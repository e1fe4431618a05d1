//===- Store.h - a folder of entries that outlive the process -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An entry is a file `<key>` of the folder, 64 digits: the key is a SHA-256
// over everything that its content depends on, so an entry never becomes wrong,
// only unused. What is in an entry may be run, so:
//  - folder and entries have to belong to this user, and nobody else may write
//    them; what does not is not read;
//  - an entry carries its key and a checksum of its content; one that does not
//    fit (half a file, a changed byte, another entry's content) is removed and
//    counts as missing. It is no defence against one who may write the folder:
//    that is the first rule.
// An entry is written under a name of its own (`tmp-...`, which must not exist)
// and renamed, so processes beside this one see all of it or nothing; a crash
// leaves at most such a file, which is removed when it is an hour old. Nothing
// here is a failure of what the caller does: a folder that cannot be written
// is read, and what went wrong is a note.
//
// For one thread.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_CACHE_STORE_H
#define RELAX_RUNTIME_CACHE_STORE_H

#include "lib/Runtime/Error.h"
#include "lib/Runtime/Sha256.h"
#include "lib/Runtime/Storage.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RELAX_CACHE_LIMIT ((uint64_t)1 << 30)

typedef struct RelaxCache RelaxCache;

/// 64 digits and a NUL.
typedef struct RelaxCacheKey {
  char hex[RELAX_SHA256_HEX + 1];
} RelaxCacheKey;

/// Opens a folder, which is made (mode 0700) if it is not there; its parent has
/// to be. `limit`: bytes of all entries that stay when it is closed. NULL with
/// the reason where it cannot be used.
RelaxCache *relaxCacheOpen(const char *folder, uint64_t limit,
                           RelaxError *reason);
/// Where something was written: removes the entries whose last use is longest
/// ago until the others are within the limit, and old files of crashes.
void relaxCacheClose(RelaxCache *cache);

/// Appends an entry's content; false if there is none that may be used.
bool relaxCacheGet(RelaxCache *cache, const RelaxCacheKey *key,
                   StrBuf *content);
/// An entry's content as a mapping of its file, aligned to RELAX_ALIGNMENT, one
/// reference: it can be read as long as that lives, whatever becomes of the
/// entry. NULL if there is none that may be used.
RelaxStorage *relaxCacheMap(RelaxCache *cache, const RelaxCacheKey *key);
/// Writes an entry, over one of the same key. After a failure nothing more is
/// written, and there is a note.
void relaxCachePut(RelaxCache *cache, const RelaxCacheKey *key, StrRef content);
/// The same from pieces, one behind the other. More bytes than the limit are
/// not written.
void relaxCachePutPieces(RelaxCache *cache, const RelaxCacheKey *key,
                         const StrRef *pieces, size_t numPieces);
/// Why nothing is written any more; "" if there is no reason.
const char *relaxCacheNote(const RelaxCache *cache);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_CACHE_STORE_H
