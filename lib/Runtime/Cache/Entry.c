//===- Entry.c - the files of a cache -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A header of 160 bytes: the magic, the key, the SHA-256 of key and content as
// digits, the content's bytes as 16 digits; then the content.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Entry.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC "relax cache 1 \n" // 15 bytes and a NUL
enum { DIGITS = RELAX_SHA256_HEX, HEADER = 16 + 2 * DIGITS + 16, ATTEMPTS = 8 };

bool cacheEntryIsName(const char *name) {
  return strspn(name, "0123456789abcdef") == DIGITS && !name[DIGITS];
}

/// `out` has HEADER + 1 bytes.
static void makeHeader(const RelaxCacheKey *key, StrRef content, char *out) {
  StrBuf whole = {0};
  char digest[DIGITS + 1];
  strBufAppendC(&whole, key->hex);
  strBufAppend(&whole, content);
  relaxSha256(whole.data, whole.length, digest);
  strBufFree(&whole);
  memcpy(out, MAGIC, 16);
  snprintf(out + 16, HEADER + 1 - 16, "%s%s%016" PRIx64, key->hex, digest,
           (uint64_t)content.length);
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
  makeHeader(key, content, header);
  return memcmp(header, bytes.data, HEADER) == 0;
}

CacheEntryState cacheEntryRead(int folder, const RelaxCacheKey *key,
                               StrBuf *content) {
  int file = openat(folder, key->hex, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return CACHE_ENTRY_ABSENT;
  struct stat status;
  CacheEntryState state = CACHE_ENTRY_ABSENT;
  char *bytes = NULL;
  if (isOurs(file, &status)) {
    size_t size = (size_t)status.st_size;
    bytes = malloc(size + 1);
    bool good = bytes && readAll(file, bytes, size) &&
                isWhole(key, (StrRef){bytes, size});
    state = good ? CACHE_ENTRY_GOOD : CACHE_ENTRY_BROKEN;
    if (good) {
      strBufAppend(content, (StrRef){bytes + HEADER, size - HEADER});
      futimens(file, NULL); // its last use
    }
  }
  free(bytes);
  close(file);
  return state;
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

bool cacheEntryWrite(int folder, const RelaxCacheKey *key, StrRef content,
                     RelaxError *reason) {
  char name[64], header[HEADER + 1];
  int file = createTemporary(folder, name);
  if (file < 0)
    return relaxFail(reason, "%s", strerror(errno));
  makeHeader(key, content, header);
  bool good = writeAll(file, header, HEADER) &&
              writeAll(file, content.data, content.length);
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
