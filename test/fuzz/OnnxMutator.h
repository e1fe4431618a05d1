//===- OnnxMutator.h - breaks ONNX files in the ways that matter ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Most bytes of a model are weights, where a change breaks nothing. So the
// fields are listed first, by the schema of protobuf-c and tolerant of broken
// files, and nine mutations in ten hit what is outside raw_data: tags, lengths,
// numbers, strings; whole fields are duplicated, removed, swapped, copied to
// another place, nested into themselves; files are cut. Half of them repair the
// lengths around them, so that the importer is reached and not the wire walk
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_ONNXMUTATOR_H
#define RELAX_TEST_FUZZ_ONNXMUTATOR_H

#include "onnx.pb-c.h"
#include "test/fuzz/Random.h"

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

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

static inline const OnnxFuzzField *
onnxFuzzPick(const OnnxFuzzFile *file, Random *random,
             bool (*fits)(const OnnxFuzzField *)) {
  size_t start = randomBelow(random, (size_t)file->numFields);
  for (int i = 0; i < file->numFields; ++i) {
    const OnnxFuzzField *field =
        &file->fields[(start + (size_t)i) % (size_t)file->numFields];
    if (fits(field))
      return field;
  }
  return NULL;
}

static inline bool onnxFuzzIsSmall(const OnnxFuzzField *field) {
  return !onnxFuzzIsRaw(field);
}
static inline bool onnxFuzzIsNumber(const OnnxFuzzField *field) {
  return !field->hasLength;
}
static inline bool onnxFuzzIsGraph(const OnnxFuzzField *field) {
  return field->known && field->known->type == PROTOBUF_C_TYPE_MESSAGE &&
         field->known->descriptor == &onnx__graph_proto__descriptor;
}

/// A bit of a tag, a length or a small content.
static inline void onnxFuzzFlip(OnnxFuzzFile *file, Random *random,
                                const OnnxFuzzField *field) {
  bool head = randomBelow(random, 2) || field->end == field->value;
  size_t begin = head ? field->begin : field->value;
  size_t end = head ? field->value : field->end;
  if (end > begin)
    file->data[begin + randomBelow(random, end - begin)] ^=
        (uint8_t)(1u << randomBelow(random, 8));
}

static inline void onnxFuzzNumber(OnnxFuzzFile *file, Random *random,
                                  const OnnxFuzzField *field) {
  int64_t value = randomBelow(random, 3) ? randomEdge(random)
                                         : (int64_t)randomBelow(random, 24);
  uint8_t text[10];
  size_t size = field->end - field->value;
  if ((file->data[field->begin] & 7) == 0)
    size = onnxFuzzPutVarint(text, (uint64_t)value);
  else
    memcpy(text, &value, size);
  onnxFuzzEdit(file, field->value, field->end - field->value, text, size,
               field->parent, true);
}

/// Another string of the file, or an operator, in place of this one: other
/// edges, other operators, names that are there twice.
static inline void onnxFuzzString(OnnxFuzzFile *file, Random *random,
                                  const OnnxFuzzField *field) {
  static const char *const words[] = {
      "",        "Add",      "MatMul",    "Reshape", "Concat",    "Slice",
      "Shape",   "Cast",     "Transpose", "Softmax", "ReduceMax", "Conv",
      "MaxPool", "Constant", "Gather",    "Expand",  "Where",     "axes",
      "axis",    "to",       "value",     "../x",    "ai.onnx",   "\xff\xfe"};
  const OnnxFuzzField *other = onnxFuzzPick(file, random, onnxFuzzIsString);
  const char *word = words[randomBelow(random, sizeof words / sizeof *words)];
  bool known = randomBelow(random, 2) || !other;
  size_t size = known ? strlen(word) : other->end - other->value;
  uint8_t *copy = malloc(size + 16);
  if (!copy)
    return;
  uint64_t tag;
  size_t length = field->begin;
  onnxFuzzVarint(file, &length, file->size, &tag);
  size_t head = onnxFuzzPutVarint(copy, size);
  memcpy(copy + head, known ? (const void *)word : file->data + other->value,
         size);
  onnxFuzzEdit(file, length, field->end - length, copy, head + size,
               field->parent, true);
  free(copy);
}

/// Puts a field, or a nest of graphs, behind or inside another one.
static inline void onnxFuzzInsert(OnnxFuzzFile *file, Random *random,
                                  const OnnxFuzzField *from,
                                  const OnnxFuzzField *to) {
  size_t size;
  uint8_t *copy = onnxFuzzCopy(file, from, &size);
  if (copy)
    onnxFuzzEdit(file, to->end, 0, copy, size, to->parent,
                 randomBelow(random, 4) != 0);
  free(copy);
}

static inline void onnxFuzzNest(OnnxFuzzFile *file, Random *random) {
  static const size_t depths[] = {1, 5, 20, 21, 22, 64, 1000, 33334};
  const OnnxFuzzField *graph = onnxFuzzPick(file, random, onnxFuzzIsGraph);
  size_t size, depth = depths[randomBelow(random, 8)];
  uint8_t *nest = graph ? onnxFuzzNested(depth, &size) : NULL;
  if (nest)
    onnxFuzzEdit(file, graph->value, 0, nest, size, (int)(graph - file->fields),
                 true);
  free(nest);
}

static inline void onnxFuzzStep(OnnxFuzzFile *file, Random *random) {
  if (file->numFields == 0) {
    if (file->size)
      file->data[randomBelow(random, file->size)] ^=
          (uint8_t)(1u << randomBelow(random, 8));
    return;
  }
  const OnnxFuzzField *field = onnxFuzzPick(
      file, random, randomBelow(random, 10) ? onnxFuzzIsSmall : onnxFuzzIsRaw);
  const OnnxFuzzField *other = onnxFuzzPick(file, random, onnxFuzzIsSmall);
  const OnnxFuzzField *number = onnxFuzzPick(file, random, onnxFuzzIsNumber);
  const OnnxFuzzField *string = onnxFuzzPick(file, random, onnxFuzzIsString);
  if (!field || !other)
    field = other = &file->fields[0];
  switch (randomBelow(random, 16)) {
  case 0:
  case 1:
    onnxFuzzFlip(file, random, field);
    break;
  case 2:
    file->size =
        randomBelow(random, 2) ? field->end : randomBelow(random, file->size);
    break;
  case 3:
  case 4:
    onnxFuzzInsert(file, random, other, other);
    break;
  case 5:
  case 6:
    onnxFuzzEdit(file, field->begin, field->end - field->begin, NULL, 0,
                 field->parent, randomBelow(random, 4) != 0);
    break;
  case 7:
  case 8:
    onnxFuzzInsert(file, random, other, field);
    break;
  case 9:
    onnxFuzzNest(file, random);
    break;
  case 10:
  case 11:
  case 12:
    if (number)
      onnxFuzzNumber(file, random, number);
    break;
  default:
    if (string)
      onnxFuzzString(file, random, string);
    break;
  }
}

/// One to three mutations of `data`, which has room for `capacity` bytes.
/// Returns the new size.
static inline size_t onnxMutate(uint8_t *data, size_t size, size_t capacity,
                                uint64_t seed) {
  Random random = {seed};
  OnnxFuzzFile file = {data, size, capacity,
                       malloc(sizeof(OnnxFuzzField) * ONNX_FUZZ_MAX_FIELDS), 0};
  for (size_t i = 0, steps = 1 + randomBelow(&random, 3);
       file.fields && i < steps; ++i) {
    file.numFields = 0;
    onnxFuzzReadMessage(&file, 0, file.size, &onnx__model_proto__descriptor, -1,
                        0);
    onnxFuzzStep(&file, &random);
  }
  free(file.fields);
  return file.size;
}

#endif // RELAX_TEST_FUZZ_ONNXMUTATOR_H
