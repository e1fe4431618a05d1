//===- ExternalFile.c - bytes of a file beside the model ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

// realpath is an XSI extension of POSIX.
#define _XOPEN_SOURCE 700

#include "lib/Frontend/ONNX/ExternalFile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void systemError(const char *location, int code, StrBuf *error) {
  char text[128];
  if (strerror_r(code, text, sizeof text) != 0)
    snprintf(text, sizeof text, "error %d", code);
  strBufAppendFormat(error, "cannot read '%s': %s", location, text);
}

/// The real path of `location` if it lies below the model's real folder.
static char *resolve(const char *modelPath, const char *location,
                     StrBuf *error) {
  StrBuf folder = {0}, joined = {0};
  const char *slash = strrchr(modelPath, '/');
  if (slash == modelPath)
    strBufAppendC(&folder, "/");
  else if (slash)
    strBufAppend(&folder, (StrRef){modelPath, (size_t)(slash - modelPath)});
  else
    strBufAppendC(&folder, ".");
  strBufAppendFormat(&joined, "%s/%s", strBufText(&folder), location);
  char *realFolder = realpath(strBufText(&folder), NULL);
  char *realFile = realpath(strBufText(&joined), NULL);
  int code = errno;
  strBufFree(&folder);
  strBufFree(&joined);
  bool inside = false;
  if (!realFolder || !realFile) {
    systemError(location, code, error);
  } else {
    size_t length = strlen(realFolder);
    inside = strncmp(realFolder, realFile, length) == 0 &&
             (realFile[length] == '/' || realFolder[length - 1] == '/');
    if (!inside)
      strBufAppendFormat(error, "'%s' leads out of the model's folder",
                         location);
  }
  free(realFolder);
  if (inside)
    return realFile;
  free(realFile);
  return NULL;
}

static uint8_t *readPart(FILE *file, const char *location, uint64_t offset,
                         size_t size, StrBuf *error) {
  struct stat info;
  if (fstat(fileno(file), &info) != 0) {
    systemError(location, errno, error);
    return NULL;
  }
  // The size first: nobody gets memory for bytes that are not there.
  uint64_t have = info.st_size < 0 ? 0 : (uint64_t)info.st_size;
  if (!S_ISREG(info.st_mode) || have < offset || have - offset < size) {
    strBufAppendFormat(error,
                       "'%s': expected %zu bytes at %" PRIu64
                       " of a regular file, which has %" PRIu64 " bytes",
                       location, size, offset, have);
    return NULL;
  }
  uint8_t *bytes = malloc(size ? size : 1);
  if (!bytes) {
    strBufAppendFormat(error, "no memory for %zu bytes", size);
    return NULL;
  }
  if (fseeko(file, (off_t)offset, SEEK_SET) == 0 &&
      fread(bytes, 1, size, file) == size)
    return bytes;
  systemError(location, errno, error);
  free(bytes);
  return NULL;
}

uint8_t *onnxExternalRead(const char *modelPath, const char *location,
                          uint64_t offset, size_t size, StrBuf *error) {
  char *path = resolve(modelPath, location, error);
  if (!path)
    return NULL;
  FILE *file = fopen(path, "rb");
  free(path);
  if (!file) {
    systemError(location, errno, error);
    return NULL;
  }
  uint8_t *bytes = readPart(file, location, offset, size, error);
  fclose(file);
  return bytes;
}
