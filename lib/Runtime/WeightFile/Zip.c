//===- Zip.c - the directory of a zip file --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/WeightFile/Zip.h"
#include "lib/Runtime/WeightFile/Format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Sizes and signatures of the records, which are "PK" and two more bytes.
enum {
  END = 22, // of the directory; a comment follows
  END64_LOCATOR = 20,
  END64 = 56,
  ENTRY = 46, // of the directory; name, extra fields and comment follow
  LOCAL = 30, // in front of a member; name and extra fields follow
  END_SIGNATURE = 0x06054b50,
  END64_LOCATOR_SIGNATURE = 0x07064b50,
  END64_SIGNATURE = 0x06064b50,
  ENTRY_SIGNATURE = 0x02014b50,
  LOCAL_SIGNATURE = 0x04034b50,
  FLAG_ENCRYPTED = 1,
  FLAG_SIZES_FOLLOW = 8, // and do not stand in front of the member
  METHOD_STORED = 0,
  METHOD_DEFLATED = 8,
  EXTRA_ZIP64 = 1,
};

/// Where the directory lies.
typedef struct ZipDirectory {
  uint64_t begin, size, count;
} ZipDirectory;

/// Two numbers of `disk` bytes: of this file, and of the one with the
/// directory; then two of `count` bytes: the members in this file, and in all.
static bool checkOneFile(const uint8_t *at, int disk, int count,
                         RelaxError *error) {
  const uint8_t *counts = at + 2 * disk;
  bool one = weightFileNumber(at, disk) == 0 &&
             weightFileNumber(at + disk, disk) == 0 &&
             weightFileNumber(counts, count) ==
                 weightFileNumber(counts + count, count);
  return one || relaxFail(error, "expected one file, got a part of several");
}

/// The record of ZIP64, which stands in front of the end record at `end`, has
/// the numbers that the latter has no room for.
static bool readEnd64(int file, uint64_t end, ZipDirectory *directory,
                      RelaxError *error) {
  uint8_t locator[END64_LOCATOR], record[END64];
  if (end < END64_LOCATOR ||
      !relaxFileReadAt(file, end - END64_LOCATOR, locator, sizeof locator,
                       error) ||
      weightFileNumber(locator, 4) != END64_LOCATOR_SIGNATURE)
    return relaxFail(error, "the ZIP64 record of the directory is missing");
  uint64_t at = weightFileNumber(locator + 8, 8);
  if (end < END64_LOCATOR + END64 || at > end - END64_LOCATOR - END64 ||
      !relaxFileReadAt(file, at, record, sizeof record, error) ||
      weightFileNumber(record, 4) != END64_SIGNATURE)
    return relaxFail(error, "the ZIP64 record of the directory is missing");
  directory->count = weightFileNumber(record + 32, 8);
  directory->size = weightFileNumber(record + 40, 8);
  directory->begin = weightFileNumber(record + 48, 8);
  return checkOneFile(record + 16, 4, 8, error);
}

/// The end record stands at the end of the file, in front of a comment.
static bool findDirectory(int file, uint64_t fileSize, ZipDirectory *directory,
                          RelaxError *error) {
  enum { MOST = END + 0xffff };
  size_t size = fileSize < MOST ? (size_t)fileSize : MOST;
  uint8_t *tail = malloc(size + 1);
  bool good = tail && relaxFileReadAt(file, fileSize - size, tail, size, error);
  size_t at = size + 1;
  while (good && at > END) {
    const uint8_t *record = tail + --at - END;
    if (weightFileNumber(record, 4) != END_SIGNATURE ||
        weightFileNumber(record + 20, 2) != size - at)
      continue;
    uint64_t end = fileSize - size + at - END;
    *directory = (ZipDirectory){weightFileNumber(record + 16, 4),
                                weightFileNumber(record + 12, 4),
                                weightFileNumber(record + 10, 2)};
    if (directory->count == 0xffff || directory->size == UINT32_MAX ||
        directory->begin == UINT32_MAX)
      good = readEnd64(file, end, directory, error);
    else
      good = checkOneFile(record + 4, 2, 2, error);
    if (good &&
        (directory->begin > end || directory->size > end - directory->begin))
      good = relaxFail(error, "the directory does not lie in the file");
    free(tail);
    return good;
  }
  free(tail);
  return relaxFail(error, "the end of the zip file is missing");
}

/// Numbers that have no room in the entry stand in an extra field, in this
/// order.
static bool readExtra(const uint8_t *extra, size_t length, ZipMember *member,
                      RelaxError *error) {
  uint64_t *wanted[] = {&member->size, &member->packed, &member->begin};
  for (size_t at = 0; at + 4 <= length;) {
    size_t id = weightFileNumber(extra + at, 2),
           size = weightFileNumber(extra + at + 2, 2);
    at += 4;
    if (size > length - at)
      break;
    const uint8_t *next = extra + at, *end = next + size;
    for (int i = 0; id == EXTRA_ZIP64 && i < 3; ++i)
      if (*wanted[i] == UINT32_MAX && end - next >= 8) {
        *wanted[i] = weightFileNumber(next, 8);
        next += 8;
      }
    at += size;
  }
  return (member->size != UINT32_MAX && member->packed != UINT32_MAX &&
          member->begin != UINT32_MAX) ||
         relaxFail(error, "its ZIP64 field is missing");
}

/// Whether the file has the text there; without memory for it.
static bool stands(int file, uint64_t at, StrRef text) {
  char bytes[256];
  for (size_t done = 0, part; done < text.length; done += part) {
    size_t left = text.length - done;
    part = left < sizeof bytes ? left : sizeof bytes;
    if (!relaxFileReadAt(file, at + done, bytes, part, NULL) ||
        memcmp(bytes, text.data + done, part) != 0)
      return false;
  }
  return true;
}

/// The record in front of a member, whose `begin` moves behind it, must say the
/// same as the directory.
static bool checkLocal(int file, uint64_t directory, uint64_t flags,
                       ZipMember *member, RelaxError *error) {
  uint8_t local[LOCAL];
  if (member->begin > directory || directory - member->begin < LOCAL ||
      !relaxFileReadAt(file, member->begin, local, sizeof local, error) ||
      weightFileNumber(local, 4) != LOCAL_SIGNATURE)
    return relaxFail(error, "the directory points to no member");
  uint64_t packed = weightFileNumber(local + 18, 4),
           size = weightFileNumber(local + 22, 4);
  bool same = weightFileNumber(local + 8, 2) ==
                  (member->deflated ? METHOD_DEFLATED : 0) &&
              weightFileNumber(local + 26, 2) == member->name.length &&
              !(weightFileNumber(local + 6, 2) & FLAG_ENCRYPTED) &&
              stands(file, member->begin + LOCAL, member->name);
  if (same && !(flags & FLAG_SIZES_FOLLOW))
    same = weightFileNumber(local + 14, 4) == member->crc &&
           (packed == UINT32_MAX || packed == member->packed) &&
           (size == UINT32_MAX || size == member->size);
  if (!same)
    return relaxFail(error, "the directory and what stands in front of the "
                            "member differ");
  member->begin +=
      LOCAL + member->name.length + weightFileNumber(local + 28, 2);
  return (member->begin <= directory &&
          member->packed <= directory - member->begin) ||
         relaxFail(error,
                   "expected %" PRIu64 " bytes at offset %" PRIu64
                   ", got the directory at %" PRIu64,
                   member->packed, member->begin, directory);
}

/// What can be told from the sizes: deflate makes at most 1032 bytes of one.
static bool checkSizes(const ZipMember *member, RelaxError *error) {
  enum { LARGEST_RATIO = 1032 };
  if (member->deflated ? member->size / LARGEST_RATIO <= member->packed
                       : member->size == member->packed)
    return true;
  return relaxFail(
      error, "%" PRIu64 " bytes in the file cannot hold %" PRIu64 " of content",
      member->packed, member->size);
}

/// The entry of the directory at `*at`, which moves behind it.
static bool readMember(int file, const ZipDirectory *directory,
                       const uint8_t *bytes, uint64_t *at, ZipMember *member,
                       RelaxError *error) {
  const uint8_t *entry = bytes + *at;
  uint64_t left = directory->size - *at;
  if (left < ENTRY || weightFileNumber(entry, 4) != ENTRY_SIGNATURE)
    return relaxFail(error, "expected an entry of the directory");
  size_t name = weightFileNumber(entry + 28, 2),
         extra = weightFileNumber(entry + 30, 2);
  size_t all = ENTRY + name + extra + weightFileNumber(entry + 32, 2);
  if (left < all)
    return relaxFail(error, "expected an entry of the directory");
  uint64_t flags = weightFileNumber(entry + 8, 2),
           method = weightFileNumber(entry + 10, 2);
  *member = (ZipMember){.name = {(const char *)entry + ENTRY, name},
                        .deflated = method == METHOD_DEFLATED,
                        .crc = (uint32_t)weightFileNumber(entry + 16, 4),
                        .packed = weightFileNumber(entry + 20, 4),
                        .size = weightFileNumber(entry + 24, 4),
                        .begin = weightFileNumber(entry + 42, 4)};
  *at += all;
  bool good = true;
  if (flags & FLAG_ENCRYPTED)
    good = relaxFail(error, "it is encrypted");
  else if (method != METHOD_STORED && method != METHOD_DEFLATED)
    good = relaxFail(error,
                     "expected it stored or deflated, got compression method "
                     "%u",
                     (unsigned)method);
  good = good && readExtra(entry + ENTRY + name, extra, member, error) &&
         checkLocal(file, directory->begin, flags, member, error) &&
         checkSizes(member, error);
  return good ||
         relaxErrorContext(error, "member %.*s", (int)(name < 100 ? name : 100),
                           member->name.data);
}

static int comparePlaces(const void *a, const void *b) {
  const ZipMember *const *x = a, *const *y = b;
  if ((*x)->begin != (*y)->begin)
    return (*x)->begin < (*y)->begin ? -1 : 1;
  return ((*x)->packed > (*y)->packed) - ((*x)->packed < (*y)->packed);
}

/// Members that share bytes make much out of little.
static bool checkOverlaps(const ZipMember *members, size_t count, Arena *arena,
                          RelaxError *error) {
  const ZipMember **sorted = ARENA_ARRAY(arena, const ZipMember *, count);
  for (size_t i = 0; i < count; ++i)
    sorted[i] = &members[i];
  if (count)
    qsort(sorted, count, sizeof(*sorted), comparePlaces);
  for (size_t i = 1; i < count; ++i)
    if (sorted[i - 1]->begin + sorted[i - 1]->packed > sorted[i]->begin)
      return relaxFail(error, "two members share bytes");
  return true;
}

bool zipList(int file, uint64_t fileSize, size_t most, Arena *arena,
             ZipMember **members, size_t *count, RelaxError *error) {
  ZipDirectory directory;
  if (!findDirectory(file, fileSize, &directory, error))
    return false;
  if (directory.count > most || directory.count > directory.size / ENTRY)
    return relaxFail(
        error, "expected at most %zu members, got %" PRIu64,
        directory.size / ENTRY < most ? (size_t)(directory.size / ENTRY) : most,
        directory.count);
  uint8_t *bytes = arenaAlloc(arena, (size_t)directory.size);
  if (!relaxFileReadAt(file, directory.begin, bytes, (size_t)directory.size,
                       error))
    return false;
  *count = (size_t)directory.count;
  *members = ARENA_ARRAY(arena, ZipMember, *count);
  uint64_t at = 0;
  for (size_t i = 0; i < *count; ++i)
    if (!readMember(file, &directory, bytes, &at, &(*members)[i], error))
      return false;
  if (at != directory.size)
    return relaxFail(error, "the directory has more than its %zu members",
                     *count);
  return checkOverlaps(*members, *count, arena, error);
}
