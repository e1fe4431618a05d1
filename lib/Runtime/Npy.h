//===- Npy.h - NumPy's .npy files -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Format: numpy.lib.format, versions 1.0, 2.0 and 3.0. Fortran order and big
// endian are converted on reading; written are version 1.0, C order, little
// endian. bf16 has no .npy type and is refused.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_NPY_H
#define RELAX_RUNTIME_NPY_H

#include "lib/Runtime/File.h"
#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a file; the path is in the message.
bool relaxNpyRead(const char *path, RelaxTensor *out, RelaxError *error);
/// The same from memory. The length must be exactly what the header says.
bool relaxNpyDecode(const void *data, size_t size, RelaxTensor *out,
                    RelaxError *error);
/// Writes completely or not at all (File.h).
bool relaxNpyWrite(const char *path, const RelaxTensor *tensor,
                   RelaxError *error);
/// The same as one of several files.
bool relaxNpyAdd(RelaxFiles *files, const char *path, const RelaxTensor *tensor,
                 RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_NPY_H
