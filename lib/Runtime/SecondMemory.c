//===- SecondMemory.c - storages that are files ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE // O_TMPFILE

#include "lib/Runtime/SecondMemory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Mapping {
  RelaxSecondMemory *memory;
  void *data;
  size_t bytes;
} Mapping;

static void unmap(void *user) {
  Mapping *mapping = user;
  munmap(mapping->data, mapping->bytes);
  mapping->memory->used -= mapping->bytes;
  free(mapping);
}

bool relaxStorageIsFile(const RelaxStorage *storage) {
  return storage->release == unmap;
}

bool relaxSecondMemoryFits(const RelaxSecondMemory *memory, uint64_t bytes) {
  return memory->folder &&
         (!memory->limit || (memory->used <= memory->limit &&
                             bytes <= memory->limit - memory->used));
}

static bool refuse(const RelaxSecondMemory *memory, uint64_t bytes,
                   RelaxError *error) {
  if (!memory->folder)
    return relaxFail(error,
                     "%" PRIu64 " bytes are to be written out: expected a "
                     "folder for them, got none",
                     bytes);
  return relaxFail(error,
                   "expected a limit of at least %" PRIu64
                   " bytes for what is written out, got %" PRIu64,
                   memory->used + bytes, memory->limit);
}

/// A file without a name, or with one that is gone at once; -1.
static int openNameless(const char *folder) {
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
    return file;
  StrBuf path = {0};
  strBufAppendFormat(&path, "%s/relax-XXXXXX", folder);
  file = mkostemp(path.data, O_CLOEXEC);
  if (file >= 0)
    unlink(path.data);
  strBufFree(&path);
  return file;
}

/// 0 or an error of the system.
static int reserve(int file, uint64_t bytes) {
  int code = EINTR;
  if (bytes > INT64_MAX)
    return EFBIG;
  while (code == EINTR)
    code = posix_fallocate(file, 0, (off_t)bytes);
  return code;
}

/// Of a file whose every byte has its place; NULL with a message.
static void *map(const char *folder, uint64_t bytes, RelaxError *error) {
  int file = openNameless(folder);
  if (file < 0) {
    relaxFail(error, "cannot make a file in '%s': %s", folder, strerror(errno));
    return NULL;
  }
  int code = reserve(file, bytes);
  void *data = MAP_FAILED;
  if (code == 0)
    data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (code == 0 && data == MAP_FAILED)
    code = errno;
  close(file);
  if (code == 0)
    return data;
  relaxFail(error, "cannot make a file of %" PRIu64 " bytes in '%s': %s", bytes,
            folder, strerror(code));
  return NULL;
}

RelaxStorage *relaxSecondMemoryCreate(RelaxSecondMemory *memory, uint64_t bytes,
                                      RelaxError *error) {
  if (!relaxSecondMemoryFits(memory, bytes)) {
    refuse(memory, bytes, error);
    return NULL;
  }
  size_t mapped = bytes ? bytes : 1; // none is no mapping
  void *data = map(memory->folder, mapped, error);
  if (!data)
    return NULL;
  Mapping *mapping = malloc(sizeof *mapping);
  RelaxStorage *storage =
      mapping ? relaxStorageWrap(data, bytes, unmap, mapping) : NULL;
  if (!storage) {
    munmap(data, mapped);
    free(mapping);
    relaxFail(error, "out of memory");
    return NULL;
  }
  *mapping = (Mapping){memory, data, mapped};
  memory->used += mapped;
  return storage;
}
