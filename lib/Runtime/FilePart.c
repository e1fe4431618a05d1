//===- FilePart.c - bytes of files below a folder -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A path is resolved first and must lie below its folder; then it is opened
// again component by component without following links, so that nothing can be
// exchanged between the check and the use. Links inside the folder are fine.
//
//===----------------------------------------------------------------------===//

#define _DEFAULT_SOURCE // realpath, madvise

#include "lib/Runtime/FilePart.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Opens `path`, which has no links, no `.` and no `..`, below the folder
/// `root`.
static int openBelow(const char *root, char *path) {
  int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (char *slash; folder >= 0 && (slash = strchr(path, '/'));
       path = slash + 1) {
    *slash = '\0';
    int next =
        openat(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int code = errno;
    close(folder);
    errno = code;
    folder = next;
  }
  if (folder < 0)
    return -1;
  // O_NONBLOCK: a pipe in disguise must not hang the tool.
  int file =
      openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  int code = errno;
  close(folder);
  errno = code;
  return file;
}

int relaxFileOpenBelow(const char *dir, StrRef path, RelaxError *reason,
                       bool *refused) {
  StrBuf joined = {0};
  strBufAppendFormat(&joined, "%s/%.*s", dir[0] ? dir : ".", (int)path.length,
                     path.data);
  char *root = realpath(dir[0] ? dir : ".", NULL);
  char *target = root ? realpath(strBufText(&joined), NULL) : NULL;
  int file = -1, code = errno;
  if (target) {
    // The root folder is "/" itself or has no slash at its end.
    size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(target, root, length) == 0 && target[length] == '/') {
      file = openBelow(root, target + length + 1);
      code = errno;
    } else {
      *refused = true;
    }
  }
  if (*refused)
    relaxFail(reason, "the link leads out of the folder");
  else if (file < 0)
    relaxFail(reason, "%s",
              code == ENOENT ? RELAX_FILE_ABSENT : strerror(code));
  free(root);
  free(target);
  strBufFree(&joined);
  return file;
}

bool relaxFileHolds(int file, uint64_t offset, uint64_t size,
                    RelaxError *reason) {
  struct stat status;
  uint64_t end;
  if (fstat(file, &status) != 0)
    return relaxFail(reason, "%s", strerror(errno));
  if (!S_ISREG(status.st_mode))
    return relaxFail(reason, "not a regular file");
  if (__builtin_add_overflow(offset, size, &end) ||
      end > (uint64_t)status.st_size)
    return relaxFail(reason,
                     "expected %" PRIu64 " bytes at offset %" PRIu64
                     ", got a file of %" PRIu64 " bytes",
                     size, offset, (uint64_t)status.st_size);
  return true;
}

typedef struct Mapping {
  void *pages;
  size_t bytes;
} Mapping;

static void unmap(void *user) {
  Mapping *mapping = user;
  munmap(mapping->pages, mapping->bytes);
  free(mapping);
}

RelaxStorage *relaxFileMap(int file, uint64_t offset, size_t size) {
  size_t before = offset % (uint64_t)sysconf(_SC_PAGESIZE); // in its page
  Mapping *mapping = malloc(sizeof *mapping);
  if (!mapping || size == 0 || !relaxFileHolds(file, offset, size, NULL)) {
    free(mapping);
    return NULL;
  }
  *mapping = (Mapping){.bytes = before + size};
  mapping->pages = mmap(NULL, mapping->bytes, PROT_READ, MAP_PRIVATE, file,
                        (off_t)(offset - before));
  if (mapping->pages == MAP_FAILED) {
    free(mapping);
    return NULL;
  }
  RelaxStorage *storage =
      relaxStorageWrap((char *)mapping->pages + before, size, unmap, mapping);
  if (!storage)
    unmap(mapping);
  return storage;
}

void relaxFileMapForget(const RelaxStorage *storage) {
  if (storage->release != unmap)
    return;
  const Mapping *mapping = storage->user;
  madvise(mapping->pages, mapping->bytes, MADV_DONTNEED);
}

bool relaxFileReadAt(int file, uint64_t offset, void *data, size_t size,
                     RelaxError *reason) {
  char *to = data;
  while (size > 0) {
    size_t part = size < ((size_t)1 << 30) ? size : (size_t)1 << 30;
    ssize_t got = pread(file, to, part, (off_t)offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return relaxFail(reason, "cannot read: %s", strerror(errno));
    if (got == 0)
      return relaxFail(reason, "the file became shorter while it was read");
    to += got;
    size -= (size_t)got;
    offset += (uint64_t)got;
  }
  return true;
}
