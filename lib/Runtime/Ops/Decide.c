//===- Decide.c - what who runs the program may choose --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

bool libraryDecide(LibraryCall *call) {
  const RelaxTensor *value = libraryTensor(call, 0), *below = NULL;
  if (!value || (call->numInputs > 1 && !(below = libraryTensor(call, 1))))
    return false;
  RelaxTensor *out =
      libraryOutput(call, 0, value->dtype, value->rank, value->dims);
  return out &&
         relaxObserverDecide(&call->observer, value, below, out, call->error);
}
