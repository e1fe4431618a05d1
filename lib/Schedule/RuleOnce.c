//===- RuleOnce.c - programs whose time does not count --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A third of a network's programs may run once, when its weights are loaded.
// Lanes and tiles of one that moves a megabyte would save a millisecond, and
// take twenty to compile: it keeps its plain loops, which are not optimised.
// What a profile of the calls has not seen, a branch for rare inputs, keeps its
// plain loops, too.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signature.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Once.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Computes.h"
#include "lib/Schedule/Rules.h"

/// Adds the bytes of the value; false where they are not known.
static bool addBytes(MlirValue value, int64_t *sum) {
  int64_t bytes;
  return tensorLiteralBytes(mlirValueGetType(value), &bytes) &&
         !__builtin_add_overflow(*sum, bytes, sum);
}

static bool addCall(MlirOperation call, int64_t *sum) {
  bool known = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(call); i < e; ++i)
    known &= addBytes(mlirOperationGetOperand(call, i), sum);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(call); i < e; ++i)
    known &= addBytes(mlirOperationGetResult(call, i), sum);
  return known;
}

/// What a program is made of.
typedef struct Content {
  bool computes, sums;
} Content;

static MlirWalkResult look(MlirOperation op, void *user) {
  Content *content = user;
  if (!tirIsCompute(op))
    return MlirWalkResultAdvance;
  content->computes = true;
  intptr_t count = mlirArrayAttrGetNumElements(tirComputeGetKinds(op));
  for (intptr_t i = 0; i < count; ++i)
    content->sums |= !tirComputeIsKind(op, i, "spatial");
  return MlirWalkResultSkip;
}

bool ruleNeverRan(MlirOperation func) {
  MlirAttribute weight = mlirOperationGetDiscardableAttributeByName(
      func, mlirStringRefCreateFromCString(TIR_WEIGHT));
  return weight.ptr && mlirAttributeIsAInteger(weight) &&
         mlirIntegerAttrGetValueInt(weight) == 0;
}

bool ruleRunsOnce(const ScheduleCallers *callers, MlirOperation func,
                  const ScheduleLimits *limits) {
  ptrdiff_t count;
  const MlirOperation *calls = scheduleCallersOf(callers, func, &count);
  int64_t bytes = 0;
  for (ptrdiff_t i = 0; i < count; ++i)
    if (!relaxPrepares(mlirOperationGetParentOperation(calls[i])) ||
        !addCall(calls[i], &bytes))
      return false;
  if (count == 0 || bytes > limits->onceBytes)
    return false;
  Content content = {0};
  mlirOperationWalk(func, look, &content, MlirWalkPreOrder);
  // Sums may take longer than what they read says.
  return content.computes && !content.sums;
}
