//===- TensorFile.c - a TensorProto in a file of its own ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/TensorFile.h"
#include "lib/Frontend/ONNX/Budget.h"
#include "lib/Frontend/ONNX/ExternalFile.h"
#include "lib/Frontend/ONNX/Tensor.h"
#include "lib/Frontend/ONNX/Wire.h"
#include "lib/Runtime/File.h"

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
  if (good)
    relaxTensorUnpack(values->bytes, out);
  else
    strBufAppendFormat(message, "tensor '%s': %s", values->name,
                       relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

static bool readExternal(const char *path, OnnxTensor *values,
                         StrBuf *message) {
  values->owned = onnxExternalRead(path, values->location, values->fileOffset,
                                   values->size, message);
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

static bool unpackAndDecode(const uint8_t *data, size_t size, const char *path,
                            RelaxTensor *out, StrBuf *message) {
  if (size == 0 || size > INT32_MAX) {
    strBufAppendFormat(message, "expected 1 to %d bytes, got %zu", INT32_MAX,
                       size);
    return false;
  }
  if (!onnxWireWalk(data, size, &onnx__tensor_proto__descriptor, NULL, message))
    return false;
  OnnxBudget budget = {.limit = 2 * size + unpackReserve};
  ProtobufCAllocator allocator = onnxBudgetAllocator(&budget);
  Onnx__TensorProto *proto = onnx__tensor_proto__unpack(&allocator, size, data);
  if (!proto) {
    strBufAppendFormat(message,
                       "unpacking needs more memory than there is, or than %zu "
                       "bytes",
                       budget.limit);
    return false;
  }
  bool good = decode(proto, path, out, message);
  onnx__tensor_proto__free_unpacked(proto, &allocator);
  return good;
}

bool onnxTensorFileDecode(const uint8_t *data, size_t size, const char *path,
                          RelaxTensor *out, RelaxError *error) {
  StrBuf message = {0};
  bool good = unpackAndDecode(data, size, path, out, &message);
  if (!good)
    relaxFail(error, "'%s': %s", path, strBufText(&message));
  strBufFree(&message);
  return good;
}

bool onnxTensorFileRead(const char *path, RelaxTensor *out, RelaxError *error) {
  StrBuf bytes = {0};
  bool good = relaxFileRead(path, &bytes, error) &&
              onnxTensorFileDecode((const uint8_t *)strBufText(&bytes),
                                   bytes.length, path, out, error);
  strBufFree(&bytes);
  return good;
}
