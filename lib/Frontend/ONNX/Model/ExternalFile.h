//===- ExternalFile.h - bytes of a file beside the model ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H
#define RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H

#include "lib/Support/StringRef.h"

/// Reads `size` bytes at `offset` of `location`, a path relative to the folder
/// of `modelPath`. Links that lead out of that folder are refused
/// (docs/language/graph.md). NULL after a message without subject; free the
/// result with `free`.
uint8_t *onnxExternalRead(const char *modelPath, const char *location,
                          uint64_t offset, size_t size, StrBuf *error);

#endif // RELAX_FRONTEND_ONNX_MODEL_EXTERNALFILE_H
