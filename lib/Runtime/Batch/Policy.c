//===- Policy.c - the policies --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Policy.h"

static const BatchPolicy *const policies[BATCH_NUM_POLICIES] = {
    &batchPolicyDepth, &batchPolicyAgenda, &batchPolicySufficient,
    &batchPolicyFsm, &batchPolicyOptimal};

const BatchPolicy *batchPolicyAt(int index) { return policies[index]; }

const BatchPolicy *batchPolicyFind(StrRef name) {
  for (int i = 0; i < BATCH_NUM_POLICIES; ++i)
    if (strRefEqual(name, strRefFromC(policies[i]->name)))
      return policies[i];
  return NULL;
}
