//===- Tensor.c - the values of an ONNX TensorProto -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Frontend/ONNX/Model/TypedData.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What an error is about: `tensor 'w': `.
static void subject(const OnnxTensor *tensor, StrBuf *error) {
  strBufAppendFormat(error, "tensor '%s': ", tensor->name);
}

/// `2x3xf32`.
static void appendType(const OnnxTensor *tensor, StrBuf *out) {
  for (size_t i = 0; i < tensor->numDims; ++i)
    strBufAppendFormat(out, "%" PRId64 "x", tensor->dims[i]);
  strBufAppendC(out, onnxDataTypeName(tensor->dataType));
}

/// Number of elements and bytes; refuses what 63 bits cannot count.
static bool measure(OnnxTensor *tensor, StrBuf *error) {
  int64_t count = 1;
  bool overflow = false, empty = false;
  for (size_t i = 0; i < tensor->numDims; ++i) {
    if (tensor->dims[i] < 0) {
      subject(tensor, error);
      strBufAppendFormat(error, "dimension %zu is %" PRId64, i,
                         tensor->dims[i]);
      return false;
    }
    empty |= tensor->dims[i] == 0;
    overflow |= __builtin_mul_overflow(count, tensor->dims[i], &count);
  }
  int64_t bits = onnxDataTypeBits(tensor->dataType), total = 0;
  if (!empty)
    overflow |= __builtin_mul_overflow(count, bits, &total);
  if (overflow && !empty) {
    subject(tensor, error);
    strBufAppendC(error, "size of ");
    appendType(tensor, error);
    strBufAppendC(error, " exceeds 63 bits");
    return false;
  }
  tensor->numElements = empty ? 0 : count;
  tensor->size = (size_t)(total / 8 + (total % 8 != 0));
  return true;
}

static bool getStrings(const Onnx__TensorProto *proto, OnnxTensor *tensor,
                       StrBuf *error) {
  if ((uint64_t)tensor->numElements != proto->n_string_data) {
    subject(tensor, error);
    strBufAppendFormat(error, "expected %" PRId64 " strings, got %zu",
                       tensor->numElements, proto->n_string_data);
    return false;
  }
  tensor->storage = ONNX_STORAGE_STRINGS;
  tensor->strings = proto->string_data;
  return true;
}

static bool getRaw(const OnnxModel *model, const Onnx__TensorProto *proto,
                   OnnxTensor *tensor, StrBuf *error) {
  if (proto->raw_data.len != tensor->size) {
    subject(tensor, error);
    strBufAppendFormat(error, "expected %zu bytes of raw_data for ",
                       tensor->size);
    appendType(tensor, error);
    strBufAppendFormat(error, ", got %zu", proto->raw_data.len);
    return false;
  }
  tensor->storage = ONNX_STORAGE_RAW;
  tensor->bytes = tensor->size ? proto->raw_data.data : NULL;
  if (tensor->dataType == ONNX__TENSOR_PROTO__DATA_TYPE__BOOL)
    for (size_t i = 0; i < tensor->size; ++i)
      if (tensor->bytes[i] > 1) {
        subject(tensor, error);
        strBufAppendFormat(error,
                           "element %zu: expected a bool of 0 or 1, "
                           "got %u",
                           i, tensor->bytes[i]);
        return false;
      }
  onnxModelRawData(model, proto, &tensor->fileOffset);
  return true;
}

//===----------------------------------------------------------------------===//
// External data
//===----------------------------------------------------------------------===//

/// A decimal number without sign, spaces or overflow.
static bool parseUnsigned(const char *text, uint64_t *out) {
  uint64_t value = 0;
  if (!*text)
    return false;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9' || value > (INT64_MAX - 9) / 10)
      return false;
    value = 10 * value + (uint64_t)(*text - '0');
  }
  *out = value;
  return true;
}

/// Relative and without a step upwards (docs/language/graph.md); links are for
/// who opens.
static bool staysInside(const char *path) {
  if (*path == 0 || *path == '/')
    return false;
  for (const char *part = path; part; part = strchr(part, '/')) {
    part += *part == '/';
    if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0))
      return false;
  }
  return true;
}

static bool externalError(const OnnxTensor *tensor, const char *key,
                          const char *value, const char *expected,
                          StrBuf *error) {
  subject(tensor, error);
  strBufAppendFormat(error, "external data: %s '%s': expected %s", key, value,
                     expected);
  return false;
}

static bool getExternal(const Onnx__TensorProto *proto, OnnxTensor *tensor,
                        StrBuf *error) {
  uint64_t length = tensor->size;
  tensor->storage = ONNX_STORAGE_EXTERNAL;
  if (tensor->dataType == ONNX__TENSOR_PROTO__DATA_TYPE__STRING) {
    subject(tensor, error);
    strBufAppendC(error, "strings in another file are not supported");
    return false;
  }
  for (size_t i = 0; i < proto->n_external_data; ++i) {
    const char *key = onnxText(proto->external_data[i]->key);
    const char *value = onnxText(proto->external_data[i]->value);
    if (strcmp(key, "location") == 0)
      tensor->location = value;
    else if ((strcmp(key, "offset") == 0 &&
              !parseUnsigned(value, &tensor->fileOffset)) ||
             (strcmp(key, "length") == 0 && !parseUnsigned(value, &length)))
      return externalError(tensor, key, value, "a number of bytes", error);
  }
  if (!tensor->location || !staysInside(tensor->location))
    return externalError(tensor, "location", onnxText(tensor->location),
                         "a path inside the model's folder", error);
  if (length == tensor->size)
    return true;
  subject(tensor, error);
  strBufAppendFormat(error, "expected %zu bytes of external data for ",
                     tensor->size);
  appendType(tensor, error);
  strBufAppendFormat(error, ", got %" PRIu64, length);
  return false;
}

//===----------------------------------------------------------------------===//
// All storages
//===----------------------------------------------------------------------===//

static bool getInside(const OnnxModel *model, const Onnx__TensorProto *proto,
                      OnnxTensor *tensor, StrBuf *error) {
  size_t numTyped = proto->n_float_data + proto->n_int32_data +
                    proto->n_int64_data + proto->n_double_data +
                    proto->n_uint64_data + proto->n_string_data;
  if (proto->has_raw_data && proto->raw_data.len != 0 && numTyped != 0) {
    subject(tensor, error);
    strBufAppendC(error, "has both raw_data and a typed list");
    return false;
  }
  if (tensor->dataType == ONNX__TENSOR_PROTO__DATA_TYPE__STRING)
    return getStrings(proto, tensor, error);
  if (proto->has_raw_data && numTyped == 0)
    return getRaw(model, proto, tensor, error);
  StrBuf message = {0};
  tensor->storage = onnxModelRawData(model, proto, &tensor->fileOffset)
                        ? ONNX_STORAGE_RAW
                        : ONNX_STORAGE_TYPED;
  bool converted = onnxTypedDataConvert(proto, tensor, numTyped, &message);
  if (!converted) {
    subject(tensor, error);
    strBufAppendC(error, strBufText(&message));
  }
  strBufFree(&message);
  return converted;
}

bool onnxTensorGet(const OnnxModel *model, const Onnx__TensorProto *proto,
                   OnnxTensor *out, StrBuf *error) {
  *out = (OnnxTensor){.name = onnxText(proto->name),
                      .dataType = proto->has_data_type ? proto->data_type : 0,
                      .dims = proto->dims,
                      .numDims = proto->n_dims};
  if (onnxDataTypeBits(out->dataType) == 0 &&
      out->dataType != ONNX__TENSOR_PROTO__DATA_TYPE__STRING) {
    subject(out, error);
    strBufAppendFormat(error, "unknown data type %" PRId32, out->dataType);
    return false;
  }
  if (!measure(out, error))
    return false;
  if (proto->segment) {
    subject(out, error);
    strBufAppendC(error, "values in segments are not supported");
    return false;
  }
  if (proto->has_data_location &&
      proto->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL)
    return getExternal(proto, out, error);
  return getInside(model, proto, out, error);
}

void onnxTensorFree(OnnxTensor *tensor) {
  free(tensor->owned);
  tensor->owned = NULL;
  tensor->bytes = NULL;
}
