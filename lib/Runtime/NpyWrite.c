//===- NpyWrite.c - writing .npy files ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "lib/Runtime/Npy.h"

#include <inttypes.h>
#include <string.h>

/// The file's bytes before the elements, a multiple of 64 long.
static void printHeader(const RelaxTensor *tensor, StrBuf *out) {
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "{'descr': '%s', 'fortran_order': False, 'shape': (",
                     relaxDTypeNumpy(tensor->dtype));
  for (int32_t i = 0; i < tensor->rank; ++i)
    strBufAppendFormat(&text, "%s%" PRId64, i ? ", " : "", tensor->dims[i]);
  strBufAppendC(&text, tensor->rank == 1 ? ",), }" : "), }");
  // At most 16 extents of 19 digits: version 1.0 always suffices.
  while ((10 + text.length + 1) % 64 != 0)
    strBufAppendC(&text, " ");
  strBufAppendC(&text, "\n");
  char prefix[10] = "\x93NUMPY\x01";
  prefix[8] = (char)(text.length & 255);
  prefix[9] = (char)(text.length >> 8);
  strBufAppend(out, (StrRef){prefix, sizeof prefix});
  strBufAppend(out, (StrRef){text.data, text.length});
  strBufFree(&text);
}

bool relaxNpyAdd(RelaxFiles *files, const char *path, const RelaxTensor *tensor,
                 RelaxError *error) {
  if (!relaxDTypeNumpy(tensor->dtype))
    return relaxFail(error, "cannot write '%s': .npy has no element type %s",
                     path, relaxDTypeName(tensor->dtype));
  StrBuf header = {0};
  printHeader(tensor, &header);
  StrRef pieces[] = {{header.data, header.length},
                     {tensor->data, relaxTensorSize(tensor)}};
  bool ok = relaxFilesAdd(files, path, pieces, 2, error);
  strBufFree(&header);
  return ok;
}

bool relaxNpyWrite(const char *path, const RelaxTensor *tensor,
                   RelaxError *error) {
  RelaxFiles files = {0};
  bool good = relaxNpyAdd(&files, path, tensor, error) &&
              relaxFilesCommit(&files, error);
  relaxFilesDiscard(&files);
  return good;
}
