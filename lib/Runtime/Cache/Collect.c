//===- Collect.c - a cache within its limit -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Entry.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CRASH_SECONDS = 3600 }; // nobody writes one entry for that long

/// As createTemporary names them (Entry.c).
static bool isTemporaryName(const char *name) {
  int end = 0;
  sscanf(name, RELAX_CACHE_TEMPORARY "%*d-%*d-%*d%n", &end);
  return end > 0 && name[end] == 0;
}

/// Removes what a cache has written, or has begun to. The folder may be one
/// that the user has for other things, too, with files whose names look like
/// ours.
static void removeOurs(int folder, const char *name) {
  char begin[sizeof RELAX_CACHE_MAGIC - 1];
  int file =
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return;
  ssize_t got = read(file, begin, sizeof begin);
  bool ours = got >= 0 && memcmp(begin, RELAX_CACHE_MAGIC, (size_t)got) == 0 &&
              (got == (ssize_t)sizeof begin || isTemporaryName(name));
  close(file);
  if (ours)
    unlinkat(folder, name, 0);
}

typedef struct File {
  RelaxCacheKey key;
  struct timespec used;
  uint64_t bytes;
} File;

static int compareUse(const void *a, const void *b) {
  const struct timespec *x = &((const File *)a)->used,
                        *y = &((const File *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

typedef struct Files {
  File *items;
  size_t count, capacity;
  uint64_t bytes;
} Files;

/// Without memory it is left out, and stays.
static void addFile(Files *files, const char *name, const struct stat *status) {
  if (files->count == files->capacity) {
    size_t capacity = files->capacity ? 2 * files->capacity : 64;
    File *items = realloc(files->items, capacity * sizeof(*items));
    if (!items)
      return;
    files->items = items;
    files->capacity = capacity;
  }
  File *file = &files->items[files->count++];
  memcpy(file->key.hex, name, sizeof(file->key.hex));
  file->used = status->st_mtim;
  file->bytes = (uint64_t)status->st_size;
  files->bytes += file->bytes;
}

/// What is neither an entry nor ours to remove is passed over.
static void look(int folder, const char *name, Files *files) {
  struct stat status;
  bool temporary =
      strncmp(name, RELAX_CACHE_TEMPORARY, strlen(RELAX_CACHE_TEMPORARY)) == 0;
  if ((!temporary && !cacheEntryIsName(name)) ||
      fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(status.st_mode))
    return;
  if (!temporary)
    addFile(files, name, &status);
  else if (status.st_mtim.tv_sec + CRASH_SECONDS < time(NULL))
    removeOurs(folder, name);
}

void cacheCollect(int folder, uint64_t limit) {
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (!list) {
    if (copy >= 0)
      close(copy);
    return;
  }
  Files files = {0};
  for (struct dirent *item = readdir(list); item; item = readdir(list))
    look(folder, item->d_name, &files);
  closedir(list);
  if (files.count)
    qsort(files.items, files.count, sizeof(*files.items), compareUse);
  for (size_t i = 0; i < files.count && files.bytes > limit; ++i) {
    removeOurs(folder, files.items[i].key.hex);
    files.bytes -= files.items[i].bytes;
  }
  free(files.items);
}
