//===- FilePart.h - bytes of files below a folder -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What weights and external data of models are read with
// (docs/language/graph.md). The messages name no file: callers put it in front.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_FILEPART_H
#define RELAX_RUNTIME_FILEPART_H

#include "lib/Runtime/Error.h"
#include "lib/Runtime/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The reason where there is no file of that name.
#define RELAX_FILE_ABSENT "no such file"

/// Opens the file `path`, which is relative and has no `..`, in the folder
/// `dir` ("": the working directory). -1 with the reason; a link that leaves
/// the folder is `*refused` as well, which is not changed otherwise.
int relaxFileOpenBelow(const char *dir, StrRef path, RelaxError *reason,
                       bool *refused);
/// Whether the open file is a regular one with `size` bytes at `offset`.
bool relaxFileHolds(int file, uint64_t offset, uint64_t size,
                    RelaxError *reason);
/// The `size` bytes at `offset`, mapped: read-only, without a copy, with
/// one reference. The file may be closed then, but as long as the storage lives
/// nobody may change it: what is read would change with it, and what was cut
/// off ends the program (SIGBUS). NULL where there are none, the file has not
/// so many now or the system cannot map it: then they have to be read.
RelaxStorage *relaxFileMap(int file, uint64_t offset, size_t size);
/// Gives back the memory of what was read so far, if the storage is such a
/// mapping: it comes from the file again.
void relaxFileMapForget(const RelaxStorage *storage);
/// Reads exactly `size` bytes at `offset`.
bool relaxFileReadAt(int file, uint64_t offset, void *data, size_t size,
                     RelaxError *reason);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_FILEPART_H
