//===- NpyRead.c - reading .npy files -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "lib/Runtime/Npy.h"
#include "lib/Runtime/NpyHeader.h"

#include <string.h>

bool relaxNpyDecode(const void *data, size_t size, RelaxTensor *out,
                    RelaxError *error) {
  NpyHeader header;
  size_t bytes;
  if (!npyHeaderParse(data, size, &header, error))
    return false;
  if (!header.known)
    return relaxFail(error, "element type '%.*s' is not supported",
                     (int)(header.descr.length < 40 ? header.descr.length : 40),
                     header.descr.data);
  // Before any memory is asked for: a lie in the header costs nothing.
  if (!relaxTensorBytes(header.dtype, header.rank, header.dims, &bytes) ||
      bytes != size - header.size) {
    StrBuf shape = {0};
    relaxDimsPrint(header.rank, header.dims, &shape);
    relaxFail(error,
              "expected the elements of a %s tensor of shape %s, got %zu "
              "bytes",
              relaxDTypeName(header.dtype), strBufText(&shape),
              size - header.size);
    strBufFree(&shape);
    return false;
  }
  RelaxTensor tensor;
  if (!relaxTensorCreate(header.dtype, header.rank, header.dims, &tensor,
                         error))
    return false;
  npyArrange(&header, (const char *)data + header.size, bytes, tensor.data);
  relaxTensorNormalizeBools(&tensor);
  *out = tensor;
  return true;
}

bool relaxNpyRead(const char *path, RelaxTensor *out, RelaxError *error) {
  StrBuf bytes = {0};
  bool ok = relaxFileRead(path, &bytes, error);
  if (ok && !relaxNpyDecode(strBufText(&bytes), bytes.length, out, error))
    ok = relaxErrorContext(error, "'%s'", path);
  strBufFree(&bytes);
  return ok;
}
