//===- TypedData.h - typed lists of a TensorProto as bytes ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Which list serves which data type, and how many values an entry holds, is
// said in the comments of onnx.proto at `float_data` and the following fields.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_TYPEDDATA_H
#define RELAX_FRONTEND_ONNX_MODEL_TYPEDDATA_H

#include "lib/Frontend/ONNX/Model/Tensor.h"

/// Fills `owned` and `bytes` of `tensor`, whose data type, number of elements
/// and size are set, from the typed lists of `proto`, which have `numTyped`
/// entries together: those of one list. False after appending a
/// message without subject.
bool onnxTypedDataConvert(const Onnx__TensorProto *proto, OnnxTensor *tensor,
                          size_t numTyped, StrBuf *error);

#endif // RELAX_FRONTEND_ONNX_MODEL_TYPEDDATA_H
