//===- Sha256.c - the hash that names a weight's bytes --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Sha256.h"

#include <openssl/evp.h>

bool onnxSha256(const void *bytes, size_t size,
                char text[ONNX_SHA256_TEXT_SIZE]) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  if (EVP_Digest(bytes ? bytes : "", size, digest, &length, EVP_sha256(),
                 NULL) != 1)
    return false;
  static const char digits[] = "0123456789abcdef";
  for (unsigned i = 0; i < length; ++i) {
    text[2 * i] = digits[digest[i] >> 4];
    text[2 * i + 1] = digits[digest[i] & 15];
  }
  text[2 * length] = 0;
  return true;
}
