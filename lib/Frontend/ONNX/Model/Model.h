//===- Model.h - an ONNX file, checked and unpacked -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reads a file that may be broken or hostile: the bytes are walked first
// (Wire.h), then unpacked by protobuf-c with a bound on the memory. Nothing
// here looks into operators; what the protobuf schema does not say (a tensor's
// data fit its dimensions, an attribute has the value its type announces) is
// checked where it is used: Tensor.h and the importer.
//
// Strings of the unpacked messages are NULL where the file does not set them
// (`onnxText` gives ""); they have no zero byte inside. A repeated field's
// elements are never NULL. Everything lives until `onnxModelDestroy`.
//
// Errors: one line appended to a StrBuf, `'model.onnx': byte 1234: ...`.
// Threads: a model is immutable once read.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_MODEL_H
#define RELAX_FRONTEND_ONNX_MODEL_MODEL_H

#include "lib/Support/StringRef.h"

#include "onnx.pb-c.h"

typedef struct OnnxModel OnnxModel;

/// 0 means the default.
typedef struct OnnxLimits {
  /// Largest file; default and maximum 2^31 - 1, the limit of protobuf.
  size_t fileBytes;
  /// Memory for unpacking; default 2 * file size + 64 MiB.
  size_t memoryBytes;
} OnnxLimits;

/// Reads a regular file; `limits` may be NULL. NULL after an error.
OnnxModel *onnxModelRead(const char *path, const OnnxLimits *limits,
                         StrBuf *error);
/// Reads from memory, which is not kept. `name` stands for the path in errors.
OnnxModel *onnxModelFromMemory(const uint8_t *data, size_t size,
                               const char *name, const OnnxLimits *limits,
                               StrBuf *error);
void onnxModelDestroy(OnnxModel *model);

/// Never NULL; `graph` is never NULL.
const Onnx__ModelProto *onnxModelProto(const OnnxModel *model);
/// The imported version of an operator set, 0 if it is not imported. "" and
/// "ai.onnx" name the same set.
int64_t onnxModelOpset(const OnnxModel *model, const char *domain);

/// Where the values of a tensor of this model stand in the file as Tensor.h
/// shows them: in `raw_data`, or in `float_data` or `double_data` in one piece
/// (never in both, see `onnxTensorGet`). False if they do not, or are no bytes,
/// or if there is no model (NULL).
bool onnxModelRawData(const OnnxModel *model, const Onnx__TensorProto *tensor,
                      uint64_t *offset);

/// `text`, or "" for an absent string.
static inline const char *onnxText(const char *text) {
  return text ? text : "";
}

#endif // RELAX_FRONTEND_ONNX_MODEL_MODEL_H
