//===- TensorFile.h - a value in a file of its own ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The inputs and outputs of ONNX's own tests (`input_0.pb`), and what
// `onnx.save_tensor` writes. Every encoding that the importer reads: raw data,
// typed lists, data in another file beside this one.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_TENSORFILE_H
#define RELAX_FRONTEND_ONNX_MODEL_TENSORFILE_H

#include "lib/Runtime/Tensor.h"

/// Reads a file with one message: a SequenceProto or an OptionalProto where
/// `kind` is RELAX_SEQUENCE or RELAX_OPTIONAL, else a TensorProto (the bytes do
/// not say which). Messages and ownership are those of `onnxTensorFileRead`.
bool onnxValueFileRead(const char *path, RelaxDType kind, RelaxTensor *out,
                       RelaxError *error);
bool onnxValueFileDecode(const uint8_t *data, size_t size, const char *path,
                         RelaxDType kind, RelaxTensor *out, RelaxError *error);

/// Reads a file with one TensorProto of an element type that the runtime has.
/// Messages look like `'x.pb': tensor 'x': expected 16 bytes of raw_data for
/// 2x2xf32, got 12`. Release `*out`.
bool onnxTensorFileRead(const char *path, RelaxTensor *out, RelaxError *error);

/// The same from memory; `path` is for messages and for the folder of external
/// data.
bool onnxTensorFileDecode(const uint8_t *data, size_t size, const char *path,
                          RelaxTensor *out, RelaxError *error);

#endif // RELAX_FRONTEND_ONNX_MODEL_TENSORFILE_H
