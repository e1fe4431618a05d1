//===- Rehearse.c - what functions of the library would take and give -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For a call that is rehearsed: the same scratch and results as by the function
// itself where it finds as much as it can.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

#include <string.h>

enum { WORD = sizeof(int64_t) };

static bool takeWords(LibraryCall *call, int64_t count, int times) {
  for (int i = 0; i < times; ++i)
    if (!libraryScratch(call, count, WORD))
      return false;
  return true;
}

bool libraryRehearseNonzero(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  return input &&
         libraryOutput(call, 0, RELAX_I64, 2,
                       (int64_t[]){input->rank, relaxTensorCount(input)});
}

bool libraryRehearseSort(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  return input && input->rank > 0 &&
         libraryOutput(call, 0, input->dtype, input->rank, input->dims) &&
         takeWords(call, input->dims[input->rank - 1], 3);
}

bool libraryRehearseTopK(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  int32_t axis;
  int64_t k, dims[RELAX_MAX_RANK];
  if (!input || !libraryAxis(call, input, &axis) ||
      !libraryIntInput(call, 1, &k))
    return false;
  memcpy(dims, input->dims, sizeof dims);
  if (!(call->unknown >> 1 & 1))
    dims[axis] = k;
  return libraryOutput(call, 0, input->dtype, input->rank, dims) &&
         libraryOutput(call, 1, RELAX_I64, input->rank, dims) &&
         takeWords(call, input->dims[axis], 3);
}

bool libraryRehearseUnique(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  int32_t axis = -1;
  if (!input ||
      (libraryAttribute(call, "axis") && !libraryAxis(call, input, &axis)))
    return false;
  int64_t count = relaxTensorCount(input), slices = count;
  if (axis >= 0)
    slices = input->dims[axis];
  bool good = takeWords(call, count, 1) && takeWords(call, slices, 5) &&
              (axis < 0 ? libraryOutput(call, 0, input->dtype, 1, &count)
                        : libraryOutput(call, 0, input->dtype, input->rank,
                                        input->dims));
  for (uint32_t i = 1; good && i < call->numOutputs; ++i)
    good = libraryOutput(call, i, RELAX_I64, 1, &slices);
  return good && takeWords(call, slices, 3);
}

bool libraryRehearseNonMaxSuppression(LibraryCall *call) {
  const RelaxTensor *boxes = libraryTensor(call, 0),
                    *scores = libraryTensor(call, 1);
  int64_t most, rows;
  if (!boxes || !scores || boxes->rank != 3 || scores->rank != 3 ||
      !libraryIntInput(call, 2, &most))
    return false;
  int64_t count = boxes->dims[1];
  if (call->unknown >> 2 & 1 || most > count)
    most = count;
  if (most < 0)
    most = 0;
  if (__builtin_mul_overflow(boxes->dims[0], scores->dims[1], &rows) ||
      __builtin_mul_overflow(rows, most, &rows) || !takeWords(call, count, 3))
    return false;
  for (int64_t capacity = 64; rows > 0; capacity *= 2) {
    if (!takeWords(call, 3 * capacity, 1))
      return false;
    if (capacity >= rows)
      break;
  }
  return libraryOutput(call, 0, RELAX_I64, 2, (int64_t[]){rows, 3});
}
