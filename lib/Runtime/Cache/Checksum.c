//===- Checksum.c - do bytes say what was written? ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Checksum.h"

#include <openssl/evp.h>
#include <stdlib.h>

enum {
  KEY_BYTES = 16,
  TAG_BYTES = CACHE_CHECKSUM_HEX / 2,
  MOST_BYTES = 1 << 30, // of one step: libcrypto counts in ints
};

/// Half of the digits of the entry's key.
static void makeKey(const RelaxCacheKey *key, unsigned char out[KEY_BYTES]) {
  for (int i = 0; i < KEY_BYTES; ++i) {
    char digits[] = {key->hex[2 * i], key->hex[2 * i + 1], '\0'};
    out[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
}

static bool addPiece(EVP_CIPHER_CTX *context, StrRef piece) {
  bool good = true;
  for (size_t at = 0, part; good && at < piece.length; at += part) {
    int length;
    part = piece.length - at < MOST_BYTES ? piece.length - at : MOST_BYTES;
    good = EVP_EncryptUpdate(context, NULL, &length,
                             (const unsigned char *)piece.data + at,
                             (int)part) == 1;
  }
  return good;
}

/// GMAC is GCM of nothing, with the pieces beside it.
static bool compute(const RelaxCacheKey *key, const StrRef *pieces,
                    size_t numPieces, unsigned char tag[TAG_BYTES]) {
  static const unsigned char once[12] = {0}; // nothing is secret here
  unsigned char bytes[KEY_BYTES], none[KEY_BYTES];
  int length;
  makeKey(key, bytes);
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  bool good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL,
                                            bytes, once) == 1;
  for (size_t i = 0; good && i < numPieces; ++i)
    good = addPiece(context, pieces[i]);
  good =
      good && EVP_EncryptFinal_ex(context, none, &length) == 1 &&
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, tag) == 1;
  EVP_CIPHER_CTX_free(context);
  return good;
}

void cacheChecksum(const RelaxCacheKey *key, const StrRef *pieces,
                   size_t numPieces, char hex[CACHE_CHECKSUM_HEX + 1]) {
  unsigned char tag[TAG_BYTES];
  if (!compute(key, pieces, numPieces, tag))
    abort(); // every libcrypto has it; else there is no memory
  for (int i = 0; i < TAG_BYTES; ++i) {
    hex[2 * i] = "0123456789abcdef"[tag[i] >> 4];
    hex[2 * i + 1] = "0123456789abcdef"[tag[i] & 15];
  }
  hex[CACHE_CHECKSUM_HEX] = '\0';
}
