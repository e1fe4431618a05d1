//===- Format.h - what a format of weight files provides ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WEIGHTFILE_FORMAT_H
#define RELAX_RUNTIME_WEIGHTFILE_FORMAT_H

#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/WeightFile/WeightFile.h"
#include "lib/Support/Arena.h"

enum {
  WEIGHT_FILE_MAGIC = 9,             // bytes that tell the format
  WEIGHT_FILE_MAX_ENTRIES = 1 << 17, // what bounds the memory of a directory
};

typedef struct WeightFormat {
  const char *name; // for messages
  /// Whether a file that begins with these bytes (zeros where it is shorter)
  /// is meant to be of the format.
  bool (*begins)(const uint8_t *magic);
  /// Adds all entries. Whatever they say must have been checked, but names.
  bool (*list)(RelaxWeightFile *file, RelaxError *error);
  /// NULL: the elements lie at the entry's offset.
  bool (*read)(const RelaxWeightFile *file, const RelaxWeightEntry *entry,
               void *data, RelaxError *error);
} WeightFormat;

extern const WeightFormat weightFormatSafetensors, weightFormatNpz,
    weightFormatRwkv, weightFormatGguf;

struct RelaxWeightFile {
  int file;
  uint64_t size;
  Arena *arena; // of everything below
  const WeightFormat *format;
  RelaxWeightEntry *entries;
  size_t count, capacity;
  uint32_t *byName; // indices of entries
};

/// For `numBytes` of an entry of known type: what the type takes.
#define WEIGHT_FILE_FOLLOWS UINT64_MAX

/// Adds an entry; name, type and dims are copied. `numBytes` of a known type
/// must be what the type takes, or WEIGHT_FILE_FOLLOWS. False with a message
/// that names the entry: too many entries, rank or bytes, elements that do not
/// lie in the file (unless they are nowhere).
bool weightFileAdd(RelaxWeightFile *file, const RelaxWeightEntry *entry,
                   RelaxError *error);

/// "entry 'NAME'" in front of the message, whatever bytes the name has; false.
bool weightEntryContext(StrRef name, RelaxError *error);

/// Little endian numbers.
uint64_t weightFileNumber(const uint8_t *bytes, int size);

#endif // RELAX_RUNTIME_WEIGHTFILE_FORMAT_H
