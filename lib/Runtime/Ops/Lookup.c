//===- Lookup.c - values beside keys --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"

#include <math.h>
#include <string.h>

static bool sameKey(const RelaxTensor *a, int64_t i, const RelaxTensor *b,
                    int64_t k) {
  if (a->dtype == RELAX_STRING)
    return strRefEqual(relaxStrings(a)[i], relaxStrings(b)[k]);
  if (!relaxDTypeIsFloat(a->dtype))
    return relaxLoadInt(a->dtype, a->data, i) ==
           relaxLoadInt(b->dtype, b->data, k);
  double x = relaxLoadFloat(a->dtype, a->data, i);
  double y = relaxLoadFloat(b->dtype, b->data, k);
  return x == y || (isnan(x) && isnan(y));
}

bool libraryLookup(LibraryCall *call) {
  const RelaxTensor *inputs[4];
  for (uint32_t i = 0; i < 4; ++i)
    if (!(inputs[i] = libraryElements(call, i)))
      return false;
  const RelaxTensor *input = inputs[0], *keys = inputs[1], *values = inputs[2];
  int64_t numKeys = relaxTensorCount(keys);
  if (input->dtype != keys->dtype || values->dtype != inputs[3]->dtype ||
      relaxTensorCount(values) != numKeys || relaxTensorCount(inputs[3]) != 1)
    return relaxFail(call->error,
                     "expected a value for each key, and one default");
  bool texts = values->dtype == RELAX_STRING;
  RelaxTensor found, *result = &found;
  if (texts ? !relaxTensorCreate(RELAX_STRING, input->rank, input->dims, &found,
                                 call->error)
            : !(result = libraryOutput(call, 0, values->dtype, input->rank,
                                       input->dims)))
    return false;
  size_t size = relaxDTypeBytes(values->dtype);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t k = numKeys - 1; // the last of equal keys counts
    while (k >= 0 && !sameKey(input, i, keys, k))
      --k;
    memcpy((char *)result->data + (size_t)i * size,
           k < 0 ? inputs[3]->data : (char *)values->data + (size_t)k * size,
           size);
  }
  if (!texts)
    return true;
  bool good =
      librarySetTexts(call, 0, input->rank, input->dims, relaxStrings(&found));
  relaxTensorRelease(&found);
  return good;
}
