//===- Weights.c - weights outside the text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Weights.h"
#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/Sha256.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool relaxWeightPathIsAllowed(StrRef path, RelaxError *error) {
  int shown = path.length < 200 ? (int)path.length : 200;
  if (path.length == 0)
    return relaxFail(error, "the path of a weights file is empty");
  if (memchr(path.data, '\0', path.length))
    return relaxFail(error, "weights path '%s' contains a NUL", path.data);
  if (path.data[0] == '/')
    return relaxFail(error, "weights path '%.*s' is absolute", shown,
                     path.data);
  const char *end = path.data + path.length;
  for (const char *at = path.data; at < end;) {
    const char *slash = memchr(at, '/', (size_t)(end - at));
    size_t length = (size_t)((slash ? slash : end) - at);
    if (length == 2 && at[0] == '.' && at[1] == '.')
      return relaxFail(error, "weights path '%.*s' contains '..'", shown,
                       path.data);
    at += length + 1;
  }
  return true;
}

static bool checkHash(const RelaxWeight *weight, const void *bytes, size_t size,
                      RelaxError *reason) {
  char hex[RELAX_SHA256_HEX + 1];
  if (weight->sha256.length == 0)
    return true;
  relaxSha256(bytes, size, hex);
  if (weight->sha256.length == RELAX_SHA256_HEX &&
      strncasecmp(weight->sha256.data, hex, RELAX_SHA256_HEX) == 0)
    return true;
  return relaxFail(reason, "expected sha256 %.*s, got %s",
                   (int)weight->sha256.length, weight->sha256.data, hex);
}

/// Fills the tensor from `size` bytes at the weight's offset.
static bool readBytes(int file, const RelaxWeight *weight, size_t size,
                      RelaxTensor *tensor, RelaxError *reason) {
  // Packed bytes come to the front of the tensor's storage first, and from
  // there through a copy.
  void *packed = tensor->data;
  if (!relaxFileReadAt(file, weight->offset, packed, size, reason) ||
      !checkHash(weight, packed, size, reason))
    return false;
  if (size == weight->numBytes) {
    relaxTensorNormalizeBools(tensor);
    return true;
  }
  void *copy = malloc(size);
  if (!copy)
    return relaxFail(reason, "out of memory: %zu bytes", size);
  memcpy(copy, packed, size);
  relaxTensorUnpack(copy, tensor);
  free(copy);
  return true;
}

/// Reads the weight out of an open file.
static bool readFrom(int file, const RelaxWeight *weight, RelaxTensor *out,
                     RelaxError *reason) {
  size_t bytes;
  int64_t count;
  if (!relaxTensorBytes(weight->dtype, weight->rank, weight->dims, &bytes) ||
      !relaxNumElements(weight->rank, weight->dims, &count) ||
      bytes != weight->numBytes)
    return relaxFail(reason, "its type does not take %" PRIu64 " bytes",
                     weight->numBytes);
  // Before any memory is asked for.
  size_t size = relaxPackedBytes(weight->dtype, count);
  if (!relaxFileHolds(file, weight->offset, size, reason))
    return false;
  RelaxTensor tensor;
  if (!relaxTensorCreate(weight->dtype, weight->rank, weight->dims, &tensor,
                         reason))
    return false;
  if (!readBytes(file, weight, size, &tensor, reason)) {
    relaxTensorRelease(&tensor);
    return false;
  }
  *out = tensor;
  return true;
}

/// One folder: 1 read, 0 try the next one, -1 refused.
static int readInFolder(const char *dir, const RelaxWeight *weight,
                        RelaxTensor *out, RelaxError *reason) {
  bool refused = false;
  int file = relaxFileOpenBelow(dir, weight->path, reason, &refused);
  if (file < 0)
    return refused ? -1 : 0;
  bool ok = readFrom(file, weight, out, reason);
  close(file);
  return ok;
}

bool relaxWeightRead(const RelaxWeight *weight, const char *const *dirs,
                     size_t numDirs, RelaxTensor *out, RelaxError *error) {
  assert(weight->kind == RELAX_WEIGHT_FILE);
  int nameLength = (int)weight->name.length,
      pathLength = (int)weight->path.length;
  if (!relaxWeightPathIsAllowed(weight->path, error))
    return relaxErrorContext(error, "weight '%.*s'", nameLength,
                             weight->name.data);
  StrBuf reasons = {0};
  int state = 0;
  for (size_t i = 0; i < numDirs && state == 0; ++i) {
    RelaxError reason = {0};
    state = readInFolder(dirs[i], weight, out, &reason);
    if (state != 1)
      strBufAppendFormat(&reasons, "%s in '%s': %s", i ? ";" : "", dirs[i],
                         relaxErrorText(&reason));
    relaxErrorFree(&reason);
  }
  if (state != 1)
    relaxFail(error, "weight '%.*s': cannot read '%.*s'%s%s", nameLength,
              weight->name.data, pathLength, weight->path.data,
              numDirs ? ":" : ": no folder to look in", strBufText(&reasons));
  strBufFree(&reasons);
  return state == 1;
}
