//===- Read.c - GGUF files, checked ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The front of the file is read into memory, not mapped: a file that another
// process cuts short meanwhile must be an error, not a SIGBUS. The front
// doubles until the directory is whole, so that tensors are never read.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/GGUF/Reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_FRONT = 1 << 20, DEFAULT_ALIGNMENT = 32 };

static bool takeAlignment(GgufReader *reader) {
  static const char key[] = "general.alignment";
  int64_t alignment = DEFAULT_ALIGNMENT;
  if (!ggufGetInteger(reader->file, key, &alignment, reader->error) &&
      relaxErrorIsSet(reader->error))
    return false;
  if (alignment < 1 || (alignment & (alignment - 1)) != 0)
    return relaxFail(reader->error,
                     "key '%s': expected a power of two, got %" PRId64, key,
                     alignment);
  reader->file->alignment = (uint64_t)alignment;
  return true;
}

static bool parse(GgufReader *reader) {
  GgufFile *file = reader->file;
  const uint8_t *magic;
  uint64_t numTensors, numEntries;
  if (file->size < 4 || !ggufTake(reader, 4, "the magic number", &magic) ||
      memcmp(magic, "GGUF", 4) != 0)
    return ggufFail(reader, 0, "not a GGUF file");
  if (!ggufTakeU32(reader, "the version", &file->version))
    return false;
  if (file->version == 0x02000000 || file->version == 0x03000000)
    return ggufFail(reader, 4, "big-endian files are not supported");
  if (file->version != 2 && file->version != 3)
    return ggufFail(reader, 4, "expected version 2 or 3, got %" PRIu32,
                    file->version);
  return ggufTakeU64(reader, "the count of tensors", &numTensors) &&
         ggufTakeU64(reader, "the count of keys", &numEntries) &&
         ggufReadEntries(reader, numEntries) && takeAlignment(reader) &&
         ggufReadTensors(reader, numTensors);
}

/// Parses what is in memory. False with `*needMore` or an error.
static bool parseFront(GgufFile *file, bool *needMore, RelaxError *error) {
  arenaReset(file->arena);
  GgufFile empty = {.arena = file->arena,
                    .data = file->data,
                    .owned = file->owned,
                    .available = file->available,
                    .size = file->size};
  *file = empty;
  GgufReader reader = {.file = file, .error = error};
  bool good = parse(&reader);
  *needMore = reader.needMore;
  return good;
}

/// Reads `size` bytes from the begin of the file.
static bool readFront(int descriptor, size_t size, GgufFile *file,
                      RelaxError *error) {
  free(file->owned); // before the new one: both together could be too much
  file->data = file->owned = malloc(size ? size : 1);
  file->available = size;
  if (!file->owned)
    return relaxFail(error, "out of memory: %zu bytes", size);
  return relaxFileReadAt(descriptor, 0, file->owned, size, error);
}

static bool readFile(int descriptor, GgufFile *file, RelaxError *error) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return relaxFail(error, "%s", strerror(errno));
  if (!S_ISREG(status.st_mode))
    return relaxFail(error, "not a regular file");
  file->size = (uint64_t)status.st_size;
  uint64_t front = FIRST_FRONT;
  for (bool needMore = true; needMore; front *= 2) {
    if (front > file->size)
      front = file->size;
    if (!readFront(descriptor, front, file, error))
      return false;
    if (parseFront(file, &needMore, error))
      return true;
  }
  return false;
}

GgufFile *ggufReadOpen(int descriptor, RelaxError *error) {
  GgufFile *file = calloc(1, sizeof *file);
  if (!file) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  file->arena = arenaCreate();
  if (readFile(descriptor, file, error))
    return file;
  ggufDestroy(file);
  return NULL;
}

GgufFile *ggufRead(const char *path, RelaxError *error) {
  // O_NONBLOCK: a pipe in disguise must not hang the tool.
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    relaxFail(error, "cannot open '%s': %s", path, strerror(errno));
    return NULL;
  }
  RelaxError reason = {0};
  GgufFile *file = ggufReadOpen(descriptor, &reason);
  close(descriptor);
  if (!file)
    relaxFail(error, "'%s': %s", path, relaxErrorText(&reason));
  relaxErrorFree(&reason);
  return file;
}

GgufFile *ggufFromMemory(const void *data, size_t size, const char *name,
                         RelaxError *error) {
  RelaxError reason = {0};
  bool unused;
  GgufFile *file = calloc(1, sizeof *file);
  if (!file) {
    relaxFail(error, "'%s': out of memory", name);
    return NULL;
  }
  *file = (GgufFile){
      .arena = arenaCreate(), .data = data, .available = size, .size = size};
  if (!parseFront(file, &unused, &reason)) {
    relaxFail(error, "'%s': %s", name, relaxErrorText(&reason));
    ggufDestroy(file);
    file = NULL;
  }
  relaxErrorFree(&reason);
  return file;
}

void ggufDestroy(GgufFile *file) {
  if (!file)
    return;
  arenaDestroy(file->arena);
  free(file->owned);
  free(file);
}
