//===- Sha256.c - content hashes ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Sha256.h"

#include <assert.h>
#include <openssl/evp.h>

void relaxSha256(const void *data, size_t size,
                 char hex[RELAX_SHA256_HEX + 1]) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  bool good = EVP_Digest(data, size, digest, &length, EVP_sha256(), NULL) == 1;
  assert(good && length * 2 == RELAX_SHA256_HEX && "every libcrypto has it");
  (void)good;
  for (unsigned i = 0; i < length; ++i) {
    hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  hex[2 * length] = '\0';
}
