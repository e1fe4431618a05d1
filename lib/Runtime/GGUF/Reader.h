//===- Reader.h - a cursor over the front of a GGUF file ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The bytes in memory are a front of the file. Who runs out of them sets
// `needMore` and fails without a message; the file is then read further and
// parsed again from its begin. What lies behind the end of the file is an
// error.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_GGUF_READER_H
#define RELAX_RUNTIME_GGUF_READER_H

#include "lib/Runtime/GGUF/GGUF.h"
#include "lib/Support/Arena.h"

#include <string.h>

struct GgufFile {
  Arena *arena;
  const uint8_t *data;
  uint8_t *owned; // `data`, if it is ours
  size_t available;
  uint64_t size; // of the file; at least `available`
  uint32_t version;
  uint64_t alignment;
  GgufEntry *entries;
  size_t numEntries;
  const GgufEntry **entriesByName;
  size_t numByName; // without repetitions
  GgufTensor *tensors;
  size_t numTensors;
  const GgufTensor **tensorsByName;
};

typedef struct GgufReader {
  GgufFile *file;
  uint64_t at;
  size_t numValues; // keys, and arrays within arrays
  bool needMore;
  RelaxError *error;
} GgufReader;

/// Fails at a byte of the file; always false.
bool ggufFail(GgufReader *reader, uint64_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Whether the file has `size` bytes from here and they are in memory. `what`
/// is read.
bool ggufHas(GgufReader *reader, uint64_t size, const char *what);
/// The same; steps over them.
bool ggufTake(GgufReader *reader, uint64_t size, const char *what,
              const uint8_t **bytes);
bool ggufTakeU32(GgufReader *reader, const char *what, uint32_t *out);
bool ggufTakeU64(GgufReader *reader, const char *what, uint64_t *out);
/// A length and as many bytes.
bool ggufTakeString(GgufReader *reader, const char *what, StrRef *out);
/// Shortened for messages.
int ggufShown(StrRef text);

bool ggufReadEntries(GgufReader *reader, uint64_t count);
bool ggufReadTensors(GgufReader *reader, uint64_t count);

/// Little-endian integers at any address.
static inline uint32_t ggufLoadU32(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}
static inline uint64_t ggufLoadU64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

#endif // RELAX_RUNTIME_GGUF_READER_H
