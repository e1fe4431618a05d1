//===- WeightFile.c - files that name their tensors -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StringText.h"
#include "lib/Runtime/WeightFile/Format.h"
#include "lib/Support/NearNames.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const WeightFormat *const formats[] = {
    &weightFormatNpz, &weightFormatRwkv, &weightFormatGguf,
    &weightFormatSafetensors};
enum { NUM_FORMATS = sizeof(formats) / sizeof(*formats) };

//===----------------------------------------------------------------------===//
// Making a directory
//===----------------------------------------------------------------------===//

static int compareNames(const void *a, const void *b) {
  const RelaxWeightEntry *const *x = a, *const *y = b;
  return strRefCompare((*x)->name, (*y)->name);
}

/// Sorts the names; two that are equal are refused.
static bool indexNames(RelaxWeightFile *file, RelaxError *error) {
  const RelaxWeightEntry **sorted =
      ARENA_ARRAY(file->arena, const RelaxWeightEntry *, file->count);
  file->byName = ARENA_ARRAY(file->arena, uint32_t, file->count);
  for (size_t i = 0; i < file->count; ++i)
    sorted[i] = &file->entries[i];
  if (file->count)
    qsort(sorted, file->count, sizeof(*sorted), compareNames);
  for (size_t i = 0; i < file->count; ++i) {
    file->byName[i] = (uint32_t)(sorted[i] - file->entries);
    if (i && strRefEqual(sorted[i]->name, sorted[i - 1]->name)) {
      relaxFail(error, "expected one entry of a name, got two");
      return weightEntryContext(sorted[i]->name, error);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Opening and asking
//===----------------------------------------------------------------------===//

static bool findFormat(RelaxWeightFile *file, RelaxError *error) {
  uint8_t magic[WEIGHT_FILE_MAGIC] = {0};
  size_t size = file->size < sizeof magic ? (size_t)file->size : sizeof magic;
  if (!relaxFileReadAt(file->file, 0, magic, size, error))
    return false;
  for (size_t i = 0; i < NUM_FORMATS && !file->format; ++i)
    if (formats[i]->begins(magic))
      file->format = formats[i];
  return file->format ||
         relaxFail(error, "expected a file in the format safetensors, npz, "
                          "GGUF or rwkv.cpp (of others: 'at OFFSET')");
}

static bool findSize(RelaxWeightFile *file, RelaxError *error) {
  struct stat status;
  if (fstat(file->file, &status) != 0)
    return relaxFail(error, "%s", strerror(errno));
  file->size = (uint64_t)status.st_size;
  return relaxFileHolds(file->file, 0, file->size, error); // a regular one
}

RelaxWeightFile *relaxWeightFileOpen(int descriptor, RelaxError *error) {
  Arena *arena = arenaCreate();
  RelaxWeightFile *file = ARENA_NEW(arena, RelaxWeightFile);
  file->arena = arena;
  file->file = descriptor;
  if (findSize(file, error) && findFormat(file, error)) {
    if (file->format->list(file, error) && indexNames(file, error))
      return file;
    relaxErrorContext(error, "%s", file->format->name);
  }
  relaxWeightFileClose(file);
  return NULL;
}

void relaxWeightFileClose(RelaxWeightFile *file) {
  if (!file)
    return;
  close(file->file);
  arenaDestroy(file->arena);
}

uint64_t relaxWeightFileSize(const RelaxWeightFile *file) { return file->size; }

size_t relaxWeightFileCount(const RelaxWeightFile *file) { return file->count; }

const RelaxWeightEntry *relaxWeightFileEntry(const RelaxWeightFile *file,
                                             size_t index) {
  assert(index < file->count);
  return &file->entries[index];
}

static void refuseName(const RelaxWeightFile *file, StrRef name,
                       RelaxError *error) {
  enum { SUGGESTIONS = 3 };
  StrRef *names = malloc((file->count + 1) * sizeof(*names));
  size_t near[SUGGESTIONS], count = 0;
  for (size_t i = 0; names && i < file->count; ++i)
    names[i] = file->entries[i].name;
  if (names)
    count = nearNames(name, names, file->count, near, SUGGESTIONS);
  StrBuf list = {0};
  for (size_t i = 0; i < count; ++i) {
    strBufAppendC(&list, i ? ", " : "");
    relaxStringPrint(names[near[i]], &list);
  }
  if (count)
    relaxFail(error, "no such entry; names like it: %s", strBufText(&list));
  else
    relaxFail(error,
              "no such entry among %zu, which 'relax-translate --list-weights' "
              "prints",
              file->count);
  weightEntryContext(name, error);
  strBufFree(&list);
  free(names);
}

const RelaxWeightEntry *relaxWeightFileFind(const RelaxWeightFile *file,
                                            StrRef name, RelaxError *error) {
  size_t low = 0, high = file->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const RelaxWeightEntry *entry = &file->entries[file->byName[middle]];
    int order = strRefCompare(name, entry->name);
    if (order == 0)
      return entry;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  refuseName(file, name, error);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static void printType(const char *type, int32_t rank, const int64_t *dims,
                      StrBuf *out) {
  strBufAppendC(out, "!relax.tensor<");
  relaxDimsPrint(rank, dims, out);
  strBufAppendFormat(out, ", %s>", type);
}

bool relaxWeightEntryIs(const RelaxWeightEntry *entry, RelaxDType dtype,
                        int32_t rank, const int64_t *dims, RelaxError *error) {
  bool same = entry->known && entry->dtype == dtype && entry->rank == rank;
  for (int32_t i = 0; same && i < rank; ++i)
    same = entry->dims[i] == dims[i];
  if (same)
    return true;
  StrBuf expected = {0}, got = {0};
  printType(relaxDTypeName(dtype), rank, dims, &expected);
  if (entry->known)
    printType(relaxDTypeName(entry->dtype), entry->rank, entry->dims, &got);
  else
    strBufAppendFormat(&got, "elements '%s', which no type has",
                       entry->type.data);
  relaxFail(error, "expected %s, got %s", strBufText(&expected),
            strBufText(&got));
  strBufFree(&expected);
  strBufFree(&got);
  return weightEntryContext(entry->name, error);
}

bool relaxWeightFileRead(const RelaxWeightFile *file,
                         const RelaxWeightEntry *entry, void *data,
                         RelaxError *error) {
  bool good;
  if (!entry->known)
    good = relaxFail(error, "elements '%s' are of no type that is known",
                     entry->type.data);
  else if (file->format->read)
    good = file->format->read(file, entry, data, error);
  else
    good = relaxFileReadAt(file->file, entry->offset, data,
                           (size_t)entry->numBytes, error);
  return good || weightEntryContext(entry->name, error);
}

RelaxStorage *relaxWeightFileMap(const RelaxWeightFile *file,
                                 const RelaxWeightEntry *entry) {
  return entry->known && !file->format->read && entry->numBytes
             ? relaxFileMap(file->file, entry->offset, (size_t)entry->numBytes)
             : NULL;
}
