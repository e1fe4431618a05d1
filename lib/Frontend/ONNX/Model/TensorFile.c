//===- TensorFile.c - a value in a file of its own ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/TensorFile.h"
#include "lib/Frontend/ONNX/Model/Budget.h"
#include "lib/Frontend/ONNX/Model/ExternalFile.h"
#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Frontend/ONNX/Model/Wire.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/File.h"
#include "onnx-data.pb-c.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// Room for the unpacked message beside the values themselves.
static const size_t unpackReserve = (size_t)1 << 20;

static bool unknownElements(const OnnxTensor *values, StrBuf *message) {
  strBufAppendFormat(message,
                     "tensor '%s': elements of type %s cannot be given to a "
                     "program: expected ",
                     values->name, onnxDataTypeName(values->dataType));
  for (int dtype = 0; dtype < RELAX_NUM_DTYPES; ++dtype)
    strBufAppendFormat(message, "%s%s", dtype ? ", " : "",
                       relaxDTypeName((RelaxDType)dtype));
  return false;
}

/// Strings become the tensor's own.
static bool copyStrings(const OnnxTensor *values, RelaxTensor *out,
                        RelaxError *error) {
  StrRef *elements = out->data;
  for (int64_t i = 0; i < values->numElements; ++i)
    elements[i] =
        (StrRef){(const char *)values->strings[i].data, values->strings[i].len};
  if (relaxStringsOwn(out, error))
    return true;
  relaxTensorRelease(out);
  return false;
}

static bool copyValues(const OnnxTensor *values, RelaxTensor *out,
                       StrBuf *message) {
  RelaxDType dtype;
  if (!onnxDataTypeDType(values->dataType, &dtype))
    return unknownElements(values, message);
  if (values->numDims > RELAX_MAX_RANK) {
    strBufAppendFormat(message,
                       "tensor '%s': expected at most %d dimensions, got %zu",
                       values->name, RELAX_MAX_RANK, values->numDims);
    return false;
  }
  RelaxError error = {0};
  bool good = relaxTensorCreate(dtype, (int32_t)values->numDims, values->dims,
                                out, &error);
  if (good && dtype == RELAX_STRING)
    good = copyStrings(values, out, &error);
  else if (good)
    relaxTensorUnpack(values->bytes, out);
  if (!good)
    strBufAppendFormat(message, "tensor '%s': %s", values->name,
                       relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

static bool readExternal(const char *path, OnnxTensor *values,
                         StrBuf *message) {
  values->owned = onnxExternalRead(path, values, message);
  values->bytes = values->owned;
  return values->owned != NULL;
}

static bool decode(const Onnx__TensorProto *proto, const char *path,
                   RelaxTensor *out, StrBuf *message) {
  OnnxTensor values;
  if (!onnxTensorGet(NULL, proto, &values, message))
    return false;
  bool good = (values.storage != ONNX_STORAGE_EXTERNAL ||
               readExternal(path, &values, message)) &&
              copyValues(&values, out, message);
  onnxTensorFree(&values);
  return good;
}

//===----------------------------------------------------------------------===//
// Sequences and optionals
//===----------------------------------------------------------------------===//

static bool decodeSequence(const Onnx__SequenceProto *proto, const char *path,
                           RelaxTensor *out, StrBuf *message) {
  RelaxTensor *items = NULL;
  bool good = true;
  if (proto->n_sparse_tensor_values || proto->n_sequence_values ||
      proto->n_map_values || proto->n_optional_values) {
    strBufAppendC(message, "expected a sequence of tensors, got one of other "
                           "values");
    return false;
  }
  for (size_t i = 0; good && i < proto->n_tensor_values; ++i) {
    RelaxTensor item;
    good = decode(proto->tensor_values[i], path, &item, message);
    if (good)
      arrput(items, item);
  }
  RelaxError error = {0};
  if (good && !(good = relaxContainerCreate(RELAX_SEQUENCE, arrlen(items),
                                            items, out, &error)))
    strBufAppendC(message, relaxErrorText(&error));
  else if (!good)
    for (ptrdiff_t i = 0; i < arrlen(items); ++i)
      relaxTensorRelease(&items[i]);
  relaxErrorFree(&error);
  arrfree(items);
  return good;
}

static bool decodeOptional(const Onnx__OptionalProto *proto, const char *path,
                           RelaxTensor *out, StrBuf *message) {
  RelaxTensor item = {0};
  if (proto->sparse_tensor_value || proto->map_value || proto->optional_value) {
    strBufAppendC(message, "expected an optional tensor or sequence, got one "
                           "of another value");
    return false;
  }
  if ((proto->tensor_value &&
       !decode(proto->tensor_value, path, &item, message)) ||
      (proto->sequence_value &&
       !decodeSequence(proto->sequence_value, path, &item, message)))
    return false;
  RelaxError error = {0};
  bool good = relaxContainerCreate(RELAX_OPTIONAL, item.storage ? 1 : 0, &item,
                                   out, &error);
  if (!good)
    strBufAppendC(message, relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static bool decodeKind(const ProtobufCMessage *proto, RelaxDType kind,
                       const char *path, RelaxTensor *out, StrBuf *message) {
  if (kind == RELAX_SEQUENCE)
    return decodeSequence((const Onnx__SequenceProto *)proto, path, out,
                          message);
  if (kind == RELAX_OPTIONAL)
    return decodeOptional((const Onnx__OptionalProto *)proto, path, out,
                          message);
  return decode((const Onnx__TensorProto *)proto, path, out, message);
}

static bool unpackAndDecode(const uint8_t *data, size_t size, RelaxDType kind,
                            const char *path, RelaxTensor *out,
                            StrBuf *message) {
  const ProtobufCMessageDescriptor *descriptor =
      kind == RELAX_SEQUENCE   ? &onnx__sequence_proto__descriptor
      : kind == RELAX_OPTIONAL ? &onnx__optional_proto__descriptor
                               : &onnx__tensor_proto__descriptor;
  // An optional without a value may have no bytes at all.
  if ((size == 0 && kind != RELAX_OPTIONAL) || size > INT32_MAX) {
    strBufAppendFormat(message, "expected 1 to %d bytes, got %zu", INT32_MAX,
                       size);
    return false;
  }
  if (!onnxWireWalk(data, size, descriptor, NULL, message))
    return false;
  OnnxBudget budget = {.limit = 2 * size + unpackReserve};
  ProtobufCAllocator allocator = onnxBudgetAllocator(&budget);
  ProtobufCMessage *proto =
      protobuf_c_message_unpack(descriptor, &allocator, size, data);
  if (!proto) {
    strBufAppendFormat(message,
                       "unpacking needs more memory than there is, or than %zu "
                       "bytes",
                       budget.limit);
    return false;
  }
  bool good = decodeKind(proto, kind, path, out, message);
  protobuf_c_message_free_unpacked(proto, &allocator);
  return good;
}

bool onnxValueFileDecode(const uint8_t *data, size_t size, const char *path,
                         RelaxDType kind, RelaxTensor *out, RelaxError *error) {
  StrBuf message = {0};
  bool good = unpackAndDecode(data, size, kind, path, out, &message);
  if (!good)
    relaxFail(error, "'%s': %s", path, strBufText(&message));
  strBufFree(&message);
  return good;
}

bool onnxValueFileRead(const char *path, RelaxDType kind, RelaxTensor *out,
                       RelaxError *error) {
  StrBuf bytes = {0};
  bool good = relaxFileRead(path, &bytes, error) &&
              onnxValueFileDecode((const uint8_t *)strBufText(&bytes),
                                  bytes.length, path, kind, out, error);
  strBufFree(&bytes);
  return good;
}

bool onnxTensorFileDecode(const uint8_t *data, size_t size, const char *path,
                          RelaxTensor *out, RelaxError *error) {
  return onnxValueFileDecode(data, size, path, RELAX_F32, out, error);
}

bool onnxTensorFileRead(const char *path, RelaxTensor *out, RelaxError *error) {
  return onnxValueFileRead(path, RELAX_F32, out, error);
}
