//===- Entry.c - entries of a file, as formats find them -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/StringText.h"
#include "lib/Runtime/WeightFile/Format.h"

#include <inttypes.h>

uint64_t weightFileNumber(const uint8_t *bytes, int size) {
  uint64_t value = 0;
  while (size-- > 0)
    value = value << 8 | bytes[size];
  return value;
}

bool weightEntryContext(StrRef name, RelaxError *error) {
  enum { SHOWN = 100 };
  StrBuf text = {0};
  relaxStringPrint(
      (StrRef){name.data, name.length < SHOWN ? name.length : SHOWN}, &text);
  // Between the quotes.
  relaxErrorContext(error, "entry '%.*s'", (int)text.length - 2, text.data + 1);
  strBufFree(&text);
  return false;
}

/// Fills `numBytes` of an entry of known type, or compares it.
static bool checkBytes(RelaxWeightEntry *entry, RelaxError *error) {
  size_t inMemory;
  int64_t count;
  if (!relaxTensorBytes(entry->dtype, entry->rank, entry->dims, &inMemory) ||
      !relaxNumElements(entry->rank, entry->dims, &count))
    return relaxFail(error, "its bytes exceed 64 bits");
  uint64_t bytes = relaxPackedBytes(entry->dtype, count);
  if (entry->numBytes != WEIGHT_FILE_FOLLOWS && entry->numBytes != bytes) {
    StrBuf dims = {0};
    relaxDimsPrint(entry->rank, entry->dims, &dims);
    relaxFail(error,
              "expected %" PRIu64 " bytes for elements %s of extents %s, got "
              "%" PRIu64,
              bytes, relaxDTypeName(entry->dtype), strBufText(&dims),
              entry->numBytes);
    strBufFree(&dims);
    return false;
  }
  entry->numBytes = bytes;
  return true;
}

static bool checkEntry(const RelaxWeightFile *file, RelaxWeightEntry *entry,
                       RelaxError *error) {
  if (file->count == WEIGHT_FILE_MAX_ENTRIES)
    return relaxFail(error, "expected at most %d entries",
                     WEIGHT_FILE_MAX_ENTRIES);
  if (entry->name.length == 0)
    return relaxFail(error, "expected a name");
  if (entry->rank > RELAX_MAX_RANK)
    return relaxFail(error, "expected a rank of at most %d, got %d",
                     RELAX_MAX_RANK, entry->rank);
  if (entry->known && !checkBytes(entry, error))
    return false;
  if (entry->offset != RELAX_WEIGHT_NOWHERE &&
      (entry->offset > file->size ||
       entry->numBytes > file->size - entry->offset))
    return relaxFail(error,
                     "expected %" PRIu64 " bytes at offset %" PRIu64
                     ", got a file of %" PRIu64 " bytes",
                     entry->numBytes, entry->offset, file->size);
  return true;
}

bool weightFileAdd(RelaxWeightFile *file, const RelaxWeightEntry *entry,
                   RelaxError *error) {
  RelaxWeightEntry added = *entry;
  if (!checkEntry(file, &added, error))
    return weightEntryContext(entry->name, error);
  added.name = arenaCopyString(file->arena, entry->name);
  added.type = arenaCopyString(file->arena, entry->type);
  added.dims = arenaCopy(file->arena, entry->dims,
                         (size_t)entry->rank * sizeof(*entry->dims));
  file->entries = arenaGrow(file->arena, file->entries, file->count,
                            &file->capacity, sizeof(*file->entries));
  file->entries[file->count++] = added;
  return true;
}
