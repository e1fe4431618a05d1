//===- Observer.c - decisions that come from outside ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Observer.h"

#include <string.h>

bool relaxObserverDecide(const RelaxObserver *observer,
                         const RelaxTensor *value, const RelaxTensor *below,
                         RelaxTensor *out, RelaxError *error) {
  int64_t limit = value->dtype == RELAX_BOOL ? 2 : -1;
  if (relaxDTypeIsFloat(value->dtype) || value->dtype >= RELAX_STRING)
    return relaxFail(error, "expected integers");
  if (below && (below->dtype != RELAX_I64 || relaxTensorCount(below) != 1))
    return relaxFail(error, "expected one extent");
  if (below)
    limit = relaxLoadInt(below->dtype, below->data, 0);
  memcpy(out->data, value->data, relaxTensorSize(value));
  for (int64_t i = 0, e = relaxTensorCount(value); observer->decide && i < e;
       ++i) {
    int64_t chosen = relaxLoadInt(value->dtype, value->data, i);
    if (!observer->decide(observer->user, limit, &chosen, error))
      return false;
    relaxStoreInt(out->dtype, out->data, i, chosen);
    if (relaxLoadInt(out->dtype, out->data, i) != chosen)
      return relaxFail(error, "a decision does not fit its type");
  }
  return true;
}
