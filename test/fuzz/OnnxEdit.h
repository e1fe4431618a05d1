//===- OnnxEdit.h - the fields of an ONNX file and edits of them ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The fields are listed by the schema of protobuf-c, tolerant of broken files.
// An edit may repair the lengths around it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_ONNXEDIT_H
#define RELAX_TEST_FUZZ_ONNXEDIT_H

#include "onnx.pb-c.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ONNX_FUZZ_MAX_FIELDS = 1 << 14, ONNX_FUZZ_MAX_DEPTH = 48 };

/// One field of the file: `[begin, value)` is its tag and length, `[value,
/// end)` its content.
typedef struct OnnxFuzzField {
  size_t begin, value, end;
  const ProtobufCFieldDescriptor *known; // NULL: not in the schema
  int parent;                            // index of the message, -1: the root
  bool hasLength;
} OnnxFuzzField;

typedef struct OnnxFuzzFile {
  uint8_t *data; // room for `capacity`
  size_t size, capacity;
  OnnxFuzzField *fields; // ONNX_FUZZ_MAX_FIELDS
  int numFields;
} OnnxFuzzFile;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static inline bool onnxFuzzVarint(const OnnxFuzzFile *file, size_t *at,
                                  size_t end, uint64_t *value) {
  *value = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    uint8_t byte = file->data[(*at)++];
    *value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return true;
  }
  return false;
}

static inline size_t onnxFuzzPutVarint(uint8_t *out, uint64_t value) {
  size_t size = 0;
  for (; value > 0x7f; value >>= 7)
    out[size++] = (uint8_t)(value | 0x80);
  out[size++] = (uint8_t)value;
  return size;
}

/// Reads the field at `*at`; false where the bytes make no sense.
static inline bool onnxFuzzReadField(const OnnxFuzzFile *file, size_t *at,
                                     size_t end,
                                     const ProtobufCMessageDescriptor *type,
                                     OnnxFuzzField *field) {
  uint64_t tag, value;
  field->begin = *at;
  if (!onnxFuzzVarint(file, at, end, &tag))
    return false;
  field->value = *at;
  field->hasLength = (tag & 7) == 2;
  field->known =
      protobuf_c_message_descriptor_get_field(type, (unsigned)(tag >> 3));
  switch (tag & 7) {
  case 0:
    if (!onnxFuzzVarint(file, at, end, &value))
      return false;
    break;
  case 1:
  case 5:
    if (end - *at < 8)
      return false;
    *at += (tag & 7) == 1 ? 8 : 4;
    break;
  case 2:
    if (!onnxFuzzVarint(file, at, end, &value) || value > end - *at)
      return false;
    field->value = *at;
    *at += (size_t)value;
    break;
  default:
    return false;
  }
  field->end = *at;
  return true;
}

static inline void onnxFuzzReadMessage(OnnxFuzzFile *file, size_t at,
                                       size_t end,
                                       const ProtobufCMessageDescriptor *type,
                                       int parent, int depth) {
  while (at < end && file->numFields < ONNX_FUZZ_MAX_FIELDS) {
    OnnxFuzzField *field = &file->fields[file->numFields];
    if (!onnxFuzzReadField(file, &at, end, type, field))
      return;
    field->parent = parent;
    int index = file->numFields++;
    if (field->hasLength && field->known &&
        field->known->type == PROTOBUF_C_TYPE_MESSAGE &&
        depth < ONNX_FUZZ_MAX_DEPTH)
      onnxFuzzReadMessage(file, field->value, field->end,
                          field->known->descriptor, index, depth + 1);
  }
}

/// Large contents: weights.
static inline bool onnxFuzzIsRaw(const OnnxFuzzField *field) {
  return field->hasLength && field->known &&
         field->known->type == PROTOBUF_C_TYPE_BYTES &&
         strcmp(field->known->name, "raw_data") == 0;
}

static inline bool onnxFuzzIsString(const OnnxFuzzField *field) {
  return field->hasLength && field->known &&
         (field->known->type == PROTOBUF_C_TYPE_STRING ||
          (field->known->type == PROTOBUF_C_TYPE_BYTES &&
           !onnxFuzzIsRaw(field)));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Replaces `removed` bytes at `at`; false if there is no room.
static inline bool onnxFuzzSplice(OnnxFuzzFile *file, size_t at, size_t removed,
                                  const uint8_t *bytes, size_t count) {
  if (file->size - removed + count > file->capacity)
    return false;
  memmove(file->data + at + count, file->data + at + removed,
          file->size - at - removed);
  if (count)
    memcpy(file->data + at, bytes, count);
  file->size += count - removed;
  return true;
}

/// The same inside message `parent`; then the lengths of the messages around
/// it, from the inside, which stand in front of `at`.
static inline void onnxFuzzEdit(OnnxFuzzFile *file, size_t at, size_t removed,
                                const uint8_t *bytes, size_t count, int parent,
                                bool repair) {
  if (!onnxFuzzSplice(file, at, removed, bytes, count) || !repair)
    return;
  size_t grown = count - removed; // modulo 2^64
  for (; parent >= 0; parent = file->fields[parent].parent) {
    const OnnxFuzzField *message = &file->fields[parent];
    OnnxFuzzFile view = *file;
    uint64_t tag;
    size_t length = message->begin;
    uint8_t text[10];
    if (!onnxFuzzVarint(&view, &length, view.size, &tag))
      return;
    size_t old = message->value - length;
    size_t size =
        onnxFuzzPutVarint(text, message->end - message->value + grown);
    if (!onnxFuzzSplice(file, length, old, text, size))
      return;
    grown += size - old;
  }
}

/// A copy of a field's bytes. Free it.
static inline uint8_t *onnxFuzzCopy(const OnnxFuzzFile *file,
                                    const OnnxFuzzField *field, size_t *size) {
  *size = field->end - field->begin;
  uint8_t *copy = malloc(*size ? *size : 1);
  if (copy && *size)
    memcpy(copy, file->data + field->begin, *size);
  return copy;
}

/// `depth` graphs inside each other, each the attribute of a node of the next,
/// as a field of a GraphProto. Written from the end. Free it.
static inline uint8_t *onnxFuzzNested(size_t depth, size_t *size) {
  static const uint8_t tags[] = {0x0a, 0x2a, 0x32}; // node, attribute, g
  size_t room = depth * 24 + 16, at = room;
  uint8_t *bytes = malloc(room);
  if (!bytes)
    return NULL;
  for (size_t i = depth; i-- > 0;)
    for (int k = 2; k >= 0; --k) {
      uint8_t text[10];
      size_t length = onnxFuzzPutVarint(text, room - at);
      at -= length;
      memcpy(bytes + at, text, length);
      bytes[--at] = tags[k];
    }
  *size = room - at;
  memmove(bytes, bytes + at, *size);
  return bytes;
}

#endif // RELAX_TEST_FUZZ_ONNXEDIT_H
