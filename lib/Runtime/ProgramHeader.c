//===- ProgramHeader.c - the first bytes of a program's file --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramFile.h"

#include <inttypes.h>
#include <string.h>

uint64_t relaxProgramChecksum(const void *body, size_t size) {
  const uint8_t *bytes = body;
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
  return hash;
}

static uint64_t getFixed(const char *bytes, int count) {
  uint64_t value = 0;
  for (int i = count; i-- > 0;)
    value = value << 8 | (uint8_t)bytes[i];
  return value;
}

bool relaxProgramLooksEncoded(StrRef bytes) {
  return bytes.length >= sizeof RELAX_PROGRAM_MAGIC &&
         memcmp(bytes.data, RELAX_PROGRAM_MAGIC, sizeof RELAX_PROGRAM_MAGIC) ==
             0;
}

bool relaxProgramCheckHeader(StrRef bytes, RelaxError *error) {
  if (!relaxProgramLooksEncoded(bytes))
    return relaxFail(error, "not a compact program file");
  if (bytes.length < RELAX_PROGRAM_HEADER)
    return relaxFail(error, "the program file is truncated");
  uint64_t version = getFixed(bytes.data + 8, 4);
  if (version != RELAX_PROGRAM_VERSION || getFixed(bytes.data + 12, 4) != 0)
    return relaxFail(error,
                     "expected version %d of the program file, got %" PRIu64,
                     RELAX_PROGRAM_VERSION, version);
  uint64_t size = getFixed(bytes.data + 16, 8);
  if (size != bytes.length - RELAX_PROGRAM_HEADER)
    return relaxFail(error,
                     "expected %" PRIu64 " bytes in the program file, got %zu",
                     size, bytes.length - RELAX_PROGRAM_HEADER);
  if (getFixed(bytes.data + 24, 8) !=
      relaxProgramChecksum(bytes.data + RELAX_PROGRAM_HEADER, (size_t)size))
    return relaxFail(error,
                     "the program file is damaged (its checksum differs)");
  return true;
}
