//===- Specialize.h - programs for some of their extents ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H
#define RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H

#include "dialects/Sym/SymAttributes.h"

enum { SPECIALIZE_MAX_ARMS = 8 };

/// Extents of which one version is made: `names[i] == values[i]`.
typedef struct SpecializeArm {
  const StrRef *names;
  const int64_t *values;
  size_t count;
} SpecializeArm;

/// SpecializeArms.c: the arms that the `likely` facts of a program ask for, all
/// of their symbols in each, in the order of the values. Returns their number,
/// at most SPECIALIZE_MAX_ARMS; everything is in the arena.
size_t specializeLikely(MlirOperation program, Arena *arena,
                        SpecializeArm arms[SPECIALIZE_MAX_ARMS]);

/// SpecializeCost.c: what part of the program's time its version for an arm is
/// expected to take, in percent.
int64_t specializeCost(MlirOperation program, Arena *arena,
                       const SpecializeArm *arm);

/// SpecializeClone.c: a detached copy of the program with the extents of the
/// arm in the place of symbols. Null if its facts say that no call has them.
MlirOperation specializeClone(MlirOperation program, Arena *arena,
                              const SpecializeArm *arm);

#endif // RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H
