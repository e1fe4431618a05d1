//===- OnnxMutator.h - breaks ONNX files in the ways that matter ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Most bytes of a model are weights, where a change breaks nothing. So nine
// mutations in ten hit what is outside raw_data: tags, lengths,
// numbers, strings; whole fields are duplicated, removed, swapped, copied to
// another place, nested into themselves; files are cut. Half of them repair the
// lengths around them, so that the importer is reached and not the wire walk
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_ONNXMUTATOR_H
#define RELAX_TEST_FUZZ_ONNXMUTATOR_H

#include "test/fuzz/OnnxEdit.h"
#include "test/fuzz/Random.h"

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
  static OnnxFuzzField fields[ONNX_FUZZ_MAX_FIELDS];
  OnnxFuzzFile file = {data, size, capacity, fields, 0};
  for (size_t i = 0, steps = 1 + randomBelow(&random, 3); i < steps; ++i) {
    file.numFields = 0;
    onnxFuzzReadMessage(&file, 0, file.size, &onnx__model_proto__descriptor, -1,
                        0);
    onnxFuzzStep(&file, &random);
  }
  return file.size;
}

#endif // RELAX_TEST_FUZZ_ONNXMUTATOR_H
