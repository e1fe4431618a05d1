//===- OnnxBytes.h - writes protobuf bytes by hand, for the ONNX tests ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Independent of protobuf-c, so that also bytes that no writer would produce
// can be made. Zero-initialise `Bytes`; free `data`.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_ONNXBYTES_H
#define RELAX_TEST_UNIT_ONNXBYTES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
  uint8_t *data;
  size_t size, capacity;
} Bytes;

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_LENGTH = 2, WIRE_FIXED32 = 5 };

static inline void putRaw(Bytes *out, const void *data, size_t size) {
  if (out->size + size > out->capacity) {
    out->capacity = 2 * (out->size + size) + 64;
    out->data = realloc(out->data, out->capacity);
    if (!out->data)
      abort();
  }
  if (size)
    memcpy(out->data + out->size, data, size);
  out->size += size;
}

/// A whole file; no data where it cannot be opened.
static inline Bytes readBytes(const char *path) {
  Bytes bytes = {0};
  FILE *file = fopen(path, "rb");
  if (!file)
    return bytes;
  char block[4096];
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    putRaw(&bytes, block, got);
  fclose(file);
  return bytes;
}

static inline void putVarint(Bytes *out, uint64_t value) {
  do {
    uint8_t byte = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    putRaw(out, &byte, 1);
    value >>= 7;
  } while (value);
}

static inline void putTag(Bytes *out, uint32_t field, unsigned wireType) {
  putVarint(out, (uint64_t)field << 3 | wireType);
}

static inline void putNumber(Bytes *out, uint32_t field, uint64_t value) {
  putTag(out, field, WIRE_VARINT);
  putVarint(out, value);
}

static inline void putBytes(Bytes *out, uint32_t field, const void *data,
                            size_t size) {
  putTag(out, field, WIRE_LENGTH);
  putVarint(out, size);
  putRaw(out, data, size);
}

static inline void putText(Bytes *out, uint32_t field, const char *text) {
  putBytes(out, field, text, strlen(text));
}

/// Puts `inner` as a sub-message and frees it.
static inline void putMessage(Bytes *out, uint32_t field, Bytes *inner) {
  putBytes(out, field, inner->data, inner->size);
  free(inner->data);
  *inner = (Bytes){0};
}

/// The fields of a ModelProto around a GraphProto, which is freed.
static inline Bytes modelAround(Bytes *graph) {
  Bytes model = {0}, opset = {0};
  putNumber(&model, 1, 8);
  putNumber(&opset, 2, 13);
  putMessage(&model, 8, &opset);
  putMessage(&model, 7, graph);
  return model;
}

#endif // RELAX_TEST_UNIT_ONNXBYTES_H
