//===- Safetensors.c - reading the safetensors format ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Format: a little-endian u64 with the size of a JSON header, the header (name
// -> dtype, shape, data_offsets), then the bytes. They have neither holes nor
// overlaps and end with the file; `__metadata__` maps strings to strings.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/WeightFile/Safetensors.h"
#include "lib/Runtime/WeightFile/Format.h"
#include "lib/Support/Nesting.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What has another name here is no number: the table is sparse.
static const char *const names[RELAX_NUM_DTYPES] = {
    [RELAX_F32] = "F32",        [RELAX_F64] = "F64",
    [RELAX_F16] = "F16",        [RELAX_BF16] = "BF16",
    [RELAX_I8] = "I8",          [RELAX_I16] = "I16",
    [RELAX_I32] = "I32",        [RELAX_I64] = "I64",
    [RELAX_U8] = "U8",          [RELAX_U16] = "U16",
    [RELAX_U32] = "U32",        [RELAX_U64] = "U64",
    [RELAX_BOOL] = "BOOL",      [RELAX_F8E4M3FN] = "F8_E4M3",
    [RELAX_F8E5M2] = "F8_E5M2", [RELAX_F8E8M0FNU] = "F8_E8M0",
    [RELAX_F4E2M1FN] = "F4"};

const char *safetensorsTypeName(RelaxDType dtype) {
  return (unsigned)dtype < RELAX_NUM_DTYPES ? names[dtype] : NULL;
}

static bool begins(const uint8_t *magic) { return magic[8] == '{'; }

//===----------------------------------------------------------------------===//
// The header as JSON
//===----------------------------------------------------------------------===//

/// An upper bound of what the parser takes for the text: a node with a name and
/// a string, as malloc gives them, for every value.
static uint64_t parserBytes(const char *text, size_t size) {
  enum { NODE = sizeof(cJSON) + 96 };
  uint64_t nodes = 1;
  for (size_t i = 0; i < size; ++i)
    nodes += text[i] == ',' || text[i] == '[' || text[i] == '{';
  return nodes * NODE + size;
}

/// Before the parser sees it: no NUL, not too deep, not too much memory.
static bool checkHeader(const RelaxWeightFile *file, StrRef text,
                        RelaxError *error) {
  enum { SPARE = 16 << 20 }; // beside as many bytes as the file has
  size_t offset;
  const char *problem = textNestingProblem(text, &offset);
  if (problem)
    return relaxFail(error, "byte %zu of the header: %s", offset, problem);
  return (!memchr(text.data, '\0', text.length) &&
          parserBytes(text.data, text.length) <= file->size + SPARE) ||
         relaxFail(error, "the header is no list of tensors");
}

/// The text of the header with a NUL behind it, which the caller frees; NULL
/// with a message.
static char *readHeader(const RelaxWeightFile *file, size_t *size,
                        RelaxError *error) {
  uint8_t head[8];
  if (!relaxFileReadAt(file->file, 0, head, sizeof head, error))
    return NULL;
  uint64_t length = weightFileNumber(head, 8);
  if (length > file->size - 8) {
    relaxFail(error,
              "expected a header of %" PRIu64 " bytes, got a file of %" PRIu64
              " bytes",
              length, file->size);
    return NULL;
  }
  char *text = malloc((size_t)length + 1);
  if (!text) {
    relaxFail(error, "out of memory: %" PRIu64 " bytes", length);
    return NULL;
  }
  text[length] = '\0';
  *size = (size_t)length;
  if (relaxFileReadAt(file->file, 8, text, *size, error) &&
      checkHeader(file, (StrRef){text, *size}, error))
    return text;
  free(text);
  return NULL;
}

/// An integer that a double holds exactly.
static bool isCount(const cJSON *item, uint64_t *out) {
  const double limit = 9007199254740992.0; // 2^53
  if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) ||
      item->valuedouble >= limit ||
      item->valuedouble != (double)(uint64_t)item->valuedouble)
    return false;
  *out = (uint64_t)item->valuedouble;
  return true;
}

static bool takeShape(const cJSON *item, RelaxWeightEntry *entry, int64_t *dims,
                      RelaxError *error) {
  const cJSON *extent;
  if (!cJSON_IsArray(item))
    return relaxFail(error, "expected 'shape' to be a list");
  cJSON_ArrayForEach(extent, item) {
    uint64_t value;
    if (entry->rank == RELAX_MAX_RANK)
      return relaxFail(error,
                       "expected a rank of at most %d, got a longer "
                       "'shape'",
                       RELAX_MAX_RANK);
    if (!isCount(extent, &value))
      return relaxFail(error, "expected extents to be integers below 2^53");
    dims[entry->rank++] = (int64_t)value;
  }
  return true;
}

/// `data_offsets` count from `begin`, the first byte behind the header.
static bool takeOffsets(const cJSON *item, uint64_t begin,
                        RelaxWeightEntry *entry, RelaxError *error) {
  uint64_t from, to;
  if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != 2 ||
      !isCount(cJSON_GetArrayItem(item, 0), &from) ||
      !isCount(cJSON_GetArrayItem(item, 1), &to) || to < from)
    return relaxFail(error, "expected 'data_offsets' to be two integers in "
                            "rising order below 2^53");
  entry->offset = begin + from;
  entry->numBytes = to - from;
  return true;
}

static bool takeType(const cJSON *item, RelaxWeightEntry *entry,
                     RelaxError *error) {
  if (!cJSON_IsString(item))
    return relaxFail(error, "expected 'dtype' to be a string");
  entry->type = strRefFromC(item->valuestring);
  for (int i = 0; i < RELAX_NUM_DTYPES; ++i)
    if (names[i] && strcmp(names[i], item->valuestring) == 0) {
      entry->known = true;
      entry->dtype = (RelaxDType)i;
    }
  return true;
}

static bool addEntry(RelaxWeightFile *file, const cJSON *item, uint64_t begin,
                     RelaxError *error) {
  int64_t dims[RELAX_MAX_RANK];
  RelaxWeightEntry entry = {.name = strRefFromC(item->string), .dims = dims};
  if (!cJSON_IsObject(item) || cJSON_GetArraySize(item) != 3)
    relaxFail(error, "expected exactly 'dtype', 'shape' and 'data_offsets'");
  else if (takeType(cJSON_GetObjectItemCaseSensitive(item, "dtype"), &entry,
                    error) &&
           takeShape(cJSON_GetObjectItemCaseSensitive(item, "shape"), &entry,
                     dims, error) &&
           takeOffsets(cJSON_GetObjectItemCaseSensitive(item, "data_offsets"),
                       begin, &entry, error))
    return weightFileAdd(file, &entry, error);
  return weightEntryContext(entry.name, error);
}

//===----------------------------------------------------------------------===//
// Entries and their places
//===----------------------------------------------------------------------===//

static int comparePlaces(const void *a, const void *b) {
  const RelaxWeightEntry *const *x = a, *const *y = b;
  if ((*x)->offset != (*y)->offset)
    return (*x)->offset < (*y)->offset ? -1 : 1;
  return ((*x)->numBytes > (*y)->numBytes) - ((*x)->numBytes < (*y)->numBytes);
}

/// From `begin` to the end of the file, every byte belongs to one entry.
static bool checkPlaces(RelaxWeightFile *file, uint64_t begin,
                        RelaxError *error) {
  const RelaxWeightEntry **sorted =
      ARENA_ARRAY(file->arena, const RelaxWeightEntry *, file->count);
  for (size_t i = 0; i < file->count; ++i)
    sorted[i] = &file->entries[i];
  if (file->count)
    qsort(sorted, file->count, sizeof(*sorted), comparePlaces);
  for (size_t i = 0; i < file->count; ++i) {
    if (sorted[i]->offset != begin) {
      relaxFail(error,
                "expected its bytes to begin at offset %" PRIu64
                ", behind those before, got %" PRIu64,
                begin, sorted[i]->offset);
      return weightEntryContext(sorted[i]->name, error);
    }
    begin += sorted[i]->numBytes;
  }
  return begin == file->size ||
         relaxFail(error,
                   "%" PRIu64 " bytes at the end of the file belong to no "
                   "entry",
                   file->size - begin);
}

static bool list(RelaxWeightFile *file, RelaxError *error) {
  size_t size;
  char *text = readHeader(file, &size, error);
  if (!text)
    return false;
  const char *end = NULL;
  cJSON *root = cJSON_ParseWithLengthOpts(text, size + 1, &end, true);
  bool good = root || relaxFail(error, "byte %td of the header is no JSON",
                                end ? end - text : 0);
  free(text);
  const cJSON *item;
  cJSON_ArrayForEach(item, root) {
    if (good && strcmp(item->string, "__metadata__") != 0)
      good = addEntry(file, item, 8 + size, error);
  }
  cJSON_Delete(root);
  return good && checkPlaces(file, 8 + size, error);
}

const WeightFormat weightFormatSafetensors = {"safetensors", begins, list,
                                              NULL};
