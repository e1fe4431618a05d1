//===- Sha256.h - content hashes ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// SHA-256 (FIPS 180-4) of libcrypto as 64 lower-case hex digits.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_SHA256_H
#define RELAX_RUNTIME_SHA256_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RELAX_SHA256_HEX = 64 };

/// Writes 64 digits and a NUL.
void relaxSha256(const void *data, size_t size, char hex[RELAX_SHA256_HEX + 1]);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_SHA256_H
