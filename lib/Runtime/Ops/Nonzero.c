//===- Nonzero.c - places of the elements other than 0 --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

static bool isZero(const RelaxTensor *tensor, int64_t index) {
  return relaxDTypeIsFloat(tensor->dtype)
             ? relaxLoadFloat(tensor->dtype, tensor->data, index) == 0
             : relaxLoadInt(tensor->dtype, tensor->data, index) == 0;
}

/// Counts first: then every column is written where it belongs.
bool libraryNonzero(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  if (!input)
    return false;
  int64_t count = relaxTensorCount(input), found = 0;
  for (int64_t i = 0; i < count; ++i)
    found += !isZero(input, i);
  RelaxTensor *result =
      libraryOutput(call, 0, RELAX_I64, 2, (int64_t[]){input->rank, found});
  if (!result)
    return false;
  int64_t *places = result->data, index[RELAX_MAX_RANK] = {0}, column = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (!isZero(input, i)) {
      for (int32_t axis = 0; axis < input->rank; ++axis)
        places[axis * found + column] = index[axis];
      ++column;
    }
    for (int32_t axis = input->rank; axis-- > 0;) {
      if (++index[axis] < input->dims[axis])
        break;
      index[axis] = 0;
    }
  }
  return true;
}
