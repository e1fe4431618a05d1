//===- Model.c - an ONNX file, checked and unpacked -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Model.h"
#include "lib/Frontend/ONNX/Model/Budget.h"
#include "lib/Frontend/ONNX/Model/Wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const size_t unpackReserve = (size_t)64 << 20;
/// Real models import fewer than ten; every pair is compared.
static const size_t maxOpsets = 256;

/// Where the raw data of one tensor stand in the file.
typedef struct RawData {
  const Onnx__TensorProto *tensor;
  uint64_t offset;
} RawData;

struct OnnxModel {
  char *name;
  OnnxBudget budget;
  ProtobufCAllocator allocator;
  Onnx__ModelProto *proto;
  RawData *raw; // ascending by pointer
  size_t numRaw;
};

//===----------------------------------------------------------------------===//
// Values in the file: the walk and the unpacked tree side by side
//===----------------------------------------------------------------------===//

/// Fields of TensorProto whose bytes in the file are a tensor's values.
enum { FLOAT_DATA = 4, RAW_DATA = 9, DOUBLE_DATA = 10 };

static bool holdsValues(const ProtobufCFieldDescriptor *field) {
  return (field->id == RAW_DATA || field->id == FLOAT_DATA ||
          field->id == DOUBLE_DATA) &&
         field == protobuf_c_message_descriptor_get_field(
                      &onnx__tensor_proto__descriptor, field->id);
}

/// The bytes of a field of an unpacked tensor.
static size_t sizeOfValues(const Onnx__TensorProto *tensor, uint32_t field) {
  return field == RAW_DATA     ? tensor->raw_data.len
         : field == FLOAT_DATA ? tensor->n_float_data * sizeof(float)
                               : tensor->n_double_data * sizeof(double);
}

static void countRawData(void *state, size_t depth,
                         const ProtobufCFieldDescriptor *field, size_t index,
                         size_t offset, size_t size) {
  (void)depth, (void)index, (void)offset, (void)size;
  size_t *count = state;
  if (holdsValues(field))
    ++*count;
}

/// The unpacked message that stands for each level of the walk.
typedef struct Binder {
  OnnxModel *model;
  const ProtobufCMessage *path[ONNX_WIRE_MAX_DEPTH];
} Binder;

static void bindMessage(void *state, size_t depth,
                        const ProtobufCFieldDescriptor *field, size_t index) {
  Binder *binder = state;
  const char *parent = (const char *)binder->path[depth - 1];
  const void *member = parent + field->offset;
  ProtobufCMessage *message;
  if (field->label == PROTOBUF_C_LABEL_REPEATED) {
    assert(index < *(const size_t *)(parent + field->quantifier_offset));
    message = (*(ProtobufCMessage * *const *)member)[index];
  } else {
    message = *(ProtobufCMessage *const *)member;
  }
  assert(message && message->descriptor == field->descriptor);
  binder->path[depth] = message;
}

static void bindRawData(void *state, size_t depth,
                        const ProtobufCFieldDescriptor *field, size_t index,
                        size_t offset, size_t size) {
  (void)index;
  if (!holdsValues(field))
    return;
  Binder *binder = state;
  const Onnx__TensorProto *tensor =
      (const Onnx__TensorProto *)binder->path[depth];
  // A list may come in several pieces; only one piece is the whole tensor.
  if (size == 0 || sizeOfValues(tensor, field->id) != size)
    return;
  OnnxModel *model = binder->model;
  model->raw[model->numRaw++] = (RawData){tensor, offset};
}

static int compareRawData(const void *a, const void *b) {
  uintptr_t left = (uintptr_t)((const RawData *)a)->tensor;
  uintptr_t right = (uintptr_t)((const RawData *)b)->tensor;
  return (left > right) - (left < right);
}

/// Fills `model->raw` by a second walk over the same bytes. The walk refused
/// fields that would be merged, so element k unpacked is occurrence k.
static void locateRawData(OnnxModel *model, const uint8_t *data, size_t size) {
  Binder binder = {.model = model};
  binder.path[0] = &model->proto->base;
  OnnxWireVisitor visitor = {&binder, bindMessage, bindRawData};
  StrBuf error = {0};
  bool walked = onnxWireWalk(data, size, &onnx__model_proto__descriptor,
                             &visitor, &error);
  assert(walked && "the same bytes were accepted before");
  (void)walked;
  if (model->numRaw)
    qsort(model->raw, model->numRaw, sizeof(RawData), compareRawData);
}

bool onnxModelRawData(const OnnxModel *model, const Onnx__TensorProto *tensor,
                      uint64_t *offset) {
  RawData key = {tensor, 0};
  if (!model || model->numRaw == 0)
    return false;
  const RawData *found =
      bsearch(&key, model->raw, model->numRaw, sizeof(RawData), compareRawData);
  if (found)
    *offset = found->offset;
  return found != NULL;
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

static void subject(const char *name, StrBuf *error) {
  strBufAppendFormat(error, "'%s': ", name);
}

static bool unpack(OnnxModel *model, const uint8_t *data, size_t size,
                   StrBuf *error) {
  size_t numRaw = 0;
  OnnxWireVisitor counter = {&numRaw, NULL, countRawData};
  StrBuf message = {0};
  bool walked = onnxWireWalk(data, size, &onnx__model_proto__descriptor,
                             &counter, &message);
  if (!walked) {
    subject(model->name, error);
    strBufAppendC(error, strBufText(&message));
  }
  strBufFree(&message);
  if (!walked)
    return false;
  model->raw = model->allocator.alloc(&model->budget, numRaw * sizeof(RawData));
  model->proto = model->raw
                     ? onnx__model_proto__unpack(&model->allocator, size, data)
                     : NULL;
  if (model->proto) {
    locateRawData(model, data, size);
    return true;
  }
  assert(model->budget.exceeded && "what the walk accepts can be unpacked");
  subject(model->name, error);
  strBufAppendFormat(error,
                     "unpacking needs more memory than there is, or than %zu "
                     "bytes",
                     model->budget.limit);
  return false;
}

static const char *canonicalDomain(const char *domain) {
  return strcmp(onnxText(domain), "ai.onnx") == 0 ? "" : onnxText(domain);
}

/// What every model has, beyond the protobuf schema.
static bool checkModel(const OnnxModel *model, StrBuf *error) {
  const Onnx__ModelProto *proto = model->proto;
  if (!proto->graph) {
    subject(model->name, error);
    strBufAppendC(error, "model has no graph (is this an ONNX file?)");
    return false;
  }
  if (proto->n_opset_import == 0) {
    subject(model->name, error);
    strBufAppendC(error, "model imports no operator set");
    return false;
  }
  if (proto->n_opset_import > maxOpsets) {
    subject(model->name, error);
    strBufAppendFormat(error, "expected at most %zu operator sets, got %zu",
                       maxOpsets, proto->n_opset_import);
    return false;
  }
  // skl2onnx writes one set twice.
  for (size_t i = 0; i < proto->n_opset_import; ++i)
    for (size_t j = 0; j < i; ++j) {
      const Onnx__OperatorSetIdProto *a = proto->opset_import[j];
      const Onnx__OperatorSetIdProto *b = proto->opset_import[i];
      const char *domain = canonicalDomain(b->domain);
      if (strcmp(domain, canonicalDomain(a->domain)) != 0 ||
          a->version == b->version)
        continue;
      subject(model->name, error);
      strBufAppendFormat(error,
                         "operator set '%s' is imported twice, as versions "
                         "%" PRId64 " and %" PRId64,
                         domain, a->version, b->version);
      return false;
    }
  return true;
}

/// A model begins with the number of a field, which is no character.
static bool looksLikeText(const uint8_t *data, size_t size) {
  enum { FEWEST = 16, LOOKED_AT = 64 };
  for (size_t i = 0; i < size && i < LOOKED_AT; ++i)
    if (data[i] < ' ' && !strchr("\t\r\n", data[i]))
      return false;
  return size >= FEWEST;
}

OnnxModel *onnxModelFromMemory(const uint8_t *data, size_t size,
                               const char *name, const OnnxLimits *limits,
                               StrBuf *error) {
  if (size == 0) {
    subject(name, error);
    strBufAppendC(error, "file is empty");
    return NULL;
  }
  if (size > INT32_MAX) {
    subject(name, error);
    strBufAppendFormat(error, "expected at most %d bytes, got %zu", INT32_MAX,
                       size);
    return NULL;
  }
  if (looksLikeText(data, size)) {
    subject(name, error);
    strBufAppendC(error, "expected a model, got text");
    return NULL;
  }
  OnnxModel *model = calloc(1, sizeof *model);
  char *nameCopy = strdup(name);
  if (!model || !nameCopy) {
    free(model);
    free(nameCopy);
    subject(name, error);
    strBufAppendC(error, "out of memory");
    return NULL;
  }
  model->name = nameCopy;
  model->budget.limit = limits && limits->memoryBytes
                            ? limits->memoryBytes
                            : 2 * size + unpackReserve;
  model->allocator = onnxBudgetAllocator(&model->budget);
  if (unpack(model, data, size, error) && checkModel(model, error))
    return model;
  onnxModelDestroy(model);
  return NULL;
}

void onnxModelDestroy(OnnxModel *model) {
  if (!model)
    return;
  if (model->proto)
    onnx__model_proto__free_unpacked(model->proto, &model->allocator);
  model->allocator.free(&model->budget, model->raw);
  assert(model->budget.used == 0);
  free(model->name);
  free(model);
}

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

const Onnx__ModelProto *onnxModelProto(const OnnxModel *model) {
  return model->proto;
}

int64_t onnxModelOpset(const OnnxModel *model, const char *domain) {
  const Onnx__ModelProto *proto = model->proto;
  for (size_t i = 0; i < proto->n_opset_import; ++i)
    if (strcmp(canonicalDomain(proto->opset_import[i]->domain),
               canonicalDomain(domain)) == 0)
      return proto->opset_import[i]->version;
  return 0;
}
