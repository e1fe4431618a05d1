//===- Entry.c - the files of a cache -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A header of 128 bytes: the magic, the key, the checksum of the content, the
// content's bytes as 16 digits; then the content.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Entry.h"
#include "lib/Runtime/Cache/Checksum.h"
#include "lib/Runtime/FilePart.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC RELAX_CACHE_MAGIC "2 \n" // 15 bytes and a NUL
enum {
  DIGITS = RELAX_SHA256_HEX,
  HEADER = 16 + DIGITS + CACHE_CHECKSUM_HEX + 16,
  ATTEMPTS = 8
};
static_assert(HEADER % RELAX_ALIGNMENT == 0, "mapped contents are aligned");

bool cacheEntryIsName(const char *name) {
  return strspn(name, "0123456789abcdef") == DIGITS && !name[DIGITS];
}

static uint64_t lengthOf(const StrRef *pieces, size_t numPieces) {
  uint64_t length = 0;
  for (size_t i = 0; i < numPieces; ++i)
    length += pieces[i].length;
  return length;
}

/// `out` has HEADER + 1 bytes.
static void makeHeader(const RelaxCacheKey *key, const StrRef *pieces,
                       size_t numPieces, char *out) {
  char checksum[CACHE_CHECKSUM_HEX + 1];
  cacheChecksum(key, pieces, numPieces, checksum);
  memcpy(out, MAGIC, 16);
  snprintf(out + 16, HEADER + 1 - 16, "%s%s%016" PRIx64, key->hex, checksum,
           lengthOf(pieces, numPieces));
}

/// A regular file of this user that nobody else may write.
static bool isOurs(int file, struct stat *status) {
  return fstat(file, status) == 0 && S_ISREG(status->st_mode) &&
         status->st_uid == geteuid() &&
         (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static bool readAll(int file, char *data, size_t size) {
  while (size > 0) {
    ssize_t got = read(file, data, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    data += got;
    size -= (size_t)got;
  }
  return true;
}

/// The file holds a header and the content that it speaks of, for this key.
static bool isWhole(const RelaxCacheKey *key, StrRef bytes) {
  if (bytes.length < HEADER)
    return false;
  StrRef content = {bytes.data + HEADER, bytes.length - HEADER};
  char header[HEADER + 1];
  makeHeader(key, &content, 1, header);
  return memcmp(header, bytes.data, HEADER) == 0;
}

/// The file of an entry that may be used; -1: there is none.
static int openEntry(int folder, const RelaxCacheKey *key, size_t *size) {
  // O_NONBLOCK: a pipe of that name is not waited for.
  int file =
      openat(folder, key->hex, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file >= 0 && isOurs(file, &status)) {
    *size = (size_t)status.st_size;
    return file;
  }
  if (file >= 0)
    close(file);
  return -1;
}

CacheEntryState cacheEntryRead(int folder, const RelaxCacheKey *key,
                               StrBuf *content) {
  size_t size;
  int file = openEntry(folder, key, &size);
  if (file < 0)
    return CACHE_ENTRY_ABSENT;
  char *bytes = malloc(size + 1);
  bool good = bytes && readAll(file, bytes, size) &&
              isWhole(key, (StrRef){bytes, size});
  if (good) {
    strBufAppend(content, (StrRef){bytes + HEADER, size - HEADER});
    futimens(file, NULL); // its last use
  }
  free(bytes);
  close(file);
  return good ? CACHE_ENTRY_GOOD : CACHE_ENTRY_BROKEN;
}

CacheEntryState cacheEntryMap(int folder, const RelaxCacheKey *key,
                              RelaxStorage **content) {
  size_t size;
  int file = openEntry(folder, key, &size);
  if (file < 0)
    return CACHE_ENTRY_ABSENT;
  char header[HEADER], expected[HEADER + 1];
  RelaxStorage *mapped = size > HEADER && readAll(file, header, HEADER)
                             ? relaxFileMap(file, HEADER, size - HEADER)
                             : NULL;
  bool good = false;
  if (mapped) {
    StrRef piece = {mapped->data, mapped->bytes};
    makeHeader(key, &piece, 1, expected);
    good = memcmp(header, expected, HEADER) == 0;
  }
  if (good) {
    *content = mapped;
    futimens(file, NULL);
  } else {
    relaxStorageRelease(mapped);
  }
  close(file);
  return good ? CACHE_ENTRY_GOOD : CACHE_ENTRY_BROKEN;
}

static bool writeAll(int file, const char *data, size_t size) {
  while (size > 0) {
    ssize_t done = write(file, data, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    data += done;
    size -= (size_t)done;
  }
  return true;
}

/// A new file; its name is told apart by process and time, and taken names are
/// passed over.
static int createTemporary(int folder, char name[64]) {
  int file = -1;
  for (int i = 0; file < 0 && i < ATTEMPTS; ++i) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(name, 64, RELAX_CACHE_TEMPORARY "%ld-%ld-%d", (long)getpid(),
             now.tv_nsec, i);
    file = openat(folder, name,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0 && errno != EEXIST)
      break;
  }
  return file;
}

bool cacheEntryWrite(int folder, const RelaxCacheKey *key, const StrRef *pieces,
                     size_t numPieces, RelaxError *reason) {
  char name[64], header[HEADER + 1];
  int file = createTemporary(folder, name);
  if (file < 0)
    return relaxFail(reason, "%s", strerror(errno));
  makeHeader(key, pieces, numPieces, header);
  bool good = writeAll(file, header, HEADER);
  for (size_t i = 0; good && i < numPieces; ++i)
    good = writeAll(file, pieces[i].data, pieces[i].length);
  int failure = errno;
  if (close(file) != 0 && good) {
    good = false;
    failure = errno;
  }
  if (good && renameat(folder, name, folder, key->hex) != 0) {
    good = false;
    failure = errno;
  }
  if (good)
    return true;
  unlinkat(folder, name, 0);
  return relaxFail(reason, "%s", strerror(failure));
}
