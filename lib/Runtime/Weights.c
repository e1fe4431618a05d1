//===- Weights.c - weights outside the text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Weights.h"
#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/Sha256.h"
#include "lib/Runtime/WeightFile/WeightFile.h"
#include "lib/Support/Arena.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/// A file of entries that was found in a folder.
typedef struct OpenFile {
  size_t folder; // its index
  StrRef path;
  RelaxWeightFile *file;
} OpenFile;

struct RelaxWeightFiles {
  Arena *arena;
  OpenFile *items;
  size_t count, capacity;
};

bool relaxWeightPathIsAllowed(StrRef path, RelaxError *error) {
  int shown = path.length < 200 ? (int)path.length : 200;
  if (path.length == 0)
    return relaxFail(error, "the path of a weights file is empty");
  if (memchr(path.data, '\0', path.length))
    return relaxFail(error, "weights path '%s' contains a NUL", path.data);
  if (path.data[0] == '/')
    return relaxFail(error, "weights path '%.*s' is absolute", shown,
                     path.data);
  const char *end = path.data + path.length;
  for (const char *at = path.data; at < end;) {
    const char *slash = memchr(at, '/', (size_t)(end - at));
    size_t length = (size_t)((slash ? slash : end) - at);
    if (length == 2 && at[0] == '.' && at[1] == '.')
      return relaxFail(error, "weights path '%.*s' contains '..'", shown,
                       path.data);
    at += length + 1;
  }
  return true;
}

static bool checkHash(const RelaxWeight *weight, const void *bytes, size_t size,
                      RelaxError *reason) {
  char hex[RELAX_SHA256_HEX + 1];
  if (weight->sha256.length == 0)
    return true;
  relaxSha256(bytes, size, hex);
  if (weight->sha256.length == RELAX_SHA256_HEX &&
      strncasecmp(weight->sha256.data, hex, RELAX_SHA256_HEX) == 0)
    return true;
  return relaxFail(reason, "expected sha256 %.*s, got %s",
                   (int)weight->sha256.length, weight->sha256.data, hex);
}

/// Where the bytes of a weight are: an entry of a file with a directory, or an
/// offset of any file.
typedef struct Source {
  const RelaxWeightFile *directory; // NULL: an offset
  const RelaxWeightEntry *entry;
  int file;
} Source;

enum { MAPPED_LEAST = 1 << 16 }; // bytes: a copy of fewer costs no more

/// A view of the bytes of the weight in the file; NULL where they have to be
/// read: few bytes, others in memory than in the file, or not aligned there.
static RelaxStorage *mapBytes(const Source *source, const RelaxWeight *weight,
                              size_t size) {
  uint64_t offset = source->directory ? source->entry->offset : weight->offset;
  if (size < MAPPED_LEAST || size != weight->numBytes ||
      weight->dtype == RELAX_BOOL ||
      offset % relaxDTypeAlignment(weight->dtype) != 0)
    return NULL;
  return source->directory
             ? relaxWeightFileMap(source->directory, source->entry)
             : relaxFileMap(source->file, offset, size);
}

/// Fills the tensor from `size` packed bytes.
static bool readBytes(const Source *source, const RelaxWeight *weight,
                      size_t size, RelaxTensor *tensor, RelaxError *reason) {
  // Packed bytes come to the front of the tensor's storage first, and from
  // there through a copy.
  void *packed = tensor->data;
  bool good =
      source->directory
          ? relaxWeightFileRead(source->directory, source->entry, packed,
                                reason)
          : relaxFileReadAt(source->file, weight->offset, packed, size, reason);
  if (!good || !checkHash(weight, packed, size, reason))
    return false;
  if (size == weight->numBytes) {
    relaxTensorNormalizeBools(tensor);
    return true;
  }
  void *copy = malloc(size);
  if (!copy)
    return relaxFail(reason, "out of memory: %zu bytes", size);
  memcpy(copy, packed, size);
  relaxTensorUnpack(copy, tensor);
  free(copy);
  return true;
}

/// Finds the bytes of the weight, before any memory is asked for.
static bool findBytes(Source *source, const RelaxWeight *weight, size_t size,
                      RelaxError *reason) {
  if (!source->directory)
    return relaxFileHolds(source->file, weight->offset, size, reason);
  source->entry = relaxWeightFileFind(source->directory, weight->entry, reason);
  return source->entry &&
         relaxWeightEntryIs(source->entry, weight->dtype, weight->rank,
                            weight->dims, reason);
}

/// Reads the weight out of an open file.
static bool readFrom(Source *source, const RelaxWeight *weight,
                     RelaxTensor *out, RelaxError *reason) {
  size_t bytes;
  int64_t count;
  if (!relaxTensorBytes(weight->dtype, weight->rank, weight->dims, &bytes) ||
      !relaxNumElements(weight->rank, weight->dims, &count) ||
      bytes != weight->numBytes)
    return relaxFail(reason, "its type does not take %" PRIu64 " bytes",
                     weight->numBytes);
  size_t size = relaxPackedBytes(weight->dtype, count);
  if (!findBytes(source, weight, size, reason))
    return false;
  RelaxTensor tensor = {0};
  RelaxStorage *mapped = mapBytes(source, weight, size);
  bool good = mapped ? relaxTensorView(mapped, 0, weight->dtype, weight->rank,
                                       weight->dims, &tensor, reason) &&
                           checkHash(weight, tensor.data, size, reason)
                     : relaxTensorCreate(weight->dtype, weight->rank,
                                         weight->dims, &tensor, reason) &&
                           readBytes(source, weight, size, &tensor, reason);
  relaxStorageRelease(mapped);
  if (good)
    *out = tensor;
  else
    relaxTensorRelease(&tensor);
  return good;
}

//===----------------------------------------------------------------------===//
// Entries of one kind, one behind the other
//===----------------------------------------------------------------------===//

/// Row `index` of a weight whose entry has a `*`, in whose place the number
/// comes. `name` keeps the text.
static RelaxWeight partOf(const RelaxWeight *weight, int64_t index,
                          StrBuf *name) {
  const char *star = memchr(weight->entry.data, '*', weight->entry.length);
  size_t before = (size_t)(star - weight->entry.data);
  RelaxWeight part = *weight;
  name->length = 0;
  strBufAppendFormat(name, "%.*s%" PRId64 "%.*s", (int)before,
                     weight->entry.data, index,
                     (int)(weight->entry.length - before - 1), star + 1);
  part.entry = (StrRef){strBufText(name), name->length};
  part.sha256 = (StrRef){NULL, 0};
  part.rank = weight->rank - 1;
  for (int32_t i = 0; i < part.rank; ++i)
    part.dims[i] = weight->dims[i + 1];
  return part;
}

static bool checkStackHash(const RelaxWeight *weight, const RelaxTensor *tensor,
                           RelaxError *reason) {
  size_t size = relaxPackedBytes(weight->dtype, relaxTensorCount(tensor));
  if (weight->sha256.length == 0 || size == relaxTensorSize(tensor))
    return checkHash(weight, tensor->data, size, reason);
  void *packed = malloc(size);
  if (!packed)
    return relaxFail(reason, "out of memory: %zu bytes", size);
  relaxTensorPack(tensor, packed);
  bool good = checkHash(weight, packed, size, reason);
  free(packed);
  return good;
}

/// All parts are there before any memory is asked for.
static bool findParts(Source *source, const RelaxWeight *weight,
                      RelaxError *reason) {
  if (weight->rank == 0)
    return relaxFail(reason, "'*' in an entry: expected a leading extent, the "
                             "number of entries");
  StrBuf name = {0};
  bool good = true;
  for (int64_t i = 0; good && i < weight->dims[0]; ++i) {
    RelaxWeight part = partOf(weight, i, &name);
    good = findBytes(source, &part, 0, reason);
  }
  strBufFree(&name);
  return good;
}

static bool readParts(Source *source, const RelaxWeight *weight,
                      RelaxTensor *out, RelaxError *reason) {
  RelaxTensor all;
  if (!findParts(source, weight, reason) ||
      !relaxTensorCreate(weight->dtype, weight->rank, weight->dims, &all,
                         reason))
    return false;
  StrBuf name = {0};
  bool good = true;
  char *to = all.data;
  for (int64_t i = 0; good && i < weight->dims[0]; ++i) {
    RelaxWeight part = partOf(weight, i, &name);
    RelaxTensor tensor;
    part.numBytes = relaxTensorSize(&all) / (uint64_t)weight->dims[0];
    good = readFrom(source, &part, &tensor, reason);
    if (!good)
      break;
    memcpy(to, tensor.data, part.numBytes);
    to += part.numBytes;
    relaxTensorRelease(&tensor);
  }
  strBufFree(&name);
  if (good && checkStackHash(weight, &all, reason)) {
    *out = all;
    return true;
  }
  relaxTensorRelease(&all);
  return false;
}

/// The directory of the file of that path in folder `index`; NULL with the
/// reason.
static const RelaxWeightFile *openDirectory(RelaxWeightFiles *files,
                                            const char *dir, size_t index,
                                            StrRef path, RelaxError *reason,
                                            bool *refused) {
  for (size_t i = 0; i < files->count; ++i)
    if (files->items[i].folder == index &&
        strRefEqual(files->items[i].path, path))
      return files->items[i].file;
  int descriptor = relaxFileOpenBelow(dir, path, reason, refused);
  RelaxWeightFile *file =
      descriptor < 0 ? NULL : relaxWeightFileOpen(descriptor, reason);
  if (!file)
    return NULL;
  files->items = arenaGrow(files->arena, files->items, files->count,
                           &files->capacity, sizeof(*files->items));
  files->items[files->count++] =
      (OpenFile){index, arenaCopyString(files->arena, path), file};
  return file;
}

/// One folder: 1 read, 0 try the next one, -1 refused.
static int readInFolder(RelaxWeightFiles *files, const char *dir, size_t index,
                        const RelaxWeight *weight, RelaxTensor *out,
                        RelaxError *reason) {
  bool refused = false, ok = false;
  Source source = {.file = -1};
  if (weight->entry.length) {
    source.directory =
        openDirectory(files, dir, index, weight->path, reason, &refused);
    bool stacked = memchr(weight->entry.data, '*', weight->entry.length);
    ok = source.directory &&
         (stacked ? readParts : readFrom)(&source, weight, out, reason);
  } else {
    source.file = relaxFileOpenBelow(dir, weight->path, reason, &refused);
    if (source.file >= 0) {
      ok = readFrom(&source, weight, out, reason);
      close(source.file);
    }
  }
  return refused ? -1 : ok;
}

RelaxWeightFiles *relaxWeightFilesCreate(void) {
  Arena *arena = arenaCreate();
  RelaxWeightFiles *files = ARENA_NEW(arena, RelaxWeightFiles);
  files->arena = arena;
  return files;
}

void relaxWeightFilesDestroy(RelaxWeightFiles *files) {
  if (!files)
    return;
  for (size_t i = 0; i < files->count; ++i)
    relaxWeightFileClose(files->items[i].file);
  arenaDestroy(files->arena);
}

/// Says which weight the error is about; false.
static bool failFor(const RelaxWeight *weight, RelaxError *error) {
  if (error && error->weight.length == 0)
    strBufAppend(&error->weight, weight->name);
  return false;
}

/// " no such file in 'a', 'b' (...)".
static void listFolders(const char *const *dirs, size_t numDirs, StrBuf *out) {
  strBufAppendC(out, numDirs ? " " RELAX_FILE_ABSENT : " no folder to look in");
  for (size_t i = 0; i < numDirs; ++i)
    strBufAppendFormat(out, "%s '%s'", i ? "," : " in", dirs[i]);
  if (numDirs)
    strBufAppendC(out, " ('--weights-dir=' names another folder)");
}

bool relaxWeightRead(RelaxWeightFiles *files, const RelaxWeight *weight,
                     const char *const *dirs, size_t numDirs, RelaxTensor *out,
                     RelaxError *error) {
  assert(weight->kind == RELAX_WEIGHT_FILE);
  int nameLength = (int)weight->name.length,
      pathLength = (int)weight->path.length;
  if (!relaxWeightPathIsAllowed(weight->path, error))
    return failFor(weight, error) ||
           relaxErrorContext(error, "weight '%.*s'", nameLength,
                             weight->name.data);
  StrBuf reasons = {0}; // of the folders that have the file
  int state = 0;
  for (size_t i = 0; i < numDirs && state == 0; ++i) {
    RelaxError reason = {0};
    state = readInFolder(files, dirs[i], i, weight, out, &reason);
    if (state != 1 && strcmp(relaxErrorText(&reason), RELAX_FILE_ABSENT) != 0)
      strBufAppendFormat(&reasons, "%s in '%s': %s", reasons.length ? ";" : "",
                         dirs[i], relaxErrorText(&reason));
    relaxErrorFree(&reason);
  }
  if (state != 1) {
    if (!reasons.length)
      listFolders(dirs, numDirs, &reasons);
    relaxFail(error, "weight '%.*s': cannot read '%.*s':%s", nameLength,
              weight->name.data, pathLength, weight->path.data,
              strBufText(&reasons));
  }
  strBufFree(&reasons);
  return state == 1 || failFor(weight, error);
}
