//===- File.h - whole files in, whole files out ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A file is written completely or not at all, whatever ends the program: a
// temporary file beside it, without a name where the system has such files, is
// renamed. What is no regular file (/dev/stdout, a pipe) is written directly.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_FILE_H
#define RELAX_RUNTIME_FILE_H

#include "lib/Runtime/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/// False of named pipes, which nobody may write to, and of devices and files of
/// the kernel (/proc), which may never end.
bool relaxFileCheckInput(const char *path, RelaxError *error);

/// Reads a file, also a pipe, to its end and appends it to `*out`.
/// Messages look like `cannot open 'x.npy': No such file or directory`.
bool relaxFileRead(const char *path, StrBuf *out, RelaxError *error);
/// The same; a file with a zero byte is an error, for it ends a text.
bool relaxFileReadText(const char *path, StrBuf *out, RelaxError *error);

/// Writes the pieces one behind the other. On failure nothing is left behind
/// and an older file of that name is untouched. Symbolic links are followed.
bool relaxFileWrite(const char *path, const StrRef *pieces, size_t numPieces,
                    RelaxError *error);

/// False with the message of a later failure if there is no folder for the
/// file, or nobody may write to it: to be asked before long work. Touches
/// nothing.
bool relaxFileCanBeMade(const char *path, RelaxError *error);

/// Several files that come into being together or not at all: their bytes are
/// written under other names first. Zero-initialise.
typedef struct RelaxFiles {
  struct RelaxPendingFile *items;
  size_t count;
} RelaxFiles;

/// Writes what will be the file `path`. Of what is no regular file the bytes
/// are kept.
bool relaxFilesAdd(RelaxFiles *files, const char *path, const StrRef *pieces,
                   size_t numPieces, RelaxError *error);
/// Gives all files their names; empties the list. After a failure none of them
/// is there (but for what a system that fails to rename leaves).
bool relaxFilesCommit(RelaxFiles *files, RelaxError *error);
/// Removes what was written; empties the list.
void relaxFilesDiscard(RelaxFiles *files);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_FILE_H
