//===- ProgramFile.h - the compact file -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Layout, little endian:
//
//   "RELAXVM" and a NUL | u32 version | u32 0 | u64 bytes of the body | u64
//   checksum of the body body: sections in the order of SectionKind
//   (ProgramCode.h), each exactly
//         once: u8 kind, varint bytes, payload
//
// Numbers in payloads are LEB128, signed ones zigzag. Names are NUL-free.
// The file is untrusted: everything is bounds-checked and verified.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_PROGRAMFILE_H
#define RELAX_RUNTIME_PROGRAMFILE_H

#include "lib/Runtime/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RELAX_PROGRAM_MAGIC "RELAXVM" // 8 bytes with its NUL
enum { RELAX_PROGRAM_VERSION = 14, RELAX_PROGRAM_HEADER = 32 };

/// Appends the file's bytes. Deterministic.
void relaxProgramEncode(const RelaxProgram *program, StrBuf *out);
/// NULL with a message for anything but a whole, valid file. Keeps no pointer
/// into `bytes`.
RelaxProgram *relaxProgramDecode(StrRef bytes, RelaxError *error);
/// True if the bytes begin like a compact file (for tools that take text as
/// well).
bool relaxProgramLooksEncoded(StrRef bytes);
/// Of this version, as long as it says, undamaged.
bool relaxProgramCheckHeader(StrRef bytes, RelaxError *error);
/// FNV-1a over the body; a guard against damage, not against malice.
uint64_t relaxProgramChecksum(const void *body, size_t size);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_PROGRAMFILE_H
