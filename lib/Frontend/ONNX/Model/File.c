//===- File.c - the bytes of an ONNX file ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reads into memory instead of mapping: a file that another process cuts short
// meanwhile must be an error, not a SIGBUS.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Model.h"
#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Runtime/FilePart.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void systemError(const char *path, const char *what, int code,
                        StrBuf *error) {
  char text[128];
  if (strerror_r(code, text, sizeof text) != 0)
    snprintf(text, sizeof text, "error %d", code);
  strBufAppendFormat(error, "'%s': %s: %s", path, what, text);
}

/// The size of an open regular file within the limit.
static bool checkedSize(FILE *file, const char *path, const OnnxLimits *limits,
                        size_t *size, StrBuf *error) {
  struct stat info;
  if (fstat(fileno(file), &info) != 0) {
    systemError(path, "cannot read", errno, error);
    return false;
  }
  if (!S_ISREG(info.st_mode)) {
    strBufAppendFormat(error, "'%s': not a regular file", path);
    return false;
  }
  size_t limit = INT32_MAX;
  if (limits && limits->fileBytes && limits->fileBytes < limit)
    limit = limits->fileBytes;
  if ((uintmax_t)info.st_size > limit) {
    strBufAppendFormat(error, "'%s': expected at most %zu bytes, got %jd", path,
                       limit, (intmax_t)info.st_size);
    return false;
  }
  *size = (size_t)info.st_size;
  return true;
}

static uint8_t *readAll(FILE *file, const char *path, size_t size,
                        StrBuf *error) {
  RelaxError reason = {0};
  uint8_t *data = onnxAllocate(size, &reason.message);
  if (data && relaxFileReadAt(fileno(file), 0, data, size, &reason))
    return data;
  strBufAppendFormat(error, "'%s': %s", path, relaxErrorText(&reason));
  relaxErrorFree(&reason);
  free(data);
  return NULL;
}

OnnxModel *onnxModelRead(const char *path, const OnnxLimits *limits,
                         StrBuf *error) {
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) { // or it may block
    strBufAppendFormat(error, "'%s': not a regular file", path);
    return NULL;
  }
  FILE *file = fopen(path, "rb");
  if (!file) {
    systemError(path, "cannot open", errno, error);
    return NULL;
  }
  size_t size = 0;
  uint8_t *data = NULL;
  if (checkedSize(file, path, limits, &size, error))
    data = readAll(file, path, size, error);
  fclose(file);
  if (!data)
    return NULL;
  OnnxModel *model = onnxModelFromMemory(data, size, path, limits, error);
  free(data);
  return model;
}
