//===- Weights.c - weights outside the text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A path is resolved first and must lie below its folder; then it is opened
// again component by component without following links, so that nothing can be
// exchanged between the check and the use. Links inside the folder are fine.
//
//===----------------------------------------------------------------------===//

#define _XOPEN_SOURCE 700 // realpath

#include "lib/Runtime/Weights.h"
#include "lib/Runtime/Sha256.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
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

/// Opens `path`, which has no links, no `.` and no `..`, below the folder
/// `root`.
static int openBelow(const char *root, char *path) {
  int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (char *slash; folder >= 0 && (slash = strchr(path, '/'));
       path = slash + 1) {
    *slash = '\0';
    int next =
        openat(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int code = errno;
    close(folder);
    errno = code;
    folder = next;
  }
  if (folder < 0)
    return -1;
  // O_NONBLOCK: a pipe in disguise must not hang the tool.
  int file =
      openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  int code = errno;
  close(folder);
  errno = code;
  return file;
}

/// The file of a weight in one folder. -1 with the reason in `*reason`; a link
/// that leaves the folder is `*refused`.
static int openWeight(const char *dir, StrRef path, RelaxError *reason,
                      bool *refused) {
  StrBuf joined = {0};
  strBufAppendFormat(&joined, "%s/%.*s", dir[0] ? dir : ".", (int)path.length,
                     path.data);
  char *root = realpath(dir[0] ? dir : ".", NULL);
  char *target = root ? realpath(strBufText(&joined), NULL) : NULL;
  int file = -1, code = errno;
  if (target) {
    // The root folder is "/" itself or has no slash at its end.
    size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(target, root, length) == 0 && target[length] == '/') {
      file = openBelow(root, target + length + 1);
      code = errno;
    } else {
      *refused = true;
    }
  }
  if (*refused)
    relaxFail(reason, "the link leads out of the folder");
  else if (file < 0)
    relaxFail(reason, "%s", code == ENOENT ? "no such file" : strerror(code));
  free(root);
  free(target);
  strBufFree(&joined);
  return file;
}

/// Reads exactly `size` bytes at `offset`.
static bool readBytes(int file, uint64_t offset, char *data, size_t size,
                      RelaxError *reason) {
  while (size > 0) {
    size_t part = size < ((size_t)1 << 30) ? size : (size_t)1 << 30;
    ssize_t got = pread(file, data, part, (off_t)offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return relaxFail(reason, "cannot read: %s", strerror(errno));
    if (got == 0)
      return relaxFail(reason, "the file became shorter while it was read");
    data += got;
    size -= (size_t)got;
    offset += (uint64_t)got;
  }
  return true;
}

static bool checkHash(const RelaxWeight *weight, const RelaxTensor *tensor,
                      RelaxError *reason) {
  char hex[RELAX_SHA256_HEX + 1];
  if (weight->sha256.length == 0)
    return true;
  if (!relaxSha256(tensor->data, (size_t)weight->numBytes, hex))
    return relaxFail(reason, "cannot compute the sha256");
  if (weight->sha256.length == RELAX_SHA256_HEX &&
      strncasecmp(weight->sha256.data, hex, RELAX_SHA256_HEX) == 0)
    return true;
  return relaxFail(reason, "expected sha256 %.*s, got %s",
                   (int)weight->sha256.length, weight->sha256.data, hex);
}

/// Reads the weight out of an open file.
static bool readFrom(int file, const RelaxWeight *weight, RelaxTensor *out,
                     RelaxError *reason) {
  struct stat status;
  uint64_t end;
  size_t bytes;
  if (!relaxTensorBytes(weight->dtype, weight->rank, weight->dims, &bytes) ||
      bytes != weight->numBytes)
    return relaxFail(reason, "its type does not take %" PRIu64 " bytes",
                     weight->numBytes);
  if (fstat(file, &status) != 0)
    return relaxFail(reason, "%s", strerror(errno));
  if (!S_ISREG(status.st_mode))
    return relaxFail(reason, "not a regular file");
  // Before any memory is asked for.
  if (__builtin_add_overflow(weight->offset, weight->numBytes, &end) ||
      end > (uint64_t)status.st_size)
    return relaxFail(reason,
                     "expected %" PRIu64 " bytes at offset %" PRIu64
                     ", got a file of %" PRIu64 " bytes",
                     weight->numBytes, weight->offset,
                     (uint64_t)status.st_size);
  RelaxTensor tensor;
  if (!relaxTensorCreate(weight->dtype, weight->rank, weight->dims, &tensor,
                         reason))
    return false;
  if (!readBytes(file, weight->offset, tensor.data, (size_t)weight->numBytes,
                 reason) ||
      !checkHash(weight, &tensor, reason)) {
    relaxTensorRelease(&tensor);
    return false;
  }
  relaxTensorNormalizeBools(&tensor);
  *out = tensor;
  return true;
}

/// One folder: 1 read, 0 try the next one, -1 refused.
static int readInFolder(const char *dir, const RelaxWeight *weight,
                        RelaxTensor *out, RelaxError *reason) {
  bool refused = false;
  int file = openWeight(dir, weight->path, reason, &refused);
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
