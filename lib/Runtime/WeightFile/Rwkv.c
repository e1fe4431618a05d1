//===- Rwkv.c - the files of rwkv.cpp -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Format: rwkv.cpp, its FILE_FORMAT.md. Six i32 (magic, version 100 or 101,
// vocabulary, width, layers, element type of the matrices), then until the end
// of the file one tensor after the other: i32 rank, bytes of the name, element
// type; extents from the innermost on; name; data.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/WeightFile/Format.h"

#include <string.h>

enum { HEADER = 24, TENSOR_HEADER = 12, MAX_NAME = 1024 };

static const char magicBytes[] = "fmgg"; // 0x67676d66

static bool begins(const uint8_t *magic) {
  return memcmp(magic, magicBytes, 4) == 0;
}

/// Element types by their number; the quantised ones have blocks of 32, which
/// run along the innermost extent.
typedef struct RwkvType {
  const char *name;
  RelaxDType dtype;
} RwkvType;

static const RwkvType types[] = {
    [0] = {"FP32", RELAX_F32},  [1] = {"FP16", RELAX_F16},
    [2] = {"Q4_0", RELAX_Q4_0}, [3] = {"Q4_1", RELAX_Q4_1},
    [7] = {"Q5_0", RELAX_Q5_0}, [8] = {"Q5_1", RELAX_Q5_1},
    [9] = {"Q8_0", RELAX_Q8_0}};
enum { NUM_TYPES = sizeof(types) / sizeof(*types) };

static bool findType(uint64_t number, RelaxWeightEntry *entry,
                     RelaxError *error) {
  if (number >= NUM_TYPES || !types[number].name)
    return relaxFail(error, "element type %u is not known", (unsigned)number);
  entry->type = strRefFromC(types[number].name);
  entry->known = true;
  entry->dtype = types[number].dtype;
  const BlockFormat *block = relaxDTypeBlock(entry->dtype);
  if (block &&
      (entry->rank == 0 || entry->dims[entry->rank - 1] % block->elements))
    return relaxFail(error, "expected blocks of %d elements",
                     (int)block->elements);
  return true;
}

/// Reads `size` bytes at `*position`, which moves behind them.
static bool take(const RelaxWeightFile *file, uint64_t *position, void *data,
                 size_t size, RelaxError *error) {
  if (size > file->size - *position)
    return relaxFail(error,
                     "expected a tensor, got %llu bytes at the end of the file",
                     (unsigned long long)(file->size - *position));
  if (!relaxFileReadAt(file->file, *position, data, size, error))
    return false;
  *position += size;
  return true;
}

static bool addTensor(RelaxWeightFile *file, uint64_t *position,
                      RelaxError *error) {
  uint8_t header[TENSOR_HEADER], extents[4 * RELAX_MAX_RANK];
  char name[MAX_NAME];
  int64_t dims[RELAX_MAX_RANK];
  if (!take(file, position, header, sizeof header, error))
    return false;
  uint64_t rank = weightFileNumber(header, 4);
  uint64_t length = weightFileNumber(header + 4, 4);
  if (rank > RELAX_MAX_RANK || length == 0 || length > MAX_NAME)
    return relaxFail(error,
                     "expected a rank of at most %d and a name of 1 to %d "
                     "bytes, got %u and %u",
                     RELAX_MAX_RANK, MAX_NAME, (unsigned)rank,
                     (unsigned)length);
  if (!take(file, position, extents, 4 * rank, error) ||
      !take(file, position, name, length, error))
    return false;
  RelaxWeightEntry entry = {.name = {name, length},
                            .rank = (int32_t)rank,
                            .dims = dims,
                            .offset = *position,
                            .numBytes = WEIGHT_FILE_FOLLOWS};
  for (uint64_t i = 0; i < rank; ++i) {
    uint64_t extent = weightFileNumber(extents + 4 * (rank - 1 - i), 4);
    if (extent > INT32_MAX)
      return relaxFail(error, "expected an extent below 2^31") ||
             weightEntryContext(entry.name, error);
    dims[i] = (int64_t)extent;
  }
  if (!findType(weightFileNumber(header + 8, 4), &entry, error))
    return weightEntryContext(entry.name, error);
  if (!weightFileAdd(file, &entry, error))
    return false;
  *position += file->entries[file->count - 1].numBytes;
  return true;
}

static bool list(RelaxWeightFile *file, RelaxError *error) {
  uint8_t header[HEADER];
  uint64_t position = 0;
  if (!take(file, &position, header, sizeof header, error))
    return false;
  uint64_t version = weightFileNumber(header + 4, 4);
  if (version != 100 && version != 101)
    return relaxFail(error, "version %u is not supported, only 100 and 101",
                     (unsigned)version);
  while (position < file->size)
    if (!addTensor(file, &position, error)) {
      // Where it is: a wrong size shows at the tensor behind it.
      return relaxErrorContext(error, "tensor %zu", file->count);
    }
  return true;
}

const WeightFormat weightFormatRwkv = {"rwkv.cpp", begins, list, NULL};
