//===- Write.h - the weights of a module in a file of their own -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The safetensors format: a little-endian u64 with the size of a JSON header,
// the header (name -> dtype, shape, data_offsets), then the bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_SAFETENSORS_WRITE_H
#define RELAX_FRONTEND_SAFETENSORS_WRITE_H

#include "lib/Runtime/File.h"
#include "mlir-c/IR.h"

/// Reads every `relax.weight ... from` of the module from the folder `dir`,
/// adds the file `path` with them to `files`, and makes the module refer to that
/// file by its last path component. Data start at multiples of 64 bytes.
bool safetensorsWriteWeights(MlirModule module, const char *dir,
                             const char *path, RelaxFiles *files,
                             RelaxError *error);

#endif // RELAX_FRONTEND_SAFETENSORS_WRITE_H
