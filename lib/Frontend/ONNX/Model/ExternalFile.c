//===- ExternalFile.c - bytes of a file beside the model ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/ExternalFile.h"
#include "lib/Runtime/FilePart.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Null after an error.
static uint8_t *readPart(int file, uint64_t offset, size_t size,
                         RelaxError *reason) {
  // The size first: nobody gets memory for bytes that are not there.
  if (!relaxFileHolds(file, offset, size, reason))
    return NULL;
  uint8_t *bytes = onnxAllocate(size, &reason->message);
  if (bytes && relaxFileReadAt(file, offset, bytes, size, reason))
    return bytes;
  free(bytes);
  return NULL;
}

uint8_t *onnxExternalRead(const char *modelPath, const OnnxTensor *tensor,
                          StrBuf *error) {
  const char *slash = strrchr(modelPath, '/');
  StrBuf folder = {0};
  size_t length = slash == modelPath ? 1 : (size_t)(slash - modelPath);
  if (slash)
    strBufAppend(&folder, (StrRef){modelPath, length});
  RelaxError reason = {0};
  bool refused = false;
  int file = relaxFileOpenBelow(
      strBufText(&folder), strRefFromC(tensor->location), &reason, &refused);
  uint8_t *bytes = NULL;
  if (file >= 0) {
    bytes = readPart(file, tensor->fileOffset, tensor->size, &reason);
    close(file);
  }
  if (!bytes)
    strBufAppendFormat(
        error, "tensor '%s': external data: cannot read '%s' in '%s': %s",
        tensor->name, tensor->location, slash ? strBufText(&folder) : ".",
        relaxErrorText(&reason));
  relaxErrorFree(&reason);
  strBufFree(&folder);
  return bytes;
}
