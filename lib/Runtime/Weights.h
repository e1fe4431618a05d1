//===- Weights.h - weights outside the text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Weights lie in files beside the model (DESIGN.md 2.2). A path is relative and
// is looked up in each folder of a list, in order. Absolute paths, `..` and
// links that leave the folder are refused. Bytes are little endian, row-major;
// in a file elements of less than a byte are packed (`relaxPackedBytes`).
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
  RELAX_WEIGHT_FILE = 0,     // packed at `offset` of file `path`
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
  uint64_t offset;
  StrRef sha256; // of the bytes in the file, 64 hex digits; empty: not checked
  // RELAX_WEIGHT_INLINE
  const void *data;
} RelaxWeight;

/// The rule for paths alone, without looking at files: not empty, relative, no
/// `..`, no NUL. Importers use it as well. The message names the path.
bool relaxWeightPathIsAllowed(StrRef path, RelaxError *error);

/// Reads a weight of kind FILE. A file that is missing, too short or has
/// another hash is passed over for the next folder; when none is left the
/// message names the weight and says for every folder what was wrong there.
bool relaxWeightRead(const RelaxWeight *weight, const char *const *dirs,
                     size_t numDirs, RelaxTensor *out, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_WEIGHTS_H
