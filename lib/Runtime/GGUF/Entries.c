//===- Entries.c - the metadata of a GGUF file ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/GGUF/Reader.h"

#include <inttypes.h>
#include <stdlib.h>

/// Bytes of a scalar; 0 for strings and arrays.
static size_t scalarBytes(GgufType type) {
  static const uint8_t bytes[GGUF_NUM_TYPES] = {
      [GGUF_U8] = 1,  [GGUF_I8] = 1,  [GGUF_U16] = 2, [GGUF_I16] = 2,
      [GGUF_U32] = 4, [GGUF_I32] = 4, [GGUF_F32] = 4, [GGUF_BOOL] = 1,
      [GGUF_U64] = 8, [GGUF_I64] = 8, [GGUF_F64] = 8,
  };
  return bytes[type];
}

static GgufValue loadScalar(GgufType type, const uint8_t *at) {
  GgufValue value = {.type = type};
  uint64_t raw = 0;
  size_t size = scalarBytes(type);
  memcpy(&raw, at, size);
  switch (type) {
  case GGUF_I8:
  case GGUF_I16:
  case GGUF_I32:
  case GGUF_I64: {
    unsigned unused = 64 - 8 * (unsigned)size;
    value.i = (int64_t)(raw << unused) >> unused;
    break;
  }
  case GGUF_F32: {
    float single;
    memcpy(&single, at, sizeof single);
    value.f = single;
    break;
  }
  case GGUF_F64:
    memcpy(&value.f, at, sizeof value.f);
    break;
  default:
    value.u = raw;
  }
  return value;
}

static bool takeType(GgufReader *reader, const char *what, GgufType *type) {
  uint64_t at = reader->at;
  uint32_t number;
  if (!ggufTakeU32(reader, what, &number))
    return false;
  if (number >= GGUF_NUM_TYPES)
    return ggufFail(reader, at, "%s: expected a number below %d, got %" PRIu32,
                    what, GGUF_NUM_TYPES, number);
  *type = (GgufType)number;
  return true;
}

static bool checkBools(GgufReader *reader, const uint8_t *bytes,
                       uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    if (bytes[i] > 1)
      return ggufFail(reader, (uint64_t)(bytes + i - reader->file->data),
                      "a bool: expected 0 or 1, got %u", bytes[i]);
  return true;
}

static bool countValue(GgufReader *reader) {
  if (++reader->numValues <= GGUF_MAX_ENTRIES)
    return true;
  return ggufFail(reader, reader->at,
                  "expected at most %d keys and arrays in arrays",
                  GGUF_MAX_ENTRIES);
}

static bool takeArray(GgufReader *reader, int depth, GgufValue *out);

static bool takeArrays(GgufReader *reader, int depth, GgufValue *out) {
  // The count alone proves nothing: the least array has 12 bytes.
  if (out->count > GGUF_MAX_ENTRIES)
    return ggufFail(reader, reader->at,
                    "expected at most %d keys and arrays in arrays",
                    GGUF_MAX_ENTRIES);
  GgufValue *arrays = ARENA_ARRAY(reader->file->arena, GgufValue, out->count);
  for (uint64_t i = 0; i < out->count; ++i)
    if (!countValue(reader) || !takeArray(reader, depth + 1, &arrays[i]))
      return false;
  out->arrays = arrays;
  return true;
}

static bool takeStrings(GgufReader *reader, GgufValue *out) {
  uint64_t *places = ARENA_ARRAY(reader->file->arena, uint64_t, out->count);
  for (uint64_t i = 0; i < out->count; ++i) {
    StrRef unused;
    places[i] = reader->at;
    if (!ggufTakeString(reader, "a string of an array", &unused))
      return false;
  }
  out->places = places;
  return true;
}

static bool takeArray(GgufReader *reader, int depth, GgufValue *out) {
  out->type = GGUF_ARRAY;
  uint64_t at = reader->at, bytes;
  if (depth == GGUF_MAX_DEPTH)
    return ggufFail(reader, at, "expected arrays at most %d deep",
                    GGUF_MAX_DEPTH);
  if (!takeType(reader, "the type of an array's elements", &out->elementType) ||
      !ggufTakeU64(reader, "the count of an array's elements", &out->count))
    return false;
  // A string has 8 bytes at least, an array 12.
  size_t least = scalarBytes(out->elementType);
  if (least == 0)
    least = out->elementType == GGUF_STRING ? 8 : 12;
  if (__builtin_mul_overflow(out->count, (uint64_t)least, &bytes))
    return ggufFail(reader, at,
                    "an array of %" PRIu64 " elements is larger than any file",
                    out->count);
  if (!ggufHas(reader, bytes, "the elements of an array"))
    return false;
  if (out->elementType == GGUF_STRING)
    return takeStrings(reader, out);
  if (out->elementType == GGUF_ARRAY)
    return takeArrays(reader, depth, out);
  return ggufTake(reader, bytes, "the elements of an array", &out->bytes) &&
         (out->elementType != GGUF_BOOL ||
          checkBools(reader, out->bytes, out->count));
}

static bool takeValue(GgufReader *reader, GgufValue *out) {
  const uint8_t *bytes;
  if (!takeType(reader, "the type of a value", &out->type))
    return false;
  if (out->type == GGUF_STRING)
    return ggufTakeString(reader, "a string", &out->string);
  if (out->type == GGUF_ARRAY)
    return takeArray(reader, 0, out);
  if (!ggufTake(reader, scalarBytes(out->type), "a value", &bytes))
    return false;
  *out = loadScalar(out->type, bytes);
  return out->type != GGUF_BOOL || checkBools(reader, bytes, 1);
}

/// Where an entry of the metadata begins and ends, to compare repetitions.
typedef struct Extent {
  uint64_t begin, end;
} Extent;

static int compareKeys(const void *a, const void *b) {
  const GgufEntry *left = *(const GgufEntry *const *)a,
                  *right = *(const GgufEntry *const *)b;
  int order = strRefCompare(left->key, right->key);
  if (order == 0)
    order = left < right ? -1 : left > right;
  return order;
}

/// Sorts the keys for look-ups; a repetition has to say the same.
static bool indexKeys(GgufReader *reader, const Extent *extents) {
  GgufFile *file = reader->file;
  const GgufEntry **sorted =
      ARENA_ARRAY(file->arena, const GgufEntry *, file->numEntries);
  for (size_t i = 0; i < file->numEntries; ++i)
    sorted[i] = &file->entries[i];
  if (file->numEntries)
    qsort(sorted, file->numEntries, sizeof *sorted, compareKeys);
  size_t kept = 0;
  for (size_t i = 0; i < file->numEntries; ++i) {
    if (kept == 0 || !strRefEqual(sorted[kept - 1]->key, sorted[i]->key)) {
      sorted[kept++] = sorted[i];
      continue;
    }
    Extent first = extents[sorted[kept - 1] - file->entries],
           again = extents[sorted[i] - file->entries];
    if (first.end - first.begin != again.end - again.begin ||
        memcmp(file->data + first.begin, file->data + again.begin,
               first.end - first.begin) != 0)
      return ggufFail(
          reader, again.begin, "key '%.*s' has another value at byte %" PRIu64,
          ggufShown(sorted[i]->key), sorted[i]->key.data, first.begin);
  }
  file->entriesByName = sorted;
  file->numByName = kept;
  return true;
}

bool ggufReadEntries(GgufReader *reader, uint64_t count) {
  GgufFile *file = reader->file;
  if (count > GGUF_MAX_ENTRIES)
    return ggufFail(reader, 16, "expected at most %d keys, got %" PRIu64,
                    GGUF_MAX_ENTRIES, count);
  file->entries = ARENA_ARRAY(file->arena, GgufEntry, count);
  Extent *extents = ARENA_ARRAY(file->arena, Extent, count);
  for (; file->numEntries < count; ++file->numEntries) {
    GgufEntry *entry = &file->entries[file->numEntries];
    Extent *extent = &extents[file->numEntries];
    extent->begin = reader->at;
    if (!countValue(reader) || !ggufTakeString(reader, "a key", &entry->key))
      return false;
    if (!takeValue(reader, &entry->value))
      return relaxErrorIsSet(reader->error) &&
             relaxErrorContext(reader->error, "key '%.*s'",
                               ggufShown(entry->key), entry->key.data);
    extent->end = reader->at;
  }
  return indexKeys(reader, extents);
}

GgufValue ggufElement(const GgufFile *file, const GgufValue *array,
                      uint64_t index) {
  if (array->elementType == GGUF_ARRAY)
    return array->arrays[index];
  if (array->elementType == GGUF_STRING)
    return (GgufValue){.type = GGUF_STRING,
                       .string = ggufElementString(file, array, index)};
  return loadScalar(array->elementType,
                    array->bytes + index * scalarBytes(array->elementType));
}

StrRef ggufElementString(const GgufFile *file, const GgufValue *array,
                         uint64_t index) {
  const uint8_t *at = file->data + array->places[index];
  return (StrRef){(const char *)at + 8, ggufLoadU64(at)};
}
