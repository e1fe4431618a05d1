//===- SecondMemory.h - storages that are files ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a plan of memory writes out (docs/memory.md) lies in a file that is
// mapped, so that the system may take its pages away. The file never has a name
// that stays: however the program ends, nothing is left of it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_SECONDMEMORY_H
#define RELAX_RUNTIME_SECONDMEMORY_H

#include "lib/Runtime/Error.h"
#include "lib/Runtime/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxSecondMemory {
  const char *folder; // borrowed; NULL: there is none
  uint64_t limit;     // bytes of all files at once; 0: none
  uint64_t used;      // of files that are there
} RelaxSecondMemory;

/// May have so many bytes more.
bool relaxSecondMemoryFits(const RelaxSecondMemory *memory, uint64_t bytes);
/// A storage of so many bytes, all zero, which no meter counts; one reference.
/// All of the file has its place on the disk then. `memory` must outlive it.
/// NULL with a message: there is no folder, nobody may write there, the disk is
/// full, it is above the limit or above that of the process for files (whose
/// signal, SIGXFSZ, the program has to ignore).
RelaxStorage *relaxSecondMemoryCreate(RelaxSecondMemory *memory, uint64_t bytes,
                                      RelaxError *error);
/// Made by that.
bool relaxStorageIsFile(const RelaxStorage *storage);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_SECONDMEMORY_H
