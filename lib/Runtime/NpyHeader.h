//===- NpyHeader.h - what an .npy file says of itself -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_NPYHEADER_H
#define RELAX_RUNTIME_NPYHEADER_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NpyHeader {
  StrRef descr; // NumPy's name of the element type; borrows from the data
  bool known;   // `dtype` is that type
  RelaxDType dtype;
  bool bigEndian, fortranOrder;
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  size_t size; // bytes before the elements
} NpyHeader;

/// Parses the header at the beginning of the data, which may end behind it. An
/// element type that is not known is no failure.
bool npyHeaderParse(const void *data, size_t size, NpyHeader *header,
                    RelaxError *error);

/// Makes `to` the elements, of known type, in row-major order and little endian
/// from the `bytes` bytes behind the header. They may be in place unless the
/// order is Fortran's with a rank above 1.
void npyArrange(const NpyHeader *header, const void *from, size_t bytes,
                void *to);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_NPYHEADER_H
