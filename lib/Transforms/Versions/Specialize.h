//===- Specialize.h - programs for some of their extents ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H
#define RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"

enum { SPECIALIZE_MAX_ARMS = 8 };

/// Extents of which one version is made: `names[i] == values[i]`, a number or
/// another symbol.
typedef struct SpecializeArm {
  const StrRef *names;
  const SymExpr *values;
  size_t count;
} SpecializeArm;

/// What arms are made of.
typedef struct SpecializeRules {
  int64_t most;  // percent of the program's time that a version may take
  int64_t small; // extents up to it are likely where nobody says another
} SpecializeRules;

/// SpecializeArms.c: the arms that the `likely` facts of a program ask for, in
/// the order of the values; in each all symbols with a hint of which one pays.
/// Returns their number, at most SPECIALIZE_MAX_ARMS; all is in the arena.
size_t specializeLikely(MlirOperation program, Arena *arena,
                        const SpecializeRules *rules,
                        SpecializeArm arms[SPECIALIZE_MAX_ARMS]);
/// SpecializeBroadcast.c: those for indices `j * min(k - 1, 1)`, which may or
/// may not move: first all do, then of one buffer none.
size_t specializeBroadcast(MlirOperation program, Arena *arena,
                           SpecializeArm arms[SPECIALIZE_MAX_ARMS]);
/// The same indices in a version, where it is known that they do.
void specializeIndices(MlirOperation version, Arena *arena);

/// SpecializeCost.c: what part of the program's time its version for an arm is
/// expected to take, in percent.
int64_t specializeCost(MlirOperation program, Arena *arena,
                       const SpecializeArm *arm);

/// SpecializeClone.c: a detached copy of the program with the extents of the
/// arm in the place of symbols. Null if its facts say that no call has them.
MlirOperation specializeClone(MlirOperation program, Arena *arena,
                              const SpecializeArm *arm);

/// SpecializeAttach.c: a further version of the program, which is taken where
/// the extents are those of the arm. It stands behind the others.
void specializeAttach(RelaxPassRun *run, ModuleSymbols *symbols,
                      MlirOperation program, MlirOperation version,
                      const SpecializeArm *arm);
/// The same of a version `@program_for_NAME` that is taken where one of the
/// facts holds.
void specializeAttachWhere(RelaxPassRun *run, ModuleSymbols *symbols,
                           MlirOperation program, MlirOperation version,
                           const char *name, const SymFact *guards,
                           intptr_t numGuards);

#endif // RELAX_TRANSFORMS_VERSIONS_SPECIALIZE_H
