//===- OffloadTensors.c - tensors as back ends see them -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/OffloadTensors.h"

#include <math.h>
#include <stb/stb_ds.h>

static RelaxBackendTensor tensorOf(const RelaxTensor *tensor) {
  return (RelaxBackendTensor){.type = relaxDTypeName(tensor->dtype),
                              .rank = tensor->rank,
                              .dims = tensor->dims,
                              .data = tensor->data,
                              .bytes = relaxTensorSize(tensor)};
}

RelaxBackendTensor *offloadTensors(const RelaxTensor *const *tensors,
                                   size_t count) {
  RelaxBackendTensor *list = NULL;
  for (size_t i = 0; i < count; ++i)
    arrput(list, tensorOf(tensors[i]));
  return list;
}

static bool hasNaN(const RelaxTensor *tensor) {
  bool found = false;
  if (relaxDTypeIsFloat(tensor->dtype))
    for (int64_t i = 0, e = relaxTensorCount(tensor); !found && i < e; ++i)
      found = isnan(relaxLoadFloat(tensor->dtype, tensor->data, i));
  return found;
}

bool offloadHasNaN(const RelaxTensor *const *tensors, size_t count) {
  bool found = false;
  for (size_t i = 0; !found && i < count; ++i)
    found = hasNaN(tensors[i]);
  return found;
}
