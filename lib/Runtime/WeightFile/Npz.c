//===- Npz.c - reading NumPy's .npz files ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Format: numpy.savez and savez_compressed: a zip file whose members NAME.npy
// are .npy files. Only headers are inflated for the directory; the elements go
// to where the program has room for them, so that a file which makes much out
// of little takes no memory that the program did not ask for.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/NpyHeader.h"
#include "lib/Runtime/WeightFile/Format.h"
#include "lib/Runtime/WeightFile/Zip.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_HEADER = 64 << 10 };
static const char suffix[] = ".npy";

typedef struct NpzEntry {
  const ZipMember *member;
  NpyHeader header; // without its `descr`
} NpzEntry;

static bool begins(const uint8_t *magic) {
  return memcmp(magic, "PK\3\4", 4) == 0 || memcmp(magic, "PK\5\6", 4) == 0;
}

/// The entry's header, from the first bytes of the member.
static bool readHeader(const RelaxWeightFile *file, const ZipMember *member,
                       uint8_t *buffer, NpyHeader *header, RelaxError *error) {
  ZipReader reader;
  size_t size = member->size < MAX_HEADER ? (size_t)member->size : MAX_HEADER;
  if (!zipReaderBegin(&reader, file->file, member, error))
    return false;
  bool good = zipReaderTake(&reader, buffer, size, error);
  zipReaderAbandon(&reader);
  return good && npyHeaderParse(buffer, size, header, error);
}

static bool addMember(RelaxWeightFile *file, const ZipMember *member,
                      uint8_t *buffer, RelaxError *error) {
  NpzEntry *npz = ARENA_NEW(file->arena, NpzEntry);
  NpyHeader *header = &npz->header;
  StrRef name = {member->name.data, member->name.length - strlen(suffix)};
  if (!readHeader(file, member, buffer, header, error))
    return weightEntryContext(name, error);
  npz->member = member;
  bool asItIs = !member->deflated && !header->bigEndian &&
                !(header->fortranOrder && header->rank > 1);
  RelaxWeightEntry entry = {.name = name,
                            .type = header->descr,
                            .known = header->known,
                            .dtype = header->dtype,
                            .rank = header->rank,
                            .dims = header->dims,
                            .offset = asItIs ? member->begin + header->size
                                             : RELAX_WEIGHT_NOWHERE,
                            .numBytes = member->size - header->size,
                            .detail = npz};
  header->descr = (StrRef){0};
  return weightFileAdd(file, &entry, error);
}

static bool isArray(const ZipMember *member) {
  size_t length = strlen(suffix);
  return member->name.length >= length &&
         memcmp(member->name.data + member->name.length - length, suffix,
                length) == 0;
}

static bool list(RelaxWeightFile *file, RelaxError *error) {
  ZipMember *members;
  size_t count;
  if (!zipList(file->file, file->size, WEIGHT_FILE_MAX_ENTRIES, file->arena,
               &members, &count, error))
    return false;
  uint8_t *buffer = malloc(MAX_HEADER);
  bool good = buffer || relaxFail(error, "out of memory");
  for (size_t i = 0; good && i < count; ++i)
    good = !isArray(&members[i]) || addMember(file, &members[i], buffer, error);
  free(buffer);
  return good;
}

/// Passes over the header: what it says is known.
static bool skipHeader(ZipReader *reader, size_t size, RelaxError *error) {
  uint8_t skipped[256];
  bool good = true;
  while (good && size > 0) {
    size_t part = size < sizeof skipped ? size : sizeof skipped;
    good = zipReaderTake(reader, skipped, part, error);
    size -= part;
  }
  return good;
}

static bool readElements(const RelaxWeightFile *file,
                         const RelaxWeightEntry *entry, void *data,
                         RelaxError *error) {
  const NpzEntry *npz = entry->detail;
  ZipReader reader;
  if (!zipReaderBegin(&reader, file->file, npz->member, error))
    return false;
  if (skipHeader(&reader, npz->header.size, error) &&
      zipReaderTake(&reader, data, (size_t)entry->numBytes, error))
    return zipReaderFinish(&reader, error);
  zipReaderAbandon(&reader);
  return false;
}

static bool readEntry(const RelaxWeightFile *file,
                      const RelaxWeightEntry *entry, void *data,
                      RelaxError *error) {
  const NpzEntry *npz = entry->detail;
  size_t bytes = (size_t)entry->numBytes;
  void *from = data;
  if (npz->header.fortranOrder && npz->header.rank > 1) {
    from = malloc(bytes + 1);
    if (!from)
      return relaxFail(error, "out of memory: %zu bytes", bytes);
  }
  bool good = readElements(file, entry, from, error);
  if (good)
    npyArrange(&npz->header, from, bytes, data);
  if (from != data)
    free(from);
  return good;
}

const WeightFormat weightFormatNpz = {"npz", begins, list, readEntry};
