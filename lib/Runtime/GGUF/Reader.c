//===- Reader.c - a cursor over the front of a GGUF file ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/GGUF/Reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool ggufFail(GgufReader *reader, uint64_t at, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return relaxFail(reader->error, "byte %" PRIu64 ": %s", at, text);
}

int ggufShown(StrRef text) {
  return text.length < 100 ? (int)text.length : 100;
}

bool ggufHas(GgufReader *reader, uint64_t size, const char *what) {
  const GgufFile *file = reader->file;
  if (size > file->size - reader->at)
    return ggufFail(reader, reader->at,
                    "%s: expected %" PRIu64 " bytes, got the end of the file "
                    "after %" PRIu64,
                    what, size, file->size - reader->at);
  if (reader->at > file->available || size > file->available - reader->at) {
    reader->needMore = true;
    return false;
  }
  return true;
}

bool ggufTake(GgufReader *reader, uint64_t size, const char *what,
              const uint8_t **bytes) {
  if (!ggufHas(reader, size, what))
    return false;
  *bytes = reader->file->data + reader->at;
  reader->at += size;
  return true;
}

bool ggufTakeU32(GgufReader *reader, const char *what, uint32_t *out) {
  const uint8_t *bytes;
  if (!ggufTake(reader, 4, what, &bytes))
    return false;
  *out = ggufLoadU32(bytes);
  return true;
}

bool ggufTakeU64(GgufReader *reader, const char *what, uint64_t *out) {
  const uint8_t *bytes;
  if (!ggufTake(reader, 8, what, &bytes))
    return false;
  *out = ggufLoadU64(bytes);
  return true;
}

bool ggufTakeString(GgufReader *reader, const char *what, StrRef *out) {
  uint64_t length;
  const uint8_t *bytes;
  if (!ggufTakeU64(reader, what, &length) ||
      !ggufTake(reader, length, what, &bytes))
    return false;
  *out = (StrRef){(const char *)bytes, length};
  return true;
}
