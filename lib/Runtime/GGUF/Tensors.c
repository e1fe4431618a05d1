//===- Tensors.c - the tensor directory of a GGUF file --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/GGUF/Reader.h"

#include <inttypes.h>
#include <stdlib.h>

// Which of ggml's types occur in files beside the block formats.
static const GgufElementType elementTypes[] = {
    {"f32", GGUF_F32_TENSOR, 1, 4},
    {"f16", GGUF_F16_TENSOR, 1, 2},
    {"iq2_xxs", 16, 256, 66},
    {"iq2_xs", 17, 256, 74},
    {"iq3_xxs", 18, 256, 98},
    {"iq1_s", 19, 256, 50},
    {"iq4_nl", 20, 32, 18},
    {"iq3_s", 21, 256, 110},
    {"iq2_s", 22, 256, 82},
    {"iq4_xs", 23, 256, 136},
    {"i8", 24, 1, 1},
    {"i16", 25, 1, 2},
    {"i32", 26, 1, 4},
    {"i64", 27, 1, 8},
    {"f64", 28, 1, 8},
    {"iq1_m", 29, 256, 56},
    {"bf16", GGUF_BF16_TENSOR, 1, 2},
    {"tq1_0", 34, 256, 54},
    {"tq2_0", 35, 256, 66},
    {"mxfp4", 39, 32, 17},
};

/// NULL for a number that is unknown here.
static const GgufElementType *ggufElementType(uint32_t number) {
  for (size_t i = 0; i < sizeof elementTypes / sizeof *elementTypes; ++i)
    if (elementTypes[i].ggmlType == number)
      return &elementTypes[i];
  return blockFormatByGgml(number);
}

/// Bytes of a tensor; false with an error if 64 bits do not hold them.
static bool tensorBytes(GgufReader *reader, uint64_t at, GgufTensor *tensor) {
  const GgufElementType *type = tensor->type;
  // An extent of 0 anywhere makes the product small again, so it comes first.
  bool empty = false, overflow = false;
  for (uint32_t i = 0; i < tensor->rank; ++i)
    empty = empty || tensor->dims[i] == 0;
  uint64_t row = tensor->rank ? (uint64_t)tensor->dims[0] : 1;
  if (row % (uint64_t)type->elements != 0)
    return ggufFail(reader, at,
                    "rows of %" PRIu64 " elements: expected a multiple of "
                    "%" PRId64 ", the block of %s",
                    row, type->elements, type->name);
  uint64_t bytes = row / (uint64_t)type->elements;
  overflow = __builtin_mul_overflow(bytes, type->bytes, &bytes);
  for (uint32_t i = 1; i < tensor->rank; ++i)
    overflow |= __builtin_mul_overflow(bytes, tensor->dims[i], &bytes);
  if (overflow && !empty)
    return ggufFail(reader, at, "expected fewer than 2^64 bytes");
  tensor->bytes = empty ? 0 : bytes;
  return true;
}

static bool takeDims(GgufReader *reader, GgufTensor *tensor) {
  uint64_t at = reader->at;
  if (!ggufTakeU32(reader, "a tensor's rank", &tensor->rank))
    return false;
  if (tensor->rank > GGUF_MAX_RANK)
    return ggufFail(reader, at, "expected a rank of at most %d, got %" PRIu32,
                    GGUF_MAX_RANK, tensor->rank);
  for (uint32_t i = 0; i < tensor->rank; ++i) {
    uint64_t dim;
    at = reader->at;
    if (!ggufTakeU64(reader, "an extent", &dim))
      return false;
    if (dim > INT64_MAX)
      return ggufFail(reader, at, "extent %" PRIu64 " is not below 2^63", dim);
    tensor->dims[i] = (int64_t)dim;
  }
  return true;
}

/// Everything behind the name. `offset` stays relative to the data section.
static bool takeTensor(GgufReader *reader, GgufTensor *tensor) {
  uint64_t begin = reader->at;
  uint32_t type;
  if (!takeDims(reader, tensor))
    return false;
  uint64_t at = reader->at;
  if (!ggufTakeU32(reader, "a tensor's type", &type))
    return false;
  tensor->type = ggufElementType(type);
  if (!tensor->type)
    return ggufFail(reader, at, "type %" PRIu32 " is unknown", type);
  if (!tensorBytes(reader, begin, tensor))
    return false;
  at = reader->at;
  if (!ggufTakeU64(reader, "a tensor's offset", &tensor->offset))
    return false;
  if (tensor->offset % reader->file->alignment != 0)
    return ggufFail(reader, at,
                    "offset %" PRIu64 " is no multiple of the alignment, "
                    "%" PRIu64,
                    tensor->offset, reader->file->alignment);
  return true;
}

static int compareNames(const void *a, const void *b) {
  const GgufTensor *left = *(const GgufTensor *const *)a,
                   *right = *(const GgufTensor *const *)b;
  return strRefCompare(left->name, right->name);
}

static int comparePlaces(const void *a, const void *b) {
  const GgufTensor *left = *(const GgufTensor *const *)a,
                   *right = *(const GgufTensor *const *)b;
  if (left->offset != right->offset)
    return left->offset < right->offset ? -1 : 1;
  return left->bytes < right->bytes ? -1 : left->bytes > right->bytes;
}

/// From here on offsets count from the begin of the file.
static bool checkPlaces(GgufReader *reader) {
  GgufFile *file = reader->file;
  // Neither is above 2^62, so nothing overflows.
  uint64_t rest = reader->at % file->alignment,
           data = rest ? reader->at + (file->alignment - rest) : reader->at;
  for (size_t i = 0; i < file->numTensors; ++i) {
    GgufTensor *tensor = &file->tensors[i];
    uint64_t end;
    if (__builtin_add_overflow(tensor->offset, data, &tensor->offset) ||
        __builtin_add_overflow(tensor->offset, tensor->bytes, &end) ||
        (tensor->bytes && end > file->size))
      return relaxFail(
          reader->error,
          "tensor '%s': expected %" PRIu64 " bytes at byte %" PRIu64
          ", got a file of %" PRIu64 " bytes",
          tensor->name.data, tensor->bytes, tensor->offset, file->size);
  }
  return true;
}

static bool checkOverlaps(GgufReader *reader, const GgufTensor **sorted) {
  size_t count = reader->file->numTensors;
  qsort(sorted, count, sizeof *sorted, comparePlaces);
  const GgufTensor *last = NULL;
  for (size_t i = 0; i < count; ++i) {
    if (sorted[i]->bytes == 0)
      continue;
    if (last && sorted[i]->offset < last->offset + last->bytes)
      return relaxFail(
          reader->error, "byte %" PRIu64 ": tensors '%s' and '%s' overlap",
          sorted[i]->offset, last->name.data, sorted[i]->name.data);
    last = sorted[i];
  }
  return true;
}

static bool indexTensors(GgufReader *reader) {
  GgufFile *file = reader->file;
  size_t count = file->numTensors;
  file->tensorsByName = ARENA_ARRAY(file->arena, const GgufTensor *, count);
  for (size_t i = 0; i < count; ++i)
    file->tensorsByName[i] = &file->tensors[i];
  if (count == 0)
    return true;
  if (!checkPlaces(reader) || !checkOverlaps(reader, file->tensorsByName))
    return false;
  qsort(file->tensorsByName, count, sizeof *file->tensorsByName, compareNames);
  for (size_t i = 1; i < count; ++i)
    if (compareNames(&file->tensorsByName[i - 1], &file->tensorsByName[i]) == 0)
      return relaxFail(reader->error, "two tensors are named '%s'",
                       file->tensorsByName[i]->name.data);
  return true;
}

bool ggufReadTensors(GgufReader *reader, uint64_t count) {
  GgufFile *file = reader->file;
  if (count > GGUF_MAX_ENTRIES)
    return ggufFail(reader, 8, "expected at most %d tensors, got %" PRIu64,
                    GGUF_MAX_ENTRIES, count);
  file->tensors = ARENA_ARRAY(file->arena, GgufTensor, count);
  for (; file->numTensors < count; ++file->numTensors) {
    GgufTensor *tensor = &file->tensors[file->numTensors];
    uint64_t at = reader->at;
    StrRef name;
    if (!ggufTakeString(reader, "a tensor's name", &name))
      return false;
    // Names are for people and for C: no tool has longer ones than 64 bytes.
    if (name.length == 0 || name.length > 1024 ||
        memchr(name.data, '\0', name.length))
      return ggufFail(reader, at,
                      "expected a tensor's name of 1 to 1024 bytes without "
                      "NUL");
    tensor->name = arenaCopyString(file->arena, name);
    if (!takeTensor(reader, tensor))
      return relaxErrorIsSet(reader->error) &&
             relaxErrorContext(reader->error, "tensor '%.*s'", ggufShown(name),
                               name.data);
  }
  return indexTensors(reader);
}
