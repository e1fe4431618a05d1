//===- Tensor.h - the values of an ONNX TensorProto -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A TensorProto keeps its values in `raw_data`, in one of five typed lists, or
// in another file (onnx.proto, message TensorProto). `onnxTensorGet` checks
// that they fit the data type and the dimensions and shows all of them as what
// `raw_data` would hold: row-major, little-endian, fixed width, sub-byte types
// packed from the low bits up, booleans one byte each.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_TENSOR_H
#define RELAX_FRONTEND_ONNX_MODEL_TENSOR_H

#include "lib/Frontend/ONNX/Model/Model.h"
#include "lib/Runtime/DType.h"

typedef enum OnnxStorage {
  ONNX_STORAGE_RAW,      // in the model file at `fileOffset` (0 if size is 0)
  ONNX_STORAGE_TYPED,    // converted from a list: not in the file like this
  ONNX_STORAGE_EXTERNAL, // in the file `location` at `fileOffset`; `bytes` NULL
  ONNX_STORAGE_STRINGS,  // `strings`; `bytes` NULL
} OnnxStorage;

typedef struct OnnxTensor {
  const char *name;    // "" if the tensor has none
  int32_t dataType;    // an Onnx__TensorProto__DataType
  const int64_t *dims; // each >= 0; borrowed from the model
  size_t numDims;      // 0: a scalar
  int64_t numElements; // 1 for a scalar, 0 if a dimension is 0
  OnnxStorage storage;
  const uint8_t *bytes; // NULL if size is 0 or the storage says so
  size_t size;          // of the values in bytes, also when external
  uint64_t fileOffset;
  const char *location; // relative, without `..`; borrowed from the model
  const ProtobufCBinaryData *strings; // numElements of them
  uint8_t *owned;                     // what `onnxTensorFree` frees
} OnnxTensor;

/// False after appending one message without the model's name, such as
/// `tensor 'w': expected 16 bytes of raw_data for 2x2xf32, got 12`. `model` may
/// be NULL: then nothing is known of offsets in a file.
/// Free `*out` with `onnxTensorFree` after success only.
bool onnxTensorGet(const OnnxModel *model, const Onnx__TensorProto *proto,
                   OnnxTensor *out, StrBuf *error);
void onnxTensorFree(OnnxTensor *tensor);
/// Zeroed memory for values, also for none; NULL after a message. Free it.
uint8_t *onnxAllocate(size_t size, StrBuf *error);

/// `f32`, `i64`, `u8`, `bool`, `f8E4M3FN`, ...; "unknown" for other numbers.
const char *onnxDataTypeName(int32_t dataType);
/// Bits of one element in packed storage; 0 for strings and unknown types.
unsigned onnxDataTypeBits(int32_t dataType);
/// The element type that it has in a program; false if programs have none.
bool onnxDataTypeDType(int32_t dataType, RelaxDType *dtype);

#endif // RELAX_FRONTEND_ONNX_MODEL_TENSOR_H
