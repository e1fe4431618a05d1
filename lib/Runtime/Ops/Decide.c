//===- Decide.c - what who runs the program may choose --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

bool libraryDecide(LibraryCall *call) {
  const RelaxTensor *value = libraryTensor(call, 0), *below = NULL;
  if (!value || relaxDTypeIsFloat(value->dtype))
    return value && relaxFail(call->error, "expected integers");
  if (call->numInputs > 1) {
    below = libraryTensor(call, 1);
    if (!below || below->dtype != RELAX_I64 || relaxTensorCount(below) != 1)
      return below && relaxFail(call->error, "expected one extent");
  }
  RelaxTensor *out =
      libraryOutput(call, 0, value->dtype, value->rank, value->dims);
  return out &&
         relaxObserverDecide(&call->observer, value, below, out, call->error);
}
