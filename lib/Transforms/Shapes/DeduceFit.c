//===- DeduceFit.c - values where more is declared of them ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nimble's sub-shaping at the edges of regions: what says more passes as it is;
// what says less is checked, by a relax.match_cast before it leaves.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stdio.h>

static MlirLogicalResult refuse(Deduction *deduction, MlirOperation at,
                                intptr_t index, MlirType want, MlirType got) {
  char what[96];
  snprintf(what, sizeof what,
           "value %ld fits only if a check says so, which needs a value with "
           "its symbols",
           (long)index);
  return deductionReportTypes(deduction, at, what, want, got);
}

/// The facts say that a tensor has the extents that are wanted, by other names.
static bool isSame(Deduction *deduction, MlirType want, MlirType got) {
  return relaxIsTensorType(want) && relaxIsTensorType(got) &&
         deductionAgrees(deduction, want, got, true);
}

typedef struct Fit {
  Deduction *deduction;
  MlirOperation before;
} Fit;

static MlirValue castPart(MlirValue value, MlirType type, void *userData) {
  Fit *fit = userData;
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  if (mlirTypeIsATuple(type))
    return checkedCastTuple(fit->deduction->arena, fit->before, value, type,
                            castPart, fit);
  return deductionCheckedCast(fit->deduction, fit->before, value, type);
}

MlirLogicalResult deductionFit(Deduction *deduction,
                               const Requirement *requirement) {
  RelaxMatch match = {.arena = deduction->arena}, equations = match;
  MlirOperation at = requirement->at;
  size_t next = 0;
  relaxMatchEquations(&equations, requirement->equations);
  for (intptr_t i = 0; i < requirement->count; ++i)
    relaxMatchType(
        &match, requirement->formals[i],
        mlirValueGetType(mlirOperationGetOperand(at, requirement->first + i)),
        requirement->only);
  for (intptr_t i = 0; i < requirement->count; ++i) {
    MlirType formal = requirement->formals[i];
    MlirValue value = mlirOperationGetOperand(at, requirement->first + i);
    MlirType got = mlirValueGetType(value);
    MlirType want = relaxMatchSubstitute(&match, formal);
    MlirType known = want.ptr ? relaxMatchSubstitute(&equations, want) : want;
    MlirType given = relaxMatchSubstitute(&equations, got);
    if (!known.ptr || !given.ptr ||
        relaxMatchOperandFits(&match, formal, known, given, &next) ||
        (!relaxMatchCheckShows(formal, known, given) &&
         !isSame(deduction, known, given)))
      continue; // the verifier's business
    Fit fit = {deduction, at};
    MlirValue cast = castPart(value, known, &fit);
    if (!cast.ptr)
      return refuse(deduction, at, i, known, given);
    mlirOperationSetOperand(at, requirement->first + i, cast);
  }
  return mlirLogicalResultSuccess();
}
