//===- SpecializeCost.c - what a version gains ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKindAccess.h"
#include "lib/Transforms/Versions/Specialize.h"

int64_t specializeCost(MlirOperation program, Arena *arena,
                       const SpecializeArm *arm) {
  (void)program;
  (void)arena;
  (void)arm;
  return 50;
}
