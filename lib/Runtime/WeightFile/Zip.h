//===- Zip.h - the members of a zip file ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Format: PKWARE's APPNOTE 6.3.10, with ZIP64; members are stored or deflated
// (RFC 1951, by zlib), not encrypted, in one file. What the directory says is
// compared with what stands in front of each member.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WEIGHTFILE_ZIP_H
#define RELAX_RUNTIME_WEIGHTFILE_ZIP_H

#include "lib/Runtime/Error.h"
#include "lib/Support/Arena.h"

#include <zlib.h>

typedef struct ZipMember {
  StrRef name;
  bool deflated;
  uint32_t crc;    // of the content
  uint64_t begin;  // of the member's bytes in the file
  uint64_t packed; // so many bytes
  uint64_t size;   // of the content
} ZipMember;

/// All members in the order of the directory, in the arena; at most `most`.
bool zipList(int file, uint64_t fileSize, size_t most, Arena *arena,
             ZipMember **members, size_t *count, RelaxError *error);

/// The content of a member from its beginning to its end.
typedef struct ZipReader {
  int file;
  const ZipMember *member;
  uint64_t taken;  // bytes of the content
  uint64_t loaded; // bytes of the file
  uint32_t crc;    // of what was taken
  z_stream inflater;
  uint8_t input[16 << 10];
} ZipReader;

bool zipReaderBegin(ZipReader *reader, int file, const ZipMember *member,
                    RelaxError *error);
/// The next `size` bytes of the content, which has so many.
bool zipReaderTake(ZipReader *reader, void *data, size_t size,
                   RelaxError *error);
/// True if everything was taken and is what the directory says. Frees.
bool zipReaderFinish(ZipReader *reader, RelaxError *error);
/// Frees, wherever the reader is.
void zipReaderAbandon(ZipReader *reader);

#endif // RELAX_RUNTIME_WEIGHTFILE_ZIP_H
