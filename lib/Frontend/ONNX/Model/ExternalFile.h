//===- ExternalFile.h - bytes of a file beside the model ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H
#define RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H

#include "lib/Frontend/ONNX/Model/Tensor.h"

/// Reads the bytes of a tensor that lie in a file, whose path is relative to
/// the folder of `modelPath`. Links that lead out of that folder are refused
/// (docs/language/graph.md). NULL after a message; free the result with `free`.
uint8_t *onnxExternalRead(const char *modelPath, const OnnxTensor *tensor,
                          StrBuf *error);

#endif // RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H
