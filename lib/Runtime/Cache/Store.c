//===- Store.c - a folder of entries that outlive the process -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Store.h"
#include "lib/Runtime/Cache/Entry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct RelaxCache {
  int folder;
  uint64_t limit;
  bool written;
  StrBuf path;
  RelaxError note;
};

/// A folder of this user that nobody else may write.
static bool isOurs(int folder, RelaxError *reason) {
  struct stat status;
  if (fstat(folder, &status) != 0)
    return relaxFail(reason, "%s", strerror(errno));
  if (status.st_uid != geteuid())
    return relaxFail(reason,
                     "expected a folder of user %ld, got one of user %ld",
                     (long)geteuid(), (long)status.st_uid);
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return relaxFail(
        reason, "expected a folder that others cannot write, got mode %03o",
        (unsigned)status.st_mode & 0777);
  return true;
}

RelaxCache *relaxCacheOpen(const char *folder, uint64_t limit,
                           RelaxError *reason) {
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
    relaxFail(reason, "%s", strerror(errno));
    return NULL;
  }
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) {
    relaxFail(reason, "%s", strerror(errno));
    return NULL;
  }
  RelaxCache *cache = isOurs(file, reason) ? calloc(1, sizeof(*cache)) : NULL;
  if (!cache) {
    relaxFail(reason, "out of memory"); // unless there is a reason
    close(file);
    return NULL;
  }
  cache->folder = file;
  cache->limit = limit;
  strBufAppendC(&cache->path, folder);
  return cache;
}

void relaxCacheClose(RelaxCache *cache) {
  if (!cache)
    return;
  if (cache->written)
    cacheCollect(cache->folder, cache->limit);
  close(cache->folder);
  strBufFree(&cache->path);
  relaxErrorFree(&cache->note);
  free(cache);
}

bool relaxCacheGet(RelaxCache *cache, const RelaxCacheKey *key,
                   StrBuf *content) {
  CacheEntryState state = cacheEntryRead(cache->folder, key, content);
  if (state == CACHE_ENTRY_BROKEN) // its place is for a good one
    unlinkat(cache->folder, key->hex, 0);
  return state == CACHE_ENTRY_GOOD;
}

RelaxStorage *relaxCacheMap(RelaxCache *cache, const RelaxCacheKey *key) {
  RelaxStorage *content = NULL;
  if (cacheEntryMap(cache->folder, key, &content) == CACHE_ENTRY_BROKEN)
    unlinkat(cache->folder, key->hex, 0);
  return content;
}

void relaxCachePutPieces(RelaxCache *cache, const RelaxCacheKey *key,
                         const StrRef *pieces, size_t numPieces) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < numPieces; ++i)
    bytes += pieces[i].length;
  if (relaxErrorIsSet(&cache->note))
    return;
  cache->written = true;
  if (bytes <= cache->limit &&
      !cacheEntryWrite(cache->folder, key, pieces, numPieces, &cache->note))
    relaxErrorContext(&cache->note, "cannot write the cache '%s'",
                      strBufText(&cache->path));
}

void relaxCachePut(RelaxCache *cache, const RelaxCacheKey *key,
                   StrRef content) {
  relaxCachePutPieces(cache, key, &content, 1);
}

const char *relaxCacheNote(const RelaxCache *cache) {
  return relaxErrorText(&cache->note);
}
