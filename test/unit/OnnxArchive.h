//===- OnnxArchive.h - the models in the archive of the ONNX suite --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A gzipped tar file (POSIX.1-2001, pax): blocks of 512 bytes, of which the
// first of each member is its header; a member of type 'x' in front of another
// one may hold a longer path for it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_ONNXARCHIVE_H
#define RELAX_TEST_UNIT_ONNXARCHIVE_H

#include "test/unit/OnnxBytes.h"

#include <stdbool.h>
#include <zlib.h>

enum { TAR_BLOCK = 512, TAR_SIZE = 124, TAR_TYPE = 156 };

/// Reads the content of a member of `size` bytes and what fills its last block.
static inline Bytes archiveContent(gzFile file, size_t size) {
  Bytes content = {0};
  char block[TAR_BLOCK];
  for (size_t at = 0; at < size; at += TAR_BLOCK) {
    if (gzread(file, block, TAR_BLOCK) != TAR_BLOCK)
      break;
    putRaw(&content, block, size - at < TAR_BLOCK ? size - at : TAR_BLOCK);
  }
  putRaw(&content, "", 1); // for strings
  --content.size;
  return content;
}

static inline bool archiveIsModel(const char *path) {
  size_t length = strlen(path), suffix = strlen(".onnx");
  return length >= suffix && strcmp(path + length - suffix, ".onnx") == 0;
}

/// Calls `visit` with every file whose path ends in ".onnx"; how many there
/// were. The bytes are freed afterwards.
static inline unsigned archiveVisitModels(const char *archive,
                                          void (*visit)(const char *path,
                                                        const Bytes *, void *),
                                          void *user) {
  unsigned numModels = 0;
  char header[TAR_BLOCK], path[512] = "";
  gzFile file = gzopen(archive, "rb");
  while (file && gzread(file, header, TAR_BLOCK) == TAR_BLOCK && *header) {
    Bytes content = archiveContent(
        file, (size_t)strtoull(header + TAR_SIZE, NULL, /*base=*/8));
    const char *text = (const char *)content.data;
    const char *given = header[TAR_TYPE] == 'x' ? strstr(text, "path=") : NULL;
    if (given) { // "LENGTH path=PATH\n"
      snprintf(path, sizeof path, "%.*s", (int)strcspn(given + 5, "\n"),
               given + 5);
    } else if (header[TAR_TYPE] != 'x') {
      if (!*path)
        snprintf(path, sizeof path, "%.100s", header);
      if (archiveIsModel(path)) {
        visit(path, &content, user);
        ++numModels;
      }
      *path = '\0';
    }
    free(content.data);
  }
  if (file)
    gzclose(file);
  return numModels;
}

#endif // RELAX_TEST_UNIT_ONNXARCHIVE_H
