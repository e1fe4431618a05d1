//===- GgufBytes.h - writes GGUF files by hand, for tests -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Bytes come one behind the other into a StrBuf; nothing is checked, so that
// also files that no writer would produce can be made.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_GGUFBYTES_H
#define RELAX_TEST_UNIT_GGUFBYTES_H

#include "lib/Runtime/GGUF/GGUF.h"

#include <string.h>

static inline void putBytes(StrBuf *out, const void *data, size_t size) {
  strBufAppend(out, (StrRef){data, size});
}
static inline void putU32(StrBuf *out, uint32_t value) {
  putBytes(out, &value, sizeof value);
}
static inline void putU64(StrBuf *out, uint64_t value) {
  putBytes(out, &value, sizeof value);
}
static inline void putText(StrBuf *out, const char *text) {
  putU64(out, strlen(text));
  strBufAppendC(out, text);
}

static inline void putHead(StrBuf *out, uint32_t version, uint64_t tensors,
                           uint64_t keys) {
  strBufAppendC(out, "GGUF");
  putU32(out, version);
  putU64(out, tensors);
  putU64(out, keys);
}
/// A key and the type of its value, which has to follow.
static inline void putKey(StrBuf *out, const char *key, uint32_t type) {
  putText(out, key);
  putU32(out, type);
}
/// An array's head; a key may stand in front.
static inline void putArray(StrBuf *out, uint32_t elementType, uint64_t count) {
  putU32(out, elementType);
  putU64(out, count);
}
static inline void putTextKey(StrBuf *out, const char *key, const char *text) {
  putKey(out, key, GGUF_STRING);
  putText(out, text);
}
static inline void putTensor(StrBuf *out, const char *name, uint32_t rank,
                             const uint64_t *dims, uint32_t type,
                             uint64_t offset) {
  putText(out, name);
  putU32(out, rank);
  for (uint32_t i = 0; i < rank; ++i)
    putU64(out, dims[i]);
  putU32(out, type);
  putU64(out, offset);
}
/// Zeros up to a multiple of `alignment`.
static inline void putPadding(StrBuf *out, size_t alignment) {
  while (out->length % alignment)
    putBytes(out, "", 1);
}

#endif // RELAX_TEST_UNIT_GGUFBYTES_H
