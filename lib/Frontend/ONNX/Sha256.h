//===- Sha256.h - the hash that names a weight's bytes --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_SHA256_H
#define RELAX_FRONTEND_ONNX_SHA256_H

#include <stdbool.h>
#include <stddef.h>

enum { ONNX_SHA256_TEXT_SIZE = 65 };

/// SHA-256 (FIPS 180-4) of `size` bytes as 64 lower case hex digits and a NUL.
/// `bytes` may be NULL if `size` is 0. False if libcrypto offers none (a FIPS
/// policy, or no memory).
bool onnxSha256(const void *bytes, size_t size,
                char text[ONNX_SHA256_TEXT_SIZE]);

#endif // RELAX_FRONTEND_ONNX_SHA256_H
