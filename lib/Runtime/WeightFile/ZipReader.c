//===- ZipReader.c - the content of a member of a zip file ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/WeightFile/Zip.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// What zlib takes at a time: its sizes have 32 bits.
enum { LARGEST = 1 << 30 };

bool zipReaderBegin(ZipReader *reader, int file, const ZipMember *member,
                    RelaxError *error) {
  *reader = (ZipReader){.file = file, .member = member};
  if (member->deflated && inflateInit2(&reader->inflater, -MAX_WBITS) != Z_OK)
    return relaxFail(error, "out of memory");
  return true;
}

/// Gives the inflater more of the file, if there is more of the member.
static bool load(ZipReader *reader, RelaxError *error) {
  uint64_t left = reader->member->packed - reader->loaded;
  size_t size = left < sizeof reader->input ? left : sizeof reader->input;
  if (!relaxFileReadAt(reader->file, reader->member->begin + reader->loaded,
                       reader->input, size, error))
    return false;
  reader->loaded += size;
  reader->inflater.next_in = reader->input;
  reader->inflater.avail_in = (uInt)size;
  return true;
}

/// Inflates `size` bytes; all of them, or a failure.
static bool inflateBytes(ZipReader *reader, uint8_t *data, uInt size,
                         RelaxError *error) {
  z_stream *stream = &reader->inflater;
  stream->next_out = data;
  stream->avail_out = size;
  while (stream->avail_out > 0) {
    if (stream->avail_in == 0 && !load(reader, error))
      return false;
    int state = inflate(stream, Z_NO_FLUSH);
    if (state == Z_OK)
      continue;
    if (state == Z_STREAM_END && stream->avail_out == 0)
      break;
    return relaxFail(error, "its deflated bytes are damaged%s%s",
                     stream->msg ? ": " : "", stream->msg ? stream->msg : "");
  }
  return true;
}

bool zipReaderTake(ZipReader *reader, void *data, size_t size,
                   RelaxError *error) {
  uint8_t *to = data;
  assert(size <= reader->member->size - reader->taken);
  while (size > 0) {
    uInt part = size < LARGEST ? (uInt)size : LARGEST;
    bool good = reader->member->deflated
                    ? inflateBytes(reader, to, part, error)
                    : relaxFileReadAt(reader->file,
                                      reader->member->begin + reader->taken, to,
                                      part, error);
    if (!good)
      return false;
    reader->crc = (uint32_t)crc32(reader->crc, to, part);
    reader->taken += part;
    to += part;
    size -= part;
  }
  return true;
}

/// Whether the deflated bytes end where the directory says.
static bool atEnd(ZipReader *reader) {
  uint8_t more;
  z_stream *stream = &reader->inflater;
  stream->next_out = &more;
  stream->avail_out = 1;
  int state;
  do { // The end may be in what was loaded, or behind it.
    state = inflate(stream, Z_NO_FLUSH);
  } while ((state == Z_OK || state == Z_BUF_ERROR) && stream->avail_out == 1 &&
           stream->avail_in == 0 && reader->loaded < reader->member->packed &&
           load(reader, NULL));
  return state == Z_STREAM_END && stream->avail_out == 1 &&
         stream->avail_in == 0 && reader->loaded == reader->member->packed;
}

bool zipReaderFinish(ZipReader *reader, RelaxError *error) {
  const ZipMember *member = reader->member;
  bool good = true;
  if (reader->taken != member->size || (member->deflated && !atEnd(reader)))
    good = relaxFail(error, "expected %" PRIu64 " bytes of content, got others",
                     member->size);
  else if (reader->crc != member->crc)
    good = relaxFail(error, "expected CRC %08" PRIx32 ", got %08" PRIx32,
                     member->crc, reader->crc);
  zipReaderAbandon(reader);
  return good;
}

void zipReaderAbandon(ZipReader *reader) {
  if (reader->member->deflated)
    inflateEnd(&reader->inflater);
}
