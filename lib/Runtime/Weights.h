//===- Weights.h - weights outside the text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Weights lie in files beside the model (docs/language/graph.md). A path is
// relative and is looked up in each folder of a list, in order. Absolute paths,
// `..` and links that leave the folder are refused. Bytes are little endian,
// row-major; in a file elements of less than a byte are packed
// (`relaxPackedBytes`). They lie at an offset, or are an entry of a file that
// names its tensors (WeightFile.h); dtype and extents of an entry must be those
// of the weight.
//
// Elements that have the same bytes in memory and are large are not read: the
// tensor is a view of the file (`relaxFileMap`), and the system brings in the
// pages that are used. Nobody may write to it, nor change the file while it
// lives; a file that is replaced, as `relaxFileWrite` does, stays what it was.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WEIGHTS_H
#define RELAX_RUNTIME_WEIGHTS_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The numbers are part of the compact file.
typedef enum RelaxWeightKind {
  RELAX_WEIGHT_FILE = 0,     // packed, of file `path`
  RELAX_WEIGHT_INLINE = 1,   // `numBytes` at `data`
  RELAX_WEIGHT_PREPARED = 2, // filled by the prepare function
} RelaxWeightKind;

typedef struct RelaxWeight {
  StrRef name;
  RelaxWeightKind kind;
  RelaxDType dtype;
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  uint64_t numBytes; // in memory: what dtype and dims give
  // RELAX_WEIGHT_FILE
  StrRef path;
  // Name in the file; empty: the bytes lie at `offset`. A `*` stands for the
  // places in the first dimension: an entry for each.
  StrRef entry;
  uint64_t offset; // of the file
  StrRef sha256;   // of the packed bytes, 64 hex digits; empty: not checked
  // RELAX_WEIGHT_INLINE
  const void *data;
} RelaxWeight;

/// The rule for paths alone, without looking at files: not empty, relative, no
/// `..`, no NUL. Importers use it as well. The message names the path.
bool relaxWeightPathIsAllowed(StrRef path, RelaxError *error);

/// Files that stay open from one weight to the next, so that each directory of
/// entries is read once.
typedef struct RelaxWeightFiles RelaxWeightFiles;
RelaxWeightFiles *relaxWeightFilesCreate(void);
void relaxWeightFilesDestroy(RelaxWeightFiles *files);

/// Reads a weight of kind FILE. A file that is missing, too short or has
/// another hash, no such entry or one of another type, is passed over for the
/// next folder; when none is left the message names the weight and says for
/// every folder what was wrong there, and `error->weight` is its name.
/// The folders in `dirs` must be the same for all calls with `files`.
bool relaxWeightRead(RelaxWeightFiles *files, const RelaxWeight *weight,
                     const char *const *dirs, size_t numDirs, RelaxTensor *out,
                     RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_WEIGHTS_H
