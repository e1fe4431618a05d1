//===- WeightFile.h - files that name their tensors -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One directory for safetensors, NumPy's .npz, GGUF and the files of rwkv.cpp:
// every tensor with its name, element type, extents and place. The format is
// told by the file's first bytes. Files are untrusted: whatever they say is
// checked before memory is asked for, and opening one takes less memory than
// twice its size and 64 MiB.
//
// Threads: one file, one thread.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WEIGHTFILE_WEIGHTFILE_H
#define RELAX_RUNTIME_WEIGHTFILE_WEIGHTFILE_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The offset of what does not lie in the file as it is (compressed).
#define RELAX_WEIGHT_NOWHERE UINT64_MAX

typedef struct RelaxWeightEntry {
  StrRef name;
  StrRef type;         // element type as the format spells it: F32, <f4, Q5_1
  bool known;          // `dtype` is that type; others are listed but not read
  RelaxDType dtype;    // if it is known
  int32_t rank;        // at most RELAX_MAX_RANK
  const int64_t *dims; // each >= 0
  uint64_t offset;     // of the elements in the file, or RELAX_WEIGHT_NOWHERE
  uint64_t numBytes;   // of the elements, packed as Tensor.h has it
  const void *detail;  // the format's own
} RelaxWeightEntry;

typedef struct RelaxWeightFile RelaxWeightFile;

/// Reads the directory of the open file `file`, which is closed with it, or
/// here after a failure. NULL with a message that does not name the file.
RelaxWeightFile *relaxWeightFileOpen(int file, RelaxError *error);
void relaxWeightFileClose(RelaxWeightFile *file);

/// In bytes.
uint64_t relaxWeightFileSize(const RelaxWeightFile *file);
/// In the order of the file's directory; names differ, none is empty.
size_t relaxWeightFileCount(const RelaxWeightFile *file);
const RelaxWeightEntry *relaxWeightFileEntry(const RelaxWeightFile *file,
                                             size_t index);
/// NULL with a message that has the names that are nearest.
const RelaxWeightEntry *relaxWeightFileFind(const RelaxWeightFile *file,
                                            StrRef name, RelaxError *error);

/// Whether the entry has elements `dtype` and these extents; the message has
/// the entry's name and both types.
bool relaxWeightEntryIs(const RelaxWeightEntry *entry, RelaxDType dtype,
                        int32_t rank, const int64_t *dims, RelaxError *error);
/// The `numBytes` bytes of an entry, row-major, little endian; of unknown type
/// there are none.
bool relaxWeightFileRead(const RelaxWeightFile *file,
                         const RelaxWeightEntry *entry, void *data,
                         RelaxError *error);
/// The same bytes where they lie in the file (`relaxFileMap`); NULL where they
/// have to be read.
RelaxStorage *relaxWeightFileMap(const RelaxWeightFile *file,
                                 const RelaxWeightEntry *entry);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_WEIGHTFILE_WEIGHTFILE_H
