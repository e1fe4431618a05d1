//===- DeductionCast.c - declared types as run-time checks ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A declared type that deduction can neither confirm nor refute is a claim: it
// becomes a relax.match_cast.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

MlirValue deductionCheckedCast(Deduction *deduction, MlirOperation before,
                               MlirValue value, MlirType type) {
  MlirAttribute none = {NULL};
  MlirValue result = checkedCastInsert(before, value, type, none, none);
  if (!result.ptr)
    return result;
  ++deduction->counters[COUNT_CHECKS_ADDED];
  factsAddOf(&deduction->facts, mlirOpResultGetOwner(result));
  return result;
}
